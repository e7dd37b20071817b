// Searches whose bound and answer can be read off the model.
#include <atomic>
#include <gtest/gtest.h>
#include <memory>
#include <stdexcept>
#include <string>

#include "check/frame.h"
#include "check/labelling.h"
#include "check/path.h"
#include "logic/fragment.h"
#include "oracle/harness/subject.h"
#include "sat/search.h"

namespace gnomon::test {
namespace {

using sat::Answer;
using sat::Search;

// A counter x from 0 to 5 with the given evolution lines, of which Watch sees the parity; propositions x0 to x5.
std::string counter(const std::string& lines, const std::string& initial, const std::string& extra = "") {
  std::string text =
      "Agent Environment\n  Vars:\n    x : 0 .. 5;\n    odd : boolean;\n  end Vars\n  Actions = {go, stay};\n"
      "  Protocol:\n    Other : {go, stay};\n  end Protocol\n  Evolution:\n" +
      lines +
      "  end Evolution\nend Agent\nAgent Watch\n  Lobsvars = {odd};\n  Vars:\n    w : boolean;\n  end Vars\n"
      "  Actions = {none};\nend Agent\nEvaluation\n";
  for (char k = '0'; k <= '5'; ++k) text += std::string("  x") + k + " if Environment.x = " + k + ";\n";
  return text + "end Evaluation\nInitStates\n  " + initial +
         " and Watch.w = false;\nend InitStates\nGroups\n  g = {Watch};\n  nobody = {};\nend Groups\n" + extra +
         "Formulae\n  x0;\nend Formulae\n";
}

const char* const kUp = "    x = x + 1 and odd = (odd ^ true) if Action = go and x < 5;\n";
const char* const kStuckAtTop = "    x = x + 1 if x <= 5;\n";  // out of range at the top: a deadlock
const char* const kAtZero = "Environment.x = 0 and Environment.odd = false";

class Case {
 public:
  explicit Case(const std::string& text) {
    std::string errors;
    subject_ = Subject::load(text, &errors);
    if (!subject_) throw std::invalid_argument(errors + text);
    model_ = std::make_unique<model::SymbolicModel>(subject_->model());
  }

  std::unique_ptr<Search> search(const std::string& formula, sat::Options options = {}) {
    logic::Formula f = subject_->formula(formula);
    return std::make_unique<Search>(*model_, pool(), f, fairness(f), options);
  }
  logic::FormulaPool& pool() { return subject_->model().pool; }
  Subject& subject() { return *subject_; }
  model::SymbolicModel& model() { return *model_; }

  // "false at 3", with "proved" where there is no evidence, or "open". Evidence must show the answer.
  std::string answer(const std::string& formula, std::size_t last = 12) {
    std::unique_ptr<Search> search = this->search(formula);
    while (search->bound() <= last) {
      std::optional<Answer> found = search->advance();
      if (!found) continue;
      std::string text = std::string(found->holds ? "true" : "false") + " at " + std::to_string(found->depth);
      if (found->by_induction) return text + " proved";
      return shows(formula, *found) ? text : text + " without evidence";
    }
    return "open";
  }

 private:
  std::vector<logic::Formula> fairness(logic::Formula f) {
    std::vector<logic::Formula> constraints;
    if (logic::classify(pool(), f).finite_traces) return constraints;
    for (const ispl::Formula& each : subject_->model().fairness) constraints.push_back(each.property.formula);
    return constraints;
  }

  bool shows(const std::string& formula, const Answer& answer) {
    logic::Formula f = subject_->formula(formula);
    check::PathChecker paths;
    check::Frame part(*model_, answer.evidence);
    check::Labelling labels(part, pool(), &paths);
    std::vector<model::StateSet> constraints;
    for (logic::Formula constraint : fairness(f)) constraints.push_back(labels.states(constraint));
    if (constraints.empty()) return labels.holds_initially(f) == answer.holds;
    check::Frame fair(part, std::move(constraints));
    return check::Labelling(fair, pool(), &paths).holds_initially(f) == answer.holds;
  }

