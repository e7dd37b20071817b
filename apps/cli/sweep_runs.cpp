#include "sweep_runs.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "exit_code.h"
#include "parameter_ranges.h"

namespace gnomon::cli {

namespace {

using nlohmann::ordered_json;

// The first reason why something is unknown.
std::string unknown_reason(const ordered_json& document, bool& interrupted) {
  for (const ordered_json& formula : document.at("formulas")) {
    if (formula.at("verdict") != "unknown") continue;
    interrupted = formula.at("reason_kind") == "interrupted";
    return formula.at("reason").get<std::string>();
  }
  std::string stopped = document.value("stopped", "");
  interrupted = stopped.starts_with("interrupted");
  return stopped;
}

// The first line of what went wrong, without the name of the program.
std::string first_error(const SweepRun& run) {
  for (const ordered_json& diagnostic : run.document.at("diagnostics")) {
    if (diagnostic.at("severity") == "error") return diagnostic.at("message").get<std::string>();
  }
  return run.messages.substr(0, run.messages.find('\n'));
}

void judge(SweepRun& run) {
  const ordered_json& statistics = run.document.at("statistics");
  run.seconds = statistics.at("seconds").at("total").get<double>();
  run.memory = std::max(run.memory, statistics.at("peak_memory_bytes").get<std::size_t>());
  bool interrupted = false;
  std::string reason = unknown_reason(run.document, interrupted);
  if (run.status == kBadInput) {
    run.outcome = SweepOutcome::Wrong;
    run.reason = first_error(run);
  } else if (!reason.empty()) {
    run.outcome = interrupted ? SweepOutcome::Interrupted : SweepOutcome::Limit;
    run.reason = reason;
  } else {
    run.outcome = SweepOutcome::Complete;
  }
}

SweepOutcome outcome_of(const task::Result& result) {
  switch (result.ending) {
    case task::Ending::TimeOver:
      return SweepOutcome::Limit;
    case task::Ending::Interrupted:
      return SweepOutcome::Interrupted;
    case task::Ending::Answered:
    case task::Ending::Failed:
      return result.reason == "out of memory" ? SweepOutcome::Limit : SweepOutcome::Failed;
  }
  return SweepOutcome::Failed;
}

}  // namespace

const char* outcome_word(SweepOutcome outcome) {
  switch (outcome) {
    case SweepOutcome::Complete:
      return "complete";
    case SweepOutcome::Limit:
      return "limit";
    case SweepOutcome::Interrupted:
      return "interrupted";
    case SweepOutcome::Wrong:
      return "wrong";
    case SweepOutcome::Failed:
      return "failed";
    case SweepOutcome::Skipped:
      return "skipped";
  }
  return "";
}

std::string title_of(const SweepRun& run) {
  std::string text = run_title(run.file, run.parameters);
  for (const std::string* one : {&run.engine, &run.formula}) {
    if (!one->empty()) text += " " + *one;
  }
  return text;
}

void conclude(SweepRun& run, task::Result result) {
  run.seconds = result.seconds;
  run.memory = result.memory;
  run.messages = std::move(result.messages);
  run.status = result.answer.status;
  run.document = ordered_json::parse(result.answer.document, nullptr, false);
  if (run.document.is_discarded()) run.document = nullptr;
  if (result.ending == task::Ending::Answered) {
    try {
      return judge(run);
    } catch (const ordered_json::exception& error) {
      // Only a worker that is not what it says could do this.
      run.document = nullptr;
      run.status = kInternalError;
      result.reason = fmt::format("the answer is not understood: {}", error.what());
    }
  }
  run.outcome = outcome_of(result);
  run.reason = std::move(result.reason);
}

}  // namespace gnomon::cli
