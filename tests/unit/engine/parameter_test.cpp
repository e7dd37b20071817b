// Parameters of bounds: the values that are found are those that make the formula true when they are tried one by one,
// each as a number in the text.
#include <cstdint>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/budget.h"
#include "gnomon/gnomon.h"
#include "oracle/harness/subject.h"
#include "support/random_formula.h"
#include "support/random_model.h"
#include "support/rng.h"

namespace gnomon::test {
namespace {

// What is tried. `many` is more than the fixpoints of the small models here are deep; the bounds of path formulas are
// written out by the reference, so that only few steps can be tried there.
struct Trial {
  Fragment fragment = Fragment::Ctlk;
  std::uint64_t first_seed = 0;
  std::uint64_t seeds = 0;
  std::uint64_t many = 200;
  std::size_t least_of_each_kind = 0;
};

std::string with(std::string text, const std::string& name, std::uint64_t value) {
  const std::string place = "<=" + name + " ";
  for (std::size_t at = text.find(place); at != std::string::npos; at = text.find(place, at)) {
    text.replace(at, place.size(), "<=" + std::to_string(value) + " ");
  }
  return text;
}

// A formula of which some bounds are parameters, as `F<=x `.
std::string random_with_parameters(Rng& rng, Fragment fragment, const Vocabulary& vocabulary, std::size_t names) {
  static const std::vector<std::string> kNames{"x", "y"};
  for (int attempt = 0; attempt < 50; ++attempt) {
    std::string text = random_formula(rng, fragment, vocabulary,
                                      {.size = 3 + rng.below(4), .knowledge = 10, .bounds = 60, .large_bounds = false});
    std::set<std::string> used;
    for (std::size_t at = text.find("<="); at != std::string::npos; at = text.find("<=", at + 1)) {
      const std::size_t end = text.find(' ', at);
      const std::string& name = kNames[rng.below(names)];
      text.replace(at + 2, end - at - 2, name);
      used.insert(name);
    }
    if (used.size() == names) return text;
  }
  return {};
}

// The shape with a formula in place of each p and q.
std::string with_letters(Rng& rng, Fragment fragment, const Vocabulary& vocabulary, const std::string& shape) {
  std::string result;
  for (char c : shape) {
    const bool letter = c == 'p' || c == 'q';
    result += letter ? random_formula(rng, fragment, vocabulary, {.size = 1, .knowledge = 0}) : std::string(1, c);
  }
  return result;
}

// Shapes in which the optimum is often neither the first value nor the last; p and q are formulas.
std::string shaped(Rng& rng, Fragment fragment, const Vocabulary& vocabulary, std::size_t names) {
  static const std::vector<std::string> kPaths{"A (F<=x p)",   "A (G<=x p)",        "E (p U<=x q)",
                                               "A (p W<=x q)", "A G (p -> F<=x q)", "E F (p and G<=x q)",
                                               "!E (q R<=x p)"};
  // Those whose quantifier does not split.
  static const std::vector<std::string> kUnsplit{"A G (p -> F<=x (q and X p))",
                                                 "E ((G F p) and G (p -> F<=x q))",
                                                 "A ((G F p) -> G (q -> F<=x p))",
                                                 "E G F (p and G<=x q)",
                                                 "A ((F G<=x p) or G F q)",
                                                 "E ((G F p) and (G F q) and p R<=x q)",
                                                 "E G (p -> X (q W<=x p))",
                                                 "A F (p and X G<=x (q or X p))",
                                                 "E ((F p) and (F q) and G<=x (p or q))",
                                                 "A (G (p -> F<=x q) or F G<=3 !p)",
                                                 "E (G F<=x p and F G<=x X q)"};
  static const std::vector<std::string> kTwo{"EF<=x (p and EF<=y q)", "AG<=x (p or AG<=y q)", "AF<=x (p or AF<=y q)",
                                             "EF<=x p and E(true U<=y q)", "!EG<=x (p and EX EG<=y q)"};
  const std::string text = names == 2 ? rng.pick(kTwo) : "CTL* " + rng.pick(rng.chance(50) ? kPaths : kUnsplit);
  return with_letters(rng, fragment, vocabulary, text);
}

// Two parameters of one direction inside a path formula.
std::string shaped_front(Rng& rng, const Vocabulary& vocabulary) {
  static const std::vector<std::string> kShapes{"LTL G (p -> F<=x (q or F<=y !p))",
                                                "LTL F<=x (p and X F<=y q)",
                                                "LTL (F<=x p) and G (q -> F<=y p)",
                                                "LTL (F<=x p) or (F<=y q)",
                                                "CTL* E ((F<=x (p and X p)) and F<=y (q and X q))",
                                                "CTL* E ((G<=x p) and F (q and X G<=y !p))",
                                                "CTL* E (F (p and G<=x q) and F (q and G<=y p))",
                                                "LTL G<=x (p or G<=y q)",
                                                "LDL [true*](p -> <true*><=x (q or <true*><=y p))",
                                                "LDL <(true;true)*><=x (p and <true*><=y q)",
                                                "CDL* E ([true*]<=x (p or X q) and <true*>[(true;true)*]<=y q)",
                                                "LDLf <true*><=x (p and <true*><=y q)",
                                                "CTL*f E ((G<=x p) and F G<=y q)"};
  return with_letters(rng, Fragment::Ctlk, vocabulary, rng.pick(kShapes));
}

struct Case {
  std::string model;
  std::string formula;
};

std::optional<Case> random_case(std::uint64_t seed, Fragment fragment, std::size_t names) {
  ModelOptions options;
  options.state_space = 16;
  options.fairness = 20;
  RandomModel model = random_model(seed, options);
  Rng rng(seed ^ 0x9e3779b97f4a7c15u);
  std::erase_if(model.draft.initial, [&](const std::string&) { return rng.chance(30); });
  const bool by_shape = fragment == Fragment::CtlStar ? rng.chance(70) : names == 2 && rng.chance(50);
  const std::string formula = by_shape ? shaped(rng, Fragment::Ctlk, model.vocabulary, names)
                                       : random_with_parameters(rng, fragment, model.vocabulary, names);
  if (formula.empty()) return std::nullopt;
  return Case{model.draft.text(), formula};
}

// None if a parameter is used both ways.
std::optional<api::FormulaResult> result_of(const Case& one, api::Engine engine) {
  api::RunOptions options;
  options.engine = engine;
  api::Run run("random.ispl", one.model, options);
  EXPECT_FALSE(run.has_errors()) << one.model;
  if (!run.add_formula(one.formula)) return std::nullopt;
  api::FormulaResult result = run.check(run.formulas().size());
  if (result.verdict != api::Verdict::Unknown) {
    run.explain(result);  // replays what it shows
    EXPECT_TRUE(result.witness.has_value() || !result.no_witness.empty());
  }
  return result;
}

// What is shown for a value has the verdict that the formula has for it.
template <class Truth>
std::size_t shown_rightly(const api::FormulaResult& result, std::uint64_t many, Truth&& truth) {
  if (!result.witness) return 0;
  std::vector<api::Witness> shown = result.witness->further;
  shown.push_back(*result.witness);
  std::size_t compared = 0;
  for (const api::Witness& witness : shown) {
    EXPECT_EQ(witness.values.size(), 1u);
    const std::optional<std::uint64_t> value = witness.values.front().second;
    if (!value || *value > many) continue;
    EXPECT_EQ(truth(*value), !witness.counterexample) << witness.text;
    ++compared;
  }
  return compared;
}

void compare_one(const Trial& trial) {
  std::map<std::string, std::size_t> kinds;
  for (std::uint64_t seed = 0; seed < trial.seeds; ++seed) {
    const std::optional<Case> one = random_case(trial.first_seed + seed, trial.fragment, 1);
    if (!one) continue;
    auto subject = Subject::load(one->model);
    ASSERT_TRUE(subject);
    std::map<std::uint64_t, bool> known;
    auto truth = [&](std::uint64_t value) {
      auto at = known.find(value);
      if (at == known.end()) {
        const bool holds = subject->evaluator().verdict(subject->formula(with(one->formula, "x", value)));
        at = known.emplace(value, holds).first;
      }
      return at->second;
    };
    try {
      for (std::uint64_t value : {std::uint64_t{0}, trial.many}) truth(value);
    } catch (const LimitReached&) {
      continue;  // too large for the reference
    }
    for (api::Engine engine : {api::Engine::Diagrams, api::Engine::Explicit}) {
      const std::optional<api::FormulaResult> result = result_of(*one, engine);
      if (!result || result->verdict == api::Verdict::Unknown) continue;
      const std::string message = one->formula + "\n" + one->model;
      ASSERT_TRUE(result->values.has_value()) << message;
      if (!result->values->stopped.empty()) {
        EXPECT_EQ(engine, api::Engine::Explicit) << message;  // where every state is listed there are no counters
        continue;
      }
      kinds["shown"] += shown_rightly(*result, trial.many, truth);
      const bool up = result->values->parameters.front().up;
      if (result->verdict == api::Verdict::False) {
        EXPECT_FALSE(truth(0)) << message;
        EXPECT_FALSE(truth(trial.many)) << message;
        ++kinds["never"];
        continue;
      }
      const std::optional<std::uint64_t> best = result->values->points.front().front();
      if (best.value_or(0) >= trial.many) continue;
      if (!best || (up && *best == 0)) {
        for (std::uint64_t value : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{5}, trial.many}) {
          EXPECT_TRUE(truth(value)) << message;
        }
        ++kinds["always"];
        continue;
      }
      EXPECT_TRUE(truth(*best)) << *best << "\n" << message;
      EXPECT_FALSE(truth(up ? *best - 1 : *best + 1)) << *best << "\n" << message;
      EXPECT_EQ(truth(trial.many), up) << message;
      ++kinds[up ? "up" : "down"];
    }
  }
  for (const char* kind : {"never", "always", "up", "down", "shown"})
    EXPECT_GE(kinds[kind], trial.least_of_each_kind) << kind;
}

TEST(Parameters, OfStateOperatorsAreOptimal) {
  compare_one({.fragment = Fragment::Ctlk, .first_seed = 41'000'000, .seeds = 2500, .least_of_each_kind = 5});
}

TEST(Parameters, OfStrategiesAreOptimal) {
  compare_one({.fragment = Fragment::Atlk, .first_seed = 42'000'000, .seeds = 1500, .least_of_each_kind = 10});
}

// Where the quantifier splits; otherwise the verdict is unknown.
TEST(Parameters, OfPathFormulasAreOptimal) {
  compare_one(
      {.fragment = Fragment::CtlStar, .first_seed = 43'000'000, .seeds = 400, .many = 6, .least_of_each_kind = 2});
}

// With numbers of steps that are larger than any that matters in these small models, and the values next to the optimum,
// each put into the text: the answer is that of the limit.
TEST(Parameters, LimitsOfPathFormulasAreThoseOfLargeNumbers) {
  constexpr std::uint64_t kLarge = 150;
  std::map<std::string, std::size_t> kinds;
  static const std::vector<Fragment> kFragments{Fragment::CtlStar, Fragment::CdlStar, Fragment::Ltl,
                                                Fragment::CtlStarFinite, Fragment::LdlFinite};
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const std::optional<Case> one = random_case(45'000'000 + seed, kFragments[seed % kFragments.size()], 1);
    if (!one) continue;
    const std::string message = one->formula + "\n" + one->model;
    const std::optional<api::FormulaResult> result = result_of(*one, api::Engine::Diagrams);
    if (!result) continue;
    ASSERT_NE(result->verdict, api::Verdict::Unknown) << message;
    auto truth = [&](std::uint64_t value) {
      const api::Verdict verdict =
          result_of({one->model, with(one->formula, "x", value)}, api::Engine::Diagrams)->verdict;
      EXPECT_NE(verdict, api::Verdict::Unknown) << message;
      return verdict == api::Verdict::True;
    };
    const bool up = result->values->parameters.front().up;
    if (result->verdict == api::Verdict::False) {
      ASSERT_FALSE(truth(up ? kLarge : 0)) << message;
      ++kinds[up ? "never, up" : "never, down"];
      continue;
    }
    const std::optional<std::uint64_t> best = result->values->points.front().front();
    ASSERT_LT(best.value_or(0), kLarge) << message;
    ASSERT_TRUE(truth(best.value_or(kLarge))) << message;
    if (best && (!up || *best > 0)) {
      ASSERT_FALSE(truth(up ? *best - 1 : *best + 1)) << message;
    }
    ++kinds[!best ? "all, down" : *best == 0 && up ? "all, up" : up ? "up" : "down"];
  }
  for (const char* kind : {"never, up", "never, down", "all, up", "all, down", "up", "down"}) {
    EXPECT_GE(kinds[kind], 2u) << kind;
  }
}

