// Strategies and answers to them, as tables from states to moves.
//
// The fixpoints of check/strategic.h say what is won when; here their stages are kept:
//   <g>F h, <g>(f U h) true   Z_0 = h, Z_k+1 = Z_k or (f and <g>X Z_k): from a state of stage k a choice that leads to
//                             stage k-1 whatever the others do
//   <g>G f true               a choice that stays where <g>G f is true
//   <g>G f false              S_0 = f, S_k+1 = S_k and <g>X S_k: against every choice an outcome outside S_k-1
//   <g>F, <g>U false          against every choice an outcome where it is false as well
// With a bound [a,b] on the steps, W_k are the states from which the rest is won when k steps were made:
//   <g>F[a,b] f    W_b = f,  W_k = (f if k >= a) or <g>X W_k+1      <g>G[a,b] f    W_b = f,  W_k = (f if k >= a) and <g>X W_k+1
//   <g>(f U[a,b] h)    W_b = h,  W_k = (h if k >= a) or (f and <g>X W_k+1)
// and an entry is for a state and a number of steps: a choice that leads into W_k+1, or outcomes outside of it.
//
// A uniform strategy is found anew for the state of the claim (check/uniform.h), and the stages are those of the choices
// that it leaves. From the state of the claim on, breadth first, every state that the play can come to gets an entry, as long as the
// table is small enough.
#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "base/sorted.h"
#include "check/strategic.h"
#include "check/uniform.h"
#include "witness/rules.h"

namespace gnomon::witness {

using explicit_state::JointAction;
using explicit_state::Move;
using explicit_state::MoveTable;
using explicit_state::Rule;
using explicit_state::TableEntry;
using explicit_state::TableMove;
using logic::Family;
using logic::Node;
using logic::Op;

namespace {

constexpr const char* kTooLargeATable = "the strategy is too large to be listed";

template <class S>
class StrategyRule {
 public:
  using Session = SessionOf<S>;
  using StateSet = typename S::Set;
  StrategyRule(Session& session, std::size_t index)
      : session_(session),
        index_(index),
        claim_(session.witness().claims[index]),
        node_(session.pool()[claim_.formula]) {
    if (logic::has_bound(node_.op)) interval_ = session.pool().interval(node_);
    op_ = interval_ && logic::is_next(node_.op) ? Op::CanF : logic::without_bound(node_.op);
    const ispl::CheckedModel& model = session.source();
    table_.formula = claim_.formula;
    table_.holds = claim_.holds;
    table_.group = model.groups[*model.group_of(node_.name)].members;
    if (session.labelling().strategies().uniform) find_uniform();
    if (interval_) {
      compute_counted_stages();
    } else {
      compute_stages();
    }
  }

  void apply() {
    const std::size_t states_before = session_.witness().states.size();
    try {
      list_entries();
    } catch (const NotShown&) {
      session_.keep_states(states_before);
      throw;
    }
    need_values();
    explicit_state::Witness& witness = session_.witness();
    witness.claims[index_].rule = claim_.holds ? Rule::Strategy : Rule::Answer;
    witness.claims[index_].table = witness.tables.size();
    witness.tables.push_back(std::move(table_));
  }

 private:
  // A state of the play, with the steps made before if they are counted.
  struct Place {
    WitnessState state = 0;
    std::size_t step = 0;
    bool operator==(const Place&) const = default;
  };

  void list_entries() {
    const Place first{claim_.state, 0};
    if (op_ == Op::CanX || !is_end(first)) pending_.push_back(first);
    for (std::size_t next = 0; next < pending_.size(); ++next) {
      if (table_.entries.size() == session_.options().max_entries) {
        if (uniform_ || interval_) throw NotShown(kTooLargeATable);
        for (std::size_t i = next; i < pending_.size(); ++i) table_.open.push_back(pending_[i].state);
        break;
      }
      add_entry(pending_[next]);
    }
  }

  // What a uniform strategy is to achieve.
  check::Goal<StateSet> goal() const {
    StateSet left = session_.where(node_.left, true);
    switch (op_) {
      case Op::CanX:
        return {check::Objective::Next, left, {}, interval_};
      case Op::CanF:
        return {check::Objective::Finally, left, {}, interval_};
      case Op::CanG:
        return {check::Objective::Globally, left, {}, interval_};
      case Op::CanU:
        return {check::Objective::Until, left, session_.where(node_.right, true), interval_};
      default:
        throw NotShown("this operator has no strategy to be listed");
    }
  }

  void find_uniform() {
    if (!claim_.holds) throw NotShown("that no uniform strategy wins has no short reason");
    const check::Goal<StateSet> aim = goal();
    const std::size_t limit = session_.labelling().strategies().max_partial_strategies;
    check::UniformSearch<S> search(session_.frame(), table_.group, aim, limit);
    uniform_ = search.strategy_from(session_.singleton(session_.state(claim_.state)));
    if (!uniform_) throw NotShown("no single uniform strategy was found");
    table_.uniform = true;
    session_.note("the strategy also wins from every state that a member cannot tell from the first one");
  }

