// One meaning, several modes: LTL, CTL*, LDL, CDL* and CTL texts that must hold in the same states.
#include <gtest/gtest.h>

#include "oracle/harness/symbolic_run.h"
#include "support/random_model.h"
#include "support/rng.h"

namespace gnomon::test {
namespace {

void expect_same(const std::vector<std::vector<std::string>>& classes, const ModelOptions& options,
                 std::uint64_t seed) {
  for (std::uint64_t k = 0; k < 60; ++k) {
    RandomModel model = random_model(seed + k, options);
    Rng rng(seed + k);
    std::erase_if(model.draft.initial, [&](const std::string&) { return rng.chance(50); });
    std::string errors;
    auto subject = Subject::load(model.draft.text(), &errors);
    ASSERT_TRUE(subject) << errors;
    SymbolicRun run(*subject, path_settings()[k % path_settings().size()]);
    for (const auto& texts : classes) {
      model::StateSet first = run.states(subject->formula(texts.front()));
      for (const std::string& text : texts) {
        ASSERT_EQ(run.states(subject->formula(text)), first)
            << texts.front() << " and " << text << " differ; " << run.setting().name << ", seed " << seed + k << "\n"
            << model.draft.text();
      }
    }
  }
}

// Everywhere: the linear modes and their quantified forms; knowledge puts A in front of its argument.
TEST(Modes, LinearAndBranching) {
  ModelOptions options;
  options.state_space = 60;
  options.deadlocks = 30;
  expect_same({{"LTL G (p -> F q)", "CTL* A(G (p -> F q))", "LDL [true*](p -> <true*>q)", "CDL* A([true*](p -> F q))"},
               {"LTL p U X q", "CTL* A(p U X q)", "LDL <p*>(<true>q)"},
               {"LTL !(F p)", "CTL* A(G !p)", "LDL [true*]!p"},
               {"LTL K(Ag1, F p)", "CTL* K(Ag1, A(F p))", "LDL K(Ag1, <true*>p)"},
               {"LTL GCK(g1, G p) or DK(g2, X q)", "CTL* A(GCK(g1, A(G p)) or DK(g2, A(X q)))"},
               {"LTL G F p -> G F q", "CTL* A((F G !p) or G F q)", "LDL ([true*]<true*>p) -> [true*]<true*>q"},
               {"p", "LTL p", "CTL* p", "LDL p", "CDL* A p", "CTL* E p"},
               {"K(Ag1, p and !q)", "CTL* K(Ag1, p and !q)", "LTL K(Ag1, p and !q)"},
               {"CTL* A(G p)", "CTL* !E(F !p)"}},
              options, 9000);
}

// Where every state of R starts a fair path CTL and CTL* coincide on the shared shapes.
TEST(Modes, BranchingTimeUnderFairness) {
  ModelOptions options;
  options.state_space = 60;
  options.fairness = 100;
  expect_same({{"EX p", "CTL* E(X p)"},
               {"AX p", "CTL* A(X p)", "LTL X p"},
               {"EF p", "CTL* E(F p)", "CDL* E(<true*>p)"},
               {"AF p", "CTL* A(F p)", "LTL F p"},
               {"EG p", "CTL* E(G p)", "CDL* E([true*]p)"},
               {"AG p", "CTL* A(G p)", "LTL G p", "LDL [true*]p"},
               {"E(p U q)", "CTL* E(p U q)", "CDL* E(<p*>q)"},
               {"A(p U q)", "CTL* A(p U q)", "LTL p U q", "LDL <p*>q"},
               {"AG EF p", "CTL* A(G E(F p))"},
               {"AG AF p", "LTL G F p", "LDL [true*]<true*>p"},
               {"AF AG EX p", "CTL* A(F A(G E(X p)))"}},
              options, 9500);
}

// The cut to infinite paths, spelled out: EG true is "an infinite path starts here".
TEST(Modes, BranchingTimeWithDeadlocks) {
  ModelOptions options;
  options.state_space = 60;
  options.fairness = 0;
  options.deadlocks = 60;
  expect_same({{"EX (p and EG true)", "CTL* E(X p)"},
               {"EF (p and EG true)", "CTL* E(F p)"},
               {"EG p", "CTL* E(G p)"},
               {"AF p", "CTL* A(F p)", "LTL F p"},
               {"AX (EG true -> p)", "CTL* A(X p)"},
               {"AG (EG true -> p)", "CTL* A(G p)", "LTL G p"},
               {"E(p U (q and EG true))", "CTL* E(p U q)", "CDL* E(<p*>q)"},
               {"!(E((!q) U (!p and !q and EG true)) or EG !q)", "CTL* A(p U q)", "LTL p U q"}},
              options, 9700);
}

}  // namespace
}  // namespace gnomon::test
