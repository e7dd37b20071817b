#include "explicit/replay.h"

#include <algorithm>
#include <string>

#include "explicit/lasso.h"
#include "explicit/replay_context.h"
#include "explicit/replay_memory.h"
#include "explicit/replay_table.h"
#include "logic/printer.h"

namespace gnomon::explicit_state {

using ispl::AgentId;
using logic::Family;
using logic::Formula;
using logic::Node;
using logic::Op;

ReplayContext::ReplayContext(const Interpreter& with_interpreter, const logic::FormulaPool& with_pool,
                             const Witness& of_witness, const ReplayOracle& with_oracle)
    : interpreter(with_interpreter),
      pool(with_pool),
      witness(of_witness),
      oracle(with_oracle),
      steps(with_interpreter),
      facts_(with_interpreter, with_pool) {
  for (std::size_t c = 0; c < witness.claims.size(); ++c) {
    const Claim& claim = witness.claims[c];
    require(claim.state < witness.states.size(), "a claim speaks of a state that is not listed");
    require(claims_.try_emplace({claim.formula, claim.state}, c).second, "two claims about one formula in one state");
  }
}

const Claim* ReplayContext::claim(Formula f, WitnessState s) const {
  auto found = claims_.find({f, s});
  return found == claims_.end() ? nullptr : &witness.claims[found->second];
}

std::optional<bool> ReplayContext::known(Formula f, WitnessState s) {
  if (facts_.is_fact(f)) return facts_.holds(f, witness.states[s]);
  const Claim* found = claim(f, s);
  return found != nullptr ? std::optional<bool>(found->holds) : std::nullopt;
}

bool ReplayContext::truth(Formula f, WitnessState s) {
  std::optional<bool> value = known(f, s);
  if (!value) fail("nothing is said about " + text(f) + " in state " + std::to_string(s));
  return *value;
}

std::string ReplayContext::text(Formula f) const {
  constexpr std::size_t kLimit = 200;
  return logic::print(pool, f, {.limit = kLimit});
}

namespace {

class Replay {
 public:
  explicit Replay(ReplayContext& context) : context_(context), witness_(context.witness) {}

  void run_ways() {
    for (const State& state : witness_.states) check_values(state);
    for (const WitnessPath& path : witness_.paths) check_path(path);
    check_reachable();
  }

  void run(Formula formula, bool holds) {
    for (const State& state : witness_.states) check_values(state);
    for (const WitnessPath& path : witness_.paths) check_path(path);
    for (const WitnessLink& link : witness_.links) check_link(link);
    for (const MoveTable& table : witness_.tables) check_moves(context_, table);
    check_reachable();
    if (witness_.fair) check_fair_futures();
    for (const Claim& claim : witness_.claims) check_claim(claim);
    require(!witness_.claims.empty(), "there is no claim");
    if (has_memory()) check_memory(context_, formula);
    const Claim& first = witness_.claims.front();
    require(first.formula == formula && first.holds == holds, "the first claim is not about the formula");
    require(is_initial(first.state), "the first claim is not about an initial state");
    require(!witness_.paths.empty() && witness_.paths.front().states.front() == first.state,
            "the first path does not begin in the state of the first claim");
    require(holds == (witness_.kind == WitnessKind::Witness), "the kind does not fit the verdict");
  }

 private:
  const ispl::CheckedModel& model() const { return context_.interpreter.model(); }
  const State& state(WitnessState s) const { return witness_.states[s]; }
  bool is_initial(WitnessState s) const { return context_.interpreter.holds(model().initial, state(s)); }

  void check_values(const State& values) const {
    require(values.size() == model().variables.size(), "a state has not as many values as there are variables");
    for (std::size_t v = 0; v < values.size(); ++v) {
      require(model().variables[v].type.position_of(values[v]).has_value(), "a value outside its variable's type");
    }
  }