  void compute_stages() {
    const S& frame = session_.frame();
    const State start = session_.state(claim_.state);
    switch (node_.op) {
      case Op::CanX:
        stages_.push_back(session_.where(node_.left, claim_.holds));
        return;
      case Op::CanF:
      case Op::CanU: {
        if (!claim_.holds) break;
        StateSet through = node_.op == Op::CanU ? session_.where(node_.left, true) : frame.states();
        stages_.push_back(session_.where(node_.op == Op::CanU ? node_.right : node_.left, true));
        while (!session_.contains(stages_.back(), start)) {
          const StateSet& won = stages_.back();
          stages_.push_back(won | (through & can_next(won)));
        }
        return;
      }
      case Op::CanG: {
        if (claim_.holds) break;
        StateSet safe = session_.where(node_.left, true);
        stages_.push_back(frame.complement(safe));
        while (!session_.contains(stages_.back(), start)) {
          safe &= can_next(safe);
          stages_.push_back(frame.complement(safe));
        }
        return;
      }
      default:
        static_assert(logic::covers(
            Family::Strategic, {Op::CanX, Op::CanF, Op::CanG, Op::CanU, Op::CanXn, Op::CanFn, Op::CanGn, Op::CanUn}));
    }
    stages_.push_back(uniform_ ? check::enforce(frame, table_.group, *uniform_, goal())
                               : session_.where(claim_.formula, claim_.holds));
  }

  // stages_[k] are the states from which the promise is kept when k steps were made.
  void compute_counted_stages() {
    if (interval_->is_open()) throw NotShown("a strategy for a bound without upper end is not listed");
    const State start = session_.state(claim_.state);
    const StateSet left = session_.where(node_.left, true);
    const StateSet goal = op_ == Op::CanU ? session_.where(node_.right, true) : left;
    auto before = [&](std::uint64_t k, const StateSet& after) {
      const StateSet next = can_next(after);
      const bool counts = k >= interval_->first;
      if (op_ == Op::CanG) return counts ? left & next : next;
      const StateSet onwards = op_ == Op::CanU ? left & next : next;
      return counts ? goal | onwards : onwards;
    };
    // Where a goal may be reached at any time, in as few steps as will do.
    const bool soon = claim_.holds && op_ != Op::CanG && interval_->first == 0;
    std::vector<StateSet> won{goal};
    if (soon) {
      while (!session_.contains(won.back(), start)) won.push_back(before(0, won.back()));
      interval_->last = won.size() - 1;
    } else {
      if (interval_->last > session_.options().max_entries) throw NotShown(kTooLargeATable);
      for (std::uint64_t k = interval_->last; k-- > 0;) won.push_back(before(k, won.back()));
    }
    std::reverse(won.begin(), won.end());
    for (const StateSet& set : won) stages_.push_back(claim_.holds ? set : session_.frame().complement(set));
  }

  StateSet can_next(const StateSet& set) const {
    const check::Goal<StateSet> next{check::Objective::Next, set, {}};
    return uniform_ ? check::enforce(session_.frame(), table_.group, *uniform_, next)
                    : check::enforce(session_.frame(), table_.group, next);
  }

  // Whether a uniform strategy, if there is one, plays this choice in the state.
  bool plays(const JointAction& choice, const State& state) const {
    if (!uniform_) return true;
    return std::all_of(table_.group.begin(), table_.group.end(), [&](ispl::AgentId agent) {
      const ispl::ActionId action = choice[agent.index()];
      return action.is_none() || session_.contains(session_.frame().has_choice(*uniform_, agent, action), state);
    });
  }

  // Where the next state must lie for the table to keep its promise.
  const StateSet& promised_after(const State& state, std::size_t step) const {
    if (interval_) return stages_[step + 1];
    std::size_t k = 0;
    while (k + 1 < stages_.size() && !session_.contains(stages_[k], state)) ++k;
    return stages_[k == 0 ? 0 : k - 1];
  }

  bool value(Formula f, WitnessState s) { return session_.value(f, session_.state(s)); }

  bool is_end(const Place& place) {
    const WitnessState s = place.state;
    // Whether a goal counts that is reached now, and whether these were all steps there are.
    const bool counts = !interval_ || place.step >= interval_->first;
    const bool over = interval_ && place.step == interval_->last;
    switch (op_) {
      case Op::CanX:
        return true;
      case Op::CanF:
        return claim_.holds ? counts && value(node_.left, s) : over;
      case Op::CanG:
        return claim_.holds ? over : counts && !value(node_.left, s);
      case Op::CanU:
        if (claim_.holds) return counts && value(node_.right, s);
        return over || (!value(node_.left, s) && !(counts && value(node_.right, s)));
      default:
        throw NotShown("this operator has no strategy to be listed");
    }
  }

