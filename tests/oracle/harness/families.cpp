#include "oracle/harness/families.h"

#include <algorithm>

#include "oracle/harness/enumerated_run.h"
#include "oracle/harness/sliced_run.h"
#include "support/random_model.h"
#include "support/rng.h"

namespace gnomon::test {

const std::vector<Family>& families() {
  static const std::vector<Family> all{
      {.name = "Ctl", .fragment = Fragment::Ctlk, .knowledge = 0},
      {.name = "Epistemic", .fragment = Fragment::Ctlk, .knowledge = 60},
      {.name = "Strategic", .fragment = Fragment::Atlk},
      {.name = "Uniform", .fragment = Fragment::Atlk, .formula_size = 4, .state_space = 16, .uniform = true},
      {.name = "Fair", .fragment = Fragment::Atlk, .fairness = 100},
      {.name = "RichFairness", .fragment = Fragment::Ctlk, .fairness = 100, .rich_fairness = true},
      {.name = "Ltl", .fragment = Fragment::Ltl, .formula_size = 6, .state_space = 60},
      {.name = "CtlStar", .fragment = Fragment::CtlStar, .formula_size = 8, .state_space = 60},
      {.name = "Ldl", .fragment = Fragment::Ldl, .formula_size = 6, .state_space = 40},
      {.name = "CdlStar", .fragment = Fragment::CdlStar, .formula_size = 8, .state_space = 40},
      {.name = "LtlFinite", .fragment = Fragment::LtlFinite, .formula_size = 6, .state_space = 60},
      {.name = "CtlStarFinite", .fragment = Fragment::CtlStarFinite, .formula_size = 8, .state_space = 60},
      {.name = "LdlFinite", .fragment = Fragment::LdlFinite, .formula_size = 6, .state_space = 40},
      {.name = "CdlStarFinite", .fragment = Fragment::CdlStarFinite, .formula_size = 8, .state_space = 40},
      {.name = "TestsBeyondTheTrace",
       .fragment = Fragment::CdlStarFinite,
       .formula_size = 7,
       .state_space = 40,
       .tests_look_beyond = true},
      {.name = "BoundedCtl", .fragment = Fragment::Ctlk, .bounds = 70},
      {.name = "BoundedStrategic", .fragment = Fragment::Atlk, .fairness = 40, .bounds = 70},
      {.name = "BoundedUniform",
       .fragment = Fragment::Atlk,
       .formula_size = 4,
       .state_space = 16,
       .uniform = true,
       .bounds = 70},
      {.name = "BoundedLtl", .fragment = Fragment::Ltl, .formula_size = 5, .state_space = 40, .bounds = 60},
      {.name = "BoundedCtlStar", .fragment = Fragment::CtlStar, .formula_size = 6, .state_space = 40, .bounds = 60},
      {.name = "BoundedLdl", .fragment = Fragment::Ldl, .formula_size = 5, .state_space = 30, .bounds = 50},
      {.name = "BoundedCdlStarFinite",
       .fragment = Fragment::CdlStarFinite,
       .formula_size = 6,
       .state_space = 30,
       .bounds = 50},
      {.name = "BoundedTestsBeyondTheTrace",
       .fragment = Fragment::CdlStarFinite,
       .formula_size = 5,
       .state_space = 30,
       .tests_look_beyond = true,
       .bounds = 50},
  };
  return all;
}

namespace {

// Enough states, and propositions that tell some of them apart: on other models almost every formula is trivial.
bool worthwhile(const RandomModel& model) {
  constexpr std::ptrdiff_t kFewestStates = 4;
  ModelDraft draft = model.draft;
  for (const std::string& name : model.vocabulary.propositions) draft.formulas.push_back(name);
  std::unique_ptr<Subject> subject = Subject::load(draft.text());
  if (!subject) return false;
  std::size_t useful = 0;
  for (const ispl::Formula& proposition : subject->model().formulas) {
    const Members& region = subject->evaluator().arena(proposition.property.formula).region;
    const Members& holds = subject->evaluator().states(proposition.property.formula);
    std::ptrdiff_t states = std::count(region.begin(), region.end(), true);
    std::ptrdiff_t chosen = std::count(holds.begin(), holds.end(), true);
    if (states >= kFewestStates && chosen > 0 && chosen < states) ++useful;
  }
  return useful >= 2;
}

RandomModel random_subject(const Family& family, std::uint64_t seed) {
  ModelOptions options;
  options.state_space = family.state_space;
  options.fairness = family.fairness;
  Rng rng(seed ^ 0x51ed270b7f4a7c15u);
  RandomModel model;
  for (int attempt = 0; attempt < 10; ++attempt) {
    model = random_model(seed + static_cast<std::uint64_t>(attempt) * 0x10000000000u, options);
    // Fewer initial constraints: more states, and more formulas that hold in some of them only.
    std::erase_if(model.draft.initial, [&](const std::string&) { return rng.chance(40); });
    if (family.rich_fairness) {
      static const std::vector<Fragment> fragments{Fragment::Ctlk, Fragment::Atlk, Fragment::CtlStar, Fragment::Ltl,
                                                   Fragment::CdlStar};
      model.draft.fairness = {
          random_formula(rng, rng.pick(fragments), model.vocabulary, FormulaOptions{.size = 4, .knowledge = 30})};
    }
    if (worthwhile(model)) break;
  }
  return model;
}

}  // namespace

ModelDraft random_case(const Family& family, std::uint64_t seed) {
  RandomModel model = random_subject(family, seed);
  Rng rng(seed ^ 0x9e3779b97f4a7c15u);
  for (int k = 0; k < family.formulas; ++k) {
    FormulaOptions formula;
    formula.size = 2 + rng.below(family.formula_size);
    formula.knowledge = family.knowledge;
    formula.bounds = family.bounds;
    formula.large_bounds = family.large_bounds;
    model.draft.formulas.push_back(random_formula(rng, family.fragment, model.vocabulary, formula));
  }
  return model.draft;
}

std::string case_report(const Family& family, std::uint64_t seed, Tally& tally) {
  bool plain = family.fragment == Fragment::Ctlk || family.fragment == Fragment::Atlk;
  std::vector<Setting> settings = plain ? model_settings() : path_settings();
  reference::EvaluateOptions options = Subject::default_options();
  if (!plain) settings.push_back(model_settings().back());
  std::vector<EnumeratedSetting> enumerated = enumerated_settings();
  // Threads take longer than the small sets of these models: one setting for each seed.
  const std::vector<SlicedSetting>& all_sliced = plain ? sliced_settings() : sliced_path_settings();
  std::vector<SlicedSetting> sliced{all_sliced[seed % all_sliced.size()]};
  auto read_as_the_family_does = [&](auto& setting) {
    setting.tests_look_beyond = family.tests_look_beyond;
    setting.uniform = family.uniform;
  };
  for (Setting& setting : settings) read_as_the_family_does(setting);
  for (EnumeratedSetting& setting : enumerated) read_as_the_family_does(setting);
  for (SlicedSetting& setting : sliced) read_as_the_family_does(setting);
  if (family.uniform) options.strategies = reference::Strategies::Uniform;
  if (family.tests_look_beyond) options.finite_tests = explicit_state::TestReading::BeyondTrace;
  return report(
      random_case(family, seed), family.name + ", seed " + std::to_string(seed),
      [&](Subject& subject) {
        std::string found = formula_difference(subject, settings, tally);
        if (found.empty()) found = enumerated_formula_difference(subject, enumerated);
        return found.empty() ? sliced_difference(subject, sliced, seed) : found;
      },
      options);
}

}  // namespace gnomon::test
