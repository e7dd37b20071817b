#include "recall/memory_checker.h"

#include <algorithm>
#include <set>

#include "base/assert.h"
#include "recall/memory_labelling.h"

namespace gnomon::recall {

using logic::Formula;
using logic::KnowledgeSemantics;
using logic::Op;

namespace {

check::PathOptions with_budget(check::PathOptions options, const check::Frame& frame) {
  options.limits.budget = &frame.manager().budget();
  return options;
}

}  // namespace

MemoryChecker::MemoryChecker(check::Labelling& plain, MemoryOptions options)
    : plain_(&plain),
      options_(std::move(options)),
      paths_(with_budget(options_.paths, plain.space()),
             plain.paths() != nullptr ? plain.paths()->reserve() : std::make_shared<check::VariableReserve>()) {}

std::vector<Coalition> MemoryChecker::knowers(Formula root, Depth depth) const {
  const ispl::CheckedModel& model = plain_->space().model().source();
  const logic::FormulaPool& pool = plain_->pool();
  std::set<Coalition> found;
  std::vector<bool> seen(pool.size(), false);
  std::vector<Formula> stack{root};
  while (!stack.empty()) {
    Formula f = stack.back();
    stack.pop_back();
    if (f.is_none() || seen[f.index()]) continue;
    seen[f.index()] = true;
    const logic::Node& node = pool[f];
    bool knowledge = node.op == Op::Knows || node.op == Op::Everybody || node.op == Op::Distributed;
    if (node.op == Op::Knows) found.insert({*model.agent_of(node.name)});
    if (node.op == Op::Distributed) found.insert(model.groups[*model.group_of(node.name)].members);
    if (node.op == Op::Everybody) {
      for (ispl::AgentId agent : model.groups[*model.group_of(node.name)].members) found.insert({agent});
    }
    if (knowledge && depth == Depth::Outermost) continue;
    stack.push_back(node.left);
    stack.push_back(node.right);
  }
  return {found.begin(), found.end()};
}

namespace {

std::size_t alternation_depth(const Forest& forest, ViewId root) {
  std::vector<std::size_t> depth(forest.view_count(), 0);
  std::size_t deepest = 0;
  for (std::size_t v = root.index() + 1; v < forest.view_count(); ++v) {  // parents have smaller numbers
    depth[v] = depth[forest.view(ViewId(v)).parent.index()] + 1;
    deepest = std::max(deepest, depth[v]);
  }
  return deepest;
}

// The places of the question's doubt at which the operand is true: what is not known is not simply false.
PlaceSet undecided(const Forest& forest, const MemoryLabelling::Question& question, const PlaceSet& holds,
                   ViewId root) {
  PlaceSet result;
  for (const auto& [vertex, states] : question.doubted.entries()) {
    if (question.view == root) {
      const StateSet* good = holds.at(vertex);
      if (good != nullptr) result.append(vertex, states & *good);
      continue;
    }
    // In the knower's node the actual world is one of those with the actual state.
    StateSet rest = states;
    const Node& node = forest.node(forest.member(vertex).children[forest.child_position(root, question.view)]);
    for (std::size_t m = 0; m < node.members.size(); ++m) {
      const StateSet* good = holds.at(static_cast<VertexId>(node.first + m));
      rest -= good == nullptr ? node.members[m].states : node.members[m].states - *good;
    }
    result.append(vertex, rest);
  }
  return result;
}

// A doubt at a place where the formula fails, or else anywhere that it looks; preferably about something that is true.
// The first in order of discovery.
std::optional<Doubt> explain(Forest& forest, MemoryLabelling& labelling, KnowledgeSemantics semantics, ViewId root,
                             const PlaceSet& failing) {
  Observations& observations = forest.observations();
  bool clock = semantics == KnowledgeSemantics::Clock;
  const std::vector<MemoryLabelling::Question> questions = labelling.questions();
  struct Choice {
    PlaceSet where;
    const MemoryLabelling::Question* question = nullptr;
  };
  std::vector<Choice> choices(4);  // by preference
  for (const MemoryLabelling::Question& question : questions) {
    PlaceSet open = undecided(forest, question, labelling.operand_places(question), root);
    const PlaceSet candidates[] = {open & failing, open, question.doubted & failing, question.doubted};
    for (std::size_t i = 0; i < choices.size(); ++i) {
      if (choices[i].question == nullptr && !candidates[i].empty()) choices[i] = {candidates[i], &question};
    }
  }
  for (const Choice& choice : choices) {
    if (choice.question == nullptr) continue;
    const MemoryLabelling::Question& question = *choice.question;
    const auto& [vertex, states] = *choice.where.entries().begin();
    SituationId situation = forest.node(forest.node_of(vertex)).situation;
    DoubtRequest request;
    request.vertex = vertex;
    request.states = states;
    request.knower = question.knower;
    if (question.view != root) request.position = forest.child_position(root, question.view);
    request.only_now = clock;
    request.compares =
        clock ? observations.seen(situation, question.knower) : observations.remembered(situation, question.knower);
    const PlaceSet& holds = labelling.operand_places(question);
    request.fails = [&](VertexId w) {
      const StateSet* good = holds.at(w);
      return good == nullptr ? forest.member(w).states : forest.member(w).states - *good;
    };
    Doubt doubt = find_doubt(forest, request);
    doubt.knowledge = question.knowledge;
    doubt.operand = question.operand;
    return doubt;
  }
  return std::nullopt;
}

}  // namespace

MemoryResult MemoryChecker::check(Formula formula, KnowledgeSemantics semantics) {
  MemoryResult result;
  result.holds = true;
  Formula f = prepared(plain_->pool(), formula);
  if (semantics == KnowledgeSemantics::Observational) {
    result.holds = plain_->holds_initially(f);
    return result;
  }
  std::vector<Formula> parts = conjuncts(plain_->pool(), f);
  result.report.conjuncts = parts.size();
  for (Formula part : parts) {
    result.holds = memoryful(plain_->pool(), part)[part.index()] ? check_conjunct(part, semantics, result)
                                                                 : plain_->holds_initially(part);
    if (!result.holds) break;
  }
  return result;
}

KnowerId MemoryChecker::root_knower(Formula f, KnowledgeSemantics semantics, Observations& observations) const {
  if (semantics == KnowledgeSemantics::Clock) return observations.knower({});
  const std::vector<Coalition> who = knowers(f, Depth::Outermost);
  return who.size() == 1 ? observations.knower(who.front()) : KnowerId();
}

std::unique_ptr<MemoryStructure> MemoryChecker::structure(Formula f, KnowledgeSemantics semantics) {
  const check::Frame& frame = plain_->space();
  auto made = std::make_unique<MemoryStructure>(frame, ForestLimits{options_.max_nodes, options_.on_growth});
  made->root = made->forest.root_view(root_knower(f, semantics, made->observations));
  made->labelling.emplace(made->forest, *plain_, semantics, paths_, f, made->root,
                          MemoryLabelling::Purpose::Explanation);
  const StateSet initial = frame.model().initial() & frame.states();
  const bool all = options_.initial == InitialInformation::All;
  const std::vector<NodeId> begin = made->forest.beginning(initial, all ? frame.states() : initial);
  made->labelling->evaluate(begin);
  made->beginning = all_places(made->forest, begin) & initial;
  return made;
}

bool MemoryChecker::holds_after(const std::vector<StateValues>& history, Formula formula,
                                KnowledgeSemantics semantics) {
  const check::Frame& frame = plain_->space();
  const Formula f = prepared(plain_->pool(), formula);
  auto here = [&](std::size_t i) { return frame.model().singleton(history[i]); };
  if (!memoryful(plain_->pool(), f)[f.index()]) return here(history.size() - 1).subset_of(plain_->states(f));
  Observations observations(frame.model());
  Forest forest(frame, observations, {options_.max_nodes, options_.on_growth});
  const ViewId root = forest.root_view(root_knower(f, semantics, observations));
  MemoryLabelling labelling(forest, *plain_, semantics, paths_, f, root);
  const StateSet initial = frame.model().initial() & frame.states();
  const bool all = options_.initial == InitialInformation::All;
  // The vertices that a step may lead to have different states, so that one at most has the state in question.
  auto vertex_with = [&](const StateSet& state, const std::vector<VertexId>& candidates) {
    const auto found = std::find_if(candidates.begin(), candidates.end(),
                                    [&](VertexId vertex) { return state.subset_of(forest.member(vertex).states); });
    GNOMON_ASSERT(found != candidates.end(), "a history is possible to those who made it");
    return *found;
  };
  std::vector<VertexId> first;
  for (NodeId node : forest.beginning(initial, all ? frame.states() : initial)) {
    for (std::size_t m = 0; m < forest.node(node).members.size(); ++m) {
      first.push_back(static_cast<VertexId>(forest.node(node).first + m));
    }
  }
  VertexId at = vertex_with(here(0), first);
  for (std::size_t i = 1; i < history.size(); ++i) {
    const NodeId node = forest.node_of(at);
    const std::size_t member = at - forest.node(node).first;
    at = vertex_with(here(i), forest.step(node).targets[member]);
  }
  labelling.evaluate({forest.node_of(at)});
  const StateSet* holds = labelling.places().at(at);
  return holds != nullptr && here(history.size() - 1).subset_of(*holds);
}

// The verdict of AG f is that of f at all places; of other formulas, at the places of the beginning.
bool MemoryChecker::check_conjunct(Formula f, KnowledgeSemantics semantics, MemoryResult& result) {
  const check::Frame& frame = plain_->space();
  Observations observations(frame.model());
  Forest forest(frame, observations, {options_.max_nodes, options_.on_growth});
  const KnowerId knower = root_knower(f, semantics, observations);
  ViewId root = forest.root_view(knower);
  StateSet initial = frame.model().initial() & frame.states();
  bool all_information = options_.initial == InitialInformation::All;
  bool exact = !all_information || knower.is_none();  // every place of the root can really occur
  const logic::Node node = plain_->pool()[f];
  bool invariant = exact && node.op == Op::AG;

  MemoryLabelling labelling(forest, *plain_, semantics, paths_, invariant ? node.left : f, root);
  std::vector<NodeId> begin = forest.beginning(initial, all_information ? frame.states() : initial);
  std::vector<NodeId> nodes = invariant ? closure(forest, begin) : begin;
  labelling.evaluate(nodes);
  PlaceSet asked = all_places(forest, nodes);
  if (!invariant) asked = asked & initial;
  PlaceSet failing = asked - labelling.places();

  MemoryReport& report = result.report;
  report.knowers = std::max(report.knowers, knowers(f, Depth::All).size());
  report.views = std::max(report.views, forest.view_count());
  report.alternation = std::max(report.alternation, alternation_depth(forest, root));
  if (!failing.empty() && options_.explain && !all_information) {
    result.doubt = explain(forest, labelling, semantics, root, failing);
  }
  report.nodes += forest.node_count();
  report.vertices += forest.vertex_count();
  report.paths.insert(report.paths.end(), labelling.path_reports().begin(), labelling.path_reports().end());
  return failing.empty();
}

}  // namespace gnomon::recall
