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

// The unit of work is a state or a step of the list. Measured: it takes the time of two or three steps of operations on
// diagrams; the encoding of a model with which the race is not over at once takes that of half a million.
constexpr std::uint64_t kFirstList = 100'000;    // before a diagram is made
constexpr std::uint64_t kSoonEnded = 400'000;    // or this, for a list that seems to end by then
constexpr std::uint64_t kLongList = 30'000'000;  // one that has not ended by then may never end
constexpr std::uint64_t kFirstTurn = 80'000;
constexpr std::uint64_t kDiagramSteps = 5;  // for kListSteps of the list
constexpr std::uint64_t kListSteps = 2;
constexpr std::uint64_t kEncoding = 200'000;
constexpr std::size_t kPortionOfATurn = 1024;  // states
constexpr unsigned kManyTimes = 8;
constexpr unsigned kSeveralTimes = 4;
// The work of the list for that of the diagrams, in hundredths.
constexpr std::uint64_t kListFarAhead = 3200;  // or less in the first turns, which say little
constexpr std::uint64_t kListAhead = 200;
constexpr std::uint64_t kEqualNearTheEnd = 150;  // of the list
constexpr std::uint64_t kEqual = 75;
constexpr std::uint64_t kListBehind = 25;
// Where the list makes more places of histories than this, diagrams may need fewer sets.
constexpr std::size_t kPlaces = 500'000;

ExploreOptions with_fewer_places(ExploreOptions options) {
  if (options.most_places == 0) options.most_places = kPlaces;
  return options;
}

}  // namespace

ChoosingEngine::ChoosingEngine(engine::System& system, const ExploreOptions& options)
    : system_(system), list_(system, with_fewer_places(options)), diagrams_(system) {}

std::uint64_t ChoosingEngine::list_work() const {
  const Graph& graph = *list_.graph();
  return start_work_ + graph.expanded() + graph.edges();
}

// There may be very many initial states, and states with very many successors.
bool ChoosingEngine::explore_list(std::uint64_t work) {
  if (list_.graph() == nullptr || !list_.graph()->started()) {
    if (!list_.start(work)) {
      start_work_ = work;
      return false;
    }
    start_work_ = list_.graph()->initial();
  }
  const Graph& graph = *list_.graph();
  while (!graph.complete() && list_work() < work) {
    constexpr std::uint64_t kFew = 16;
    const std::uint64_t usual = graph.expanded() == 0 ? kPortionOfATurn / kFew : 1 + graph.edges() / graph.expanded();
    list_.explore(std::clamp<std::uint64_t>((work - list_work()) / usual, 1, kPortionOfATurn));
  }
  return graph.complete();
}

// The share of states that are found but not expanded falls from 1 to 0, at the end about as fast as before.
bool ChoosingEngine::explore_first() {
  constexpr double kFalling = 1e-3;
  constexpr std::size_t kHalf = kFirstList / 2;
  if (explore_list(kHalf)) return true;
  const Graph& graph = *list_.graph();
  if (!graph.started()) return false;
  auto open = [&] { return 1 - static_cast<double>(graph.expanded()) / static_cast<double>(graph.size()); };
  const double before = open();
  if (explore_list(kFirstList)) return true;
  const double fallen = std::max(before - open(), kFalling);
  const double left = open() / fallen * static_cast<double>(kFirstList - kHalf);
  if (left > static_cast<double>(kSoonEnded - kFirstList)) return false;
  return explore_list(kSoonEnded);
}

bool ChoosingEngine::explore_diagrams(std::uint64_t work) {
  model::SymbolicModel& symbolic = system_.symbolic();
  bdd::Manager& manager = symbolic.manager();
  const std::uint64_t end = work * kDiagramSteps / kListSteps;
  system_.activity().attribute(Phase::Reach, [&] {
    if (manager.work() >= end) return;
    bdd::within(manager, end - manager.work(), [&] {
      while (manager.work() < end && system_.explore_step(engine::System::Stride::Far)) {
      }
    });
  });
  return symbolic.explorer().complete();
}

