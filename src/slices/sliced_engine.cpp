#include "slices/sliced_engine.h"

#include <fmt/format.h>
#include <stdexcept>
#include <utility>
#include <vector>

#include "engine/method_text.h"
#include "logic/fragment.h"
#include "logic/mode.h"
#include "slices/windows.h"

namespace gnomon::slices {

using engine::Phase;
using engine::Verdict;

bool SlicedEngine::wants_fairness() const {
  return !system_.source().fairness.empty() && system_.fairness_problem().empty();
}

// Explores in one place until the diagram is large enough to be cut.
void SlicedEngine::choose() {
  if (way_ != Way::Open) return;
  model::SymbolicModel& model = system_.symbolic();
  system_.activity().attribute(Phase::Reach, [&] {
    if (const std::optional<Outset> earlier = earlier_outset(options_.history)) return take_up(*earlier);
    auto nodes = [&] { return model.explorer().reached().bdd().node_count(); };
    while (nodes() < options_.first_nodes && system_.explore_step(engine::System::Stride::Far)) {
    }
    if (options_.only_if_it_pays && model.explorer().complete()) {
      not_cut_ = fmt::format("slicing does not pay: all states in a diagram of {} nodes", nodes());
      way_ = Way::InOnePiece;
      return;
    }
    if (!model.explorer().complete()) model.manager().reorder_if_affordable();  // for the slices, too
    const Cut windows = cut(model, model.explorer().reached(), options_.slices);
    if (options_.only_if_it_pays && !windows.good()) {
      not_cut_ = fmt::format("slicing does not pay (largest part {:.2f}, sum {:.2f})", windows.largest, windows.sum);
      way_ = Way::InOnePiece;
      return;
    }
    const Outset outset = outset_of(model, windows.windows);
    tell_outset(options_.history, outset);
    take_up(outset);
    if (!model.explorer().complete()) model.explore_anew();  // gives the memory back
  });
}

void SlicedEngine::take_up(const Outset& outset) {
  cut_ =
      std::make_unique<CutModel>(system_.symbolic(), system_.options().model, outset, options_.threads,
                                 system_.activity().budget(), options_.helpers, options_.elasticity, options_.history);
  way_ = Way::Cut;
}

void SlicedEngine::explore() {
  engine::Activity& activity = system_.activity();
  activity.attribute(Phase::Reach, [&] {
    while (!cut_->complete()) {
      cut_->advance();
      activity.state().depth = cut_->rounds();
      if (activity.display_due()) activity.display();
    }
    if (options_.confirm && !confirmed_) {
      if (!cut_->confirm()) throw std::logic_error("slices do not contain all reachable states");
      confirmed_ = true;
    }
    if (plain_) return;
    engine::Figures& figures = system_.figures();
    figures.reachable_states = cut_->reached().count();
    figures.depth = cut_->depth();
    paths_ = std::make_unique<check::PathCheckerOf<SlicedSpace>>(system_.options().paths);
    plain_ = std::make_unique<Labelled>(SlicedSpace(cut_->ground(), cut_->reached()), system_.pool(), *paths_,
                                        system_.options().strategies);
  });
}

void SlicedEngine::label() {
  if (!wants_fairness() || fair_) return;
  system_.activity().attribute(Phase::Fairness, [&] {
    std::vector<SlicedSet> sets;
    for (const ispl::Formula& formula : system_.source().fairness) {
      sets.push_back(plain_->labels.states(formula.property.formula));
    }
    auto fair = std::make_unique<Labelled>(SlicedSpace(plain_->space, std::move(sets)), system_.pool(), *paths_,
                                           system_.options().strategies);
    system_.figures().fair_states = fair->space.states().count();
    fair_ = std::move(fair);
  });
}

void SlicedEngine::build() {
  if (cut_) cut_->crew().adopt_limits();
  choose();
  if (way_ == Way::InOnePiece) {
    whole_.build();
    return;
  }
  explore();
  label();
  if (beginning_) return;
  const SlicedSpace& space = on_fair_paths().space;
  const bool begins = !space.states().disjoint_from(space.initial());
  beginning_ = system_.symbolic().initial().empty() ? Beginning::NoInitialState
               : begins                             ? Beginning::Some
                                                    : Beginning::NoFairPath;
}

bool SlicedEngine::built() const {
  if (way_ != Way::Cut) return way_ == Way::InOnePiece && whole_.built();
  return beginning_.has_value();
}

engine::Portion SlicedEngine::advance() {
  build();
  engine::Portion portion;
  if (!open_.empty()) {
    const engine::Question question = open_.front();
    // Knowledge with memory is decided in one place.
    if (way_ == Way::InOnePiece || logic::needs_memory(system_.pool(), *question.property)) {
      bring_together();
      whole_.withdraw();
      whole_.ask(question);
      portion = whole_.advance();
    } else {
      portion.answers.push_back(decide(question));
    }
    open_.pop_front();
  }
  portion.more = !open_.empty();
  return portion;
}

SlicedEngine::Labelled& SlicedEngine::of(const logic::Property& property) {
  return logic::is_finite(property.mode) ? *plain_ : on_fair_paths();
}

void SlicedEngine::evaluate(const engine::Question& question, engine::Outcome& outcome) {
  const logic::Property& property = *question.property;
  cut_->tend();
  if (engine::asks_for_numbers(system_.pool(), property)) {
    outcome = engine::outcome_of(system_.pool(), property, judge_of(property));
    return;
  }
  const std::size_t reported = paths_->reports().size();
  const bool holds = of(property).labels.holds_initially(property.formula);
  outcome.verdict = holds ? Verdict::True : Verdict::False;
  for (std::size_t i = reported; i < paths_->reports().size(); ++i) {
    outcome.methods.push_back(engine::describe_path(system_.pool(), paths_->reports()[i]));
  }
}

// Gives up what was computed for formulas: a part of it may not have been, because of the limit.
bool SlicedEngine::make_room(const LimitReached& limit) {
  if (!cut_->may_make_room(limit)) return false;
  fair_.reset();
  plain_.reset();
  paths_.reset();
  return cut_->make_room(limit);
}

engine::Answer SlicedEngine::decide(const engine::Question& question) {
  engine::Activity& activity = system_.activity();
  activity.state().formula = question.number;
  engine::Answer answer;
  answer.number = question.number;
  const double before = activity.seconds(Phase::Check);
  while (true) {
    try {
      activity.attribute(Phase::Check, [&] { evaluate(question, answer.outcome); });
      if (answer.outcome.verdict != Verdict::Unknown) whole_.settle(question, answer.outcome);
      break;
    } catch (const LimitReached& limit) {
      if (make_room(limit)) {
        build();
        continue;
      }
      if (limit.limit() != Limit::Size && limit.limit() != Limit::Nodes) throw;
      answer.outcome = engine::Outcome::unknown(activity.reason(limit));
      break;
    }
  }
  answer.seconds = activity.seconds(Phase::Check) - before;
  return answer;
}

engine::Judge SlicedEngine::judge_of(const logic::Property& property) {
  return [this, &property](logic::Formula formula) { return of(property).labels.holds_initially(formula); };
}

void SlicedEngine::bring_together() {
  if (!cut_) return;
  cut_->crew().adopt_limits();
  system_.activity().attribute(Phase::Reach, [&] { cut_->gather(); });
}

engine::Evidence SlicedEngine::evidence(std::size_t number) {
  bring_together();
  return whole_.evidence(number);
}

engine::StatesFound SlicedEngine::found(Op op) {
  cut_->crew().adopt_limits();
  const SlicedSet states = SlicedSet::computed(cut_->crew(), {.op = op});
  engine::StatesFound result{states.count(), std::nullopt};
  const std::vector<Answer> answers = cut_->crew().ask({.op = Op::Least, .a = states.number()});
  if (const Answer* least = least_of(answers)) result.example = least->values;
  return result;
}

engine::StatesFound SlicedEngine::deadlocks() {
  return cut_ ? found(Op::Deadlocked) : whole_.deadlocks();
}

engine::StatesFound SlicedEngine::overflows() {
  return cut_ ? found(Op::Overflowing) : whole_.overflows();
}

engine::FullEngine::Beginning SlicedEngine::beginning() {
  return cut_ ? *beginning_ : whole_.beginning();
}

std::optional<engine::SliceReport> SlicedEngine::slices() {
  if (!cut_) return std::nullopt;
  engine::SliceReport report;
  report.confirmed = confirmed_;
  const CrewFigures crew = cut_->crew().figures();
  report.exchanges = crew.exchanges;
  const Changes& changes = cut_->changes();
  report.splits = changes.splits;
  report.rebalanced = changes.rebalanced;
  report.moves = changes.moves;
  report.checkpoints = changes.checkpoints;
  report.critical_seconds = crew.critical_seconds;
  for (const CrewFigures::One& one : crew.slices) {
    engine::SliceReport::One& told = report.slices.emplace_back();
    told.seconds = one.seconds;
    told.bytes_sent = one.bytes;
    told.worker = one.worker;
    told.waited = one.waited;
  }
  try {
    const std::vector<Answer> answers = cut_->crew().ask({.op = Op::Figures, .a = cut_->reached().number()});
    report.duplicated = 0;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      report.slices[i].states = answers[i].count;
      report.slices[i].peak_nodes = answers[i].peak_nodes;
      report.slices[i].peak_bytes = answers[i].peak_bytes;
      *report.duplicated += answers[i].astray;
    }
  } catch (const LimitReached&) {
    // The limits are used up: what the slices have not told remains unknown.
  }
  return report;
}

}  // namespace gnomon::slices
