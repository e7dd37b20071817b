// Pictures of figures over a number: several panels below one another with a common horizontal axis, as SVG.
//
// A vertical axis is logarithmic where its figures differ by more than a factor of thirty, and begins at 0 otherwise.
// Figures are given by their logarithm, so that numbers of states with hundreds of digits are no special case.
#pragma once

#include <string>
#include <vector>

namespace gnomon::cli {

struct PlotPoint {
  double x = 0;
  double log10 = 0;          // of the figure; -infinity for 0
  bool lower_bound = false;  // the figure is that of a run which reached a limit
};

struct PlotPanel {
  std::string title;
  std::vector<std::vector<PlotPoint>> curves;  // by label; each from left to right
};

struct Plot {
  std::string title;
  std::string x_title;
  std::vector<std::string> labels;  // one per curve; no legend if there is only one
  std::vector<PlotPanel> panels;
};

std::string to_svg(const Plot& plot);

}  // namespace gnomon::cli
