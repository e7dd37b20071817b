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

SweepTable::SweepTable(const std::vector<SweepRun>& runs) {
  std::set<std::string> files;
  for (const SweepRun& run : runs) {
    files.insert(run.file);
    if (names_.empty()) {
      for (const auto& [name, value] : run.parameters) {
        names_.push_back(name);
        widths_.push_back(name.size());
      }
    }
    for (std::size_t i = 0; i < names_.size(); ++i) {
      widths_[i] = std::max(widths_[i], run.parameters[i].second.size());
    }
  }
  if (files.size() < 2) return;
  for (const std::string& file : files) file_width_ = std::max(file_width_, file.size());
}

std::string SweepTable::line(const std::string& file, const std::vector<std::string>& values, const std::string& states,
                             const std::string& seconds, const std::string& memory, const std::string& rest) const {
  std::string text;
  if (file_width_ > 0) text += fmt::format("{:<{}}  ", file, file_width_);
  for (std::size_t i = 0; i < values.size(); ++i) text += fmt::format("{:>{}}  ", values[i], widths_[i]);
  text += fmt::format("{:>{}}  {:>9}  {:>9}  {}", states, kStatesWidth, seconds, memory, rest);
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

std::string SweepTable::head() const {
  return line("file", names_, "states", "seconds", "memory", "verdicts");
}

std::string SweepTable::row(const SweepRun& run) const {
  std::vector<std::string> values;
  for (const auto& [name, value] : run.parameters) values.push_back(value);
  return line(run.file, values, states_text(states_of(run)), measured(run) ? fmt::format("{:.3f}", run.seconds) : "-",
              measured(run) ? memory_text(run.memory) : "-", rest_text(run));
}

std::string sweep_csv(const std::vector<SweepRun>& runs) {
  std::vector<std::string> head{"file"};
  if (!runs.empty()) {
    for (const auto& [name, value] : runs.front().parameters) head.push_back(name);
  }
  for (const char* column : {"outcome", "reachable_states", "depth", "seconds", "memory_bytes", "true", "false",
                             "unknown", "unexpected", "verdicts", "reason"}) {
    head.emplace_back(column);
  }
  std::string text = csv_line(head);
  for (const SweepRun& run : runs) {
    std::vector<std::string> fields{run.file};
    for (const auto& [name, value] : run.parameters) fields.push_back(value);
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
