#include "svg_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "base/markup.h"

namespace gnomon::cli {

namespace {

// Places in the picture, in pixels.
constexpr double kPlotWidth = 760;
constexpr double kLeft = 84;
constexpr double kRight = 24;
constexpr double kTop = 48;           // of the first panel; the title stands above
constexpr double kPanelHeight = 170;  // of the frame
constexpr double kPanelGap = 46;      // with the title of the next panel
constexpr double kBottom = 56;        // numbers and title of the horizontal axis
constexpr double kLegendLine = 18;
constexpr double kRadius = 3.2;

// Colours that people with any kind of sight tell apart (M. Okabe, K. Ito, Color universal design, 2008).
constexpr std::array<const char*, 7> kColours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                              "#e69f00", "#56b4e9", "#000000"};
constexpr std::array<const char*, 4> kDashes{"", "6 3", "2 3", "8 3 2 3"};

struct Tick {
  double at = 0;  // in the units of the axis
  std::string label;
};

// One axis: where a figure stands between 0 and 1, and which figures are written beside it.
struct Axis {
  bool logarithmic = false;
  double low = 0;
  double high = 1;
  std::vector<Tick> ticks;

  double place(double log10) const {
    double value = logarithmic ? log10 : std::pow(10.0, log10);
    return std::clamp((value - low) / (high - low), 0.0, 1.0);
  }
};

// 1, 2 or 5 times a power of ten, so that about `wanted` steps cover the length.
double nice_step(double length, double wanted) {
  double raw = length / wanted;
  double power = std::pow(10.0, std::floor(std::log10(raw)));
  for (double factor : {1.0, 2.0, 5.0}) {
    if (raw <= factor * power * (1 + 1e-9)) return factor * power;
  }
  return 10 * power;
}

std::string number_label(double value) {
  return fmt::format("{:.6g}", value);
}

std::string power_label(int exponent) {
  constexpr int kWrittenOut = 4;
  if (exponent >= 0 && exponent <= kWrittenOut) return std::to_string(static_cast<int>(std::pow(10.0, exponent)));
  if (exponent < 0 && exponent >= -3) return number_label(std::pow(10.0, exponent));
  return fmt::format("10<tspan dy=\"-5\" font-size=\"9\">{}</tspan>", exponent);
}

Axis logarithmic_axis(double low, double high) {
  constexpr int kMostLabels = 6;
  Axis axis;
  axis.logarithmic = true;
  axis.low = std::floor(low + 1e-9);
  axis.high = std::max(std::ceil(high - 1e-9), axis.low + 1);
  int step = static_cast<int>(std::ceil((axis.high - axis.low) / kMostLabels));
  for (int exponent = static_cast<int>(axis.low); exponent <= static_cast<int>(axis.high); exponent += step) {
    axis.ticks.push_back({static_cast<double>(exponent), power_label(exponent)});
  }
  return axis;
}

Axis linear_axis(double low, double high, double wanted) {
  Axis axis;
  double step = nice_step(std::max(high - low, 1e-9), wanted);
  axis.low = std::floor(low / step + 1e-9) * step;
  axis.high = std::max(std::ceil(high / step - 1e-9) * step, axis.low + step);
  for (double at = axis.low; at <= axis.high + step * 1e-6; at += step) axis.ticks.push_back({at, number_label(at)});
  return axis;
}

Axis vertical_axis(const PlotPanel& panel) {
  const double factor = std::log10(30.0);  // from here on logarithmic
  constexpr double kZero = -6;             // what is smaller counts as this on a logarithmic axis
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const auto& curve : panel.curves) {
    for (const PlotPoint& point : curve) {
      low = std::min(low, point.log10);
      high = std::max(high, point.log10);
    }
  }
  if (low > high) return linear_axis(0, 1, 4);
  if (high - std::max(low, kZero) > factor && high > kZero) return logarithmic_axis(std::max(low, kZero), high);
  return linear_axis(0, std::pow(10.0, high), 4);
}

// Whole numbers, no more of them than there is room for.
Axis horizontal_axis(const Plot& plot) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const PlotPanel& panel : plot.panels) {
    for (const auto& curve : panel.curves) {
      for (const PlotPoint& point : curve) {
        low = std::min(low, point.x);
        high = std::max(high, point.x);
      }
    }
  }
  if (low > high) low = high = 0;
  constexpr double kMostLabels = 16;
  double step = std::max(1.0, nice_step(std::max(high - low, 1.0), kMostLabels));
  Axis axis;
  double margin = std::max(0.4, (high - low) * 0.02);
  axis.low = low - margin;
  axis.high = high + margin;
  for (double at = std::ceil(low / step) * step; at <= high; at += step) axis.ticks.push_back({at, number_label(at)});
  return axis;
}

class Drawing {
 public:
  explicit Drawing(const Plot& plot) : plot_(plot), across_(horizontal_axis(plot)) {}
  std::string svg();

 private:
  double x_of(double value) const {
    return kLeft + (value - across_.low) / (across_.high - across_.low) * (kPlotWidth - kLeft - kRight);
  }
  template <class... Parts>
  void put(fmt::format_string<Parts...> pattern, Parts&&... parts) {
    text_ += fmt::format(pattern, std::forward<Parts>(parts)...);
  }
  void frame(const PlotPanel& panel, const Axis& axis, double top, bool last);
  void curve(const std::vector<PlotPoint>& points, const Axis& axis, double top, std::size_t number);
  void mark(const PlotPoint& point, double x, double y, const char* colour);
  void legend(double top);

