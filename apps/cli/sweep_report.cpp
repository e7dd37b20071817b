#include "sweep_report.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "text_report.h"

namespace gnomon::cli {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t kStatesWidth = 14;

// The digits themselves, or a power of ten where they would not fit the column.
std::string states_text(const std::string& digits) {
  if (digits.empty()) return "-";
  if (digits.size() < kStatesWidth) return digits;
  return fmt::format("{}.{}e{}", digits[0], digits.substr(1, 3), digits.size() - 1);
}

std::string verdicts_text(const SweepRun& run) {
  SweepVerdicts verdicts = verdicts_of(run);
  if (run.outcome == SweepOutcome::Skipped || verdicts.is_true + verdicts.is_false + verdicts.unknown == 0) return "";
  std::string text;
  auto add = [&](std::size_t count, const char* word) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, word);
  };
  add(verdicts.is_true, "true");
  add(verdicts.is_false, "false");
  add(verdicts.unknown, "unknown");
  if (verdicts.unexpected > 0) text += fmt::format(" ({} not as stated)", verdicts.unexpected);
  return text;
}

// What became of the run: its verdicts, and why it has no more of them.
std::string rest_text(const SweepRun& run) {
  std::string verdicts = verdicts_text(run);
  if (run.outcome == SweepOutcome::Complete) return verdicts;
  std::string reason = run.outcome == SweepOutcome::Limit || run.outcome == SweepOutcome::Interrupted
                           ? run.reason
                           : fmt::format("{}: {}", outcome_word(run.outcome), run.reason);
  return verdicts.empty() ? reason : fmt::format("{}; {}", verdicts, reason);
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) line += (i == 0 ? "" : ",") + csv_field(fields[i]);
  return line + "\r\n";
}

// "safe=true elected=false": by name, or by number where a formula has no name.
std::string named_verdicts(const SweepRun& run) {
  std::string text;
  if (run.document.is_null()) return text;
  for (const ordered_json& formula : run.document.at("formulas")) {
    std::string name = formula.value("name", std::to_string(formula.at("index").get<std::size_t>()));
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, formula.at("verdict").get<std::string>());
  }
  return text;
}

std::string depth_of(const SweepRun& run) {
  if (run.document.is_null() || !run.document.contains("model")) return {};
  const ordered_json& model = run.document.at("model");
  return model.contains("depth") ? std::to_string(model.at("depth").get<std::size_t>()) : std::string();
}

bool measured(const SweepRun& run) {
  return run.outcome != SweepOutcome::Skipped;
}

}  // namespace

SweepVerdicts verdicts_of(const SweepRun& run) {
  SweepVerdicts verdicts;
  if (run.document.is_null()) return verdicts;
  for (const ordered_json& formula : run.document.at("formulas")) {
    std::string verdict = formula.at("verdict").get<std::string>();
    ++(verdict == "true" ? verdicts.is_true : verdict == "false" ? verdicts.is_false : verdicts.unknown);
    bool other = verdict != "unknown" && formula.contains("expected") && formula.at("expected") != verdict;
    if (other) ++verdicts.unexpected;
  }
  return verdicts;
}

std::string states_of(const SweepRun& run) {
  if (run.document.is_null() || !run.document.contains("model")) return {};
  return run.document.at("model").value("reachable_states", "");
}

bool compares_engines(const std::vector<SweepRun>& runs) {
  return std::any_of(runs.begin(), runs.end(), [](const SweepRun& run) { return !run.engine.empty(); });
}

bool compares_formulas(const std::vector<SweepRun>& runs) {
  return std::any_of(runs.begin(), runs.end(), [](const SweepRun& run) { return !run.formula.empty(); });
}

SweepTable::SweepTable(const std::vector<SweepRun>& runs) {
  std::set<std::string> files;
  for (const SweepRun& run : runs) files.insert(run.file);
  several_files_ = files.size() > 1;
  if (several_files_) columns_.push_back({"file", 0, true});
  if (!runs.empty()) {
    for (const auto& [name, value] : runs.front().parameters) columns_.push_back({name, name.size(), false});
  }
  if (compares_engines(runs)) columns_.push_back({"engine", 0, true});
  if (compares_formulas(runs)) columns_.push_back({"formula", 0, true});
  for (Column& column : columns_) column.width = column.name.size();
  for (const SweepRun& run : runs) {
    const std::vector<std::string> values = values_of(run);
    for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i].width = std::max(columns_[i].width, values[i].size());
  }
}