struct FrontTally {
  std::size_t compared = 0;
  std::size_t several = 0;  // with more than one point
  std::size_t inside = 0;   // pairs of values that are good, though others are not
};

// Two parameters of one direction: a pair of values is good iff it is as easy as some point of the front. All pairs of
// these values are put into the text, and the formula is evaluated by the reference.
void compare_front(const Case& one, const std::vector<std::uint64_t>& tried, FrontTally& tally) {
  const std::optional<api::FormulaResult> result = result_of(one, api::Engine::Diagrams);
  if (!result || result->verdict != api::Verdict::True || result->values->mixed) return;
  auto subject = Subject::load(one.model);
  const api::StepValues& values = *result->values;
  const bool up = values.parameters.front().up;
  const bool x_first = values.parameters.front().name == "x";
  auto good = [&](std::uint64_t x, std::uint64_t y) {
    for (const auto& point : values.points) {
      const std::optional<std::uint64_t>& best_x = point[x_first ? 0 : 1];
      const std::optional<std::uint64_t>& best_y = point[x_first ? 1 : 0];
      const bool covers_x = up ? x >= *best_x : !best_x || x <= *best_x;
      const bool covers_y = up ? y >= *best_y : !best_y || y <= *best_y;
      if (covers_x && covers_y) return true;
    }
    return false;
  };
  std::size_t inside = 0;
  for (std::uint64_t x : tried) {
    for (std::uint64_t y : tried) {
      const std::string text = with(with(one.formula, "x", x), "y", y);
      try {
        ASSERT_EQ(good(x, y), subject->evaluator().verdict(subject->formula(text)))
            << one.formula << " at " << x << ", " << y << "\n"
            << one.model;
      } catch (const LimitReached&) {
        return;  // too large for the reference
      }
      inside += good(x, y) ? 1 : 0;
    }
  }
  ++tally.compared;
  tally.several += values.points.size() > 1 ? 1 : 0;
  tally.inside += inside > 0 && inside < tried.size() * tried.size() ? 1 : 0;
}

