#include "enumerate/choosing_engine.h"

#include <algorithm>
#include <utility>

#include "bdd/work_limit.h"
#include "logic/fragment.h"

namespace gnomon::enumerate {

using engine::Phase;
using engine::Portion;

namespace {

constexpr std::size_t kPortionOfATurn = 1024;  // states
// Where the list makes more places of histories than this, diagrams may need fewer sets.
constexpr std::size_t kPlaces = 500'000;
// A state with more successors than this is better off in diagrams, and so is one with so many conditions to evaluate.
constexpr std::size_t kCombinations = std::size_t{1} << 16;
constexpr std::uint64_t kEvaluated = std::uint64_t{1} << 22;

ExploreOptions for_the_race(ExploreOptions options) {
  if (options.most_places == 0) options.most_places = kPlaces;
  options.memory.most_combinations = std::min(options.memory.most_combinations, kCombinations);
  options.memory.most_evaluated = std::min(options.memory.most_evaluated, kEvaluated);
  return options;
}

}  // namespace

ChoosingEngine::ChoosingEngine(engine::System& system, const ExploreOptions& options, MakeProver prover)
    : system_(system), list_(system, for_the_race(options)), diagrams_(system), proofs_(system, std::move(prover)) {}

std::uint64_t ChoosingEngine::work_of_list() const {
  const Graph& graph = *list_.graph();
  return start_work_ + list_work(graph.expanded(), graph.effort());
}

// There may be very many initial states, and states with very many successors.
bool ChoosingEngine::explore_list(std::uint64_t work) {
  if (list_.graph() == nullptr || !list_.graph()->started()) {
    if (!list_.start(work)) {
      start_work_ = work;
      race_.note({work, 0, 0});
      return false;
    }
    start_work_ = std::max<std::uint64_t>(start_work_, list_.graph()->initial());
  }
  const Graph& graph = *list_.graph();
  while (!graph.complete() && work_of_list() < work) {
    // As many as the work seems to be enough for, but not many more than those of which it is known what they take.
    const std::uint64_t known = std::max<std::uint64_t>(graph.expanded(), 1);
    const std::uint64_t usual = 1 + list_work(graph.expanded(), graph.effort()) / known;
    list_.explore(
        std::clamp<std::uint64_t>((work - work_of_list()) / usual, 1, std::min<std::uint64_t>(known, kPortionOfATurn)));
    race_.note({work_of_list(), graph.size(), graph.expanded()});
  }
  return graph.complete();
}

bool ChoosingEngine::explore_first() {
  if (explore_list(Race::kListAlone)) return true;
  const std::optional<std::uint64_t> left = race_.list_left();
  return left && *left <= Race::kSoonEnded && explore_list(Race::kListAlone + Race::kSoonEnded);
}

// States are found on the way, when orders are tried. A limit is one of the search for states, which has begun before.
bool ChoosingEngine::encode_diagrams(std::uint64_t work) {
  engine::Activity& activity = system_.activity();
  activity.attribute(Phase::Reach, [&] {
    try {
      while (!system_.encoded() && diagram_work_ < work) {
        const std::uint64_t before = system_.encoding_work();
        system_.encode_further(std::max<std::uint64_t>(diagram_steps(work - diagram_work_, nodes_found()), 1));
        diagram_work_ += diagram_work(system_.encoding_work() - before, nodes_found());
      }
    } catch (const LimitReached&) {
      activity.recovered();
      throw;
    }
  });
  return system_.encoded();
}

std::size_t ChoosingEngine::nodes_found() const {
  model::SymbolicModel* symbolic = system_.encoded_so_far();
  return symbolic == nullptr ? 1 : symbolic->explorer().reached().bdd().node_count();
}

bool ChoosingEngine::explore_diagrams(std::uint64_t work, std::uint64_t beyond) {
  if (!encode_diagrams(work)) return false;
  model::SymbolicModel& symbolic = system_.symbolic();
  bdd::Manager& manager = symbolic.manager();
  model::Explorer& explorer = symbolic.explorer();
  if (explorer.complete() || diagram_work_ >= work) return explorer.complete();
  system_.activity().attribute(Phase::Reach, [&] {
    const std::uint64_t steps = manager.work();
    const std::size_t nodes = explorer.reached().bdd().node_count();
    const std::uint64_t end = steps + diagram_steps(work - diagram_work_, nodes);
    bdd::within(manager, end - steps + diagram_steps(beyond, nodes), [&] {
      while (manager.work() < end && system_.explore_step(engine::System::Stride::Far)) {
      }
    });
    diagram_work_ += diagram_work(manager.work() - steps, explorer.reached().bdd().node_count());
  });
  return explorer.complete();
}

ChoosingEngine::Choice ChoosingEngine::race() {
  try {
    const std::uint64_t end = race_.next_turn(diagram_work_);
    if (explore_diagrams(end, Race::patience(end))) return Choice::Diagrams;
  } catch (const LimitReached& limit) {
    if (limit.limit() != Limit::Nodes) throw;
    system_.activity().recovered();
    return Choice::List;
  }
  // While orders are tried, now one and now the other may have found more.
  if (model::SymbolicModel* symbolic = system_.encoded_so_far(); symbolic != nullptr) {
    diagrams_found_ = std::max(diagrams_found_, symbolic->count(symbolic->explorer().reached()).get_d());
  }
  const std::optional<std::uint64_t> until = race_.list_until({diagram_work_, diagrams_found_});
  if (!until) return Choice::Diagrams;
  return explore_list(*until) ? Choice::List : Choice::Open;
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
  auto search = [&] {
    // Somebody else has made the diagrams, or they are needed anyway.
    if (system_.whole_known() || with_diagrams_ > 0 || !for_diagrams_.empty()) {
      choice_ = Choice::Diagrams;
    } else if (!begun_) {
      if (explore_first()) choice_ = Choice::List;
      begun_ = true;
    } else {
      choice_ = race();
    }
  };
  system_.activity().attribute(Phase::Reach, [&] { on_list(search); });
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
      for_diagrams_.push_back(question);
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
      for_diagrams_.push_back(*asked);
      answer = portion.answers.erase(answer);
    } else {
      by_list_.insert(answer->number);
      ++answer;
    }
    with_list_.erase(asked);
  }
}

