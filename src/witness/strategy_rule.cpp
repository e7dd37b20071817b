// Strategies and answers to them, as tables from states to moves.
//
// The fixpoints of check/strategic.h say what is won when; here their stages are kept:
//   <g>F h, <g>(f U h) true   Z_0 = h, Z_k+1 = Z_k or (f and <g>X Z_k): from a state of stage k a choice that leads to
//                             stage k-1 whatever the others do
//   <g>G f true               a choice that stays where <g>G f is true
//   <g>G f false              S_0 = f, S_k+1 = S_k and <g>X S_k: against every choice an outcome outside S_k-1
//   <g>F, <g>U false          against every choice an outcome where it is false as well
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

constexpr std::size_t kMaxMoves = 20'000;  // joint actions and outcomes of one state

class StrategyRule {
 public:
  StrategyRule(Session& session, std::size_t index)
      : session_(session),
        index_(index),
        claim_(session.witness().claims[index]),
        node_(session.pool()[claim_.formula]) {
    if (logic::has_bound(node_.op)) throw NotShown("a strategy that depends on the number of steps is not listed");
    const ispl::CheckedModel& model = session.source();
    table_.formula = claim_.formula;
    table_.holds = claim_.holds;
    table_.group = model.groups[*model.group_of(node_.name)].members;
    if (session.labelling().strategies().uniform) find_uniform();
    compute_stages();
  }

  void apply() {
    if (node_.op == Op::CanX || !is_end(claim_.state)) pending_.push_back(claim_.state);
    for (std::size_t next = 0; next < pending_.size(); ++next) {
      if (table_.entries.size() == session_.options().max_entries) {
        if (uniform_) throw NotShown("the uniform strategy is too large to be listed");
        table_.open.assign(pending_.begin() + static_cast<std::ptrdiff_t>(next), pending_.end());
        break;
      }
      add_entry(pending_[next]);
    }
    need_values();
    explicit_state::Witness& witness = session_.witness();
    witness.claims[index_].rule = claim_.holds ? Rule::Strategy : Rule::Answer;
    witness.claims[index_].table = witness.tables.size();
    witness.tables.push_back(std::move(table_));
  }

 private:
  // What a uniform strategy is to achieve.
  check::Goal<StateSet> goal() const {
    StateSet left = session_.where(node_.left, true);
    switch (node_.op) {
      case Op::CanX:
        return {check::Objective::Next, left, {}};
      case Op::CanF:
        return {check::Objective::Finally, left, {}};
      case Op::CanG:
        return {check::Objective::Globally, left, {}};
      case Op::CanU:
        return {check::Objective::Until, left, session_.where(node_.right, true)};
      default:
        throw NotShown("this operator has no strategy to be listed");
    }
  }

  void find_uniform() {
    if (!claim_.holds) throw NotShown("that no uniform strategy wins has no short reason");
    const check::Goal<StateSet> aim = goal();
    const std::size_t limit = session_.labelling().strategies().max_partial_strategies;
    check::UniformSearch<check::Frame> search(session_.frame(), table_.group, aim, limit);
    uniform_ = search.strategy_from(session_.system().singleton(session_.state(claim_.state)));
    if (!uniform_) throw NotShown("no single uniform strategy was found");
    table_.uniform = true;
    session_.note("the strategy also wins from every state that a member cannot tell from the first one");
  }