TEST(Parameters, FrontsAreExact) {
  FrontTally tally;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const std::optional<Case> one = random_case(44'000'000 + seed, seed % 2 == 0 ? Fragment::Ctlk : Fragment::Atlk, 2);
    if (one) compare_front(*one, {0, 1, 2, 3, 5, 8, 200}, tally);
    if (HasFatalFailure()) return;
  }
  EXPECT_GE(tally.compared, 100u);
  EXPECT_GE(tally.several, 3u);
}

// Eight places, from each of which one or two ways lead on, mostly to the next; p and q hold in few of them.
std::string sparse_model(Rng& rng) {
  constexpr std::uint64_t kPlaces = 8;
  std::string lines;
  std::string p = "false";
  std::string q = "false";
  for (std::uint64_t place = 0; place < kPlaces; ++place) {
    const std::uint64_t next = (place + 1) % kPlaces;
    lines += fmt::format("s = {} if s = {} and Action = on; s = {} if s = {} and Action = off;\n", next, place,
                         rng.chance(40) ? rng.below(kPlaces) : next, place);
    if (rng.chance(25)) p += fmt::format(" or Environment.s = {}", place);
    if (rng.chance(25)) q += fmt::format(" or Environment.s = {}", place);
  }
  return fmt::format(
      "Agent Environment\n  Vars: s : 0 .. {}; end Vars\n  Actions = {{on, off}};\n"
      "  Protocol: Other : {{on, off}}; end Protocol\n  Evolution:\n{}  end Evolution\nend Agent\n"
      "Evaluation p if {}; q if {}; end Evaluation\nInitStates Environment.s = 0; end InitStates\n"
      "Formulae p or q; end Formulae\n",
      kPlaces - 1, lines, p, q);
}

