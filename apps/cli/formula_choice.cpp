#include "formula_choice.h"

#include <fmt/format.h>
#include <optional>

#include "text_report.h"

namespace gnomon::cli {

namespace {

// The formulas of this name: `safe`, `safe[2]`, or all of a family by its name without indices.
bool choose_named(const api::Run& run, const std::string& wanted, std::vector<std::size_t>& selected) {
  std::string name;
  for (char c : wanted) {
    if (c != ' ') name += c;
  }
  bool found = false;
  for (const api::FormulaResult& formula : run.formulas()) {
    if (formula.name.empty()) continue;
    if (formula.name != name && formula.name.substr(0, formula.name.find('[')) != name) continue;
    selected.push_back(formula.index);
    found = true;
  }
  return found;
}

}  // namespace

void add_formula_choice(CLI::App& command, std::vector<std::string>& chosen) {
  command
      .add_option("-f,--formula", chosen,
                  "only this formula: its number in the file, its name, or the text of a formula (repeatable)")
      ->allow_extra_args(false)
      ->type_name("N|NAME|TEXT");
}

bool choose_formulas(api::Run& run, std::size_t in_file, const std::vector<std::string>& chosen,
                     std::vector<std::size_t>& selected, std::vector<std::string>& complaints) {
  bool good = true;
  for (const std::string& one : chosen) {
    bool is_number = !one.empty() && one.find_first_not_of("0123456789") == std::string::npos;
    if (choose_named(run, one, selected)) continue;
    if (!is_number) {
      std::optional<std::size_t> index = run.add_formula(one, "--formula");
      good = index.has_value() && good;
      if (index) selected.push_back(*index);
      continue;
    }
    constexpr std::size_t kMostDigits = 9;
    std::size_t number = one.size() <= kMostDigits ? std::stoul(one) : 0;
    if (number >= 1 && number <= in_file) {
      selected.push_back(number);
    } else {
      complaints.push_back(fmt::format("there is no formula {}: {} has {}", one, run.file(),
                                       plural(std::to_string(in_file), "formula")));
      good = false;
    }
  }
  return good;
}

}  // namespace gnomon::cli