  void check_path(const WitnessPath& path) {
    require(!path.states.empty(), "an empty path");
    for (WitnessState s : path.states) require(s < witness_.states.size(), "a path through a state that is not listed");
    require(!path.loop || *path.loop < path.states.size(), "a loop to a position that is not there");
    require(!path.last || path.loop, "a trace that is not the beginning of an infinite path");
    if (path.stretch) check_stretch(path);
    std::size_t steps = path.states.size() - (path.loop ? 0 : 1);
    require(path.actions.size() == steps, "not one joint action per step");
    for (std::size_t i = 0; i < steps; ++i) {
      WitnessState next = i + 1 < path.states.size() ? path.states[i + 1] : path.states[*path.loop];
      require(context_.steps.enabled(state(path.states[i]), path.actions[i]), "a joint action that is not enabled");
      require(context_.steps.leads(state(path.states[i]), path.actions[i], state(next)),
              "a joint action that does not lead to the next state");
    }
    if (path.loop && witness_.fair) check_fairness(path);
  }

  void check_stretch(const WitnessPath& path) const {
    constexpr std::uint64_t kMostTimes = std::uint64_t{1} << 62;
    const Stretch& part = *path.stretch;
    require(path.purpose == PathPurpose::Evidence, "a stretch of a path that cannot have one");
    require(part.from < part.to && part.to < path.states.size(), "a stretch outside its path");
    require(path.states[part.from] == path.states[part.to], "a stretch that does not return to where it began");
    if (!part.times) return;
    require(*part.times <= kMostTimes / part.period(), "a stretch that is walked too often");
    require(!path.loop || part.to <= *path.loop || part.from >= *path.loop, "a stretch across the beginning of a loop");
    require(!path.last || part.to <= std::min(*path.loop, *path.last), "a stretch beyond the end of a trace");
  }

  void check_fairness(const WitnessPath& path) {
    require(path.fair_visits.size() == model().fairness.size(), "not every fairness constraint is visited");
    for (std::size_t k = 0; k < path.fair_visits.size(); ++k) {
      std::size_t position = path.fair_visits[k];
      require(position >= *path.loop && position < path.states.size(), "a fairness visit outside the loop");
      const State& at = state(path.states[position]);
      Formula constraint = model().fairness[k].property.formula;
      bool holds = context_.is_fact(constraint) ? context_.fact(constraint, at)
                   : context_.oracle.constraint ? context_.oracle.constraint(k, at)
                                                : true;
      require(holds, "a fairness constraint does not hold where the loop is said to visit it");
    }
  }

  bool has_memory() const { return witness_.knowledge != logic::KnowledgeSemantics::Observational; }

  void check_link(const WitnessLink& link) {
    require(link.from < witness_.states.size() && link.to < witness_.states.size(), "a link to an unknown state");
    require(link.kind != LinkKind::Look || has_memory(), "a look without memory");
    for (ispl::VarId var : link.seen) {
      require(state(link.from)[var.index()] == state(link.to)[var.index()], "what agents see differs");
    }
    if (has_memory() && link.kind != LinkKind::Ought) return;  // by histories: replay_memory.h
    for (AgentId agent : link.agents) {
      if (link.kind == LinkKind::Ought) {
        require(!context_.interpreter.is_red(agent, state(link.to)), "the agent is not green");
      } else {
        require(context_.interpreter.looks_alike(agent, state(link.from), state(link.to)),
                "an agent can tell two states apart that are said to look alike");
      }
    }
  }

  // Paths, tables and looks lead from states already reached; initial states are reached at once.
  void check_reachable() const {
    std::vector<bool> reached(witness_.states.size());
    for (std::size_t s = 0; s < reached.size(); ++s) reached[s] = is_initial(static_cast<WitnessState>(s));
    bool changed = true;
    auto reach = [&](WitnessState s) {
      changed = changed || !reached[s];
      reached[s] = true;
    };
    while (changed) {
      changed = false;
      for (const WitnessPath& path : witness_.paths) {
        if (!reached[path.states.front()]) continue;
        for (WitnessState s : path.states) reach(s);
      }
      for (const WitnessLink& link : witness_.links) {
        if (link.kind == LinkKind::Look && reached[link.from]) reach(link.to);
      }
      for (const MoveTable& table : witness_.tables) {
        for (const TableEntry& entry : table.entries) {
          if (!reached[entry.state]) continue;
          for (const TableMove& move : entry.moves) {
            for (WitnessState s : move.outcomes) reach(s);
          }
        }
      }
    }
    require(std::find(reached.begin(), reached.end(), false) == reached.end(), "a state that no path leads to");
  }

