#include "exchange/smv_names.h"

#include <cctype>
#include <fmt/format.h>

namespace gnomon::exchange {

namespace {

// The words that NuSMV and nuXmv keep for themselves.
constexpr std::string_view kReservedInSmv[] = {
    "MODULE",  "DEFINE",     "MDEFINE", "CONSTANTS", "VAR",        "IVAR",    "FROZENVAR",  "INIT",      "TRANS",
    "INVAR",   "SPEC",       "CTLSPEC", "LTLSPEC",   "PSLSPEC",    "COMPUTE", "NAME",       "INVARSPEC", "FAIRNESS",
    "JUSTICE", "COMPASSION", "ISA",     "ASSIGN",    "CONSTRAINT", "SIMPWFF", "CTLWFF",     "LTLWFF",    "PSLWFF",
    "COMPWFF", "IN",         "MIN",     "MAX",       "MIRROR",     "PRED",    "PREDICATES", "process",   "array",
    "of",      "boolean",    "integer", "real",      "word",       "word1",   "bool",       "signed",    "unsigned",
    "extend",  "resize",     "sizeof",  "uwconst",   "swconst",    "EX",      "AX",         "EF",        "AF",
    "EG",      "AG",         "E",       "F",         "O",          "G",       "H",          "X",         "Y",
    "Z",       "A",          "U",       "S",         "V",          "T",       "W",          "BU",        "EBF",
    "ABF",     "EBG",        "ABG",     "case",      "esac",       "mod",     "next",       "init",      "union",
    "in",      "xor",        "xnor",    "self",      "TRUE",       "FALSE",   "count",      "abs",       "max",
    "min",     "typeof",     "clock",   "time",      "floor",      "toint",   "FUN",        "CTL",       "LTL"};

}  // namespace

SmvNames::SmvNames(const ispl::CheckedModel& model) {
  for (std::string_view word : kReservedInSmv) taken_.emplace(word);
  ended_ = unique("ended");
  for (const ispl::Variable& variable : model.variables) {
    variables_.push_back(unique(model.agent(variable.owner).name + "_" + variable.name));
  }
  for (const ispl::Agent& agent : model.agents) {
    actions_of_.push_back(agent.actions.empty() ? "" : unique(agent.name + "_Action"));
    red_.push_back(unique(agent.name + "_RedStates"));
  }
  for (const ispl::Proposition& one : model.propositions) propositions_.push_back(unique(one.name));
  for (const std::string& value : model.enumerators) values_.push_back(unique(value));
  for (const ispl::Agent& agent : model.agents) {
    std::vector<std::string>& names = actions_.emplace_back();
    for (const ispl::Action& action : agent.actions) names.push_back(unique(agent.name + "_" + action.name));
  }
}

std::string SmvNames::unique(std::string_view wanted) {
  std::string name;
  for (char c : wanted) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  if (name.empty() || std::isalpha(static_cast<unsigned char>(name.front())) == 0) name.insert(0, "x");
  const std::string stem = name;
  for (int number = 2; !taken_.insert(name).second; ++number) name = fmt::format("{}_{}", stem, number);
  return name;
}

}  // namespace gnomon::exchange
