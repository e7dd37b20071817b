// The claims of check/preservation.h on random models, against the explicit evaluation: what a formula's sets are in
// both extents, for parts that a breadth-first search finds and for arbitrary parts that are reached inside themselves.
#include "check/preservation.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "logic/mode.h"
#include "oracle/harness/families.h"
#include "oracle/harness/subject.h"
#include "oracle/harness/symbolic_run.h"
#include "support/rng.h"

namespace gnomon::test {
namespace {

using check::Extent;
using check::Preservation;
using model::StateSet;

struct ExtentTally {
  std::size_t sets = 0;       // compared
  std::size_t strict = 0;     // of them those that differ from the truth, on the allowed side
  std::size_t refuted = 0;    // verdicts `false` of a proper part
  std::size_t confirmed = 0;  // verdicts `true` of a proper part
};

// Evaluates formulas where the states of a part are known.
class Bounded {
 public:
  Bounded(Subject& subject, SymbolicRun& run, const StateSet& part, Extent extent, bool uniform)
      : frame_(extent == Extent::Part ? check::Frame(run.model(), part)
                                      : check::Frame(run.model(), run.model().valid()).knowing(part)) {
    check::StrategyOptions strategies;
    strategies.uniform = uniform;
    labels_ = std::make_unique<check::Labelling>(frame_, subject.model().pool, &run.paths(), strategies);
    if (subject.model().fairness.empty()) return;
    std::vector<StateSet> constraints;
    for (const ispl::Formula& constraint : subject.model().fairness) {
      constraints.push_back(labels_->states(constraint.property.formula));
    }
    fair_frame_ = std::make_unique<check::Frame>(frame_, std::move(constraints));
    fair_labels_ = std::make_unique<check::Labelling>(*fair_frame_, subject.model().pool, &run.paths(), strategies);
  }

  check::Labelling& labels(const logic::Property& property) {
    return logic::is_finite(property.mode) || !fair_labels_ ? *labels_ : *fair_labels_;
  }

