#include "scenario/deep_formulas.h"

#include <fmt/format.h>
#include <utility>

namespace gnomon::scenario {

namespace {

// `body` wrapped `count` times: prefix^count body suffix^count.
std::string nest(std::string_view prefix, std::string_view body, std::string_view suffix, std::int64_t count) {
  std::string out;
  out.reserve(body.size() + static_cast<std::size_t>(count > 0 ? count : 0) * (prefix.size() + suffix.size()));
  for (std::int64_t i = 0; i < count; ++i) out += prefix;
  out += body;
  for (std::int64_t i = 0; i < count; ++i) out += suffix;
  return out;
}

class Formulas {
 public:
  explicit Formulas(const GenerateOptions& options) : options_(options) {}

  bool wants(int specification, Logic logic) const {
    return (!options_.specification || *options_.specification == specification) &&
           (!options_.logic || *options_.logic == logic);
  }
  // `text` is called if the formula was asked for.
  template <class Text>
  void add(int specification, Logic logic, bool expected, const Text& text) {
    if (wants(specification, logic)) list_.push_back({specification, logic, text(), expected});
  }
  std::vector<DeepFormula> take() { return std::move(list_); }

 private:
  const GenerateOptions& options_;
  std::vector<DeepFormula> list_;
};

// A path lights the lamp at most N - 1 times, so N - 1 unfoldings of the loop are enough.
void prisoners(std::int64_t n, Formulas& out) {
  out.add(4, Logic::CtlStarK, true, [&] {
    return fmt::format("CTL* E ({})", nest("!on and X (!on and X (on and X (on and X (", "release", "))))", n - 1));
  });
}

void bit_transmission(std::int64_t k, Formulas& out) {
  const bool expected = k >= 2;
  out.add(1, Logic::Ctlk, expected, [&] { return nest("EX ", "recack", "", k); });
  out.add(1, Logic::CtlStarK, expected, [&] { return fmt::format("CTL* {}", nest("E (X (", "recack", "))", k)); });
  out.add(1, Logic::CdlStarK, expected, [&] { return fmt::format("CDL* {}", nest("E ([true] (", "recack", "))", k)); });
  // K working steps, then the acknowledgement is there one step later.
  auto linear = [&] {
    return fmt::format("{} -> {}", nest("X (envworks and ", "X envworks", ")", k - 1), nest("X ", "recack", "", k + 1));
  };
  auto dynamic = [&] { return fmt::format("[{}] recack", nest("", "true", "; envworks", k)); };
  out.add(2, Logic::Ltlk, expected, [&] { return fmt::format("LTL {}", linear()); });
  out.add(2, Logic::CtlStarK, expected, [&] { return fmt::format("CTL* A ({})", linear()); });
  out.add(2, Logic::Ldlk, expected, [&] { return fmt::format("LDL {}", dynamic()); });
  out.add(2, Logic::CdlStarK, expected, [&] { return fmt::format("CDL* A ({})", dynamic()); });
}

void chain(std::int64_t m, Formulas& out) {
  auto until = [&] { return nest("true U (X (", "true U p", "))", m); };
  auto dynamic = [&] { return nest("<true*; true> (", "<true*> p", ")", m); };
  out.add(1, Logic::Ltlk, true, [&] { return fmt::format("LTL {}", until()); });
  out.add(1, Logic::CtlStarK, true, [&] { return fmt::format("CTL* A ({})", until()); });
  out.add(1, Logic::Ldlk, true, [&] { return fmt::format("LDL {}", dynamic()); });
  out.add(1, Logic::CdlStarK, true, [&] { return fmt::format("CDL* A ({})", dynamic()); });
  out.add(2, Logic::Ctlk, true, [&] { return nest("EX ", "E (true U p)", "", m); });
  out.add(2, Logic::CtlStarK, true, [&] { return fmt::format("CTL* {}", nest("E (X (", "E (true U p)", "))", m)); });
  out.add(2, Logic::CdlStarK, true,
          [&] { return fmt::format("CDL* {}", nest("E (<true> (", "E (<true*> p)", "))", m)); });
}

void delta_chain(std::int64_t n, std::int64_t m, Formulas& out) {
  constexpr std::string_view kSees = "Delta(Watcher, sharp, K(Watcher, !p))";
  constexpr std::string_view kGuesses = "K(Watcher, !p)";
  out.add(1, Logic::Delta, true, [&] { return fmt::format("@recall {}", nest("EX ", kSees, "", m)); });
  out.add(1, Logic::Delta, true, [&] { return fmt::format("@recall CTL* {}", nest("E (X (", kSees, "))", m)); });
  // With closed eyes p is possible from step n on.
  out.add(2, Logic::Recall, m < n, [&] { return fmt::format("@recall {}", nest("EX ", kGuesses, "", m)); });
  out.add(2, Logic::Recall, m < n, [&] { return fmt::format("@recall CTL* {}", nest("E (X (", kGuesses, "))", m)); });
  out.add(5, Logic::CtlStarK, true, [&] { return fmt::format("CTL* {}", nest("E (X (", "E (true U !p)", "))", m)); });
}

void muddy_children(std::int64_t k, Formulas& out) {
  constexpr std::string_view kKnows = "K(Child__1, muddy__1)";
  constexpr std::string_view kIgnorant = "!K(Child__1, muddy__1)";
  auto in_time = [&](std::string_view attribute) {
    return fmt::format("{} CTL* A (case -> {})", attribute, nest("X ", kKnows, "", k - 1));
  };
  out.add(1, Logic::Recall, true, [&] { return in_time("@recall"); });
  out.add(1, Logic::Recall, true, [&] { return in_time("@clock"); });
  // A child who sees only clean foreheads needs no questions at all.
  out.add(2, Logic::Recall, k >= 2,
          [&] { return fmt::format("@recall CTL* A (case -> {})", nest("X ", kIgnorant, "", k - 2)); });
  out.add(3, Logic::Recall, k == 1, [&] { return in_time("@observational"); });
}

}  // namespace

std::vector<DeepFormula> deep_formulas(std::string_view scenario, const Values& values,
                                       const GenerateOptions& options) {
  Formulas out(options);
  if (scenario == "prisoners") prisoners(values[0], out);
  if (scenario == "bit_transmission") bit_transmission(values[0], out);
  if (scenario == "chain") chain(values[1], out);
  if (scenario == "delta_chain") delta_chain(values[0], values[1], out);
  if (scenario == "muddy_children") muddy_children(values[1], out);
  return out.take();
}

}  // namespace gnomon::scenario
