// Random models and formulas about knowledge with memory: every verdict that something can be shown for is explained, and
// every explanation has been replayed with information sets that are worked out state by state.
#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "explicit/information.h"
#include "explicit/replay.h"
#include "recall/harness/memory_case.h"
#include "recall/harness/memory_run.h"
#include "recall/prepare.h"
#include "support/seeds.h"
#include "witness/memory_explain.h"
#include "witness/rules.h"

namespace gnomon::test {
namespace {

struct MemoryWitnessTally {
  std::size_t formulas = 0;
  std::size_t showable = 0;   // false universal and true existential ones, and Boolean ones of both
  std::size_t explained = 0;  // of these
  std::size_t boolean = 0;    // likewise
  std::size_t links = 0;
  std::size_t loops = 0;
  std::size_t looks = 0;
};

const std::vector<MemoryFamily>& explained_families() {
  static const std::vector<MemoryFamily> all{
      {.name = "Ctl", .formula_size = 6},
      {.name = "Alternation", .formula_size = 6, .state_space = 8, .max_agents = 3},
      {.name = "Fair", .formula_size = 6, .fairness = 100},
      {.name = "ClockCtl", .recall = false, .formula_size = 7},
      {.name = "Ltl", .fragment = Fragment::Ltl, .state_space = 12},
      {.name = "CtlStar", .fragment = Fragment::CtlStar, .state_space = 12},
      {.name = "LtlTinyAutomata", .fragment = Fragment::Ltl, .state_space = 12, .automaton_states = 1},
      {.name = "ClockCtlStar", .fragment = Fragment::CtlStar, .recall = false, .state_space = 16},
      {.name = "Ldl", .fragment = Fragment::Ldl, .formula_size = 4, .state_space = 12},
      {.name = "LdlTinyAutomata",
       .fragment = Fragment::Ldl,
       .formula_size = 4,
       .state_space = 12,
       .automaton_states = 1},
      {.name = "FiniteTinyAutomata",
       .fragment = Fragment::CdlStarFinite,
       .formula_size = 4,
       .state_space = 12,
       .automaton_states = 1},
      {.name = "BoundedCtl", .formula_size = 6, .bounds = 70},
      {.name = "BoundedClockCtl", .recall = false, .formula_size = 6, .bounds = 70},
      {.name = "BoundedFair", .formula_size = 6, .fairness = 60, .bounds = 70},
      {.name = "BoundedLtl", .fragment = Fragment::Ltl, .formula_size = 4, .state_space = 12, .bounds = 60},
      {.name = "CdlStarFinite", .fragment = Fragment::CdlStarFinite, .formula_size = 4, .state_space = 12},
  };
  return all;
}

// Whether an explanation of a verdict must have something to show: a path, another history, a look; or it consists of
// facts alone. Nothing to show are verdicts about all paths or all histories. A Boolean formula follows from its parts,
// whose values are those in the only initial state; common knowledge may fail right there. Operands come first.
class Showable {
 public:
  Showable(MemoryRun& run, logic::Property property) : run_(run), property_(property) {}

  bool operator()(logic::Formula f, bool holds, bool one_initial_state) {
    const Parts parts = of(f, holds, one_initial_state);
    return parts.something || parts.everything;
  }

 private:
  struct Parts {
    bool something = false;
    bool everything = false;  // nothing is taken without being shown
  };

  bool value(logic::Formula f) {
    logic::Property part = property_;
    part.formula = f;
    return run_.check(part).holds;
  }