// A lamp that can be left off as long as one likes, and then is on for ever.
TEST(Parameters, OfBothDirectionsBelowOneQuantifier) {
  const std::string model =
      "Agent Environment Vars: on : boolean; end Vars Actions = {press, wait}; Protocol: Other : {press, wait}; end "
      "Protocol Evolution: on = true if Action = press; end Evolution end Agent Evaluation lit if Environment.on = "
      "true; "
      "end Evaluation InitStates Environment.on = false; end InitStates Formulae true; end Formulae";
  auto best = [&](const std::string& text) {
    api::Run run("lamp.ispl", model, {});
    run.add_formula(text);
    const api::FormulaResult result = run.check(run.formulas().size());
    EXPECT_EQ(result.verdict, api::Verdict::True) << text;
    EXPECT_EQ(result.values->stopped, "") << text;
    return result.values->points;
  };
  using Points = std::vector<std::vector<std::optional<std::uint64_t>>>;
  EXPECT_EQ(best("CTL* E ((F<=x lit) and (G<=y !lit))"), (Points{{1, std::nullopt}}));
  EXPECT_EQ(best("CTL* E ((G<=y !lit) and F<=x (lit and G<=z lit))"), (Points{{std::nullopt, 1, std::nullopt}}));
  EXPECT_EQ(best("CTL* E ((F<=x lit) and (G<=y !lit) and X[3] lit)"), (Points{{1, 2}}));
}