  JointAction choice_of(const JointAction& joint) const {
    JointAction choice(joint.size());
    for (ispl::AgentId agent : table_.group) choice[agent.index()] = joint[agent.index()];
    return choice;
  }

  bool counts(const State& outcome) {
    if (session_.contains(session_.frame().states(), outcome)) return true;
    auto& outside = table_.outside;
    if (std::find(outside.begin(), outside.end(), outcome) == outside.end()) outside.push_back(outcome);
    return false;
  }

  void add_entry(Place place) {
    const State state = session_.state(place.state);
    std::map<JointAction, std::vector<Move>> choices;
    for (Move& move : session_.moves(state)) {
      std::erase_if(move.outcomes, [&](const State& outcome) { return !counts(outcome); });
      choices[choice_of(move.joint)].push_back(std::move(move));
    }
    const StateSet promised = promised_after(state, place.step);
    auto good = [&](const State& outcome) { return session_.contains(promised, outcome); };
    TableEntry entry{place.state, {}};
    if (interval_) entry.step = place.step;
    for (const auto& [choice, completions] : choices) {
      if (claim_.holds) {
        if (!plays(choice, state)) continue;
        std::vector<State> all;
        for (const Move& move : completions) all.insert(all.end(), move.outcomes.begin(), move.outcomes.end());
        if (!std::all_of(all.begin(), all.end(), good)) continue;
        entry.moves.push_back({choice, listed(all, place.step)});
        break;
      }
      entry.moves.push_back(answer(completions, good, place.step));
    }
    table_.entries.push_back(std::move(entry));
  }

  // An outcome that the group does not want; one that is in the table already if there is one.
  template <class Good>
  TableMove answer(const std::vector<Move>& completions, Good&& good, std::size_t step) {
    const Move* found = nullptr;
    const State* to = nullptr;
    for (const Move& move : completions) {
      for (const State& outcome : move.outcomes) {
        if (!good(outcome)) continue;
        bool shown = std::any_of(pending_.begin(), pending_.end(), [&](const Place& place) {
          return place.step == after(step) && session_.state(place.state) == outcome;
        });
        if (found != nullptr && !shown) continue;
        found = &move;
        to = &outcome;
        if (shown) return {found->joint, listed({*to}, step)};
      }
    }
    return found == nullptr ? TableMove{} : TableMove{found->joint, listed({*to}, step)};
  }

  std::size_t after(std::size_t step) const { return interval_ ? step + 1 : 0; }

  std::vector<WitnessState> listed(const std::vector<State>& outcomes, std::size_t step) {
    std::vector<WitnessState> states;
    for (const State& outcome : outcomes) {
      WitnessState s = session_.add_state(outcome);
      if (std::find(states.begin(), states.end(), s) != states.end()) continue;
      states.push_back(s);
      const Place place{s, after(step)};
      bool known = std::find(pending_.begin(), pending_.end(), place) != pending_.end();
      if (!known && op_ != Op::CanX && !is_end(place)) pending_.push_back(place);
    }
    return states;
  }

  // The replay needs the operands in every state of the play; those that end it are explained.
  void need_values() {
    std::vector<WitnessState> states{claim_.state};
    for (const TableEntry& entry : table_.entries) {
      states.push_back(entry.state);
      for (const TableMove& move : entry.moves) states.insert(states.end(), move.outcomes.begin(), move.outcomes.end());
    }
    sort_unique(states);
    for (WitnessState s : states) {
      bool inside = std::any_of(pending_.begin(), pending_.end(), [&](const Place& place) { return place.state == s; });
      typename Session::Effort effort = inside ? Session::Effort::Take : Session::Effort::Explain;
      session_.need(node_.left, s, claim_.depth + 1, effort);
      if (!node_.right.is_none()) session_.need(node_.right, s, claim_.depth + 1, effort);
    }
  }

  Session& session_;
  std::size_t index_;
  const Claim claim_;
  const Node node_;
  MoveTable table_;
  std::optional<typename S::Choices> uniform_;
  std::optional<logic::Interval> interval_;  // of an operator with a bound
  Op op_ = Op::CanX;                         // the operator without it
  std::vector<StateSet> stages_;             // ascending; with a bound by the number of steps made
  std::vector<Place> pending_;               // what has or gets an entry, in order
};

}  // namespace

template <class S>
void explain_strategy(SessionOf<S>& session, std::size_t claim) {
  StrategyRule<S>(session, claim).apply();
}

template void explain_strategy(SessionOf<check::Frame>& session, std::size_t claim);
template void explain_strategy(SessionOf<enumerate::Space>& session, std::size_t claim);

}  // namespace gnomon::witness
