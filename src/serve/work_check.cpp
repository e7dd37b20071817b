// The verbs that decide formulas: `check`, with a verdict as soon as it is known, and `explain`, with the witness.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "gnomon/json.h"
#include "serve/request.h"

namespace gnomon::serve {

namespace {

// Formulas by their number, or as text; without any, all of the model. Throws BadRequest.
std::vector<std::size_t> chosen_formulas(api::Run& run, const Json& request, const Emit& emit) {
  std::vector<std::size_t> indices;
  const std::size_t count = run.formulas().size();
  const Json formulas = request.value("formulas", Json::array());
  if (!formulas.is_array()) throw BadRequest("`formulas` is no list");
  for (const Json& one : formulas) {
    if (one.is_number_unsigned()) {
      auto index = one.get<std::size_t>();
      if (index < 1 || index > count) throw BadRequest(fmt::format("there is no formula {}", index));
      indices.push_back(index);
    } else if (one.is_string()) {
      auto text = one.get<std::string>();
      std::size_t before = run.diagnostics().size();
      std::optional<std::size_t> added = run.add_formula(text);
      if (!added) {
        const std::vector<api::Diagnostic>& all = run.diagnostics();
        tell_diagnostics(text, {all.begin() + static_cast<std::ptrdiff_t>(before), all.end()}, emit);
        throw BadRequest(before < all.size() ? all[before].message : "the formula has errors");
      }
      indices.push_back(*added);
    } else {
      throw BadRequest("a formula is a number or a text");
    }
  }
  if (formulas.empty()) {
    for (std::size_t i = 1; i <= count; ++i) indices.push_back(i);
  }
  return indices;
}

void decide(api::Run& run, const std::vector<std::size_t>& indices, const Json& request,
            const api::Run::OnDecided& decided) {
  if (is_bounded(request)) return run.check_bounded(indices, bounded_options(request), decided);
  for (std::size_t index : indices) {
    api::FormulaResult result = run.check(index);
    decided(result);
  }
}

}  // namespace

void do_check(const Json& request, const WorkLimits& limits, const Emit& emit) {
  api::Run run = open_run(request, run_options(request, limits, emit), emit);
  std::vector<std::size_t> indices = chosen_formulas(run, request, emit);
  std::vector<api::FormulaResult> results;
  decide(run, indices, request, [&](api::FormulaResult& result) {
    emit({{"event", "verdict"}, {"formula", formula_event(run, result)}});
    results.push_back(result);
  });
  if (indices.empty()) run.build();
  if (looks_at_states(run.options(), request)) run.find_deadlocks();
  Json document = Json::parse(api::to_json(run, {}));
  document["diagnostics"] = diagnostics_of(model_text(request), run.diagnostics());
  emit({{"event", "done"}, {"document", std::move(document)}});
}

// One formula, decided anew; `witness` is that of docs/schema.json.
void do_explain(const Json& request, const WorkLimits& limits, const Emit& emit) {
  api::Run run = open_run(request, run_options(request, limits, emit), emit);
  std::vector<std::size_t> indices = chosen_formulas(run, request, emit);
  if (indices.size() != 1) throw BadRequest("one formula is explained at a time");
  api::WitnessOptions options;
  constexpr std::size_t kDeepest = 100;
  options.depth = number(request, "depth", options.depth, 1, kDeepest);
  options.full = flag(request, "full");
  decide(run, indices, request, [&](api::FormulaResult& result) {
    run.explain(result, options);
    Json event = {{"event", "explanation"}, {"formula", formula_event(run, result)}};
    if (result.witness) event["text"] = result.witness->text;
    emit(event);
  });
}

}  // namespace gnomon::serve