  const Plot& plot_;
  Axis across_;
  std::string text_;
};

void Drawing::frame(const PlotPanel& panel, const Axis& axis, double top, bool last) {
  double right = kPlotWidth - kRight;
  double bottom = top + kPanelHeight;
  put("<text x=\"{:.1f}\" y=\"{:.1f}\" font-weight=\"bold\">{}{}</text>\n", kLeft, top - 9, escaped_markup(panel.title),
      axis.logarithmic ? " (logarithmic)" : "");
  for (const Tick& tick : axis.ticks) {
    double y = bottom - (tick.at - axis.low) / (axis.high - axis.low) * kPanelHeight;
    put("<line x1=\"{0:.1f}\" y1=\"{2:.1f}\" x2=\"{1:.1f}\" y2=\"{2:.1f}\" stroke=\"#dddddd\"/>\n", kLeft, right, y);
    put("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", kLeft - 8, y + 4, tick.label);
  }
  for (const Tick& tick : across_.ticks) {
    double x = x_of(tick.at);
    put("<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\" stroke=\"#888888\"/>\n", x, bottom,
        bottom + 5);
    if (last) put("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", x, bottom + 19, tick.label);
  }
  put("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" stroke=\"#888888\"/>\n", kLeft,
      top, right - kLeft, kPanelHeight);
}

// A run that reached a limit is an open triangle: the figure would have been at least this.
void Drawing::mark(const PlotPoint& point, double x, double y, const char* colour) {
  if (!point.lower_bound) {
    put("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"{}\"/>\n", x, y, kRadius, colour);
    return;
  }
  double size = kRadius * 1.5;
  put("<path d=\"M{:.1f} {:.1f} L{:.1f} {:.1f} L{:.1f} {:.1f} Z\" fill=\"white\" stroke=\"{}\" "
      "stroke-width=\"1.4\"/>\n",
      x, y - size, x + size, y + size * 0.8, x - size, y + size * 0.8, colour);
}

void Drawing::curve(const std::vector<PlotPoint>& points, const Axis& axis, double top, std::size_t number) {
  const char* colour = kColours[number % kColours.size()];
  const char* dash = kDashes[number / kColours.size() % kDashes.size()];
  std::string line;
  auto y_of = [&](const PlotPoint& point) { return top + kPanelHeight * (1 - axis.place(point.log10)); };
  for (const PlotPoint& point : points) line += fmt::format("{:.1f},{:.1f} ", x_of(point.x), y_of(point));
  if (points.size() > 1) {
    line.pop_back();
    put("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\" stroke-dasharray=\"{}\"/>\n", line,
        colour, dash);
  }
  for (const PlotPoint& point : points) mark(point, x_of(point.x), y_of(point), colour);
}

void Drawing::legend(double top) {
  for (std::size_t i = 0; i < plot_.labels.size(); ++i) {
    double y = top + static_cast<double>(i) * kLegendLine;
    put("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" stroke-width=\"1.6\" "
        "stroke-dasharray=\"{}\"/>\n",
        kLeft, y - 4, kLeft + 28, y - 4, kColours[i % kColours.size()], kDashes[i / kColours.size() % kDashes.size()]);
    put("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", kLeft + 36, y, escaped_markup(plot_.labels[i]));
  }
}

std::string Drawing::svg() {
  double panels = static_cast<double>(plot_.panels.size());
  double end_of_panels = kTop + panels * kPanelHeight + (panels - 1) * kPanelGap;
  bool several = plot_.labels.size() > 1;
  bool limits = false;
  for (std::size_t p = 0; p < plot_.panels.size(); ++p) {
    const PlotPanel& panel = plot_.panels[p];
    Axis axis = vertical_axis(panel);
    double top = kTop + static_cast<double>(p) * (kPanelHeight + kPanelGap);
    frame(panel, axis, top, p + 1 == plot_.panels.size());
    for (std::size_t c = 0; c < panel.curves.size(); ++c) {
      curve(panel.curves[c], axis, top, c);
      for (const PlotPoint& point : panel.curves[c]) limits = limits || point.lower_bound;
    }
  }
  double y = end_of_panels + 40;
  put("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", (kLeft + kPlotWidth - kRight) / 2, y,
      escaped_markup(plot_.x_title));
  double height = end_of_panels + kBottom;
  if (several) {
    legend(height + 8);
    height += static_cast<double>(plot_.labels.size()) * kLegendLine + 4;
  }
  if (limits) {
    mark({0, 0, true}, kLeft + 14, height + 4, "#555555");
    put("<text x=\"{:.1f}\" y=\"{:.1f}\">a limit was reached: at least this much</text>\n", kLeft + 36, height + 8);
    height += kLegendLine + 4;
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "font-family=\"sans-serif\" font-size=\"12\" fill=\"#222222\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      "<text x=\"{2:.1f}\" y=\"20\" font-size=\"14\">{3}</text>\n{4}</svg>\n",
      kPlotWidth, height, kLeft, escaped_markup(plot_.title), text_);
}

}  // namespace

std::string to_svg(const Plot& plot) {
  return Drawing(plot).svg();
}

}  // namespace gnomon::cli
