// The facade's options and results in the words of the layers below, and back.
#pragma once

#include "bounded/exploring_engine.h"
#include "engine/activity.h"
#include "engine/engine.h"
#include "engine/system.h"
#include "gnomon/gnomon.h"
#include "logic/formula.h"
#include "slices/options.h"

namespace gnomon::api {

// The text of a model counts from the beginning.
engine::Limits limits(const RunOptions& options, std::size_t text_bytes);
engine::Limits limits(const CallLimits& options);
engine::SystemOptions system_options(const RunOptions& options);
logic::KnowledgeSemantics knowledge_semantics(Knowledge knowledge);
slices::SliceOptions slice_options(const RunOptions& options);
bounded::ExploringOptions exploring_options(const BoundedOptions& options);

Progress progress(const engine::Progress& from);
ReasonKind reason_kind(engine::ReasonKind kind);
// Fills in how the question ended; the rest of the result stays as it is.
void fill_in(FormulaResult& result, const engine::Outcome& outcome);
SlicingFacts slicing_facts(const engine::SliceReport& report);
BoundedFacts bounded_facts(BoundedEngine engine, const engine::Effort& effort);

}  // namespace gnomon::api
