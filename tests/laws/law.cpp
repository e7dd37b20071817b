#include "law.h"

#include <gtest/gtest.h>

#include "oracle/harness/difference.h"
#include "oracle/harness/symbolic_run.h"

namespace gnomon::test {

namespace {

// The law with its placeholders replaced.
std::string instantiate(const std::string& law, const std::vector<std::pair<std::string, std::string>>& values) {
  std::string text;
  for (std::size_t i = 0; i < law.size(); ++i) {
    bool replaced = false;
    if (law[i] == '$') {
      for (const auto& [name, value] : values) {
        if (law.compare(i + 1, name.size(), name) != 0) continue;
        text += value;
        i += name.size();
        replaced = true;
        break;
      }
    }
    if (!replaced) text += law[i];
  }
  return text;
}

// Without the prefix of its mode: only plain state formulas and CTL* or CDL* ones, whose prefix ends at the first
// blank.
std::string operand(Rng& rng, const LawSetup& setup, const Vocabulary& vocabulary) {
  FormulaOptions options;
  options.size = 1 + rng.below(5);
  options.knowledge = 20;
  std::string text = random_formula(rng, setup.operands, vocabulary, options);
  if (setup.operands != Fragment::Ctlk && setup.operands != Fragment::Atlk) text = text.substr(text.find(' ') + 1);
  return "(" + text + ")";
}

}  // namespace

std::vector<Law> quantified(const std::vector<Law>& bodies) {
  std::vector<Law> laws;
  for (const Law& law : bodies) {
    laws.push_back({"A(" + law.left + ")", law.relation, "A(" + law.right + ")"});
    laws.push_back({"E(" + law.left + ")", law.relation, "E(" + law.right + ")"});
    if (law.relation == kEqual) laws.push_back({"A((" + law.left + ") <-> (" + law.right + "))", kEqual, "true or $F"});
  }
  return laws;
}

void check_laws(const std::vector<Law>& laws, const LawSetup& setup) {
  ModelOptions options;
  options.state_space = 80;
  options.fairness = setup.fairness;
  options.deadlocks = setup.deadlocks;
  std::size_t nontrivial = 0;
  for (int k = 0; k < setup.models; ++k) {
    std::uint64_t seed = setup.seed * 10'000 + static_cast<std::uint64_t>(k);
    RandomModel model = random_model(seed, options);
    Rng rng(seed);
    std::erase_if(model.draft.initial, [&](const std::string&) { return rng.chance(50); });
    // A group, and a subgroup of it.
    std::string big, small;
    for (const std::string& agent : model.vocabulary.agents) {
      if (rng.chance(30)) continue;
      big += (big.empty() ? "" : ", ") + agent;
      if (rng.chance(50)) small += (small.empty() ? "" : ", ") + agent;
    }
    std::string one = rng.pick(model.vocabulary.agents);
    model.draft.groups.push_back("big = {" + big + "}");
    model.draft.groups.push_back("small = {" + small + "}");
    model.draft.groups.push_back("single = {" + one + "}");
    std::string errors;
    std::unique_ptr<Subject> subject = Subject::load(model.draft.text(), &errors);
    ASSERT_TRUE(subject) << errors << model.draft.text();
    SymbolicRun run(*subject, model_settings()[seed % model_settings().size()]);
    for (const Law& law : laws) {
      std::vector<std::pair<std::string, std::string>> values{{"F", operand(rng, setup, model.vocabulary)},
                                                              {"G", operand(rng, setup, model.vocabulary)},
                                                              {"H", operand(rng, setup, model.vocabulary)},
                                                              {"p", rng.pick(model.vocabulary.propositions)},
                                                              {"agent", one}};
      std::string left = setup.prefix + instantiate(law.left, values);
      std::string right = setup.prefix + instantiate(law.right, values);
      logic::Formula f = subject->formula(left);
      logic::Formula g = subject->formula(right);
      model::StateSet a = run.states(f);
      model::StateSet b = run.states(g);
      bool holds = law.relation == Relation::Equal ? a == b : a.subset_of(b);
      model::StateSet wrong = law.relation == Relation::Equal ? (a - b) | (b - a) : a - b;
      model.draft.formulas = {left, right};
      ASSERT_TRUE(holds) << law.left << (law.relation == Relation::Equal ? "  is  " : "  implies  ") << law.right
                         << "\nbroken with seed " << seed << ", " << run.setting().name << "\n"
                         << run.model().count(wrong).get_str() << " states differ\n"
                         << model.draft.text();
      if (!a.empty() && a != run.frame(f).states()) ++nontrivial;
    }
  }
  EXPECT_GE(nontrivial * 40, laws.size() * static_cast<std::size_t>(setup.models))
      << "the laws are tried on trivial sets";
}

}  // namespace gnomon::test
