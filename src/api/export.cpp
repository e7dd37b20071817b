// Models for other tools, and the map that says where formulas and variables are in them.
#include <fmt/format.h>

#include "api/json_parts.h"
#include "api/run_impl.h"
#include "exchange/exported.h"
#include "sat/model.h"

namespace gnomon::api {

ExportedModel Run::export_model(const std::vector<std::size_t>& indices, ExportFormat format,
                                const CallLimits& limits) {
  impl_->begin_call(limits);
  ExportedModel result;
  std::vector<exchange::Asked> asked;
  for (std::size_t index : indices) {
    const FormulaResult formula = impl_->listed(index);
    asked.push_back({index, &impl_->property(index), formula.text});
    result.formulas.push_back({index, formula.text, {}, {}});
  }
  const std::string title = fmt::format("{}, written by Gnomon {}", file(), version());
  exchange::Exported exported;
  std::vector<exchange::Unsayable> problems;
  ispl::CheckedModel& model = *impl_->model;
  const std::optional<engine::Reason> failed = impl_->activity.perform(engine::Phase::Encode, [&] {
    model::SymbolicModel& symbolic = impl_->system->symbolic();
    const Budget& budget = impl_->activity.budget();
    if (symbolic.initial().empty()) {
      problems.push_back({model.expressions[model.initial].span, "no state satisfies InitStates",
                          "there is nothing to export; check the conditions that exclude each other"});
    } else if (format == ExportFormat::Smv) {
      exported = exchange::export_smv(model, sat::never_stops(symbolic), asked, title, budget, problems);
    } else {
      const auto form = format == ExportFormat::Aiger ? exchange::AigerForm::Binary : exchange::AigerForm::Ascii;
      exported = exchange::export_aiger(symbolic, model.pool, asked, form, title, budget);
    }
  });
  if (failed) {
    impl_->stopped = failed;
    result.stopped = failed->words;
    return result;
  }
  for (exchange::Unsayable& one : problems) {
    impl_->reporter.error_at(impl_->source, one.span, std::move(one.message), std::move(one.hint));
  }
  if (!problems.empty()) return result;
  result.text = std::move(exported.text);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    result.formulas[i].properties = std::move(exported.formulas[i].properties);
    const std::string& why = result.formulas[i].left_out = std::move(exported.formulas[i].left_out);
    if (why.empty()) continue;
    const std::string message = fmt::format("formula {} is left out: {}", indices[i], why);
    if (indices[i] <= model.formulas.size()) {
      impl_->reporter.warn_at(impl_->source, model.formulas[indices[i] - 1].span, "left-out", message);
    } else {
      impl_->reporter.warn(impl_->listed(indices[i]).text, "left-out", message);
    }
  }
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    const ispl::Variable& variable = model.variables[v];
    ExportedVariable& one = result.variables.emplace_back();
    one.agent = model.agent(variable.owner).name;
    one.name = variable.name;
    one.type = model.type_text(variable.type);
    if (!exported.latches.empty()) one.latches = exported.latches[v];
    if (!exported.names.empty()) one.smv = exported.names[v];
  }
  return result;
}

std::string to_json(const ExportedModel& model, const std::string& file, ExportFormat format) {
  ordered_json document = document_head();
  const bool smv = format == ExportFormat::Smv;
  document["file"] = file;
  document["format"] = smv ? "smv" : "aiger";
  document["formulas"] = ordered_json::array();
  for (const ExportedFormula& one : model.formulas) {
    ordered_json object{{"index", one.index}, {"text", one.text}};
    if (one.left_out.empty()) {
      object["properties"] = one.properties;
    } else {
      object["left_out"] = one.left_out;
    }
    document["formulas"].push_back(std::move(object));
  }
  document["variables"] = ordered_json::array();
  for (const ExportedVariable& one : model.variables) {
    ordered_json object{{"agent", one.agent}, {"name", one.name}, {"type", one.type}};
    if (smv) {
      object["smv"] = one.smv;
    } else {
      object["latches"] = one.latches;
    }
    document["variables"].push_back(std::move(object));
  }
  return document_text(document);
}

}  // namespace gnomon::api
