// Both shapes of the relation on models that are built to be split, by a variable, by an action and by lines, and on
// models that must not be: the same images and preimages, those of the interpreter.
#include "model/transition.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "model/monotone.h"
#include "model/symbolic_model.h"
#include "models.h"
#include "support/rng.h"

namespace gnomon::model {
namespace {

Explorer& explored(SymbolicModel& model) {
  model.explorer().finish();
  return model.explorer();
}

using test::State;

// Eight agents, of which the token of the Environment lets one move.
std::string token_ring(bool overflowing) {
  std::string text =
      "Agent Environment\n  Obsvars:\n    token : 0 .. 7;\n  end Obsvars\n  Actions = {pass, hold};\n"
      "  Evolution:\n    token = token + 1 if Action = pass and token < 7;\n"
      "    token = 0 if Action = pass and token = 7;\n  end Evolution\nend Agent\n";
  for (int i = 0; i < 8; ++i) {
    std::string k = std::to_string(i);
    text += "Agent A" + k + "\n  Vars:\n    x : 0 .. 2;\n  end Vars\n  Actions = {go, stop};\n" +
            "  Protocol:\n    x = 1 : {go};\n    Other : {go, stop};\n  end Protocol\n  Evolution:\n" +
            (overflowing ? "    x = x + 1 if Action = go and Environment.token = " + k + ";\n"
                         : "    x = x + 1 if Action = go and Environment.token = " + k + " and x < 2;\n" +
                               "    x = 0 if Action = go and Environment.token = " + k + " and x = 2;\n") +
            "  end Evolution\nend Agent\n";
  }
  text += "Evaluation\n  p if A0.x = 1;\nend Evaluation\nInitStates\n  Environment.token = 0";
  for (int i = 0; i < 8; ++i) text += " and A" + std::to_string(i) + ".x = 0";
  return text + ";\nend InitStates\nFormulae\n  p;\nend Formulae\n";
}

// The Environment's action names the agent that moves.
std::string called_agents() {
  std::string text = "Agent Environment\n  Vars:\n    count : 0 .. 3;\n  end Vars\n  Actions = {";
  for (int i = 0; i < 8; ++i) text += (i == 0 ? "call" : ", call") + std::to_string(i);
  text +=
      "};\n  Protocol:\n    count = 3 : {call0, call5};\n    Other : {call0, call1, call2, call3, call4, call6, "
      "call7};\n  end Protocol\n  Evolution:\n    count = count + 1 if Action = call7 and count < 3;\n"
      "  end Evolution\nend Agent\n";
  for (int i = 0; i < 8; ++i) {
    std::string k = std::to_string(i);
    text += "Agent A" + k + "\n  Vars:\n    x : 0 .. 2;\n  end Vars\n  Actions = {up, down};\n  Protocol:\n" +
            "    x = 0 : {up};\n    Other : {up, down};\n  end Protocol\n  Evolution:\n" +
            "    x = x + 1 if Environment.Action = call" + k + " and Action = up;\n" +
            "    x = x - 1 if Environment.Action = call" + k + " and Action = down;\n  end Evolution\nend Agent\n";
  }
  text += "Evaluation\n  p if A0.x = 1;\nend Evaluation\nInitStates\n  Environment.count = 0";
  for (int i = 0; i < 8; ++i) text += " and A" + std::to_string(i) + ".x = 0";
  return text + ";\nend InitStates\nFormulae\n  p;\nend Formulae\n";
}

// Four groups of eight flags: g chooses the group, the selector of the group the flag. No field alone leaves few flags.
std::string groups_of_flags() {
  std::string vars = "    g : 0 .. 3;\n", lines;
  for (int k = 0; k < 4; ++k) {
    std::string group = std::to_string(k);
    vars += "    s" + group + " : 0 .. 7;\n";
    lines += "    g = " + std::to_string((k + 1) % 4) + " and s" + group + " = 0 if g = " + group + " and s" + group +
             " = 7 and Action = b;\n";
    for (int i = 0; i < 8; ++i) {
      std::string flag = "f" + group + std::to_string(i);
      vars += "    " + flag + " : boolean;\n";
      lines += "    " + flag + " = ~" + flag + " and s" + group + " = " + std::to_string((3 * i + 1) % 8) +
               " if g = " + group + " and s" + group + " = " + std::to_string(i) + " and Action = a;\n";
    }
  }
  return test::one_agent(vars, lines, "Ag.g = 0 and Ag.s0 = 0 and Ag.s1 = 0 and Ag.s2 = 0 and Ag.s3 = 0", "{a, b}");
}

// Ten counters whose lines are alternatives: any one that is enabled may be taken. One line assigns two of them, some
// leave the range, which is no step, and in some states no line is enabled.
std::string overlapping_counters() {
  std::string vars, lines, initial;
  for (int i = 0; i < 10; ++i) {
    const std::string x = "x" + std::to_string(i), next = "x" + std::to_string((i + 1) % 10);
    vars += "    " + x + " : 0 .. 2;\n";
    lines +=
        "    " + x + " = " + x + " + 1 if " + (i % 3 == 0 ? "" : x + " < 2 and ") + next + " = 0 and Action = up;\n";
    lines += "    " + x + " = 0 if " + x + " = 2 and Action = down;\n";
    initial += (i == 0 ? "Ag." : " and Ag.") + x + " = 0";
  }
  lines += "    x2 = x7 and x7 = x2 if x2 < x7 and Action = down;\n";
  return test::one_agent(vars, lines, initial, "{up, down}");
}

using Fields = std::vector<std::string>;

// mu Z. target or (through and preimage(Z)), as it is written.
StateSet leading_by_definition(const Transition& transition, const StateSet& through, const StateSet& target) {
  StateSet all = target;
  for (StateSet before; before != all;) {
    before = all;
    all |= transition.preimage(all) & through;
  }
  return all;
}

// The way back to a random state, through all states and through half of them.
void compare_ways_back(SymbolicModel& model, const State& target, const State& other) {
  const StateSet here = model.singleton(target);
  const bdd::Var bit = model.encoding().variable(ispl::VarId(0)).current[0];
  const bool high = !model.singleton(other).bdd().subset_of(model.manager().literal(bit, false));
  for (const Transition* steps : {&model.transition(), &model.recurrent_transition()}) {
    for (const StateSet& through : {model.valid(), StateSet(model.manager().literal(bit, high)), model.none()}) {
      ASSERT_EQ(leading_to(*steps, through, here), leading_by_definition(*steps, through, here));
      // Within the reachable states it does not matter what is elsewhere.
      const StateSet inside = through & model.reachable();
      ASSERT_EQ(leading_to(*steps, inside, here, model.reachable()) & model.reachable(),
                leading_by_definition(*steps, inside, here & model.reachable()));
    }
  }
}

// Random states of the whole space: successors and predecessors in both shapes and both orders.
void compare(const std::string& text, const Fields& split) {
  auto subject = test::interpret_or_fail(text);
  const ispl::CheckedModel& model = subject->model;
  for (OrderStrategy order : {OrderStrategy::Force, OrderStrategy::Declaration}) {
    ModelOptions options;
    options.order = order;
    SymbolicModel automatic(model, options);
    options.shape = TransitionShape::Conjunctive;
    SymbolicModel conjunctive(model, options);
    Fields found = automatic.transition().split_by();
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, split);
    EXPECT_EQ(conjunctive.transition().split_by(), Fields{});
    EXPECT_EQ(conjunctive.transition().pieces(), 1u);
    test::Rng rng(7);
    std::size_t moved = 0;
    State last;
    for (int k = 0; k < 150; ++k) {
      State state;
      for (const ispl::Variable& variable : model.variables) {
        state.push_back(variable.type.value_at(rng.below(variable.type.size())));
      }
      std::vector<State> successors = subject->interpreter.all_successors(state);
      for (SymbolicModel* symbolic : {&automatic, &conjunctive}) {
        StateSet here = symbolic->singleton(state);
        StateSet image = symbolic->transition().image(here);
        StateSet expected = symbolic->none();
        for (const State& next : successors) expected |= symbolic->singleton(next);
        ASSERT_EQ(image, expected);
        ASSERT_EQ(symbolic->count(image), successors.size());
        moved += image == here || image.empty() ? 0u : 1u;
        // A step back from every successor, and none from all other states.
        for (const State& next : successors) {
          ASSERT_TRUE(here.subset_of(symbolic->transition().preimage(symbolic->singleton(next))));
        }
        StateSet others = StateSet(symbolic->manager().constant(true)) - image;
        ASSERT_TRUE(here.disjoint_from(symbolic->transition().preimage(others)));
        for (std::size_t piece = 0; piece < symbolic->transition().pieces(); ++piece) {
          StateSet by_piece = symbolic->transition().image(here, piece);
          ASSERT_TRUE(by_piece.subset_of(symbolic->transition().range(piece)));
          ASSERT_TRUE(by_piece.empty() || here.subset_of(symbolic->transition().guard(piece)));
        }
        StateSet recurrent = symbolic->none();
        const auto monotone = monotone_variables(symbolic->encoding(), symbolic->evolution());
        for (const State& next : successors) {
          bool same = true;
          for (ispl::VarId var : monotone) same = same && state[var.index()] == next[var.index()];
          if (same) recurrent |= symbolic->singleton(next);
        }
        ASSERT_EQ(symbolic->recurrent_transition().image(here), recurrent);
        if (k % 10 == 1) compare_ways_back(*symbolic, state, last);
      }
      last = state;
    }
    EXPECT_GT(moved, 30u);
    for (SymbolicModel* symbolic : {&automatic, &conjunctive}) {
      const StateSet everything(symbolic->manager().constant(true));
      for (const Transition* steps : {&symbolic->transition(), &symbolic->recurrent_transition()}) {
        EXPECT_EQ(steps->with_successor(), steps->preimage(everything));
      }
    }
    EXPECT_EQ(automatic.count(automatic.reachable()), conjunctive.count(conjunctive.reachable()));
    EXPECT_EQ(explored(automatic).depth().has_value(), split.empty()) << "a split relation is explored by chaining";
    options.shape = TransitionShape::Automatic;
    options.reach.exploration = Exploration::BreadthFirst;
    SymbolicModel in_layers(model, options);
    EXPECT_EQ(in_layers.count(in_layers.reachable()), conjunctive.count(conjunctive.reachable()));
    EXPECT_EQ(explored(in_layers).depth(), explored(conjunctive).depth());
  }
}

TEST(Transition, SplitByAVariable) {
  compare(token_ring(false), {"Environment.token"});
}

TEST(Transition, SplitByAVariableWithBlockedMoves) {
  compare(token_ring(true), {"Environment.token"});
}

TEST(Transition, SplitByAnAction) {
  compare(called_agents(), {"Environment.Action"});
}

TEST(Transition, SplitByLinesThatAreAlternatives) {
  compare(overlapping_counters(), {"lines of Ag"});
  auto subject = test::interpret_or_fail(overlapping_counters());
  SymbolicModel model(subject->model);
  EXPECT_EQ(model.transition().pieces(), 12u) << "ten counters, two together, and no line at all";
}

TEST(Transition, PiecesAreSplitAgain) {
  compare(groups_of_flags(), {"Ag.g", "Ag.s0", "Ag.s1", "Ag.s2", "Ag.s3"});
}

TEST(Transition, PiecesOfTheTokenRing) {
  auto subject = test::interpret_or_fail(token_ring(false));
  SymbolicModel model(subject->model);
  EXPECT_EQ(model.transition().pieces(), 8u);
  EXPECT_GE(model.transition().clusters(), 8u);
  EXPECT_GT(model.transition().nodes(), 0u);
}

// Everybody moves in every step: there is nothing to split.
TEST(Transition, NoSplitWhereAllMove) {
  std::string vars, lines;
  for (int i = 0; i < 10; ++i) {
    std::string x = "x" + std::to_string(i);
    vars += "    " + x + " : boolean;\n";
    lines += "    " + x + " = ~" + x + " if Action = a;\n    " + x + " = x" + std::to_string((i + 1) % 10) +
             " if Action = b;\n";
  }
  compare(test::one_agent(vars, lines, "Ag.x0 = true", "{a, b, c}", "", "SingleAssignment"), {});
}

}  // namespace
}  // namespace gnomon::model
