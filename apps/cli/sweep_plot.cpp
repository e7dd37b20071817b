#include "sweep_plot.h"

#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <set>

#include "svg_plot.h"
#include "sweep_report.h"

namespace gnomon::cli {

namespace {

// Which of the parameters, by its place; as many as there are if none has several values.
std::size_t plotted_place(const std::vector<SweepRun>& runs) {
  std::size_t count = runs.empty() ? 0 : runs.front().parameters.size();
  std::size_t best = count;
  std::size_t most = 1;
  for (std::size_t i = 0; i < count; ++i) {
    std::set<std::string> values;
    for (const SweepRun& run : runs) values.insert(run.parameters[i].second);
    if (values.size() > most) {
      best = i;
      most = values.size();
    }
  }
  return best;
}

// The logarithm of a number in decimal digits, which may be many.
double log10_of(const std::string& digits) {
  constexpr std::size_t kExact = 15;
  std::string head = digits.substr(0, kExact);
  return std::log10(std::strtod(head.c_str(), nullptr)) + static_cast<double>(digits.size() - head.size());
}

// The file where there are several, the parameters that the other runs have other values for, engine and formula.
std::vector<std::string> labels_of(const std::vector<SweepRun>& runs, std::size_t plotted) {
  std::set<std::string> files;
  std::vector<std::set<std::string>> values(runs.front().parameters.size());
  for (const SweepRun& run : runs) {
    files.insert(run.file);
    for (std::size_t i = 0; i < values.size(); ++i) values[i].insert(run.parameters[i].second);
  }
  std::vector<std::string> labels;
  for (const SweepRun& run : runs) {
    std::string label = files.size() > 1 ? run.file : "";
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i == plotted || values[i].size() < 2) continue;
      label += fmt::format("{}{}={}", label.empty() ? "" : " ", run.parameters[i].first, run.parameters[i].second);
    }
    for (const std::string* one : {&run.engine, &run.formula}) {
      if (!one->empty()) label += (label.empty() ? "" : " ") + *one;
    }
    labels.push_back(std::move(label));
  }
  return labels;
}

std::string plot_title(const std::vector<SweepRun>& runs, std::size_t plotted) {
  std::set<std::string> files;
  for (const SweepRun& run : runs) files.insert(run.file);
  std::string text = files.size() == 1 ? *files.begin() : fmt::format("{} models", files.size());
  for (std::size_t i = 0; i < runs.front().parameters.size(); ++i) {
    const auto& [name, value] = runs.front().parameters[i];
    bool fixed = true;
    for (const SweepRun& run : runs) fixed = fixed && run.parameters[i].second == value;
    if (i != plotted && fixed) text += fmt::format(", {} = {}", name, value);
  }
  return text;
}

}  // namespace

std::string plotted_parameter(const std::vector<SweepRun>& runs) {
  std::size_t place = plotted_place(runs);
  return runs.empty() || place == runs.front().parameters.size() ? "" : runs.front().parameters[place].first;
}

std::string sweep_plot(const std::vector<SweepRun>& runs) {
  constexpr double kMega = 1e6;
  std::size_t plotted = plotted_place(runs);
  Plot plot;
  plot.title = plot_title(runs, plotted);
  plot.x_title = plotted_parameter(runs);
  plot.panels = {{"reachable states", {}}, {"seconds", {}}, {"memory in MB", {}}};
  std::vector<std::string> labels = labels_of(runs, plotted);
  std::map<std::string, std::size_t> numbers;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const SweepRun& run = runs[i];
    const std::size_t curve = numbers.emplace(labels[i], plot.labels.size()).first->second;
    if (curve == plot.labels.size()) {
      plot.labels.push_back(labels[i]);
      for (PlotPanel& panel : plot.panels) panel.curves.emplace_back();
    }
    if (run.outcome != SweepOutcome::Complete && run.outcome != SweepOutcome::Limit) continue;
    double x = std::strtod(run.parameters[plotted].second.c_str(), nullptr);
    bool bound = run.outcome == SweepOutcome::Limit;
    auto add = [&](std::size_t panel, double log10, bool lower_bound) {
      plot.panels[panel].curves[curve].push_back({x, log10, lower_bound});
    };
    if (std::string states = states_of(run); !states.empty()) add(0, log10_of(states), false);
    add(1, std::log10(run.seconds), bound);
    add(2, std::log10(static_cast<double>(run.memory) / kMega), bound);
  }
  return to_svg(plot);
}

}  // namespace gnomon::cli
