// A model with its formulas as an AIGER file.
#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "exchange/circuit_model.h"
#include "exchange/exported.h"
#include "sat/model.h"

namespace gnomon::exchange {

namespace {

// Where the variables are, for people who read the file.
std::string description(const ispl::CheckedModel& model, const CircuitModel& circuit, const std::string& title) {
  constexpr std::size_t kMostListed = 16;
  std::string text = title + "\n";
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    const ispl::Variable& variable = model.variables[v];
    const std::vector<std::size_t> latches = circuit.latches_of(ispl::VarId(v));
    text += fmt::format("{}.{} :", model.agent(variable.owner).name, variable.name);
    for (std::size_t latch : latches) text += fmt::format(" l{}", latch);
    const std::uint64_t size = variable.type.size();
    text += latches.empty() ? " always" : " =";
    if (size <= kMostListed) {
      for (std::uint64_t i = 0; i < size; ++i) {
        text += " " + model.value_text(ispl::VarId(v), variable.type.value_at(i));
      }
    } else {
      text += " " + model.type_text(variable.type);
    }
    text += "\n";
  }
  return text;
}

// The reason why fairness constraints have no signals; empty if they have.
std::string fairness_problem(const ispl::CheckedModel& model) {
  const bool plain = std::all_of(model.fairness.begin(), model.fairness.end(), [&](const ispl::Formula& one) {
    return is_propositional(model.pool, one.property.formula);
  });
  return plain ? "" : "a fairness constraint of the model is no Boolean combination of propositions";
}

}  // namespace

Exported export_aiger(model::SymbolicModel& model, logic::FormulaPool& pool, const std::vector<Asked>& formulas,
                      AigerForm form, const std::string& title, const Budget& budget) {
  const ispl::CheckedModel& source = model.source();
  const bool endless = sat::never_stops(model);
  CircuitModel circuit(model, endless);
  const std::string fairness = fairness_problem(source);
  const PathFacts facts{!source.fairness.empty(), endless};
  AigerFile file;
  Exported result;
  for (const Asked& asked : formulas) {
    Told& told = result.formulas.emplace_back();
    told.left_out = fairness;
    if (!told.left_out.empty()) continue;
    const Refutation refutation = exchange::refutation(pool, *asked.property, facts, budget);
    told.left_out = refutation.left_out;
    std::vector<CircuitModel::Property> properties;
    try {
      for (std::size_t v = 0; v < refutation.violations.size(); ++v) {
        const std::string name = fmt::format("formula{}.{}", asked.number, v + 1);
        properties.push_back(circuit.property(refutation.violations[v], name, budget));
      }
    } catch (const LimitReached& limit) {
      if (limit.limit() != Limit::Size) throw;
      told.left_out = limit.what();
      continue;
    }
    for (std::size_t v = 0; v < properties.size(); ++v) {
      CircuitModel::Property& one = properties[v];
      // Some tools want every name once.
      const std::string part = properties.size() == 1 ? "" : fmt::format(".{}", v + 1);
      const std::string name = fmt::format("{}{}: {}", asked.number, part, asked.text);
      if (one.justice) {
        told.properties.push_back(fmt::format("j{}", file.justice.size()));
        file.justice.push_back({std::move(one.signals), name});
      } else {
        told.properties.push_back(fmt::format("b{}", file.bad.size()));
        file.bad.push_back({one.signals.front(), name});
      }
    }
  }
  for (std::size_t i = 0; i < source.fairness.size() && fairness.empty(); ++i) {
    const ispl::Formula& one = source.fairness[i];
    file.fairness.push_back({circuit.fair(one.property.formula), fmt::format("{}: {}", i + 1, one.text)});
  }
  file.comment = description(source, circuit, title);
  for (std::size_t v = 0; v < source.variables.size(); ++v)
    result.latches.push_back(circuit.latches_of(ispl::VarId(v)));
  result.text = write_aiger(circuit.aig(), file, form);
  return result;
}

}  // namespace gnomon::exchange