  // With fairness only states count from which a fair path starts: a finite path must have a fair future.
  void check_fair_futures() const {
    for (const State& at : witness_.states) {
      require(!context_.oracle.fair || context_.oracle.fair(at), "a state from which no fair path starts");
    }
    std::vector<bool> future(witness_.states.size(), false);
    for (const WitnessPath& path : witness_.paths) {
      if (!path.loop) continue;
      for (WitnessState s : path.states) future[s] = true;
    }
    for (const Claim& claim : witness_.claims) {
      const Node& node = context_.pool[claim.formula];
      bool some_path = node.op == Op::EG && context_.pool[node.left].op == Op::True;
      if (some_path && claim.holds) future[claim.state] = true;
    }
    for (const WitnessPath& path : witness_.paths) {
      require(future[path.states.back()], "a path whose end has no fair future");
    }
  }

  void check_claim(const Claim& claim) {
    const Node& node = context_.pool[claim.formula];
    switch (claim.rule) {
      case Rule::Fact:
        require(context_.is_fact(claim.formula) && context_.fact(claim.formula, state(claim.state)) == claim.holds,
                "the values of a state say otherwise");
        return;
      case Rule::Parts:
        require(by_parts(claim, node), "the claims about the parts do not decide " + context_.text(claim.formula));
        return;
      case Rule::Path:
        require(claim.path && *claim.path < witness_.paths.size(), "a claim without its path");
        check_evidence(claim, node, witness_.paths[*claim.path]);
        return;
      case Rule::Alike:
        check_alike(claim, node);
        return;
      case Rule::Possible:
        check_possible(claim, node);
        return;
      case Rule::Green: {
        require(node.op == Op::Ought && !claim.holds && claim.links.size() == 1, "a misplaced obligation");
        const WitnessLink& link = witness_.links.at(claim.links.front());
        require(link.kind == LinkKind::Ought && link.agents == std::vector{*model().agent_of(node.name)},
                "an obligation of another agent");
        require(!context_.truth(node.left, link.to), "the obligation is met in the state that is given");
        return;
      }
      case Rule::Strategy:
      case Rule::Answer:
        require(claim.table && *claim.table < witness_.tables.size(), "a claim without its table");
        check_table(context_, claim, witness_.tables[*claim.table]);
        return;
      case Rule::Look:
        require(has_memory() && node.op == Op::Delta, "a misplaced look");
        return;  // replay_memory.h
      case Rule::Taken:
        require(!context_.oracle.holds || context_.oracle.holds(claim.formula, state(claim.state)) == claim.holds,
                "what was taken is not so: " + context_.text(claim.formula));
        return;
    }
  }

  bool by_parts(const Claim& claim, const Node& node) {
    if (!is_boolean(context_.pool, claim.formula)) return false;
    auto operand = [&](Formula f) { return f.is_none() ? std::nullopt : context_.known(f, claim.state); };
    return combine(node.op, operand(node.left), operand(node.right)) == claim.holds;
  }

