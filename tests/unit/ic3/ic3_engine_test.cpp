// The engine: knowledge, fairness and deadlocks on random models, and what it refuses.
#include "ic3/ic3_engine.h"

#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "desk.h"
#include "random_invariants.h"
#include "reference/history_tree.h"

namespace gnomon::test {
namespace {

using engine::Outcome;
using engine::ReasonKind;
using engine::Verdict;

bool expected(Subject& subject, const logic::Property& property) {
  if (property.knowledge == logic::KnowledgeSemantics::Observational) return subject.evaluator().verdict(property);
  reference::HistoryOptions options;
  options.semantics = property.knowledge;
  return reference::UnfoldingEvaluator(subject.graph(), subject.evaluator(), options, Subject::default_options())
      .verdict(property.formula);
}

void compare_knowledge(logic::KnowledgeSemantics knowledge, std::uint64_t first_seed) {
  std::map<Verdict, std::size_t> seen;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    std::unique_ptr<Subject> subject = random_subject(first_seed + seed);
    ASSERT_NE(subject, nullptr);
    for (const std::string& text : epistemic_candidates(*subject)) {
      for (const char* form : {"AG (", "("}) {
        logic::Property property;
        property.formula = subject->formula(form + text + ")");
        property.knowledge = knowledge;
        const Outcome outcome = Desk(subject->model()).answer(property);
        ASSERT_NE(outcome.verdict, Verdict::Unknown) << text << ": " << outcome.reason->words;
        ASSERT_EQ(outcome.verdict == Verdict::True, expected(*subject, property))
            << form << text << " with seed " << seed;
        ASSERT_EQ(outcome.certificate.empty(), outcome.verdict == Verdict::False);
        ++seen[outcome.verdict];
      }
    }
  }
  EXPECT_GE(seen[Verdict::True], 50u);
  EXPECT_GE(seen[Verdict::False], 50u);
}

TEST(Ic3Engine, DecidesInvariantsOfKnowledge) {
  compare_knowledge(logic::KnowledgeSemantics::Observational, 35'000'000);
}

TEST(Ic3Engine, DecidesInvariantsOfKnowledgeWithAClock) {
  compare_knowledge(logic::KnowledgeSemantics::Clock, 37'000'000);
}

TEST(Ic3Engine, DecidesInvariantsUnderFairness) {
  std::map<Verdict, std::size_t> seen;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    std::unique_ptr<Subject> subject = random_subject(36'000'000 + seed, 100);
    ASSERT_NE(subject, nullptr);
    for (const std::string& text : boolean_candidates(subject->model())) {
      logic::Property property;
      property.formula = subject->formula("AG " + text);
      const Outcome outcome = Desk(subject->model()).answer(property);
      ++seen[outcome.verdict];
      if (outcome.verdict == Verdict::Unknown) {
        ASSERT_EQ(outcome.reason->kind, ReasonKind::Unsupported) << "a constraint that is no proposition";
        continue;
      }
      ASSERT_EQ(outcome.verdict == Verdict::True, subject->evaluator().verdict(property)) << text << " " << seed;
    }
  }
  EXPECT_GE(seen[Verdict::True], 30u);
  EXPECT_GE(seen[Verdict::False], 30u);
}

// x goes from 0 to 3 and stops there, in a deadlock, because 4 is out of range; b says that it has left 0.
const char* const kStops = R"(
Agent Only
  Vars: x : 0 .. 3; b : boolean; end Vars
  Actions = {go, stay};
  Protocol: x < 3 : {go, stay}; Other : {go}; end Protocol
  Evolution:
    x = x + 1 and b = true if Action = go;
  end Evolution
end Agent
Evaluation
  low if Only.x < 3;
  begun if Only.b = true;
  at0 if Only.x = 0;
  at2 if Only.x = 2;
end Evaluation
InitStates Only.x = 0 and Only.b = false; end InitStates
Groups g = {Only}; end Groups
Formulae at0; end Formulae
)";

TEST(Ic3Engine, CountsThePathsThatTheFormulaSpeaksOf) {
  std::unique_ptr<Subject> subject = Subject::load(kStops);
  ASSERT_NE(subject, nullptr);
  auto verdict = [&](const std::string& text) {
    logic::Property property;
    property.formula = subject->formula(text);
    return Desk(subject->model()).answer(property).verdict;
  };
  EXPECT_EQ(verdict("AG low"), Verdict::False);
  EXPECT_EQ(verdict("!EF !low"), Verdict::False);
  EXPECT_EQ(verdict("AG (begun or at0)"), Verdict::True);
  EXPECT_EQ(verdict("at0 and AG (begun or at0) and AG (at2 -> begun)"), Verdict::True);
  EXPECT_EQ(verdict("at0 and AG (begun or at0) and AG !at2"), Verdict::False);
  EXPECT_EQ(verdict("!at0 and AG (begun or at0)"), Verdict::False);
  EXPECT_EQ(verdict("LTL G (begun or at0)"), Verdict::True);
  EXPECT_EQ(verdict("LTL G !at2"), Verdict::False) << "one may stay at 2 for ever";
  EXPECT_EQ(verdict("LTL G low"), Verdict::True) << "no infinite path gets to 3";
  EXPECT_EQ(verdict("CTL* A ((G low) and G (begun or at0))"), Verdict::True);
  EXPECT_EQ(verdict("CTL* A G AG low"), Verdict::False) << "a state with an infinite path leads to 3";
}