// Below a quantifier over all paths: the largest y is that of a large x, and if there is none, every y is good for a
// large x. These numbers are put into the text.
TEST(Parameters, OfBothDirectionsOnAllPathsAreThoseOfLargeNumbers) {
  static const std::vector<std::string> kShapes{"LTL (F<=x p) or (G<=y q)",
                                                "LTL (F<=x (p and X p)) or (F G<=y q)",
                                                "LTL G ((F<=x (p and X q)) or G<=y !p)",
                                                "LTL (G<=y !p) or (F p and F<=x (q and X !p))",
                                                "LTL (G F<=x p) or (F G<=y !q)",
                                                "LTL G (p -> (F<=x (q and X p)) or X G<=y !p)",
                                                "LTL (F<=x (q and F<=x p)) or (p and X (q R<=y p)) or X G<=y !q",
                                                "LDL (<(true;true)*><=x p) or [(true;true)*]<=y q",
                                                "CTL* !E ((G<=x !p) and (F<=y (q and X q)))",
                                                "CTL* A ((F<=x p) or (G<=y q)) or E ((F<=x p) and G<=y q)",
                                                "LDLf (F<=x p) or (G<=y q) or F (q and X q)",
                                                "LTLf (X X X true) -> ((F<=x (p and X p)) or G<=y !q)"};
  constexpr std::uint64_t kEnough = 200;
  std::map<std::string, std::size_t> kinds;
  for (std::uint64_t seed = 0; seed < 240; ++seed) {
    Rng rng(48'000'000 + seed);
    const Case one{sparse_model(rng), rng.pick(kShapes)};
    const std::string message = one.formula + "\n" + one.model;
    const std::optional<api::FormulaResult> result = result_of(one, api::Engine::Diagrams);
    ASSERT_TRUE(result.has_value()) << message;
    auto truth = [&](std::uint64_t x, std::uint64_t y) {
      api::Run run("numbers.ispl", one.model, {});
      run.add_formula(with(with(one.formula, "x", x), "y", y));
      return run.check(run.formulas().size()).verdict == api::Verdict::True;
    };
    if (result->verdict == api::Verdict::False) {
      ASSERT_FALSE(truth(kEnough, 0)) << message;
      ++kinds["never"];
      continue;
    }
    ASSERT_EQ(result->verdict, api::Verdict::True) << message;
    ASSERT_EQ(result->values->stopped, "") << message;
    const std::size_t x = result->values->parameters.front().name == "x" ? 0 : 1;
    const std::optional<std::uint64_t> best_x = result->values->points.front()[x];
    const std::optional<std::uint64_t> best_y = result->values->points.front()[1 - x];
    ASSERT_TRUE(truth(*best_x, 0)) << message;
    if (*best_x > 0) {
      ASSERT_FALSE(truth(*best_x - 1, 0)) << message;
    }
    for (std::uint64_t y : {0, 1, 3, 7}) {
      ASSERT_EQ(truth(kEnough, y), !best_y || y <= *best_y) << y << ": " << message;
    }
    if (best_y) {
      ASSERT_FALSE(truth(kEnough, *best_y + 1)) << message;
    }
    ++kinds[best_y ? "largest" : truth(3, 7) ? "all" : "all, but x grows with y"];
  }
  for (const char* kind : {"never", "largest", "all", "all, but x grows with y"}) EXPECT_GE(kinds[kind], 2u) << kind;
}

TEST(Parameters, FrontsOfPathFormulasAreExact) {
  FrontTally tally;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Rng rng(46'000'000 + seed);
    if (seed % 4 == 0) {
      ModelOptions options;
      options.state_space = 10;
      options.fairness = 20;
      RandomModel model = random_model(46'000'000 + seed, options);
      compare_front({model.draft.text(), shaped_front(rng, model.vocabulary)}, {0, 1, 2, 3, 4}, tally);
    } else {
      Vocabulary letters;
      letters.propositions = {"p", "q"};
      letters.agents = {"Environment"};
      compare_front({sparse_model(rng), shaped_front(rng, letters)}, {0, 1, 2, 3, 4, 6}, tally);
    }
    if (HasFatalFailure()) return;
  }
  EXPECT_GE(tally.compared, 80u);
  EXPECT_GE(tally.inside, 20u);
  EXPECT_GE(tally.several, 3u);
}

}  // namespace
}  // namespace gnomon::test
