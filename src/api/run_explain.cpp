// Explanations of a run: what an engine says about a verdict becomes witnesses in words and data.
#include <fmt/format.h>
#include <utility>

#include "api/convert.h"
#include "api/memory_text.h"
#include "api/run_impl.h"
#include "api/witness_text.h"
#include "enumerate/evaluation.h"
#include "logic/parameters.h"
#include "logic/question.h"
#include "witness/explain.h"
#include "witness/memory_explain.h"
#include "witness/repeat.h"

namespace gnomon::api {

namespace {

// The values that a witness is about, and a heading that says so.
void name_values(const logic::FormulaPool& pool, const engine::Shown& claim, Witness& shown) {
  if (claim.values.empty()) return;
  std::string heading;
  for (const logic::ParameterValue& value : claim.values) {
    const std::string& name = pool.text(value.name);
    const bool number = value.value && *value.value < logic::kLargestBound;
    shown.values.emplace_back(name, number ? value.value : std::nullopt);
    heading += heading.empty() ? "" : ", ";
    heading += number                                ? fmt::format("{} = {}", name, *value.value)
               : value.value == logic::kLargestBound ? "all " + name
               : claim.holds                         ? fmt::format("{} large enough", name)
                                                     : "any " + name;
  }
  shown.text = fmt::format("For {} the formula is {}.\n{}", heading, claim.holds ? "true" : "false", shown.text);
}

}  // namespace

void Run::Impl::explain(FormulaResult& result, const WitnessOptions& form, const CallLimits& call) {
  begin_call(call);
  listed(result.index);
  if (result.verdict == Verdict::Unknown) {
    result.no_witness = "the verdict is unknown";
    return;
  }
  auto found = settled.find(result.index);
  if (found == settled.end() || found->second.verdict != result.verdict) {
    throw UsageError(fmt::format("formula {} was not decided like this by this run", result.index));
  }
  activity.state().formula = result.index;
  std::string reason;
  auto keep = [&](Witness shown) {
    if (!result.witness) {
      result.witness = std::move(shown);
    } else {
      result.witness->text += "\n" + shown.text;
      result.witness->further.push_back(std::move(shown));
    }
  };
  std::optional<engine::Reason> failed = activity.perform(engine::Phase::Check, [&] {
    const engine::Evidence evidence = found->second.engine->evidence(result.index);
    reason = evidence.none;
    witness::ExplainOptions explain_options;
    explain_options.depth = form.depth;
    explain_options.paths = system->options().paths;
    std::vector<engine::Shown> claims = evidence.instead;
    if (claims.empty()) claims.push_back({property(result.index).formula, result.verdict == Verdict::True});
    const explicit_state::Interpreter interpreter(*model);
    explicit_state::ReplayOracle oracle;
    if (evidence.memory != nullptr) {
      const check::Frame& frame = evidence.memory->space();
      oracle.fair = [&](const auto& state) { return frame.model().singleton(state).subset_of(frame.states()); };
    }
    bool repeats = false;
    auto show = [&](const engine::Shown& claim, witness::Explanation explanation) {
      if (reason.empty()) reason = explanation.reason;
      if (!explanation.witness || repeats) return;
      if (!claim.for_all_values.is_none()) {
        repeats = witness::mark_repeatable(interpreter, model->pool, claim.for_all_values, claim.values,
                                           *explanation.witness, oracle);
        if (result.witness && !repeats) return;  // the first of its kind will do
        result.witness.reset();
      }
      Witness shown = describe_witness(*model, *explanation.witness, form);
      name_values(model->pool, claim, shown);
      keep(std::move(shown));
    };
    if (evidence.memory != nullptr) {
      reason.clear();
      recall::MemoryChecker checker(*evidence.memory, system->memory_options());
      try {
        for (const engine::Shown& claim : claims) {
          show(claim, witness::explain_memory(checker, claim.formula, property(result.index).knowledge, claim.holds,
                                              explain_options));
        }
      } catch (const explicit_state::ReplayError&) {
        if (!evidence.of_part) throw;
        reason = evidence.none;
      }
      if (result.witness) return;
    }
    // A formula whose whole explanation would be too large: one doubt may still be shown.
    if (evidence.doubt != nullptr) result.witness = describe_doubt(system->symbolic(), *evidence.doubt, form);
    if (evidence.labels == nullptr && evidence.listed == nullptr) return;
    for (const engine::Shown& claim : claims) {
      show(claim, evidence.listed != nullptr
                      ? witness::explain(evidence.listed->labels, claim.formula, claim.holds, explain_options)
                      : witness::explain(*evidence.labels, claim.formula, claim.holds, explain_options));
    }
  });
  if (failed) stopped = failed;
  if (!result.witness) result.no_witness = failed ? failed->words : reason;
}

}  // namespace gnomon::api
