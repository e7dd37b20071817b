#include "enumerate/choosing_engine.h"

#include <algorithm>
#include <utility>

#include "base/bigint.h"
#include "bdd/work_limit.h"
#include "logic/fragment.h"

namespace gnomon::enumerate {

using engine::Phase;
using engine::Portion;

namespace {

// Work of a turn: states and steps on the one side, steps of diagram operations on the other. Measured: one of the
// former takes the time of about four of the latter.
constexpr std::uint64_t kFirstList = 250'000;  // before a diagram is made
constexpr std::uint64_t kFirstTurn = 100'000;
constexpr std::uint64_t kDiagramSteps = 4;
constexpr std::size_t kTrialPortion = 1024;  // states
constexpr unsigned kFarAhead = 8;
constexpr unsigned kAhead = 2;
constexpr std::size_t kTurnsAhead = 3;

}  // namespace

// Explores until so much more work is done; true if all reachable states are known then.
bool ChoosingEngine::explore_list(std::uint64_t work) {
  list_.explore(0);
  const Graph& graph = *list_.graph();
  const std::uint64_t end = graph.expanded() + graph.edges() + work;
  while (!graph.complete() && graph.expanded() + graph.edges() < end) list_.explore(kTrialPortion);
  return graph.complete();
}

bool ChoosingEngine::explore_diagrams(std::uint64_t work) {
  model::SymbolicModel& symbolic = system_.symbolic();
  bdd::Manager& manager = symbolic.manager();
  const std::uint64_t end = manager.work() + work * kDiagramSteps;
  system_.activity().attribute(Phase::Reach, [&] {
    bdd::within(manager, work * kDiagramSteps, [&] {
      while (manager.work() < end && system_.explore_step(engine::System::Stride::Far)) {
      }
    });
  });
  return symbolic.explorer().complete();
}

ChoosingEngine::Choice ChoosingEngine::race() {
  if (explore_list(turn_work_ == kFirstTurn ? kFirstList : turn_work_)) return Choice::List;
  try {
    if (explore_diagrams(turn_work_)) return Choice::Diagrams;
  } catch (const LimitReached& limit) {
    if (limit.limit() != Limit::Nodes) throw;
    system_.activity().recovered();
    return Choice::List;
  }
  turn_work_ *= 2;
  model::SymbolicModel& symbolic = system_.symbolic();
  const BigInt in_diagrams = symbolic.count(symbolic.explorer().reached());
  const BigInt listed = list_.graph()->size();
  if (in_diagrams >= kFarAhead * listed) return Choice::Diagrams;
  if (listed >= kFarAhead * in_diagrams) return Choice::List;
  turns_ahead_ = listed >= kAhead * in_diagrams ? turns_ahead_ + 1 : 0;
  return turns_ahead_ >= kTurnsAhead ? Choice::List : Choice::Open;
}

void ChoosingEngine::choose() {
  if (choice_ != Choice::Open) return;
  if (turn_work_ == 0) turn_work_ = kFirstTurn;
  try {
    // Somebody else may have made the diagrams.
    if (system_.whole_known()) choice_ = Choice::Diagrams;
    while (choice_ == Choice::Open) choice_ = race();
  } catch (const LimitReached& limit) {
    // Too many successors of one state, or too many states for the memory; diagrams that are too large say so themselves.
    if (limit.limit() != Limit::Size && limit.limit() != Limit::Memory) throw;
    system_.activity().recovered();
    choice_ = Choice::Diagrams;
  }
  if (choice_ == Choice::Diagrams) list_.forget();
}

// Work on the list; when memory runs out, or some number is too large for it, diagrams go on.
template <class Work>
bool ChoosingEngine::on_list(Work&& work) {
  if (choice_ != Choice::List) return false;
  try {
    work();
    return true;
  } catch (const LimitReached& limit) {
    if (limit.limit() != Limit::Memory && limit.limit() != Limit::Size) throw;
  }
  system_.activity().recovered();
  list_.forget();
  choice_ = Choice::Diagrams;
  open_.insert(open_.end(), with_list_.begin(), with_list_.end());
  with_list_.clear();
  list_.withdraw();
  return false;
}

void ChoosingEngine::build() {
  choose();
  if (!on_list([&] { list_.build(); })) diagrams_.build();
}

engine::StatesFound ChoosingEngine::deadlocks() {
  choose();
  engine::StatesFound found;
  if (!on_list([&] { found = list_.deadlocks(); })) found = diagrams_.deadlocks();
  return found;
}

engine::StatesFound ChoosingEngine::overflows() {
  choose();
  engine::StatesFound found;
  if (!on_list([&] { found = list_.overflows(); })) found = diagrams_.overflows();
  return found;
}

void ChoosingEngine::hand_out() {
  for (const engine::Question& question : open_) {
    if (choice_ == Choice::List && !list_.refuses(*question.property)) {
      list_.ask(question);
      with_list_.push_back(question);
    } else {
      diagrams_.ask(question);
      ++with_diagrams_;
    }
  }
  open_.clear();
}

Portion ChoosingEngine::advance() {
  choose();
  hand_out();
  Portion portion;
  if (!with_list_.empty()) {
    if (!on_list([&] { portion = list_.advance(); })) hand_out();
    for (auto answer = portion.answers.begin(); answer != portion.answers.end();) {
      auto asked = std::find_if(with_list_.begin(), with_list_.end(),
                                [&](const engine::Question& q) { return q.number == answer->number; });
      // What is too large for the list may not be for diagrams.
      const auto& values = answer->outcome.values;
      if (answer->outcome.verdict == engine::Verdict::Unknown || (values && !values->stopped.empty())) {
        diagrams_.ask(*asked);
        ++with_diagrams_;
        answer = portion.answers.erase(answer);
      } else {
        by_list_.insert(answer->number);
        ++answer;
      }
      with_list_.erase(asked);
    }
  } else if (with_diagrams_ > 0) {
    portion = diagrams_.advance();
    with_diagrams_ -= portion.answers.size();
    for (const engine::Answer& answer : portion.answers) by_list_.erase(answer.number);
  }
  portion.more = !with_list_.empty() || with_diagrams_ > 0;
  return portion;
}

void ChoosingEngine::withdraw() {
  open_.clear();
  with_list_.clear();
  with_diagrams_ = 0;
  list_.withdraw();
  diagrams_.withdraw();
}

engine::Evidence ChoosingEngine::evidence(std::size_t number) {
  return by_list_.contains(number) ? list_.evidence(number) : diagrams_.evidence(number);
}

}  // namespace gnomon::enumerate