 private:
  check::Frame frame_;
  std::unique_ptr<check::Labelling> labels_;
  std::unique_ptr<check::Frame> fair_frame_;
  std::unique_ptr<check::Labelling> fair_labels_;
};

// The parts of the first steps of a search, and some that grow at random.
std::vector<StateSet> parts_of(Subject& subject, SymbolicRun& run, std::uint64_t seed) {
  std::vector<StateSet> parts;
  model::Explorer& explorer = run.model().explorer();
  for (std::size_t step = 0; step < 3; ++step) {
    parts.push_back(explorer.reached());
    explorer.advance();
  }
  const explicit_state::Graph& graph = subject.graph();
  Rng rng(seed);
  Members members(graph.size(), false);
  for (explicit_state::StateIndex s : graph.initial()) members[s] = rng.chance(60);
  for (int round = 0; round < 3; ++round) {
    parts.push_back(run.set_of(members));
    Members before = members;
    for (explicit_state::StateIndex s = 0; s < graph.size(); ++s) {
      if (!before[s]) continue;
      for (explicit_state::StateIndex t : graph.successors(s)) members[t] = members[t] || rng.chance(50);
    }
  }
  parts.push_back(run.model().reachable());
  return parts;
}

Preservation preserved(const ispl::CheckedModel& model, const logic::Property& property, Extent extent, bool uniform) {
  if (extent == Extent::Open && uniform) return {false, false};
  std::vector<logic::Formula> fairness;
  if (!logic::is_finite(property.mode)) {
    for (const ispl::Formula& constraint : model.fairness) fairness.push_back(constraint.property.formula);
  }
  return check::preservation(model.pool, property.formula, fairness, extent);
}

bool subset(const Members& a, const Members& b) {
  for (std::size_t s = 0; s < a.size(); ++s) {
    if (a[s] && !b[s]) return false;
  }
  return true;
}

Members both(Members a, const Members& b) {
  for (std::size_t s = 0; s < a.size(); ++s) a[s] = a[s] && b[s];
  return a;
}

// A property with its text.
struct Named {
  std::string text;
  logic::Property property;
};

std::vector<Named> formulas_of(Subject& subject) {
  std::vector<Named> found;
  for (const ispl::Formula& formula : subject.model().formulas) found.push_back({formula.text, formula.property});
  return found;
}

// Common and distributed knowledge of every proposition in every group: chains of look-alikes must not lead through
// states that nothing reaches.
std::vector<Named> group_knowledge(Subject& subject) {
  std::vector<Named> found;
  for (std::size_t g = 0; g < subject.model().groups.size(); ++g) {
    for (std::size_t p = 0; p < subject.model().propositions.size(); ++p) {
      for (const char* op : {"GCK", "DK", "GK"}) {
        std::string text =
            std::string(op) + "(" + subject.model().groups[g].name + ", " + subject.model().propositions[p].name + ")";
        found.push_back({text, {subject.formula(text)}});
      }
    }
  }
  return found;
}

std::string extent_difference(Subject& subject, const std::vector<Named>& formulas, const Family& family,
                              std::uint64_t seed, ExtentTally& tally) {
  Setting setting;
  setting.tests_look_beyond = family.tests_look_beyond;
  setting.uniform = family.uniform;
  SymbolicRun run(subject, setting);
  for (const StateSet& part : parts_of(subject, run, seed)) {
    bool whole = part == run.model().reachable();
    for (Extent extent : {Extent::Part, Extent::Open}) {
      Bounded bounded(subject, run, part, extent, family.uniform);
      for (const Named& formula : formulas) {
        const logic::Property& property = formula.property;
        logic::Formula f = property.formula;
        Preservation says = preserved(subject.model(), property, extent, family.uniform);
        if (whole && !(extent == Extent::Open && family.uniform)) says = {true, true};
        if (!says.existential && !says.universal) continue;
        check::Labelling& labels = bounded.labels(property);
        Members truth;
        try {
          truth = subject.evaluator().states(property);
        } catch (const LimitReached&) {
          continue;
        }
        Members states = run.members(labels.space().states());
        Members region = subject.evaluator().labels(property).arena().region;
        Members found = both(run.members(labels.states(f)), region);
        Members expected = both(truth, states);
        std::string where = std::string(extent == Extent::Part ? "on the part" : "in the open") + ": " + formula.text;
        if (extent == Extent::Part && !subset(states, region)) return "states that do not count " + where;
        if (says.existential && !subset(found, truth)) return "holds where it does not, " + where;
        if (says.universal && !subset(expected, found)) return "fails where it does not, " + where;
        ++tally.sets;
        tally.strict += found != expected;

        check::Labelling::Initially answer = labels.initially(f);
        bool verdict = std::all_of(subject.graph().initial().begin(), subject.graph().initial().end(),
                                   [&](explicit_state::StateIndex s) { return !region[s] || truth[s]; });
        if (says.universal && !answer.holds) {
          if (verdict) return "refuted although true, " + where;
          tally.refuted += !whole;
        }
        bool all_initial = run.model().initial().subset_of(labels.space().states());
        if (says.existential && answer.holds && !answer.counts_on_known && all_initial) {
          if (!verdict) return "confirmed although false, " + where;
          tally.confirmed += !whole;
        }
        if (whole && answer.holds != verdict) return "the whole gives another verdict, " + where;
      }
    }
  }
  return {};
}

class RandomExtents : public testing::TestWithParam<std::size_t> {};

TEST_P(RandomExtents, AnswersAreRightInTheirDirection) {
  constexpr std::uint64_t kSeeds = 60;
  const Family& family = families()[GetParam()];
  reference::EvaluateOptions options = Subject::default_options();
  if (family.uniform) options.strategies = reference::Strategies::Uniform;
  if (family.tests_look_beyond) options.finite_tests = explicit_state::TestReading::BeyondTrace;
  ExtentTally tally;
  for (std::uint64_t k = 0; k < kSeeds; ++k) {
    std::uint64_t seed = 7'000'000 + 1000 * GetParam() + k;
    std::string found = report(
        random_case(family, seed), family.name + ", seed " + std::to_string(seed),
        [&](Subject& subject) { return extent_difference(subject, formulas_of(subject), family, seed, tally); },
        options);
    ASSERT_TRUE(found.empty()) << found;
  }
  EXPECT_GE(tally.sets, kSeeds * 4);
  EXPECT_GE(tally.strict, kSeeds / 4) << "too many parts say all there is to say";
  EXPECT_GE(tally.refuted, kSeeds / 3);
  if (!family.uniform) {
    EXPECT_GE(tally.confirmed, kSeeds / 6);
  }
}

INSTANTIATE_TEST_SUITE_P(Random, RandomExtents, testing::Range<std::size_t>(0, families().size()),
                         [](const auto& test) { return families()[test.param].name; });

TEST(Extents, GroupKnowledge) {
  Family family;
  family.name = "GroupKnowledge";
  family.formulas = 0;
  family.fairness = 0;
  ExtentTally tally;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    std::string found = report(random_case(family, seed), "seed " + std::to_string(seed), [&](Subject& subject) {
      return extent_difference(subject, group_knowledge(subject), family, seed, tally);
    });
    ASSERT_TRUE(found.empty()) << found;
  }
  EXPECT_GE(tally.strict, 500U);
}

// --- what the classification says -----------------------------------------------------------------------------------

class Classification : public testing::Test {
 protected:
  Classification()
      : subject_(Subject::load(R"(
Agent A
  Vars:
    x : boolean;
  end Vars
  Actions = {a};
  Protocol:
    Other : {a};
  end Protocol
  Evolution:
    x = true if Action = a;
  end Evolution
end Agent
Evaluation
  p if A.x = true;
end Evaluation
InitStates
  A.x = false;
end InitStates
Groups
  g = {A};
end Groups
Formulae
  p;
end Formulae
)")) {}

  // "e" existential, "u" universal, in the extent.
  std::string in(Extent extent, const std::string& text) {
    Preservation says = check::preservation(subject_->model().pool, subject_->formula(text), extent);
    return std::string(says.existential ? "e" : "") + (says.universal ? "u" : "");
  }
  std::vector<std::string> parts(const std::string& text) {
    std::vector<std::string> found;
    for (logic::Formula f : check::local_parts(subject_->model().pool, subject_->formula(text))) {
      found.push_back(subject_->text_of(f));
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  std::unique_ptr<Subject> subject_;
};

TEST_F(Classification, OnAPartPathsAndLookAlikesAreMissing) {
  EXPECT_EQ(in(Extent::Part, "p and !p or A.GreenStates"), "eu");
  EXPECT_EQ(in(Extent::Part, "AG (p -> K(A, AX p))"), "u");
  EXPECT_EQ(in(Extent::Part, "EF (p and !K(A, p))"), "e");
  EXPECT_EQ(in(Extent::Part, "!EF (p and !GCK(g, p))"), "u");
  EXPECT_EQ(in(Extent::Part, "AG (EF p)"), "");
  EXPECT_EQ(in(Extent::Part, "AG (p <-> EX p)"), "");
  EXPECT_EQ(in(Extent::Part, "<g>F p"), "u");
  EXPECT_EQ(in(Extent::Part, "LTL G (p -> F DK(g, p))"), "u");
  EXPECT_EQ(in(Extent::Part, "CTL* E (F !O(A, p))"), "e");
  EXPECT_EQ(in(Extent::Part, "CDL* A ([(E (X p))?; p] p)"), "u");
  EXPECT_EQ(in(Extent::Part, "CDL* A (<(E (X p))?; p> p)"), "");
}

TEST_F(Classification, InTheOpenOnlyLookAlikesAreMissing) {
  EXPECT_EQ(in(Extent::Open, "AG (EF p)"), "eu");
  EXPECT_EQ(in(Extent::Open, "<g>F AG p"), "eu");
  EXPECT_EQ(in(Extent::Open, "AG (EF K(A, EX p))"), "u");
  EXPECT_EQ(in(Extent::Open, "AG (EF !GK(g, AX p))"), "e");
  EXPECT_EQ(in(Extent::Open, "AG (K(A, p) <-> p)"), "");
}

TEST_F(Classification, LocalPartsAreBelowKnowledgeAndBelowTheTop) {
  EXPECT_EQ(parts("AG (p -> AF p)"), (std::vector<std::string>{"p -> AF p"}));
  EXPECT_EQ(parts("AG p and AG (AX p)"), (std::vector<std::string>{"AX p"}));
  EXPECT_EQ(parts("AG K(A, EX p) and EF p"), (std::vector<std::string>{"EF p", "EX p"}));
  EXPECT_TRUE(parts("AG (p or !p)").empty());
}

}  // namespace
}  // namespace gnomon::test