std::optional<std::uint64_t> ChoosingEngine::share_of_list() {
  model::SymbolicModel& symbolic = system_.symbolic();
  const Graph& graph = *list_.graph();
  const BigInt in_diagrams = symbolic.count(symbolic.explorer().reached());
  const BigInt listed = graph.size();
  // States for work on both sides, each multiplied with the work of both.
  const BigInt by_diagrams = in_diagrams * BigInt(list_work());
  const BigInt by_list = listed * BigInt(diagram_work_);
  if (in_diagrams >= kManyTimes * listed && by_diagrams >= kSeveralTimes * by_list) return std::nullopt;
  const bool long_list = list_work() > kLongList;
  if (by_list >= kManyTimes * by_diagrams && !long_list) {
    constexpr std::uint64_t kFirstShare = 800;
    return std::min(kListFarAhead, kFirstShare * (diagram_work_ / kFirstTurn));
  }
  if (by_list >= 2 * by_diagrams) return kListAhead;
  if (2 * by_diagrams >= 3 * by_list) return kListBehind;
  // Where most of the states that were found have been expanded, not many are left to be found.
  return 5 * graph.expanded() >= 3 * graph.size() ? kEqualNearTheEnd : kEqual;
}

ChoosingEngine::Choice ChoosingEngine::race() {
  diagram_work_ = diagram_work_ == 0 ? kFirstTurn : 2 * diagram_work_;
  try {
    if (explore_diagrams(diagram_work_)) return Choice::Diagrams;
  } catch (const LimitReached& limit) {
    if (limit.limit() != Limit::Nodes) throw;
    system_.activity().recovered();
    return Choice::List;
  }
  const std::optional<std::uint64_t> share = share_of_list();
  if (!share) return Choice::Diagrams;
  return explore_list((kEncoding + diagram_work_) * *share / 100) ? Choice::List : Choice::Open;
}

void ChoosingEngine::take_diagrams() {
  choice_ = Choice::Diagrams;
  list_.forget();
  list_.withdraw();
  open_.insert(open_.end(), with_list_.begin(), with_list_.end());
  with_list_.clear();
}

// Work on the list; when memory runs out, or some number is too large for it, diagrams go on. Diagrams that are too large
// say so themselves.
template <class Work>
bool ChoosingEngine::on_list(Work&& work) {
  if (choice_ == Choice::Diagrams) return false;
  try {
    work();
    return true;
  } catch (const LimitReached& limit) {
    if (limit.limit() != Limit::Memory && limit.limit() != Limit::Size) throw;
  }
  system_.activity().recovered();
  take_diagrams();
  return false;
}

void ChoosingEngine::turn() {
  on_list([&] {
    // Somebody else has made the diagrams, or they are needed anyway.
    if (system_.whole_known() || with_diagrams_ > 0) {
      choice_ = Choice::Diagrams;
    } else if (!begun_) {
      if (explore_first()) choice_ = Choice::List;
      begun_ = true;
    } else {
      choice_ = race();
    }
  });
  if (choice_ == Choice::Diagrams) take_diagrams();
}

void ChoosingEngine::choose() {
  while (choice_ == Choice::Open) turn();
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
    if (choice_ != Choice::Diagrams && !list_.refuses(*question.property)) {
      list_.ask(question);
      with_list_.push_back(question);
    } else {
      diagrams_.ask(question);
      ++with_diagrams_;
    }
  }
  open_.clear();
}

// What is too large for the list may not be for diagrams.
void ChoosingEngine::keep_decided(Portion& portion) {
  for (auto answer = portion.answers.begin(); answer != portion.answers.end();) {
    auto asked = std::find_if(with_list_.begin(), with_list_.end(),
                              [&](const engine::Question& q) { return q.number == answer->number; });
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
}

// As long as nothing is chosen, a portion is a turn, and states that were listed in it may refute invariants.
Portion ChoosingEngine::advance() {
  hand_out();
  Portion portion;
  if (choice_ == Choice::Open) {
    turn();
    if (choice_ == Choice::Open) {
      on_list([&] { portion = list_.decided_so_far(EnumeratingEngine::Look::Invariants); });
      keep_decided(portion);
    }
    hand_out();
  } else if (!with_list_.empty()) {
    if (!on_list([&] { portion = list_.advance(); })) hand_out();
    keep_decided(portion);
  } else if (with_diagrams_ > 0) {
    bring_together();
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
