// The places where formulas hold, under knowledge with a clock or with perfect recall.
//
// Three passes over pairs (formula, view), none of them recursive:
//   views     from the formula down: who is asked about within whose worlds; K opens the view of its knower
//   demand    from the formula down: at which nodes each subformula is needed; this builds the forest, no further than
//             needed: EX f needs f one step on, EF<=3 f up to three steps on, AG f everywhere after, Delta after a look,
//             K(i, f) in i's worlds
//   labels    from the atoms up: the places, by the operators of check/ on the augmented system (memory_graph.h)
// A subformula without knowledge is evaluated once on the plain system, and its states are cut to the places.
//
// The state subformulas of a path formula are letters. Their places are labels as well; the path formula is put over
// atoms that stand for them and left to check/path.h. If it has no path operator but X and some with a bound, each letter is read a known
// number of steps ahead: so far the forest is built for it, and the letter is needed there and nowhere else.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "check/labelling.h"
#include "check/path.h"
#include "recall/memory_graph.h"

namespace gnomon::recall {

using MemoryPathChecker = check::PathCheckerOf<MemoryGraph>;

class MemoryLabelling {
 public:
  // For a verdict as little as possible is evaluated. An explanation asks about everything that paths lead to, and about
  // temporal operators without knowledge as well.
  enum class Purpose : std::uint8_t { Verdict, Explanation };

  // `plain` evaluates formulas without knowledge, on the frame of the forest, and `paths` quantified path formulas. The
  // formula must be supported (prepare.h); the forest must have its root view.
  MemoryLabelling(Forest& forest, check::Labelling& plain, logic::KnowledgeSemantics semantics,
                  MemoryPathChecker& paths, logic::Formula root, ViewId root_view, Purpose purpose = Purpose::Verdict);

  // Evaluates the formula at these nodes of the root view (ascending).
  void evaluate(std::vector<NodeId> nodes);
  // Where the formula holds, among all places of the nodes it was evaluated at.
  const PlaceSet& places() const { return tasks_.at(root_).label; }

  // The same of a subformula in a view, as far as it was needed there.
  bool evaluates(logic::Formula f, ViewId view) const { return tasks_.contains({f, view}); }
  const PlaceSet& places(logic::Formula f, ViewId view) const { return tasks_.at({f, view}).label; }
  // The graph on which it was evaluated.
  const MemoryGraph& space(logic::Formula f, ViewId view) { return graph(tasks_.at({f, view}).nodes); }
  // Of a path quantifier: what some path must satisfy, or for A must not, over atoms; and the places of the atoms.
  logic::Formula core(logic::Formula quantifier, ViewId view) const { return tasks_.at({quantifier, view}).path->core; }
  check::LabellingOf<MemoryGraph> letters(logic::Formula quantifier, ViewId view);
  // The situation at a node after a change of observation.
  SituationId changed(logic::Formula delta, NodeId node) const;

  // Knowledge in the root view that would help if it were there (it occurs positively in the formula), for
  // explanations: a knower's doubt about an operand.
  struct Question {
    logic::Formula knowledge;  // the operator
    logic::Formula operand;
    KnowerId knower;
    ViewId view;       // of the operand
    PlaceSet doubted;  // where the knower does not know it
  };
  std::vector<Question> questions();
  const PlaceSet& operand_places(const Question& question) const {
    return tasks_.at({question.operand, question.view}).label;
  }

  const std::vector<check::PathReport>& path_reports() const { return path_reports_; }

 private:
  using Key = std::pair<logic::Formula, ViewId>;
  enum class Where : std::uint8_t { Here, Next, Everywhere, Ahead, Inside, AfterLook };
  struct Operand {
    Key key;
    Where where = Where::Here;
    KnowerId knower;         // Inside
    check::Horizon horizon;  // Ahead
  };
  // A path quantifier: what some path must satisfy, or for A must not.
  struct PathPlan {
    logic::Formula core;                // over atoms
    std::vector<logic::Formula> atoms;  // by operand
  };
  struct Task {
    std::vector<Operand> operands;
    std::optional<PathPlan> path;
    std::vector<NodeId> nodes;  // where it is needed, then where it is evaluated
    PlaceSet label;
  };

  void plan(Key key, Task& task);
  void look_ahead(Task& task, const logic::Interval& interval);
  void plan_knowledge(Key key, const logic::Node& node, Task& task);
  void plan_path(Key key, const logic::Node& quantifier, Task& task);
  void add_knowledge(Key key, Task& task, const Coalition& coalition);
  void demand(Key key, Task& task);
  std::vector<NodeId> nodes_for(Key key, const Task& task, const Operand& operand);
  void demand_ahead(Task& task);
  PlaceSet label(Key key, const Task& task);
  PlaceSet operand_label(const Task& task, const Operand& operand) const;
  check::LabellingOf<MemoryGraph> letters_on(const MemoryGraph& space, const Task& task);
  PlaceSet quantified(const logic::Node& quantifier, const Task& task);
  PlaceSet after_look(logic::Formula f, const Task& task);
  const Coalition& group(logic::Formula f) const;
  const MemoryGraph& graph(const std::vector<NodeId>& nodes);

  Forest* forest_;
  check::Labelling* plain_;
  logic::KnowledgeSemantics semantics_;
  MemoryPathChecker* paths_;
  Key root_;
  Purpose purpose_;
  std::vector<bool> memoryful_;  // by formula: it has places of its own
  std::map<Key, Task> tasks_;
  std::map<std::vector<NodeId>, MemoryGraph> graphs_;
  std::vector<check::PathReport> path_reports_;
};

}  // namespace gnomon::recall
