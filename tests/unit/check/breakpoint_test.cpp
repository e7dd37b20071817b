// The breakpoint construction, on infinite paths and on finite traces, against the explicit semantics.
#include "check/breakpoint.h"

#include <gtest/gtest.h>

#include "small_models.h"

namespace gnomon::check {
namespace {

using logic::Traces;
using test::Checked;

automata::AlternatingAutomaton alternating(Checked& run, const std::string& text, Traces traces) {
  return automata::build_alternating(run.subject().model().pool, run.path(text, traces), traces).value();
}

TEST(Breakpoint, AgreesWithTheExplicitSemantics) {
  std::vector<std::string> formulas = test::quantified_ltl();
  for (const char* f : {"<(x0;x1)*>x2", "[(x0;x1)*](x0 or x2)", "<true*;x1?>G x1", "[true*]<true*>x2",
                        "(F x0) and [(true;true)*]!x0", "!(<(x0 + x1)*;x2?>X x0)"}) {
    formulas.push_back("CDL* E(" + std::string(f) + ")");
  }
  for (const std::string& model : test::models_for_paths()) {
    Checked run(model);
    VariableReserve reserve;
    for (const std::string& text : formulas) {
      const automata::AlternatingAutomaton automaton = alternating(run, text, Traces::Infinite);
      Breakpoint<Frame> construction(run.labelling(text), automaton, reserve);
      EXPECT_EQ(run.members(construction.accepted_from()), run.expected(text)) << text << "\n" << model;
    }
  }
}

TEST(Breakpoint, FiniteTraces) {
  for (const std::string& model : test::models_for_paths()) {
    Checked run(model);
    VariableReserve reserve;
    for (const char* f : {"X x1", "G x1", "F x2", "x0 U x1", "!(X true)", "<(x0;x1)*>x2", "[true*](x0 or X true)",
                          "(F x0) and !(F x2)", "<x1*>[true]false and !F x0"}) {
      const std::string text = "CDL*f E(" + std::string(f) + ")";
      const automata::AlternatingAutomaton automaton = alternating(run, text, Traces::Finite);
      Labelling& labelling = run.labelling(text);
      Breakpoint<Frame> construction(labelling, automaton, reserve);
      EXPECT_EQ(run.members(construction.matched_from(labelling.space().with_path())), run.expected(text))
          << text << "\n"
          << model;
    }
  }
}

// A trace may end in the given states only.
TEST(Breakpoint, TracesEndWhereTheyMay) {
  Checked run(test::ring_model());
  VariableReserve reserve;
  const std::string text = "CDL*f E(G x1)";
  const automata::AlternatingAutomaton automaton = alternating(run, text, Traces::Finite);
  Labelling& labelling = run.labelling(text);
  const StateSet x1 = labelling.states(run.subject().formula("x1"));
  EXPECT_EQ(run.values(Breakpoint<Frame>(labelling, automaton, reserve).matched_from(x1)), "1");
  const StateSet elsewhere = labelling.space().complement(x1);
  EXPECT_EQ(run.values(Breakpoint<Frame>(labelling, automaton, reserve).matched_from(elsewhere)), "");
}

}  // namespace
}  // namespace gnomon::check
