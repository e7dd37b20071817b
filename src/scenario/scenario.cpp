// The registry and the reading of arguments.
#include "scenario/scenario.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <system_error>
#include <utility>

#include "base/diagnostic.h"
#include "base/source.h"
#include "ispl/parser.h"
#include "scenario/bundled.h"
#include "scenario/deep_formulas.h"
#include "scenario/facts.h"
#include "scenario/instance.h"
#include "scenario/model_file.h"

namespace gnomon::scenario {

namespace {

constexpr std::pair<Logic, std::string_view> kLogicNames[] = {
    {Logic::Ctlk, "CTLK"},        {Logic::Ltlk, "LTLK"},      {Logic::CtlStarK, "CTL*K"},
    {Logic::Ldlk, "LDLK"},        {Logic::CdlStarK, "CDL*K"}, {Logic::LdlfK, "LDLfK"},
    {Logic::CdlStarfK, "CDL*fK"}, {Logic::Recall, "recall"},  {Logic::Delta, "CTL*KDelta"}};

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

std::string join(const std::vector<std::string>& parts, std::string_view none = "none") {
  return parts.empty() ? std::string(none) : fmt::format("{}", fmt::join(parts, ", "));
}

// `ctlstar` and `CTL*K` both become `ctl*`.
std::string logic_key(std::string_view text) {
  std::string key = lower(text);
  if (const std::size_t star = key.find("star"); star != std::string::npos) key.replace(star, 4, "*");
  if (key.size() > 3 && key.back() == 'k') key.pop_back();
  return key;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// An integer or base^exponent; none if it is neither or does not fit.
std::optional<std::int64_t> parse_value(std::string_view text) {
  const std::size_t caret = text.find('^');
  if (caret == std::string_view::npos) return parse_integer(text);
  const auto base = parse_integer(text.substr(0, caret));
  const auto exponent = parse_integer(text.substr(caret + 1));
  if (!base || !exponent || *exponent < 0 || *exponent > 62) return std::nullopt;
  std::int64_t value = 1;
  for (std::int64_t i = 0; i < *exponent; ++i) {
    if (__builtin_mul_overflow(value, *base, &value)) return std::nullopt;
  }
  return value;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& candidates) {
  std::string close = closest_name(name, candidates);
  // The beginning of a name is a plausible slip too.
  for (const std::string_view candidate : candidates) {
    if (close.empty() && !name.empty() && candidate.starts_with(name)) close = candidate;
  }
  return close.empty() ? "" : fmt::format(" (did you mean `{}`?)", close);
}

std::string parameter_list(const Scenario& scenario) {
  std::vector<std::string> parts;
  for (const Parameter& p : scenario.parameters) {
    parts.push_back(fmt::format("{} ({} to {}, {} if absent)", p.name, p.low, p.high, p.standard));
  }
  return join(parts);
}

// Gives every parameter its value; mistakes go to `errors`.
Values read_arguments(const Scenario& scenario, const std::vector<std::string>& arguments,
                      std::vector<std::string>& errors) {
  const std::vector<Parameter>& parameters = scenario.parameters;
  std::vector<std::optional<std::int64_t>> given(parameters.size());
  std::size_t position = 0;
  for (const std::string& argument : arguments) {
    const std::size_t equals = argument.find('=');
    std::size_t which = parameters.size();
    if (equals == std::string::npos) {
      while (position < parameters.size() && given[position]) ++position;
      if (position == parameters.size()) {
        errors.push_back(fmt::format("`{}` is one argument too many; the parameters of {} are: {}", argument,
                                     scenario.name, parameter_list(scenario)));
        continue;
      }
      which = position;
    } else {
      const std::string key = lower(std::string_view(argument).substr(0, equals));
      std::vector<std::string_view> names;
      for (std::size_t i = 0; i < parameters.size(); ++i) {
        names.push_back(parameters[i].name);
        if (lower(parameters[i].name) == key) which = i;
      }
      if (which == parameters.size()) {
        const std::string name = argument.substr(0, equals);
        errors.push_back(fmt::format("{} has no parameter `{}`{}; it has: {}", scenario.name, name,
                                     did_you_mean(name, names), parameter_list(scenario)));
        continue;
      }
      if (given[which]) {
        errors.push_back(fmt::format("the parameter {} is given twice", parameters[which].name));
        continue;
      }
    }
    const Parameter& parameter = parameters[which];
    const std::string_view text =
        equals == std::string::npos ? std::string_view(argument) : std::string_view(argument).substr(equals + 1);
    const auto value = parse_value(text);
    given[which] = value.value_or(parameter.standard);
    if (!value) {
      errors.push_back(
          fmt::format("`{}` is not a value for {}: write an integer or a power such as 2^10", text, parameter.name));
    } else if (*value < parameter.low || *value > parameter.high) {
      errors.push_back(fmt::format("{} = {} is out of range: {} ({}) lies between {} and {}", parameter.name, *value,
                                   parameter.name, parameter.meaning, parameter.low, parameter.high));
    }
  }
  Values values;
  for (std::size_t i = 0; i < parameters.size(); ++i) values.push_back(given[i].value_or(parameters[i].standard));
  if (errors.empty()) {
    if (std::string wrong = conflict(scenario.name, values); !wrong.empty()) errors.push_back(std::move(wrong));
  }
  return values;
}

bool has_logic(const Specification& specification, Logic logic) {
  return std::find(specification.logics.begin(), specification.logics.end(), logic) != specification.logics.end();
}

// The selection must leave at least one formula.
void check_selection(const Scenario& scenario, const GenerateOptions& options, std::vector<std::string>& errors) {
  const int count = static_cast<int>(scenario.specifications.size());
  if (options.specification && (*options.specification < 1 || *options.specification > count)) {
    errors.push_back(
        fmt::format("{} has specifications 1 to {}, not {}", scenario.name, count, *options.specification));
    return;
  }
  if (!options.logic) return;
  std::vector<std::string> known;
  for (int i = 1; i <= count; ++i) {
    if (options.specification && *options.specification != i) continue;
    for (Logic logic : scenario.specifications[static_cast<std::size_t>(i - 1)].logics) {
      if (logic == *options.logic) return;
      const std::string name(logic_name(logic));
      if (std::find(known.begin(), known.end(), name) == known.end()) known.push_back(name);
    }
  }
  const std::string subject = options.specification
                                  ? fmt::format("specification {} of {}", *options.specification, scenario.name)
                                  : scenario.name;
  errors.push_back(
      fmt::format("{} is not written in {}; it is in {}", subject, logic_name(*options.logic), join(known)));
}

// The logics of a specification are those of its formulas.
Scenario read_scenario(const BundledModel& model) {
  ModelFile file = read_model_file(model.text);
  Scenario scenario{std::string(model.name), std::move(file.description), std::move(file.parameters), {}, model.text};
  for (const SpecificationText& one : file.specifications) scenario.specifications.push_back({one.meaning, {}});
  auto add = [&](int specification, Logic logic) {
    if (specification == 0) return;
    std::vector<Logic>& logics = scenario.specifications[static_cast<std::size_t>(specification - 1)].logics;
    if (std::find(logics.begin(), logics.end(), logic) == logics.end()) logics.push_back(logic);
  };
  Diagnostics diagnostics;
  ispl::Words words;
  const Source source(scenario.name, std::string(model.text));
  for (const ispl::syntax::Formula& formula : ispl::parse_model(source, words, diagnostics).formulas) {
    add(file.specification_at(formula.text.begin), logic_of(source.text(formula.text)));
  }
  Values standard;
  for (const Parameter& parameter : scenario.parameters) standard.push_back(parameter.standard);
  for (const DeepFormula& formula : deep_formulas(scenario.name, standard, {})) {
    add(formula.specification, formula.logic);
  }
  return scenario;
}

}  // namespace

std::string_view logic_name(Logic logic) {
  for (const auto& [value, name] : kLogicNames) {
    if (value == logic) return name;
  }
  return "";
}

std::optional<Logic> parse_logic(std::string_view text) {
  for (const auto& [value, name] : kLogicNames) {
    if (logic_key(name) == logic_key(text)) return value;
  }
  return std::nullopt;
}

const std::vector<Scenario>& scenarios() {
  static const std::vector<Scenario> list = [] {
    std::vector<Scenario> made;
    for (const BundledModel& model : bundled_models()) made.push_back(read_scenario(model));
    return made;
  }();
  return list;
}

const Scenario* find_scenario(std::string_view name) {
  std::string key = lower(name);
  std::replace(key.begin(), key.end(), '-', '_');
  for (const Scenario& scenario : scenarios()) {
    if (scenario.name == key) return &scenario;
  }
  return nullptr;
}

std::string no_such_scenario(std::string_view name) {
  std::vector<std::string_view> names;
  std::vector<std::string> list;
  for (const Scenario& s : scenarios()) {
    names.push_back(s.name);
    list.push_back(s.name);
  }
  return fmt::format("there is no scenario `{}`{}; there are: {}", name, did_you_mean(name, names), join(list));
}

Generated generate(std::string_view name, const std::vector<std::string>& arguments, const GenerateOptions& options) {
  Generated result;
  const Scenario* scenario = find_scenario(name);
  if (scenario == nullptr) {
    result.errors.push_back(no_such_scenario(name));
    return result;
  }
  const Values values = read_arguments(*scenario, arguments, result.errors);
  check_selection(*scenario, options, result.errors);
  if (!result.ok()) return result;

  std::string command = fmt::format("gnomon gen {}", scenario->name);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Parameter& parameter = scenario->parameters[i];
    if (values[i] == 0 && parameter.standard == 0) continue;  // as if it were not there
    command += fmt::format(" {}={}", parameter.name, values[i]);
  }
  if (options.logic) command += fmt::format(" --logic '{}'", logic_name(*options.logic));
  if (options.specification) command += fmt::format(" --spec {}", *options.specification);
  std::vector<std::string> head{scenario->description, fmt::format("Made by: {}", command)};
  if (const auto states = known_states(*scenario, values)) {
    head.push_back(fmt::format("Reachable states: {}", states->get_str()));
  }
  result.text = instance_text(*scenario, values, options, head, result.errors);
  return result;
}

std::optional<BigInt> known_states(const Scenario& scenario, const Values& values) {
  return states_by_law(scenario.name, values);
}

std::string describe(const Scenario& scenario) {
  std::string out = fmt::format("{}\n  {}\n", scenario.name, scenario.description);
  for (const Parameter& p : scenario.parameters) {
    out += fmt::format("  {} = {}  {} ({} to {})\n", p.name, p.standard, p.meaning, p.low, p.high);
  }
  for (std::size_t i = 0; i < scenario.specifications.size(); ++i) {
    std::vector<std::string> logics;
    for (const auto& [logic, name] : kLogicNames) {
      if (has_logic(scenario.specifications[i], logic)) logics.emplace_back(name);
    }
    out += fmt::format("  {}. {} [{}]\n", i + 1, scenario.specifications[i].meaning, join(logics));
  }
  return out;
}

}  // namespace gnomon::scenario