  void check_evidence(const Claim& claim, const Node& node, const WitnessPath& path) {
    require(path.purpose == PathPurpose::Evidence && path.formula == claim.formula && path.holds == claim.holds,
            "a path for another claim");
    require(path.states.front() == claim.state, "a path from another state");
    const std::vector<WitnessState>& states = path.states;
    auto everywhere = [&](Formula f, bool value, std::size_t count) {
      return std::all_of(states.begin(), states.begin() + static_cast<std::ptrdiff_t>(count),
                         [&](WitnessState s) { return context_.truth(f, s) == value; });
    };
    auto finite = [&] { require(!path.loop, "a finite path was expected"); };
    auto infinite = [&] { require(path.loop.has_value(), "an infinite path was expected"); };
    auto expect = [&](bool condition) {
      require(condition, "the path does not show that " + context_.text(claim.formula) + " is " +
                             (claim.holds ? "true" : "false"));
    };
    std::size_t before_last = states.size() - 1;
    switch (node.op) {
      case Op::EX:
      case Op::AX:
        finite();
        expect(claim.holds == (node.op == Op::EX) && states.size() == 2 &&
               context_.truth(node.left, states[1]) == claim.holds);
        return;
      case Op::EF:
      case Op::AG:
        finite();
        expect(claim.holds == (node.op == Op::EF) && context_.truth(node.left, states.back()) == claim.holds);
        return;
      case Op::EU:
        finite();
        expect(claim.holds && everywhere(node.left, true, before_last) && context_.truth(node.right, states.back()));
        return;
      case Op::EG:
      case Op::AF:
        infinite();
        expect(claim.holds == (node.op == Op::EG) && everywhere(node.left, claim.holds, states.size()));
        return;
      case Op::AU:
        expect(!claim.holds && everywhere(node.right, false, states.size()) &&
               (path.loop || !context_.truth(node.left, states.back())));
        return;
      case Op::EXn:
      case Op::AXn:
      case Op::EFn:
      case Op::AGn:
      case Op::EGn:
      case Op::AFn:
      case Op::EUn:
      case Op::AUn:
        finite();
        expect(counted(claim, node, path));
        return;
      case Op::PathE:
      case Op::PathA:
        infinite();
        expect(claim.holds == (node.op == Op::PathE) && on_path(node.left, path) == claim.holds);
        return;
      case Op::PathEf:
      case Op::PathAf:
        infinite();
        require(path.last.has_value(), "a finite trace was expected");
        expect(claim.holds == (node.op == Op::PathEf) && on_path(node.left, path) == claim.holds);
        return;
      default:
        static_assert(
            logic::covers(Family::Branching, {Op::EX, Op::AX, Op::EF, Op::AF, Op::EG, Op::AG, Op::EU, Op::AU, Op::EXn,
                                              Op::AXn, Op::EFn, Op::AFn, Op::EGn, Op::AGn, Op::EUn, Op::AUn}));
        static_assert(logic::covers(Family::PathQuantifier, {Op::PathA, Op::PathE, Op::PathAf, Op::PathEf}));
        fail("no path can show " + context_.text(claim.formula));
    }
  }

  // A finite path whose number of steps the bound of the operator asks for. With an open end it has as many as the
  // lower end, and the claim about its last state is that of the operator without the bound.
  bool counted(const Claim& claim, const Node& node, const WitnessPath& path) {
    const std::vector<WitnessState>& states = path.states;
    const logic::Interval& interval = context_.pool.interval(node);
    const Op plain = logic::without_bound(node.op);
    const std::uint64_t steps = states.size() - 1 + added_steps(path);
    auto all = [&](Formula f, bool value, std::uint64_t from, std::uint64_t to) {  // of the times, `to` excluded
      for (std::size_t i = 0; i < states.size(); ++i) {
        if (is_met_between(path, i, from, to) && context_.truth(f, states[i]) != value) return false;
      }
      return true;
    };
    const bool existential = plain == Op::EX || plain == Op::EF || plain == Op::EG || plain == Op::EU;
    if (claim.holds != existential) return false;
    const bool fails_early = plain == Op::AU && !context_.known(node.left, states.back()).value_or(true);
    if (interval.is_open()) {
      if (plain == Op::EU && !all(node.left, true, 0, steps)) return false;
      if (plain == Op::AU && steps < interval.first) return fails_early;
      return steps == interval.first && context_.truth(without_bound(node), states.back()) == claim.holds;
    }
    switch (plain) {
      case Op::EG:
      case Op::AF:
        return steps == interval.last && all(node.left, claim.holds, interval.first, steps + 1);
      case Op::AU:
        if (!all(node.right, false, interval.first, steps + 1)) return false;
        return steps == interval.last || (steps < interval.last && fails_early);
      case Op::EU:
        return steps >= interval.first && steps <= interval.last && all(node.left, true, 0, steps) &&
               context_.truth(node.right, states.back());
      default:
        return steps >= interval.first && steps <= interval.last &&
               context_.truth(node.left, states.back()) == claim.holds;
    }
  }

  static std::uint64_t added_steps(const WitnessPath& path) { return path.stretch ? path.stretch->added_steps() : 0; }

  // Whether the walk is at this position at some time from `begin` on and before `end`.
  static bool is_met_between(const WitnessPath& path, std::size_t position, std::uint64_t begin, std::uint64_t end) {
    if (!path.stretch || position <= path.stretch->from) return begin <= position && position < end;
    const Stretch& part = *path.stretch;
    const std::uint64_t last = position + added_steps(path);
    if (position > part.to) return begin <= last && last < end;
    const std::uint64_t late = begin <= position ? 0 : (begin - position + part.period() - 1) / part.period();
    return late <= part.times.value_or(0) && position + late * part.period() < end;
  }