  void compute_stages() {
    const check::Frame& frame = session_.frame();
    StateSet start = session_.system().singleton(session_.state(claim_.state));
    switch (node_.op) {
      case Op::CanX:
        stages_.push_back(session_.where(node_.left, claim_.holds));
        return;
      case Op::CanF:
      case Op::CanU: {
        if (!claim_.holds) break;
        StateSet through = node_.op == Op::CanU ? session_.where(node_.left, true) : frame.states();
        stages_.push_back(session_.where(node_.op == Op::CanU ? node_.right : node_.left, true));
        while (!start.subset_of(stages_.back())) {
          const StateSet& won = stages_.back();
          stages_.push_back(won | (through & can_next(won)));
        }
        return;
      }
      case Op::CanG: {
        if (claim_.holds) break;
        StateSet safe = session_.where(node_.left, true);
        stages_.push_back(frame.complement(safe));
        while (!start.subset_of(stages_.back())) {
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

  StateSet can_next(const StateSet& set) const {
    const check::Goal<StateSet> next{check::Objective::Next, set, {}};
    return uniform_ ? check::enforce(session_.frame(), table_.group, *uniform_, next)
                    : check::enforce(session_.frame(), table_.group, next);
  }

  // Whether a uniform strategy, if there is one, plays this choice in the state.
  bool plays(const JointAction& choice, const State& state) const {
    if (!uniform_) return true;
    const StateSet here = session_.system().singleton(state);
    return std::all_of(table_.group.begin(), table_.group.end(), [&](ispl::AgentId agent) {
      const ispl::ActionId action = choice[agent.index()];
      return action.is_none() || here.subset_of(session_.frame().has_choice(*uniform_, agent, action));
    });
  }

  // Where the next state must lie for the table to keep its promise.
  const StateSet& promised_after(const State& state) const {
    StateSet here = session_.system().singleton(state);
    std::size_t k = 0;
    while (k + 1 < stages_.size() && !here.subset_of(stages_[k])) ++k;
    return stages_[k == 0 ? 0 : k - 1];
  }

  bool value(Formula f, WitnessState s) { return session_.value(f, session_.state(s)); }

  bool is_end(WitnessState s) {
    switch (node_.op) {
      case Op::CanX:
        return true;
      case Op::CanF:
        return claim_.holds && value(node_.left, s);
      case Op::CanG:
        return !claim_.holds && !value(node_.left, s);
      case Op::CanU:
        return claim_.holds ? value(node_.right, s) : !value(node_.left, s) && !value(node_.right, s);
      default:
        throw NotShown("this operator has no strategy to be listed");
    }
  }

  std::vector<Move> moves(const State& state) const {
    std::size_t count = 1;
    for (std::size_t a = 0; a < session_.source().agents.size(); ++a) {
      if (!session_.interpreter().takes_part(ispl::AgentId(a))) continue;
      count *= session_.interpreter().enabled_actions(ispl::AgentId(a), state).size();
      if (count > kMaxMoves) throw NotShown("a state has too many joint actions to list a strategy");
    }
    std::size_t outcomes = 0;
    for (const JointAction& joint : session_.interpreter().joint_actions(state)) {
      outcomes += session_.steps().outcome_bound(state, joint, kMaxMoves);
      if (outcomes > kMaxMoves) throw NotShown("a state has too many successors to list a strategy");
    }
    return session_.interpreter().moves(state);
  }

  JointAction choice_of(const JointAction& joint) const {
    JointAction choice(joint.size());
    for (ispl::AgentId agent : table_.group) choice[agent.index()] = joint[agent.index()];
    return choice;
  }

  bool counts(const State& outcome) {
    if (session_.system().singleton(outcome).subset_of(session_.frame().states())) return true;
    auto& outside = table_.outside;
    if (std::find(outside.begin(), outside.end(), outcome) == outside.end()) outside.push_back(outcome);
    return false;
  }

  void add_entry(WitnessState s) {
    const State state = session_.state(s);
    std::map<JointAction, std::vector<Move>> choices;
    for (Move& move : moves(state)) {
      std::erase_if(move.outcomes, [&](const State& outcome) { return !counts(outcome); });
      choices[choice_of(move.joint)].push_back(std::move(move));
    }
    const StateSet promised = promised_after(state);
    auto good = [&](const State& outcome) { return session_.system().singleton(outcome).subset_of(promised); };
    TableEntry entry{s, {}};
    for (const auto& [choice, completions] : choices) {
      if (claim_.holds) {
        if (!plays(choice, state)) continue;
        std::vector<State> all;
        for (const Move& move : completions) all.insert(all.end(), move.outcomes.begin(), move.outcomes.end());
        if (!std::all_of(all.begin(), all.end(), good)) continue;
        entry.moves.push_back({choice, listed(all)});
        break;
      }
      entry.moves.push_back(answer(completions, good));
    }
    table_.entries.push_back(std::move(entry));
  }

  // An outcome that the group does not want; one that is in the table already if there is one.
  template <class Good>
  TableMove answer(const std::vector<Move>& completions, Good&& good) {
    const Move* found = nullptr;
    const State* to = nullptr;
    for (const Move& move : completions) {
      for (const State& outcome : move.outcomes) {
        if (!good(outcome)) continue;
        bool shown =
            std::any_of(pending_.begin(), pending_.end(), [&](WitnessState s) { return session_.state(s) == outcome; });
        if (found != nullptr && !shown) continue;
        found = &move;
        to = &outcome;
        if (shown) return {found->joint, listed({*to})};
      }
    }
    return found == nullptr ? TableMove{} : TableMove{found->joint, listed({*to})};
  }

  std::vector<WitnessState> listed(const std::vector<State>& outcomes) {
    std::vector<WitnessState> states;
    for (const State& outcome : outcomes) {
      WitnessState s = session_.add_state(outcome);
      if (std::find(states.begin(), states.end(), s) != states.end()) continue;
      states.push_back(s);
      bool known = std::find(pending_.begin(), pending_.end(), s) != pending_.end();
      if (!known && node_.op != Op::CanX && !is_end(s)) pending_.push_back(s);
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
      bool inside = std::find(pending_.begin(), pending_.end(), s) != pending_.end();
      Session::Effort effort = inside ? Session::Effort::Take : Session::Effort::Explain;
      session_.need(node_.left, s, claim_.depth + 1, effort);
      if (!node_.right.is_none()) session_.need(node_.right, s, claim_.depth + 1, effort);
    }
  }

  Session& session_;
  std::size_t index_;
  const Claim claim_;
  const Node node_;
  MoveTable table_;
  std::optional<check::Frame::Choices> uniform_;
  std::vector<StateSet> stages_;       // ascending
  std::vector<WitnessState> pending_;  // states that have or get an entry, in order
};

}  // namespace

void explain_strategy(Session& session, std::size_t claim) {
  StrategyRule(session, claim).apply();
}

}  // namespace gnomon::witness
