#include "explicit/replay_table.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace gnomon::explicit_state {

using logic::Family;
using logic::Node;
using logic::Op;

namespace {

std::vector<ispl::ActionId> choice_of(const MoveTable& table, const JointAction& joint) {
  std::vector<ispl::ActionId> choice;
  for (ispl::AgentId agent : table.group) choice.push_back(joint[agent.index()]);
  return choice;
}

void check_strategy_move(ReplayContext& context, const MoveTable& table, const TableEntry& entry) {
  require(entry.moves.size() == 1, "a strategy has one move in a state");
  const TableMove& chosen = entry.moves.front();
  require(chosen.joint.size() == context.interpreter.model().agents.size(), "a move of too many agents");
  bool some = false;
  std::set<State> listed;
  std::set<State> possible;
  for (WitnessState s : chosen.outcomes) listed.insert(context.witness.states[s]);
  for (const Move& move : context.interpreter.moves(context.witness.states[entry.state])) {
    if (choice_of(table, move.joint) != choice_of(table, chosen.joint)) continue;
    some = true;
    possible.insert(move.outcomes.begin(), move.outcomes.end());
  }
  for (const State& outside : table.outside) possible.erase(outside);
  require(possible == listed, "the outcomes of a strategy are not those that are listed");
  require(some, "a strategy chooses what is not enabled");
}

// Members play the same where they see the same.
void check_uniform(ReplayContext& context, const MoveTable& table) {
  require(table.holds && table.open.empty(), "a uniform strategy is listed as a whole");
  auto move = [](const TableEntry& entry) { return entry.moves.empty() ? JointAction{} : entry.moves.front().joint; };
  for (const TableEntry& a : table.entries) {
    for (const TableEntry& b : table.entries) {
      for (ispl::AgentId agent : table.group) {
        require(!context.interpreter.looks_alike(agent, context.witness.states.at(a.state),
                                                 context.witness.states.at(b.state)) ||
                    move(a).at(agent.index()) == move(b).at(agent.index()),
                "a member of the group plays differently where it sees the same");
      }
    }
  }
}

void check_answers(ReplayContext& context, const MoveTable& table, const TableEntry& entry) {
  std::set<std::vector<ispl::ActionId>> open;
  std::vector<Move> moves = context.interpreter.moves(context.witness.states[entry.state]);
  for (const Move& move : moves) open.insert(choice_of(table, move.joint));
  for (const TableMove& answer : entry.moves) {
    auto is_it = [&](const Move& move) { return move.joint == answer.joint; };
    auto move = std::find_if(moves.begin(), moves.end(), is_it);
    require(move != moves.end() && answer.outcomes.size() == 1, "an answer that is not enabled");
    const State& outcome = context.witness.states[answer.outcomes.front()];
    require(std::binary_search(move->outcomes.begin(), move->outcomes.end(), outcome),
            "an answer that does not lead where it is said to lead");
    open.erase(choice_of(table, answer.joint));
  }
  require(open.empty(), "a choice of the group is not answered");
}

// Where the play may end: a goal for a strategy, a state that is lost already for an answer.
bool is_end(ReplayContext& context, const Node& node, bool holds, WitnessState s) {
  switch (node.op) {
    case Op::CanX:
      return context.truth(node.left, s) == holds;
    case Op::CanF:
      return holds && context.truth(node.left, s);
    case Op::CanG:
      return !holds && !context.truth(node.left, s);
    case Op::CanU:
      return holds ? context.truth(node.right, s) : !context.truth(node.left, s) && !context.truth(node.right, s);
    default:
      static_assert(logic::covers(
          Family::Strategic, {Op::CanX, Op::CanF, Op::CanG, Op::CanU, Op::CanXn, Op::CanFn, Op::CanGn, Op::CanUn}));
      fail("a table for a formula that is not about strategies");
  }
}

// What must hold in a state where the play goes on.
bool may_go_on(ReplayContext& context, const Node& node, bool holds, WitnessState s) {
  switch (node.op) {
    case Op::CanX:
      return true;
    case Op::CanF:
      return holds || !context.truth(node.left, s);
    case Op::CanG:
      return !holds || context.truth(node.left, s);
    case Op::CanU:
      return holds ? context.truth(node.left, s) : !context.truth(node.right, s);
    default:
      fail("a table for a formula that is not about strategies");
  }
}

// A goal that must be reached: by the group with F and U, by the others against G.
bool must_end(Op op, bool holds) {
  return holds ? op == Op::CanF || op == Op::CanU : op == Op::CanG;
}

using Entries = std::map<WitnessState, const TableEntry*>;

// Ends are removed, then states all of whose outcomes are gone, until nothing changes: what is left goes in circles.
void check_no_circle(const Entries& entries) {
  std::map<WitnessState, std::size_t> waiting;
  std::map<WitnessState, std::vector<WitnessState>> before;
  std::vector<WitnessState> done;
  for (const auto& [s, entry] : entries) {
    std::size_t& count = waiting[s];
    for (const TableMove& move : entry->moves) {
      for (WitnessState t : move.outcomes) {
        if (entries.count(t) == 0) continue;
        ++count;
        before[t].push_back(s);
      }
    }
    if (count == 0) done.push_back(s);
  }
  std::size_t removed = 0;
  while (!done.empty()) {
    WitnessState t = done.back();
    done.pop_back();
    ++removed;
    for (WitnessState s : before[t]) {
      if (--waiting[s] == 0) done.push_back(s);
    }
  }
  require(removed == entries.size(), "a play that must come to an end goes round in a circle");
}

// With a bound on the steps: what a state means for the play when so many steps were made before.
class CountedPlay {
 public:
  CountedPlay(ReplayContext& context, const Node& node, bool holds)
      : context_(context),
        node_(node),
        op_(logic::is_next(node.op) ? Op::CanF : logic::without_bound(node.op)),
        interval_(context.pool.interval(node)),
        holds_(holds) {
    require(!interval_.is_open(), "a table for a bound without upper end");
  }