  std::unique_ptr<Subject> subject_;
  std::unique_ptr<model::SymbolicModel> model_;
};

TEST(SatSearch, BoundsOfTemporalOperators) {
  Case up(counter(kUp, kAtZero));
  EXPECT_EQ(up.answer("AG !x3"), "false at 3");
  EXPECT_EQ(up.answer("EF x5"), "true at 5");
  EXPECT_EQ(up.answer("EX EX x2"), "true at 0");
  EXPECT_EQ(up.answer("AX (x0 or x1)"), "true at 0 proved");
  EXPECT_EQ(up.answer("EX x2"), "false at 0 proved");
  EXPECT_EQ(up.answer("AF x1"), "false at 1");
  EXPECT_EQ(up.answer("EG x0"), "true at 1");
  EXPECT_EQ(up.answer("E((x0 or x1) U x2)"), "true at 2");
  EXPECT_EQ(up.answer("E(x0 U x2)"), "false at 1 proved");
  EXPECT_EQ(up.answer("A((x0 or x1) U x1)"), "false at 1");
  EXPECT_EQ(up.answer("x0"), "true at 0");
  EXPECT_EQ(up.answer("x1"), "false at 0");
}

TEST(SatSearch, BoundsOfPathFormulas) {
  Case up(counter(kUp, kAtZero));
  EXPECT_EQ(up.answer("LTL G !x3"), "false at 3");
  EXPECT_EQ(up.answer("LTL G (x1 -> F x3)"), "false at 1");
  EXPECT_EQ(up.answer("CTL* E (F (x2 and G x2))"), "true at 2");
  EXPECT_EQ(up.answer("CTL* E ((G F x1) and (F x1))"), "true at 2");
  EXPECT_EQ(up.answer("LDL [(true; true)*] !x4"), "false at 4");
  EXPECT_EQ(up.answer("LDLf <true*> x1"), "false at 0");
  EXPECT_EQ(up.answer("LTLf F x1"), "false at 0");
  EXPECT_EQ(up.answer("CDL*f E (<true; true> [true] false)"), "true at 2");
}

TEST(SatSearch, Deadlocks) {
  Case up(counter(kStuckAtTop, kAtZero));
  EXPECT_EQ(up.answer("AG !x5"), "false at 5");
  EXPECT_EQ(up.answer("EF (x5 and !EX true)"), "open") << "neither existential nor universal";
  // No infinite path: everything holds on all of them, nothing on some.
  EXPECT_EQ(up.answer("CTL* A (G !x5)", 20), "true at 6 proved");
  EXPECT_EQ(up.answer("CTL* E (F x5)", 20), "false at 6 proved");
  EXPECT_EQ(up.answer("LTLf G !x5", 20), "true at 6 proved");
  EXPECT_EQ(up.answer("EG true", 20), "false at 6 proved");
  EXPECT_EQ(up.answer("EF x5"), "true at 5");
}

TEST(SatSearch, EveryInitialStateCounts) {
  Case up(counter(kUp, "Environment.x <= 3 and Environment.odd = false"));
  EXPECT_EQ(up.answer("EF x4"), "true at 4");
  EXPECT_EQ(up.answer("EF x2", 4), "open");
  EXPECT_EQ(up.answer("AG !x4"), "false at 1");
  EXPECT_EQ(up.answer("!x4"), "true at 0");
  EXPECT_EQ(up.answer("!x3"), "false at 0");
}

TEST(SatSearch, NoInitialState) {
  Case nothing(counter(kUp, "Environment.x < 0"));
  EXPECT_EQ(nothing.answer("AG x0"), "true at 0");
  EXPECT_EQ(nothing.answer("EF x3"), "true at 0");
  EXPECT_EQ(nothing.answer("x3"), "true at 0");
}

TEST(SatSearch, Knowledge) {
  Case up(counter(kUp, kAtZero));
  EXPECT_EQ(up.answer("K(Watch, x0)"), "false at 2");
  EXPECT_EQ(up.answer("K(Watch, !x4)"), "false at 4");
  EXPECT_EQ(up.answer("K(Watch, !x3)", 8), "open") << "3 is odd and does not look like 0";
  EXPECT_EQ(up.answer("AG (x1 -> K(Watch, x1))"), "false at 3");
  EXPECT_EQ(up.answer("!K(Watch, x0)"), "true at 2");
  EXPECT_EQ(up.answer("GK(g, x0)"), "false at 2");
  EXPECT_EQ(up.answer("GK(nobody, false)"), "true at 0 proved");
  EXPECT_EQ(up.answer("DK(g, x0)"), "false at 2");
  EXPECT_EQ(up.answer("DK(nobody, !x3)"), "false at 3") << "nobody tells anything apart";
  EXPECT_EQ(up.answer("GCK(nobody, x0)"), "true at 0 proved") << "no link, only the state itself";
  EXPECT_EQ(up.answer("O(Watch, !x3)"), "false at 3");
}

// 0 and 1 look alike to Left, 1 and 2 to Right, 2 and 3 to Left, ...
std::string seesaw(const std::string& initial) {
  return "Agent Environment\n  Vars:\n    x : 0 .. 4;\n    l : 0 .. 2;\n    r : 0 .. 2;\n  end Vars\n"
         "  Actions = {go, stay};\n  Protocol:\n    Other : {go, stay};\n  end Protocol\n  Evolution:\n"
         "    x = 1 and r = 1 if Action = go and x = 0;\n    x = 2 and l = 1 if Action = go and x = 1;\n"
         "    x = 3 and r = 2 if Action = go and x = 2;\n    x = 4 and l = 2 if Action = go and x = 3;\n"
         "  end Evolution\nend Agent\n"
         "Agent Left\n  Lobsvars = {l};\n  Vars:\n    v : boolean;\n  end Vars\n  Actions = {none};\nend Agent\n"
         "Agent Right\n  Lobsvars = {r};\n  Vars:\n    v : boolean;\n  end Vars\n  Actions = {none};\nend Agent\n"
         "Evaluation\n  x0 if Environment.x = 0;\n  x3 if Environment.x = 3;\n  x4 if Environment.x = 4;\n"
         "end Evaluation\nInitStates\n  Left.v = false and Right.v = false and " +
         initial +
         ";\nend InitStates\nGroups\n  both = {Left, Right};\n  one = {Left};\nend Groups\nFormulae\n  x0;\n" +
         "end Formulae\n";
}

TEST(SatSearch, ChainsOfLookAlikes) {
  // All places are initial: bound k allows k + 1 links, and no path is needed.
  Case there(
      seesaw("((Environment.x = 0 and Environment.l = 0 and Environment.r = 0) or "
             "(Environment.x = 1 and Environment.l = 0 and Environment.r = 1) or "
             "(Environment.x = 2 and Environment.l = 1 and Environment.r = 1) or "
             "(Environment.x = 3 and Environment.l = 1 and Environment.r = 2))"));
  EXPECT_EQ(there.answer("x0 -> GK(both, !x3)", 6), "open");
  EXPECT_EQ(there.answer("x0 -> GCK(both, x0)"), "false at 0");
  EXPECT_EQ(there.answer("x0 -> GCK(both, !x3)"), "false at 2") << "three links";
  EXPECT_EQ(there.answer("x0 -> GCK(one, !x3)", 6), "open") << "Left alone knows better";
  EXPECT_EQ(there.answer("x3 -> GCK(both, !x3)"), "false at 0") << "no link";

  Case reached(seesaw("Environment.x = 0 and Environment.l = 0 and Environment.r = 0"));
  EXPECT_EQ(reached.answer("GCK(both, !x3)"), "false at 3");
  EXPECT_EQ(reached.answer("GCK(both, !x4)"), "false at 4");
  EXPECT_EQ(reached.answer("!GCK(both, !x4)"), "true at 4");
  EXPECT_EQ(reached.answer("DK(both, x0)", 6), "open");
}

TEST(SatSearch, Fairness) {
  Case fair(counter(kUp, kAtZero, "Fairness\n  x3;\nend Fairness\n"));
  EXPECT_EQ(fair.answer("AG !x2"), "false at 4") << "a fair path goes on from 2 and reaches its loop after four steps";
  EXPECT_EQ(fair.answer("AG !x4", 8), "open") << "4 does not: no path returns to 3";
  EXPECT_EQ(fair.answer("AF x3", 8), "open");
  EXPECT_EQ(fair.answer("EG !x3", 8), "open");
  EXPECT_EQ(fair.answer("EF x3"), "true at 4");
  EXPECT_EQ(fair.answer("EX x1"), "true at 4") << "the fair path from 0 has three steps and a loop";
  EXPECT_EQ(fair.answer("K(Watch, !x4)", 8), "open");
  EXPECT_EQ(fair.answer("LTLf G !x4"), "false at 4") << "finite traces ignore fairness";
}

TEST(SatSearch, Unsupported) {
  Case up(counter(kUp, kAtZero, "Fairness\n  EX x1;\nend Fairness\n"));
  auto why = [&](const std::string& formula, const std::vector<logic::Formula>& fairness, bool finite) {
    return Search::unsupported(up.pool(), up.subject().formula(formula), fairness, finite);
  };
  std::vector<logic::Formula> fairness{up.subject().model().fairness[0].property.formula};
  EXPECT_EQ(why("AG !x3", {}, false), "");
  EXPECT_EQ(why("EF x3", {}, false), "");
  EXPECT_NE(why("AG EF x3", {}, false), "");
  EXPECT_NE(why("<g>F x3", {}, false), "");
  EXPECT_NE(why("AG !x3", fairness, false), "");
  EXPECT_EQ(why("LTLf G !x3", fairness, true), "");
}

TEST(SatSearch, StopsWhenToldTo) {
  Case up(counter(kUp, kAtZero));
  std::atomic<bool> stop = false;
  Budget budget;
  budget.interrupt = &stop;
  sat::Options options;
  options.budget = &budget;
  auto search = up.search("AG !x3", options);
  EXPECT_FALSE(search->advance().has_value());
  stop = true;
  EXPECT_THROW(search->advance(), LimitReached);
  stop = false;
  EXPECT_THROW(search->advance(), LimitReached) << "clauses may be missing";
  EXPECT_EQ(up.answer("AG !x3"), "false at 3") << "the model is intact";
}

TEST(SatSearch, RefusesAutomataThatAreTooLarge) {
  Case up(counter(kUp, kAtZero));
  sat::Options options;
  options.limits.states = 2;
  options.limits.per_operator = 0;
  EXPECT_THROW(up.search("LTL G ((F x1) or X X X x3)", options), LimitReached);
}

TEST(SatSearch, KeepsWithinTheMemoryLimit) {
  Case up(counter(kUp, kAtZero));
  Budget budget;
  budget.process_bytes = resident_memory() + 1'000'000;
  sat::Options options;
  options.budget = &budget;
  EXPECT_THROW(
      {
        auto search = up.search("E(x0 U x2)", options);
        for (int k = 0; k < 1000; ++k) search->advance();
      },
      LimitReached);
}

TEST(SatSearch, DeepFormulas) {
  Case up(counter(kUp, kAtZero));
  logic::FormulaPool& pool = up.pool();
  logic::Formula next = pool.atom("x5");
  logic::Formula mixed = next;
  for (int k = 0; k < 3000; ++k) next = pool.make(logic::Op::EX, next);
  for (int k = 0; k < 100'000; ++k) {
    mixed = pool.make(logic::Op::And, pool.make(logic::Op::Or, mixed, pool.atom("x1")), pool.atom("x0"));
  }
  Search steps_search(up.model(), pool, next, {}, {});
  std::optional<Answer> found = steps_search.advance();
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(found->holds);
  Search mixed_search(up.model(), pool, pool.make(logic::Op::EX, mixed), {}, {});
  found = mixed_search.advance();
  ASSERT_TRUE(found.has_value());
  EXPECT_FALSE(found->holds);
}

TEST(SatSearch, CountsWhatItDoes) {
  Case up(counter(kUp, kAtZero));
  auto search = up.search("AG !x5");
  sat::Statistics before = search->statistics();
  EXPECT_FALSE(search->advance().has_value());
  EXPECT_EQ(search->bound(), 1u);
  sat::Statistics after = search->statistics();
  EXPECT_GT(after.solver_calls, before.solver_calls);
  EXPECT_GT(after.variables, before.variables);
  EXPECT_GT(after.clauses, before.clauses);
}

}  // namespace
}  // namespace gnomon::test