std::vector<std::string> SweepTable::values_of(const SweepRun& run) const {
  constexpr std::size_t kLongestFormula = 40;
  std::vector<std::string> values;
  if (several_files_) values.push_back(run.file);
  for (const auto& [name, value] : run.parameters) values.push_back(value);
  for (std::size_t i = values.size(); i < columns_.size(); ++i) {
    const std::string& text = columns_[i].name == "engine" ? run.engine : run.formula;
    values.push_back(text.size() <= kLongestFormula ? text : text.substr(0, kLongestFormula - 3) + "...");
  }
  return values;
}

std::string SweepTable::line(const std::vector<std::string>& values, const std::string& states,
                             const std::string& seconds, const std::string& memory, const std::string& rest) const {
  std::string text;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = columns_[i];
    text += column.left ? fmt::format("{:<{}}  ", values[i], column.width)
                        : fmt::format("{:>{}}  ", values[i], column.width);
  }
  text += fmt::format("{:>{}}  {:>9}  {:>9}  {}", states, kStatesWidth, seconds, memory, rest);
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

std::string SweepTable::head() const {
  std::vector<std::string> names;
  for (const Column& column : columns_) names.push_back(column.name);
  return line(names, "states", "seconds", "memory", "verdicts");
}

std::string SweepTable::row(const SweepRun& run) const {
  return line(values_of(run), states_text(states_of(run)), measured(run) ? fmt::format("{:.3f}", run.seconds) : "-",
              measured(run) ? memory_text(run.memory) : "-", rest_text(run));
}

std::string sweep_csv(const std::vector<SweepRun>& runs) {
  std::vector<std::string> head{"file"};
  if (!runs.empty()) {
    for (const auto& [name, value] : runs.front().parameters) head.push_back(name);
  }
  const bool engines = compares_engines(runs);
  const bool formulas = compares_formulas(runs);
  if (engines) head.emplace_back("engine");
  if (formulas) head.emplace_back("formula");
  for (const char* column : {"outcome", "reachable_states", "depth", "seconds", "memory_bytes", "true", "false",
                             "unknown", "unexpected", "verdicts", "reason"}) {
    head.emplace_back(column);
  }
  std::string text = csv_line(head);
  for (const SweepRun& run : runs) {
    std::vector<std::string> fields{run.file};
    for (const auto& [name, value] : run.parameters) fields.push_back(value);
    if (engines) fields.push_back(run.engine);
    if (formulas) fields.push_back(run.formula);
    fields.emplace_back(outcome_word(run.outcome));
    fields.push_back(states_of(run));
    fields.push_back(depth_of(run));
    fields.push_back(measured(run) ? fmt::format("{:.6f}", run.seconds) : "");
    fields.push_back(measured(run) ? std::to_string(run.memory) : "");
    SweepVerdicts verdicts = verdicts_of(run);
    for (std::size_t count : {verdicts.is_true, verdicts.is_false, verdicts.unknown, verdicts.unexpected}) {
      fields.push_back(std::to_string(count));
    }
    fields.push_back(named_verdicts(run));
    fields.push_back(run.reason);
    text += csv_line(fields);
  }
  return text;
}

std::string sweep_json(const std::vector<SweepRun>& runs) {
  ordered_json document;
  document["gnomon"] = api::version();
  document["schema"] = 1;
  ordered_json& list = document["runs"] = ordered_json::array();
  for (const SweepRun& run : runs) {
    ordered_json one;
    one["file"] = run.file;
    ordered_json& parameters = one["parameters"] = ordered_json::object();
    for (const auto& [name, value] : run.parameters) parameters[name] = value;
    if (!run.engine.empty()) one["engine"] = run.engine;
    if (!run.formula.empty()) one["formula"] = run.formula;
    one["outcome"] = outcome_word(run.outcome);
    if (!run.reason.empty()) one["reason"] = run.reason;
    if (measured(run)) {
      one["seconds"] = run.seconds;
      one["memory_bytes"] = run.memory;
    }
    if (!run.document.is_null()) one["result"] = run.document;
    list.push_back(std::move(one));
  }
  return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gnomon::cli