// x goes from 0 to 3; nobody sees it, but with a clock everybody knows where it is.
TEST(Ic3Engine, TellsTheTimeOnlyWhereThatIsAsked) {
  std::unique_ptr<Subject> subject = Subject::load(R"(
Agent Environment
  Vars: x : 0 .. 3; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if x < 3; end Evolution
end Agent
Agent Blind
  Vars: v : boolean; end Vars
  Actions = {none};
  RedStates: v = true; end RedStates
end Agent
Evaluation
  at0 if Environment.x = 0;
  at2 if Environment.x = 2;
end Evaluation
InitStates Environment.x = 0 and Blind.v = false; end InitStates
Formulae at0; end Formulae
)");
  ASSERT_NE(subject, nullptr);
  using logic::KnowledgeSemantics;
  auto verdict = [&](const std::string& text, KnowledgeSemantics knowledge) {
    logic::Property property;
    property.formula = subject->formula(text);
    property.knowledge = knowledge;
    return Desk(subject->model()).answer(property).verdict;
  };
  EXPECT_EQ(verdict("AG (at2 -> K(Blind, at2))", KnowledgeSemantics::Clock), Verdict::True);
  EXPECT_EQ(verdict("AG (at2 -> K(Blind, at2))", KnowledgeSemantics::Observational), Verdict::False);
  EXPECT_EQ(verdict("K(Blind, at0)", KnowledgeSemantics::Clock), Verdict::True);
  EXPECT_EQ(verdict("K(Blind, at0)", KnowledgeSemantics::Observational), Verdict::False) << "a later state looks alike";
  EXPECT_EQ(verdict("O(Blind, !at2)", KnowledgeSemantics::Clock), Verdict::False) << "obligation knows no time";
}

TEST(Ic3Engine, ShowsWhatItFound) {
  std::unique_ptr<Subject> subject = Subject::load(kStops);
  ASSERT_NE(subject, nullptr);
  logic::Property fails;
  fails.formula = subject->formula("AG low");
  Desk desk(subject->model());
  EXPECT_EQ(desk.answer(fails).depth, 3u);
  EXPECT_NE(desk.evidence().labels, nullptr);
  logic::Property holds;
  holds.formula = subject->formula("AG (begun or at0)");
  Desk other(subject->model());
  const Outcome outcome = other.answer(holds);
  EXPECT_EQ(outcome.basis, engine::Basis::Induction);
  EXPECT_NE(outcome.certificate.find("always"), std::string::npos);
  EXPECT_NE(outcome.certificate.find("Only.b = false"), std::string::npos) << outcome.certificate;
  EXPECT_EQ(other.evidence().labels, nullptr);
  EXPECT_NE(other.evidence().none, "");
}

TEST(Ic3Engine, RefusesTheRest) {
  std::unique_ptr<Subject> subject = Subject::load(kStops);
  ASSERT_NE(subject, nullptr);
  auto refuses = [&](const std::string& text, auto knowledge) {
    logic::Property property;
    property.formula = subject->formula(text);
    property.knowledge = knowledge;
    const Outcome outcome = Desk(subject->model()).answer(property);
    return outcome.reason && outcome.reason->kind == ReasonKind::Unsupported && !outcome.reason->words.empty();
  };
  using logic::KnowledgeSemantics;
  for (const char* text :
       {"EF begun", "AG EF begun", "AF AG begun", "AG !K(Only, begun)", "AG GCK(g, low)", "<g>F begun",
        "AF K(Only, begun)", "LTL F K(Only, begun)", "CTL* A F A G begun", "(AF begun) or AF low",
        "AG K(Only, begun or K(Only, low or K(Only, at2 or K(Only, at0))))"}) {
    EXPECT_TRUE(refuses(text, KnowledgeSemantics::Observational)) << text;
  }
  EXPECT_FALSE(refuses("AG K(Only, begun or K(Only, low or K(Only, at2)))", KnowledgeSemantics::Observational));
  EXPECT_TRUE(refuses("AG K(Only, low)", KnowledgeSemantics::Recall));
  EXPECT_FALSE(refuses("AG K(Only, low)", KnowledgeSemantics::Clock));
  EXPECT_TRUE(refuses("AG (K(Only, low) or O(Only, low))", KnowledgeSemantics::Clock));
  EXPECT_FALSE(refuses("AG low", KnowledgeSemantics::Recall)) << "without knowledge nothing is remembered";
}

}  // namespace
}  // namespace gnomon::test