void ChoosingEngine::prove(Portion& portion, std::vector<engine::Question>& questions) {
  const std::uint64_t work = diagram_work_ + (list_.graph() != nullptr ? work_of_list() : 0);
  if (!proofs_.promising(work, questions)) return;
  for (engine::Answer& answer : proofs_.attempt(work, questions)) {
    std::erase_if(questions, [&](const engine::Question& q) { return q.number == answer.number; });
    by_list_.erase(answer.number);
    portion.answers.push_back(std::move(answer));
  }
}

bool ChoosingEngine::attempts_proofs() {
  return with_diagrams_ == 0 && !system_.whole_known() && !list_.built() && proofs_.possible(for_diagrams_) &&
         !system_.symbolic().explorer().complete();
}

Portion ChoosingEngine::explore_and_prove() {
  Portion portion;
  try {
    constexpr std::uint64_t kPatience = 3;
    explore_diagrams(2 * diagram_work_, kPatience * 2 * diagram_work_);
  } catch (const LimitReached& limit) {
    if (limit.limit() != Limit::Nodes) throw;
    system_.activity().recovered();
    ask_diagrams();  // they say why
    return portion;
  }
  prove(portion, for_diagrams_);
  return portion;
}

void ChoosingEngine::ask_diagrams() {
  proofs_.forget();
  for (const engine::Question& question : for_diagrams_) diagrams_.ask(question);
  with_diagrams_ += for_diagrams_.size();
  for_diagrams_.clear();
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
      const std::size_t before = with_list_.size();
      if (begun_ && system_.encoded()) prove(portion, with_list_);
      if (with_list_.size() < before) {
        list_.withdraw();
        for (const engine::Question& question : with_list_) list_.ask(question);
      }
    }
    hand_out();
  } else if (!with_list_.empty()) {
    if (!on_list([&] { portion = list_.advance(); })) hand_out();
    keep_decided(portion);
  } else if (attempts_proofs()) {
    portion = explore_and_prove();
  } else if (with_diagrams_ > 0 || !for_diagrams_.empty()) {
    ask_diagrams();
    bring_together();
    portion = diagrams_.advance();
    with_diagrams_ -= portion.answers.size();
    for (const engine::Answer& answer : portion.answers) {
      by_list_.erase(answer.number);
      proofs_.forget_answer(answer.number);
    }
  }
  portion.more = !with_list_.empty() || !for_diagrams_.empty() || with_diagrams_ > 0;
  return portion;
}

void ChoosingEngine::withdraw() {
  open_.clear();
  with_list_.clear();
  for_diagrams_.clear();
  with_diagrams_ = 0;
  proofs_.forget();
  list_.withdraw();
  diagrams_.withdraw();
}

engine::Evidence ChoosingEngine::evidence(std::size_t number) {
  if (by_list_.contains(number)) return list_.evidence(number);
  engine::Engine* prover = proofs_.decided(number);
  return prover != nullptr ? prover->evidence(number) : diagrams_.evidence(number);
}

}  // namespace gnomon::enumerate
