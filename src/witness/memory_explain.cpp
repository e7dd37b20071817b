#include "witness/memory_explain.h"

#include <set>

#include "explicit/information.h"
#include "explicit/replay.h"
#include "logic/unfold.h"
#include "recall/prepare.h"
#include "witness/absence.h"
#include "witness/memory_session.h"
#include "witness/session.h"
#include "witness/shown.h"

namespace gnomon::witness {

namespace {

using recall::PlaceSet;

// An initial place to explain: the one with the shortest path where the formula asks for a finite one.
Place root_of(MemorySession& session, Formula formula, bool holds, const PlaceSet& candidates) {
  recall::MemoryStructure& structure = session.structure();
  const logic::Node node = session.pool()[formula];
  const recall::MemoryGraph& graph = structure.labelling->space(formula, structure.root);
  const bool finite = (holds && node.op == logic::Op::EF) || (!holds && node.op == logic::Op::AG);
  if (finite) {
    const PlaceSet& good = structure.labelling->places(node.left, structure.root);
    const PlaceSet target = holds ? graph.states() & good : graph.states() - good;
    const auto product = space_product(graph, graph.states());
    ForwardSearchIn<recall::MemoryGraph> search(product, ProductSetIn<recall::MemoryGraph>(1, candidates),
                                                product.everything(), session.options().max_steps);
    auto path = search.path_to(ProductSetIn<recall::MemoryGraph>(1, target));
    if (!holds && !path.empty()) {
      const PlaceSet clear = session.clearest(node.left, target);
      auto other = search.path_to(ProductSetIn<recall::MemoryGraph>(1, clear));
      if (other.size() == path.size()) path = std::move(other);
    }
    if (!path.empty()) return path.front().state;
  }
  return PointsOf<recall::MemoryGraph>::pick(graph, holds ? candidates : session.clearest(formula, candidates));
}

Explanation explained(recall::MemoryChecker& checker, Formula formula, logic::KnowledgeSemantics semantics, bool holds,
                      const ExplainOptions& options) {
  const std::unique_ptr<recall::MemoryStructure> structure =
      shown_or_too_large([&] { return checker.structure(formula, semantics); });
  const PlaceSet candidates =
      holds ? structure->beginning : structure->beginning - structure->labelling->places(formula, structure->root);
  if (candidates.empty()) return {std::nullopt, "the formula is true because there is no initial state"};
  MemorySession session(checker, *structure, semantics, holds, options);
  const Place root = root_of(session, formula, holds, candidates);
  const WitnessState first = session.add_place({{root, false}});
  if (session.facts().is_fact(formula)) {
    session.claim_fact(formula, first, holds);
  } else {
    session.need(formula, first, 0);
  }
  while (std::optional<std::size_t> claim = session.next_claim()) explain_memory_claim(session, *claim);
  if (!is_useful(session.witness())) {
    const auto& notes = session.witness().notes;
    return {std::nullopt, !notes.empty() ? notes.front()
                          : holds        ? "a true formula about knowledge with memory speaks of all histories"
                                         : absence_from(checker.plain().space(), session.pool(), formula, root.state)};
  }
  session.begin_with(first);
  explicit_state::Witness witness = std::move(session.witness());
  const std::set<State> distinct(witness.states.begin(), witness.states.end());
  if (distinct.size() < witness.states.size()) {
    witness.notes.emplace_back("states with equal values and different names differ in what agents remember");
  }
  const check::Frame& frame = checker.plain().space();
  const explicit_state::Interpreter interpreter(frame.model().source());
  explicit_state::ReplayOracle oracle;
  if (witness.fair) {
    oracle.fair = [&](const State& state) { return frame.model().singleton(state).subset_of(frame.states()); };
  }
  explicit_state::replay(interpreter, checker.plain().pool(), formula, holds, witness, oracle);
  return {std::move(witness), {}};
}

}  // namespace

Explanation explain_memory(recall::MemoryChecker& checker, Formula formula, logic::KnowledgeSemantics semantics,
                           bool holds, const ExplainOptions& options) {
  try {
    logic::FormulaPool& pool = checker.plain().pool();
    const Formula stated = logic::with_open_ends_split(pool, recall::prepared(pool, formula));
    return explained(checker, stated, semantics, holds, options);
  } catch (const NotShown& reason) {
    return {std::nullopt, reason.what()};
  } catch (const explicit_state::TooManyWorlds& reason) {
    return {std::nullopt, reason.what()};
  }
}

}  // namespace gnomon::witness
