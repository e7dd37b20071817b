#include "parameter_ranges.h"

#include <charconv>
#include <cstdint>
#include <fmt/format.h>
#include <optional>
#include <string_view>

#include "run_arguments.h"

namespace gnomon::cli {

namespace {

constexpr std::int64_t kMostValues = 10'000;

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  bool good = error == std::errc() && end == text.data() + text.size();
  return good ? std::optional(value) : std::nullopt;
}

// What stands behind the `=`: one value, or both ends of a range.
struct Values {
  std::string single;
  std::optional<std::int64_t> low;
  std::optional<std::int64_t> high;
};

Values read_values(const std::string& text) {
  std::size_t dots = text.find("..");
  if (dots == std::string::npos) return {text, {}, {}};
  return {
      {}, whole_number(std::string_view(text).substr(0, dots)), whole_number(std::string_view(text).substr(dots + 2))};
}

// What stands between commas.
std::vector<std::string> list_items(const std::string& text) {
  std::vector<std::string> items;
  std::size_t begin = 0;
  for (std::size_t end = text.find(','); end != std::string::npos; end = text.find(',', begin)) {
    items.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  items.push_back(text.substr(begin));
  return items;
}

std::string range_problem(const std::string& definition, const std::string& text) {
  const Values values = read_values(text);
  if (!values.single.empty()) return {};
  if (!values.low || !values.high || *values.low > *values.high) {
    return fmt::format("`{}` is no range of values; write for example N=2..6", definition);
  }
  if (*values.high - *values.low >= kMostValues)
    return fmt::format("`{}` has more than {} values", definition, kMostValues);
  return {};
}

std::string problem(const std::string& definition) {
  if (std::string wrong = parameter_problem(definition); !wrong.empty()) return wrong;
  for (const std::string& item : list_items(definition.substr(definition.find('=') + 1))) {
    if (std::string wrong = range_problem(definition, item); !wrong.empty()) return wrong;
  }
  return {};
}

// The same for a bound of a formula, which is a number of steps.
std::string step_problem(const std::string& definition) {
  if (std::string wrong = parameter_problem(definition); !wrong.empty()) return wrong;
  if (std::string wrong = range_problem(definition, definition.substr(definition.find('=') + 1)); !wrong.empty()) {
    return wrong;
  }
  const Values values = read_values(definition.substr(definition.find('=') + 1));
  const std::optional<std::int64_t> low = values.single.empty() ? values.low : whole_number(values.single);
  if (low && *low >= 0) return {};
  return fmt::format("`{}` gives no number of steps; write for example x=5 or x=0..20", definition);
}

}  // namespace

void add_step_ranges(CLI::App& command, std::vector<std::string>& definitions) {
  command
      .add_option("--parameter", definitions,
                  "values of a parameter in the bounds of formulas, for example x=5 or x=0..20 (repeatable)")
      ->allow_extra_args(false)
      ->check([](const std::string& text) { return step_problem(text); })
      ->type_name("NAME=VALUES");
}

std::vector<api::StepRange> step_ranges(const std::vector<std::string>& definitions) {
  std::vector<api::StepRange> ranges;
  for (const std::string& definition : definitions) {
    const std::size_t sign = definition.find('=');
    const Values values = read_values(definition.substr(sign + 1));
    const std::int64_t low = values.single.empty() ? *values.low : *whole_number(values.single);
    const std::int64_t high = values.single.empty() ? *values.high : low;
    ranges.push_back({definition.substr(0, sign), static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(high)});
  }
  return ranges;
}

void add_parameter_ranges(CLI::App& command, std::vector<std::string>& definitions) {
  command.add_option("-D", definitions, "values for a parameter, for example N=4, N=2..6 or N=2,4,8..10 (repeatable)")
      ->allow_extra_args(false)
      ->check([](const std::string& text) { return problem(text); })
      ->type_name("NAME=VALUES");
}

std::vector<api::Parameters> parameter_combinations(const std::vector<std::string>& definitions) {
  std::vector<api::Parameters> all{{}};
  for (const std::string& definition : definitions) {
    std::size_t sign = definition.find('=');
    std::string name = definition.substr(0, sign);
    std::vector<std::string> texts;
    for (const std::string& item : list_items(definition.substr(sign + 1))) {
      const Values values = read_values(item);
      if (!values.low) {
        texts.push_back(values.single);
        continue;
      }
      for (std::int64_t value = *values.low; value <= *values.high; ++value) texts.push_back(std::to_string(value));
    }
    std::vector<api::Parameters> longer;
    for (const api::Parameters& before : all) {
      for (const std::string& text : texts) {
        longer.push_back(before);
        longer.back().emplace_back(name, text);
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::string run_title(const std::string& file, const api::Parameters& parameters) {
  std::string text = file;
  for (const auto& [name, value] : parameters) text += fmt::format(" {}={}", name, value);
  return text;
}

}  // namespace gnomon::cli