  bool is_end(WitnessState s, std::size_t step) {
    if (step > interval_.last) return false;
    const bool counts = step >= interval_.first;
    const bool over = step == interval_.last;
    switch (op_) {
      case Op::CanF:
        return holds_ ? counts && left(s) : over && !left(s);
      case Op::CanG:
        return holds_ ? over && left(s) : counts && !left(s);
      case Op::CanU:
        if (holds_) return counts && right(s);
        return (over && !right(s)) || (!left(s) && !(counts && right(s)));
      default:
        fail("a table for a formula that is not about strategies");
    }
  }
  bool may_go_on(WitnessState s, std::size_t step) {
    if (step >= interval_.last) return false;
    const bool counts = step >= interval_.first;
    switch (op_) {
      case Op::CanF:
        return holds_ || !counts || !left(s);
      case Op::CanG:
        return !holds_ || !counts || left(s);
      case Op::CanU:
        return holds_ ? left(s) : !counts || !right(s);
      default:
        fail("a table for a formula that is not about strategies");
    }
  }

 private:
  bool left(WitnessState s) { return context_.truth(node_.left, s); }
  bool right(WitnessState s) { return context_.truth(node_.right, s); }

  ReplayContext& context_;
  const Node node_;
  const Op op_;
  const logic::Interval interval_;
  const bool holds_;
};

// Every step is counted, so that the play comes to an end.
void check_counted_table(ReplayContext& context, const Node& node, const Claim& claim, const MoveTable& table) {
  CountedPlay play(context, node, claim.holds);
  require(table.open.empty(), "a table with a bound is listed as a whole");
  if (play.is_end(claim.state, 0)) return;
  std::map<std::pair<WitnessState, std::size_t>, const TableEntry*> entries;
  for (const TableEntry& entry : table.entries) {
    require(entry.step.has_value(), "an entry without the number of steps");
    require(entries.emplace(std::pair(entry.state, *entry.step), &entry).second, "two entries of one state and step");
    require(play.may_go_on(entry.state, *entry.step), "a play that is over goes on");
  }
  require(entries.count({claim.state, 0}) != 0, "a table for another state");
  for (const auto& [place, entry] : entries) {
    for (const TableMove& move : entry->moves) {
      for (WitnessState t : move.outcomes) {
        require(entries.count({t, place.second + 1}) != 0 || play.is_end(t, place.second + 1),
                "a play leads to a state about which nothing is said");
      }
    }
  }
}

}  // namespace

void check_moves(ReplayContext& context, const MoveTable& table) {
  if (table.uniform) check_uniform(context, table);
  for (const State& state : table.outside) {
    require(context.witness.fair, "a reachable state is left out although there is no fairness");
    require(!context.oracle.fair || !context.oracle.fair(state), "a state with a fair path is left out");
  }
  for (const TableEntry& entry : table.entries) {
    require(entry.state < context.witness.states.size(), "a table entry of an unknown state");
    for (const TableMove& move : entry.moves) {
      for (WitnessState s : move.outcomes) require(s < context.witness.states.size(), "an unknown outcome");
    }
    if (table.holds) {
      check_strategy_move(context, table, entry);
    } else {
      check_answers(context, table, entry);
    }
  }
}

void check_table(ReplayContext& context, const Claim& claim, const MoveTable& table) {
  const Node& node = context.pool[claim.formula];
  const ispl::CheckedModel& model = context.interpreter.model();
  require(table.formula == claim.formula && table.holds == claim.holds, "a table for another claim");
  require(table.group == model.groups[*model.group_of(node.name)].members, "a table for another group");
  if (logic::has_bound(node.op)) return check_counted_table(context, node, claim, table);
  bool next = node.op == Op::CanX;
  if (!next && is_end(context, node, claim.holds, claim.state)) return;
  require(!table.entries.empty() && table.entries.front().state == claim.state, "a table for another state");
  for (WitnessState s : table.open) {
    require(s < context.witness.states.size(), "an open state that is not listed");
    require(!context.oracle.holds || context.oracle.holds(claim.formula, context.witness.states[s]) == claim.holds,
            "what was taken about a play is not so");
  }
  Entries entries;
  for (const TableEntry& entry : table.entries) {
    require(entries.emplace(entry.state, &entry).second, "two entries of one state");
    require(!next || entry.state == claim.state, "a table that goes on after one step");
    require(may_go_on(context, node, claim.holds, entry.state), "a play that is over goes on");
  }
  for (const auto& [s, entry] : entries) {
    for (const TableMove& move : entry->moves) {
      for (WitnessState t : move.outcomes) {
        if (next) {
          require(is_end(context, node, claim.holds, t), "an outcome that does not decide the next step");
          continue;
        }
        if (entries.count(t) != 0 || is_end(context, node, claim.holds, t)) continue;
        require(std::find(table.open.begin(), table.open.end(), t) != table.open.end(),
                "a play leads to a state about which nothing is said");
      }
    }
  }
  if (must_end(node.op, claim.holds)) check_no_circle(entries);
}

}  // namespace gnomon::explicit_state