  // The formula of this node without its bound, which the witness must speak of.
  Formula without_bound(const Node& node) const {
    for (const Claim& claim : witness_.claims) {
      const Node& other = context_.pool[claim.formula];
      if (other.op == logic::without_bound(node.op) && other.left == node.left && other.right == node.right) {
        return claim.formula;
      }
    }
    fail("nothing is said about the operator without its bound");
  }

  bool on_path(Formula f, const WitnessPath& path) {
    require(path.states.size() + added_steps(path) <= kMaxEvaluatedPath, "a path that is too long to be evaluated");
    Lasso lasso{{path.states.begin(), path.states.end()}, *path.loop, path.last.value_or(0), path.stretch};
    StateTruth truth = [&](Formula g, StateIndex s) { return context_.truth(g, s); };
    if (path.last) return evaluate_on_trace(context_.pool, f, lasso, witness_.finite_tests, truth).front();
    return evaluate_on_lasso(context_.pool, f, lasso, truth).front();
  }

  // Each of the states looks alike, and the operand holds there; the state itself is among them.
  void check_possible(const Claim& claim, const Node& node) {
    require(claim.holds && (node.op == Op::Knows || node.op == Op::Distributed), "no states can show this");
    const std::vector<AgentId> members = node.op == Op::Knows ? std::vector{*model().agent_of(node.name)}
                                                              : model().groups[*model().group_of(node.name)].members;
    bool itself = false;
    for (std::size_t l : claim.links) {
      const WitnessLink& link = witness_.links.at(l);
      require(link.from == claim.state && link.agents == members, "a link of other agents");
      require(link.kind == (node.op == Op::Knows ? LinkKind::Knows : LinkKind::Distributed), "a link of another kind");
      require(context_.truth(node.left, link.to), "what is known is false in a state that is possible");
      itself = itself || link.to == claim.state;
    }
    // With memory the same state may have another name among what others consider possible.
    require(itself || has_memory(), "the state itself is possible");
    require(!context_.oracle.holds || context_.oracle.holds(claim.formula, state(claim.state)),
            "what is said to be known is not: " + context_.text(claim.formula));
  }

  void check_alike(const Claim& claim, const Node& node) {
    std::vector<AgentId> members;
    LinkKind kind = LinkKind::Knows;
    switch (node.op) {
      case Op::Knows:
        members = {*model().agent_of(node.name)};
        break;
      case Op::Everybody:
        kind = LinkKind::Everybody;
        break;
      case Op::Common:
        kind = LinkKind::Common;
        break;
      case Op::Distributed:
        kind = LinkKind::Distributed;
        break;
      default:
        static_assert(logic::covers(Family::Knowledge, {Op::Knows, Op::Everybody, Op::Common, Op::Distributed}));
        fail("no link can show " + context_.text(claim.formula));
    }
    if (node.op != Op::Knows) members = model().groups[*model().group_of(node.name)].members;
    require(!claim.holds, "a link cannot show that something is known");
    require(kind == LinkKind::Common || claim.links.size() == 1, "one link was expected");
    WitnessState at = claim.state;
    for (std::size_t l : claim.links) {
      const WitnessLink& link = witness_.links.at(l);
      require(link.from == at && link.kind == kind, "a link from elsewhere");
      bool one =
          link.agents.size() == 1 && std::find(members.begin(), members.end(), link.agents.front()) != members.end();
      require(kind == LinkKind::Distributed ? link.agents == members : one, "a link of other agents");
      at = link.to;
    }
    require(!context_.truth(node.left, at), "the operand holds in the state that looks alike");
  }

  ReplayContext& context_;
  const Witness& witness_;
};

}  // namespace

void replay(const Interpreter& interpreter, const logic::FormulaPool& pool, Formula formula, bool holds,
            const Witness& witness, const ReplayOracle& oracle) {
  ReplayContext context(interpreter, pool, witness, oracle);
  Replay(context).run(formula, holds);
}

void replay_ways(const Interpreter& interpreter, const Witness& witness) {
  ReplayContext context(interpreter, interpreter.model().pool, witness, {});
  Replay(context).run_ways();
}

}  // namespace gnomon::explicit_state