  Parts of(logic::Formula f, bool holds, bool one_initial_state) {
    using logic::Op;
    const logic::FormulaPool& pool = run_.model().pool;
    const logic::Node node = pool[f];
    const logic::Family family = logic::family_of(node.op);
    if (family == logic::Family::Atom) return {false, one_initial_state};
    if (family == logic::Family::Strategic) return {};
    if (family == logic::Family::Observation) return {true, true};
    const bool by_parts = family == logic::Family::Boolean || node.op == Op::Common;
    if (!by_parts) return witness::can_be_shown(pool, f, holds) ? Parts{true, true} : Parts{};
    if (!one_initial_state) return {};
    if (node.op == Op::Not) return of(node.left, !holds, true);
    if (node.op == Op::Common) {
      if (holds) return {};
      return value(node.left) ? Parts{true, true} : of(node.left, false, true);
    }
    const bool left = value(node.left);
    const bool right = value(node.right);
    const Parts of_left = of(node.left, left, true);
    const Parts of_right = of(node.right, right, true);
    const bool decides_left = node.op == Op::Implies ? !left : left == holds;
    const bool one_is_enough = node.op != Op::Iff && holds == (node.op != Op::And);
    if (!one_is_enough) {
      return {of_left.something || of_right.something, of_left.everything && of_right.everything};
    }
    Parts best;
    for (const auto& [decides, part] : {std::pair(decides_left, of_left), std::pair(right == holds, of_right)}) {
      if (decides && (part.something || part.everything)) best = part;
    }
    return best;
  }

