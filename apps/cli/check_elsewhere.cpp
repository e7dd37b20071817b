#include "check_elsewhere.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "cluster/cluster.h"
#include "exit_code.h"
#include "gnomon/json.h"
#include "task/journal.h"
#include "task/sha256.h"
#include "task_words.h"
#include "terminal.h"

namespace gnomon::cli {

namespace {

using nlohmann::ordered_json;

class Elsewhere {
 public:
  Elsewhere(const CheckArguments& arguments, const api::Run& run, const std::vector<std::size_t>& selected,
            const VerdictLines& lines, ProgressLine& progress, const std::function<void(const std::string&)>& tell)
      : arguments_(arguments), run_(run), selected_(selected), lines_(lines), progress_(progress), tell_(tell) {}

  ElsewhereOutcome perform(const Input& input);

 private:
  task::Task task_of_formula(const Input& input, std::size_t place) const;
  std::string open_journal();
  void finish(std::size_t number, task::Result result);
  void present(task::Result& result, std::size_t number);
  bool has_verdict(task::Result& result, std::size_t number) const;
  void replace_missing_answer(task::Result& result, std::size_t number) const;
  void merge(const task::Result& result);
  std::string figures() const;

  const CheckArguments& arguments_;
  const api::Run& run_;
  const std::vector<std::size_t>& selected_;
  const VerdictLines& lines_;
  ProgressLine& progress_;
  const std::function<void(const std::string&)>& tell_;
  std::unique_ptr<task::Journal> journal_;
  std::vector<std::string> names_;
  std::vector<std::optional<task::Result>> results_;
  std::size_t told_ = 0;
  std::set<std::string> said_;
  std::map<std::string, std::pair<std::size_t, double>> workers_;  // tasks and seconds of each
  ordered_json document_;
  int status_ = kAllTrue;
};

task::Task Elsewhere::task_of_formula(const Input& input, std::size_t place) const {
  std::vector<std::string> words = arguments_.words;
  words.emplace_back(wants_color(arguments_.run.color, Stream::Results) ? "--color=always" : "--color=never");
  task::Task task = task_of(arguments_, input, arguments_.run.parameters(), std::move(words));
  task.only = place;
  task.width = lines_.width();
  return task;
}

std::string Elsewhere::open_journal() {
  if (arguments_.resume.empty()) return "";
  std::string problem;
  journal_ = std::make_unique<task::Journal>(arguments_.resume, std::string(api::version()), problem);
  return problem;
}

// Of a task that ended without an answer: the formula is unknown.
void Elsewhere::replace_missing_answer(task::Result& result, std::size_t number) const {
  std::vector<api::FormulaResult> formulas;
  if (number < selected_.size()) {
    api::FormulaResult formula = run_.formulas()[selected_[number] - 1];
    formula.verdict = api::Verdict::Unknown;
    formula.reason = result.reason;
    formula.reason_kind = result.ending == task::Ending::TimeOver      ? api::ReasonKind::Time
                          : result.ending == task::Ending::Interrupted ? api::ReasonKind::Interrupted
                                                                       : api::ReasonKind::Memory;
    if (arguments_.witness.requested()) formula.no_witness = result.reason;
    result.answer.lines = arguments_.run.json ? "" : lines_.line(formula) + "\n";
    formulas.push_back(std::move(formula));
  }
  result.answer.document = api::to_json(run_, formulas, api::JsonDetail::Formulas, {}, arguments_.run.json_values());
}

// Whether the answer has a verdict for the formula. A worker that ran out of memory or time while it read the model has
// none; the reason is then that of the worker.
bool Elsewhere::has_verdict(task::Result& result, std::size_t number) const {
  if (result.ending != task::Ending::Answered) return false;
  const ordered_json document = ordered_json::parse(result.answer.document, nullptr, false);
  const bool whole = document.is_object() && document.contains("formulas") && document.contains("statistics");
  if (whole && (number >= selected_.size() || !document.at("formulas").empty())) return true;
  result.ending = task::Ending::Failed;
  result.reason = whole ? document.value("stopped", "") : "";
  if (result.reason.empty()) result.reason = "the worker gave no verdict";
  return false;
}

// The first document has what is said once; the others add their formulas.
void Elsewhere::merge(const task::Result& result) {
  ordered_json next = ordered_json::parse(result.answer.document, nullptr, false);
  status_ = worse_status(status_, result.answer.status);
  if (!next.is_object()) return;
  if (document_.is_null()) {
    document_ = std::move(next);
    return;
  }
  for (const char* list : {"formulas", "diagnostics"}) {
    for (ordered_json& one : next.at(list)) {
      ordered_json& all = document_.at(list);
      const bool again = list == std::string("diagnostics") && std::find(all.begin(), all.end(), one) != all.end();
      if (!again) all.push_back(std::move(one));
    }
  }
  if (document_.contains("model") && next.contains("model")) {
    for (auto& [name, value] : next.at("model").items()) {
      if (!document_["model"].contains(name)) document_["model"][name] = value;
    }
  }
  for (const char* once : {"bounded", "stopped"}) {
    if (next.contains(once) && !document_.contains(once)) document_[once] = next[once];
  }
  if (result.ending != task::Ending::Answered) return;  // its figures are those of this process
  ordered_json& figures = document_.at("statistics");
  const ordered_json& more = next.at("statistics");
  for (auto& [name, seconds] : more.at("seconds").items()) {
    figures["seconds"][name] = figures["seconds"][name].get<double>() + seconds.get<double>();
  }
  for (const char* peak : {"peak_nodes", "peak_memory_bytes"}) figures[peak] = std::max(figures[peak], more.at(peak));
  figures["reorderings"] = figures["reorderings"].get<std::size_t>() + more.at("reorderings").get<std::size_t>();
}

void Elsewhere::present(task::Result& result, std::size_t number) {
  if (!has_verdict(result, number)) replace_missing_answer(result, number);
  progress_.erase();
  std::string_view messages(result.messages);
  while (messages.ends_with('\n')) messages.remove_suffix(1);
  if (!messages.empty() && said_.insert(std::string(messages)).second) say(messages);
  if (!result.answer.lines.empty()) tell_(result.answer.lines);
  if (!result.worker.empty()) {
    ++workers_[result.worker].first;
    workers_[result.worker].second += result.seconds;
  }
  merge(result);
}

void Elsewhere::finish(std::size_t number, task::Result result) {
  results_[number] = std::move(result);
  for (; told_ < results_.size() && results_[told_]; ++told_) present(*results_[told_], told_);
}

std::string Elsewhere::figures() const {
  std::vector<api::FormulaResult> results;
  for (const ordered_json& one : document_.at("formulas")) {
    const std::string verdict = one.at("verdict").get<std::string>();
    api::FormulaResult& formula = results.emplace_back();
    formula.verdict = verdict == "true"    ? api::Verdict::True
                      : verdict == "false" ? api::Verdict::False
                                           : api::Verdict::Unknown;
  }
  api::ModelFacts facts;
  if (document_.contains("model")) {
    const ordered_json& model = document_.at("model");
    if (model.contains("reachable_states")) facts.reachable_states = model.at("reachable_states").get<std::string>();
    if (model.contains("depth")) facts.depth = model.at("depth").get<std::size_t>();
    if (model.contains("state_bits")) facts.state_bits = model.at("state_bits").get<std::size_t>();
  }
  const ordered_json& all = document_.at("statistics");
  api::Statistics statistics;
  statistics.peak_nodes = all.at("peak_nodes").get<std::size_t>();
  statistics.peak_memory_bytes = all.at("peak_memory_bytes").get<std::size_t>();
  statistics.total_seconds = all.at("seconds").at("total").get<double>();
  return fmt::format("{}; {}", statistics_line(results, facts, statistics),
                     plural(std::to_string(workers_.size()), "worker"));
}

ElsewhereOutcome Elsewhere::perform(const Input& input) {
  ElsewhereOutcome outcome;
  if (outcome.problem = open_journal(); !outcome.problem.empty()) return outcome;
  std::vector<task::Task> tasks;
  const std::size_t count = std::max<std::size_t>(selected_.size(), 1);
  for (std::size_t i = 0; i < count; ++i) {
    tasks.push_back(task_of_formula(input, i));
    names_.push_back(task::sha256_text(task::encode_task(tasks.back())));
  }
  results_.resize(count);
  cluster::RunOptions options;
  options.version = api::version();
  options.run = journal_ ? journal_->run() : task::new_run_name();
  options.incarnation = journal_ ? journal_->incarnation() : 1;
  options.deadline = arguments_.run.timeout;
  options.interrupt = catch_signals();
  task::Hooks hooks;
  hooks.skip = [&](std::size_t number) {
    if (!journal_) return false;
    auto found = journal_->results().find(names_[number]);
    if (found == journal_->results().end() || found->second.ending != task::Ending::Answered) return false;
    finish(number, found->second);
    return true;
  };
  hooks.ended = [&](std::size_t number, task::Result result) {
    std::string problem;
    if (journal_ && result.ending == task::Ending::Answered) problem = journal_->add(names_[number], result);
    if (!problem.empty()) {
      complain(problem);
      status_ = worse_status(status_, kBadInput);
    }
    finish(number, std::move(result));
  };
  hooks.progress = [&](const task::Progress& now) {
    progress_.show(fmt::format("{} of {} formulas ended; {}; {:.0f} s", now.ended, count, now.note, now.seconds),
                   now.seconds);
  };
  hooks.note = [&](const std::string& note) {
    progress_.erase();
    if (!arguments_.run.quiet) say("gnomon: " + note);
  };
  outcome.problem = cluster::cluster_performer(arguments_.cluster, options)->perform(tasks, hooks);
  progress_.erase();
  if (!outcome.problem.empty()) return outcome;
  ordered_json& workers = document_.at("statistics")["workers"] = ordered_json::array();
  for (const auto& [name, work] : workers_) {
    workers.push_back({{"worker", name}, {"tasks", work.first}, {"seconds", work.second}});
  }
  outcome.status = status_;
  outcome.document = document_.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
  outcome.figures = figures();
  return outcome;
}

}  // namespace

ElsewhereOutcome check_elsewhere(const CheckArguments& arguments, const api::Run& run, const Input& input,
                                 const std::vector<std::size_t>& selected, const VerdictLines& lines,
                                 ProgressLine& progress, const std::function<void(const std::string&)>& tell) {
  return Elsewhere(arguments, run, selected, lines, progress, tell).perform(input);
}

}  // namespace gnomon::cli
