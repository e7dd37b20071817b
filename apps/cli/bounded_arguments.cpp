#include "bounded_arguments.h"

#include <charconv>
#include <fmt/format.h>
#include <map>

namespace gnomon::cli {

namespace {

using api::CheckWhen;

constexpr const char* kForms = "auto, all, every:N, at:N, states:F, memory:F or time:F";

// The whole text as a number.
template <class Number>
std::optional<Number> number(const std::string& text) {
  Number value{};
  const char* end = text.data() + text.size();
  auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end) return std::nullopt;
  return value;
}

}  // namespace

api::BoundedOptions parse_checks(const std::string& text, std::string& problem) {
  static const std::map<std::string, CheckWhen> kinds{{"auto", CheckWhen::Adaptive},  {"all", CheckWhen::EveryNth},
                                                      {"every", CheckWhen::EveryNth}, {"at", CheckWhen::Once},
                                                      {"states", CheckWhen::States},  {"memory", CheckWhen::Memory},
                                                      {"time", CheckWhen::Time}};
  api::BoundedOptions options;
  std::size_t colon = text.find(':');
  std::string name = text.substr(0, colon);
  std::optional<std::string> amount;
  if (colon != std::string::npos) amount = text.substr(colon + 1);
  auto kind = kinds.find(name);
  if (kind == kinds.end()) {
    problem = fmt::format("`{}` is not {}", text, kForms);
    return options;
  }
  options.when = kind->second;
  bool bare = name == "auto" || name == "all";
  if (bare) {
    if (amount) problem = fmt::format("`{}` takes no number", name);
  } else if (name == "every" || name == "at") {
    auto depth = number<std::size_t>(amount.value_or(""));
    bool good = depth && (name == "at" || *depth > 0);
    if (!good) problem = fmt::format("`{}:` needs a depth, such as {}:10", name, name);
    options.depth = depth.value_or(1);
  } else {
    auto growth = number<double>(amount.value_or(""));
    constexpr double kLargest = 1e9;
    if (!growth || !(*growth > 1 && *growth < kLargest)) {
      problem = fmt::format("`{}:` needs a factor above 1, such as {}:2", name, name);
    }
    options.growth = growth.value_or(2);
  }
  return options;
}

void BoundedArguments::add(CLI::App& command) {
  command
      .add_flag("--bounded{auto}", engine,
                "decide formulas while the reachable states are being found (bdd, explicit), or on paths of growing "
                "length (sat); auto, which need not be said, is explicit with --engine=explicit and bdd otherwise")
      ->check(CLI::IsMember({"auto", "bdd", "sat", "explicit"}))
      ->type_name("ENGINE");
  CLI::Option* bounded = command.get_option("--bounded");
  command.add_option("--bound", bound, "bounded checking goes no further than this depth (sat: 50)")
      ->check(CLI::NonNegativeNumber)
      ->needs(bounded)
      ->type_name("N");
  command
      .add_option("--bounded-checks", checks,
                  "when --bounded checks, but not sat: auto (in a small share of the time), all or every:N depths, "
                  "at:N only, or when "
                  "states:F, memory:F or time:F have grown by a factor")
      ->check([](const std::string& text) {
        std::string problem;
        parse_checks(text, problem);
        return problem;
      })
      ->needs(bounded)
      ->type_name("WHEN");
}

api::Engine BoundedArguments::engine_of_run(api::Engine given) const {
  if (engine == "explicit") return api::Engine::Explicit;
  // States are found depth by depth: there is nothing to choose from.
  return engine.empty() || given != api::Engine::Automatic ? given : api::Engine::Diagrams;
}

api::BoundedOptions BoundedArguments::options(api::Engine run) const {
  std::string problem;
  api::BoundedOptions options = checks.empty() ? api::BoundedOptions() : parse_checks(checks, problem);
  if (engine == "sat") options.engine = api::BoundedEngine::Sat;
  const bool listed = engine == "explicit" || (engine == "auto" && run == api::Engine::Explicit);
  if (listed) options.engine = api::BoundedEngine::Explicit;
  options.bound = bound;
  return options;
}

}  // namespace gnomon::cli