  MemoryRun& run_;
  logic::Property property_;
};

class MemoryWitnesses : public testing::TestWithParam<std::size_t> {};

TEST_P(MemoryWitnesses, ExplainAndReplay) {
  const MemoryFamily& family = explained_families()[GetParam()];
  const std::uint64_t models = seeds(150);
  MemoryWitnessTally tally;
  for (std::uint64_t k = 0; k < models; ++k) {
    const std::string text = random_memory_case(family, 77'000 * (GetParam() + 1) + k, 6).text();
    SCOPED_TRACE(text);
    recall::MemoryOptions memory_options;
    if (k % 4 == 3) memory_options.initial = recall::InitialInformation::All;
    MemoryRun run(text, memory_options);
    for (std::size_t i = 0; i < run.model().formulas.size(); ++i) {
      const logic::Property property = run.model().formulas[i].property;
      logic::FormulaPool& pool = run.model().pool;
      if (!recall::unsupported(pool, property.formula, property.knowledge).empty()) continue;
      if (property.knowledge == logic::KnowledgeSemantics::Observational) continue;
      const check::Frame& frame = run.labelling(property.formula).space();
      if ((run.symbolic().initial() & frame.states()).empty()) continue;
      ++tally.formulas;
      const bool holds = run.check(property).holds;
      recall::MemoryChecker checker(run.labelling(property.formula), run.options());
      witness::ExplainOptions explain_options;
      if (family.automaton_states != 0) {
        explain_options.paths.limits.states = family.automaton_states;
        explain_options.paths.limits.per_operator = 0;
      }
      witness::Explanation found;
      try {
        found = witness::explain_memory(checker, property.formula, property.knowledge, holds, explain_options);
      } catch (const std::logic_error& error) {
        FAIL() << run.model().formulas[i].text << ": " << error.what();
      }
      const logic::Formula prepared = recall::prepared(pool, property.formula);
      const bool one = frame.model().count(run.symbolic().initial() & frame.states()) == BigInt(1);
      if (Showable(run, property)(prepared, holds, one)) {
        ++tally.showable;
        tally.boolean += explicit_state::is_boolean(pool, prepared) ? 1 : 0;
        if (found.witness) ++tally.explained;
        EXPECT_TRUE(found.witness) << run.model().formulas[i].text << ": " << found.reason;
      }
      if (!found.witness) continue;
      for (const auto& path : found.witness->paths) tally.loops += path.loop ? 1 : 0;
      for (const auto& link : found.witness->links) {
        ++(link.kind == explicit_state::LinkKind::Look ? tally.looks : tally.links);
      }
    }
  }
  RecordProperty("boolean", std::to_string(tally.boolean));
  RecordProperty("explained", std::to_string(tally.explained) + " of " + std::to_string(tally.showable));
  EXPECT_GE(tally.formulas, models * 3);
  EXPECT_GE(tally.showable * 8, tally.formulas) << "too little to show";
  EXPECT_GE(tally.boolean, models / 150) << "no Boolean formula in a model with one initial state";
  EXPECT_GE(tally.links * 10, tally.formulas) << "too few histories that look alike";
}

INSTANTIATE_TEST_SUITE_P(Random, MemoryWitnesses, testing::Range<std::size_t>(0, explained_families().size()),
                         [](const auto& test) { return explained_families()[test.param].name; });

// The coin is thrown once; the player may peek at the first step, and forgets nothing.
constexpr const char* kCoin = R"(
Agent Environment
  Vars: coin : boolean; t : 0 .. 2; end Vars
  Actions = {none}; Protocol: Other : {none}; end Protocol
  Evolution: t = t + 1 if t < 2; end Evolution
end Agent
Agent Player
  Lobsvars = {t};
  Vars: seen : {nothing, heads, tails}; end Vars
  Actions = {peek, wait}; Protocol: Environment.t = 0 : {peek, wait}; Other : {wait}; end Protocol
  Evolution: seen = nothing if Environment.t = 1; end Evolution
end Agent
Evaluation coin if Environment.coin = true; late if Environment.t = 2; end Evaluation
InitStates Environment.t = 0 and Player.seen = nothing; end InitStates
Observations eye of Player = {Environment.coin}; end Observations
Formulae
  @recall AG (late -> K(Player, coin));
  @recall AF K(Player, late and coin);
  @recall AG !Delta(Player, eye, K(Player, coin));
  @clock AG (late -> K(Player, coin));
end Formulae
)";

// What a replay says about a witness that was tampered with; empty if it lets it pass.
std::string replayed(MemoryRun& run, const logic::Property& property, const explicit_state::Witness& witness) {
  try {
    explicit_state::replay(explicit_state::Interpreter(run.model()), run.model().pool, property.formula, false,
                           witness);
  } catch (const explicit_state::ReplayError& error) {
    return error.what();
  }
  return {};
}

TEST(MemoryForgery, IsRejected) {
  MemoryRun run(kCoin);
  std::size_t forged = 0;
  for (const ispl::Formula& formula : run.model().formulas) {
    recall::MemoryChecker checker(run.labelling(formula.property.formula), run.options());
    const witness::Explanation found =
        witness::explain_memory(checker, formula.property.formula, formula.property.knowledge, false);
    ASSERT_TRUE(found.witness) << formula.text << ": " << found.reason;
    ASSERT_EQ(replayed(run, formula.property, *found.witness), "") << formula.text;
    auto expect_rejected = [&](const char* what, auto&& change) {
      explicit_state::Witness forgery = *found.witness;
      if (!change(forgery)) return;
      ++forged;
      EXPECT_NE(replayed(run, formula.property, forgery), "") << formula.text << ": " << what;
    };
    expect_rejected("without memory", [](explicit_state::Witness& w) {
      const bool looks = std::any_of(w.links.begin(), w.links.end(),
                                     [](const auto& link) { return link.kind == explicit_state::LinkKind::Look; });
      w.knowledge = logic::KnowledgeSemantics::Observational;
      return looks;
    });
    expect_rejected("the history of a state that looks alike is left out", [](explicit_state::Witness& w) {
      const std::size_t before = w.paths.size();
      std::erase_if(w.paths, [&](const auto& path) {
        return path.purpose == explicit_state::PathPurpose::Reach && path.states.size() > 1;
      });
      return w.paths.size() < before;
    });
    expect_rejected("a history that is shorter", [](explicit_state::Witness& w) {
      for (auto& path : w.paths) {
        if (path.purpose != explicit_state::PathPurpose::Reach || path.states.size() < 2) continue;
        path.states.erase(path.states.begin());
        path.actions.erase(path.actions.begin());
        return true;
      }
      return false;
    });
    expect_rejected("a look that teaches nothing", [](explicit_state::Witness& w) {
      for (auto& link : w.links) {
        if (link.kind != explicit_state::LinkKind::Look || link.from == link.to) continue;
        link.to = link.from;
        return true;
      }
      return false;
    });
    expect_rejected("a link to a state of another time", [](explicit_state::Witness& w) {
      for (auto& link : w.links) {
        if (link.kind == explicit_state::LinkKind::Look || link.from == link.to || link.from == 0) continue;
        link.to = 0;
        link.seen.clear();
        return true;
      }
      return false;
    });
  }
  EXPECT_GE(forged, 8u);
}

}  // namespace
}  // namespace gnomon::test
