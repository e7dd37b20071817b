// Bounded model checking on diagrams: formulas are decided along one exploration of the state space.
//
//   R_0 = initial states,  R_k+1 = R_k + image(R_k)
//
// At the depths that the schedule chooses (bounded/schedule.h) every open formula is evaluated, in the open if its
// allowance suffices, otherwise on the part R_k. Both are sound in one direction (check/preservation.h): a universal
// formula that fails in an initial state is false, an existential one that holds in all initial states is true, and
// leaves the exploration. A formula that is neither waits for the fixed point, where R_k is all there is and every
// answer is right.
//
// Why two extents. The set R_k remembers how many steps each state took, so its diagrams are larger than those of the
// whole model, and fixpoints inside it may cost far more than the exploration. The set of all states has no such
// memory: there a fixpoint is often cheap, needs computing only once, and is exact; but it may also wander through
// states that nothing reaches, and then the part is the way.
//
// Universal formulas need no rewriting: their operators are defined by complement (AG f = R - EF(R - f), K f = R -
// alike(R - f)), so evaluating them and looking for an initial state outside is evaluating the existential dual.
//
// After A. Jones, Bounded model checking for a temporal epistemic logic based on ROBDDs (2009), which treats ACTLK with
// K; here for all logics, several formulas at once, and at a bounded cost. Every part R_k is a set of states reached
// inside it also when the steps are rounds of chaining (model/reach.h), so these serve as depths where a model is
// explored that way.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "bounded/schedule.h"
#include "check/preservation.h"
#include "model/symbolic_model.h"

namespace gnomon::bounded {

// What an answer in each extent says about the system; neither existential nor universal: the extent is of no use.
struct Extents {
  check::Preservation part;
  check::Preservation open;
  const check::Preservation& of(check::Extent extent) const { return extent == check::Extent::Part ? part : open; }
  bool is_useful(check::Extent extent) const { return of(extent).existential || of(extent).universal; }
};

struct ExploreOptions {
  CheckPolicy policy;
  std::optional<std::size_t> max_depth;  // go no further
  double elapsed = 0;                    // seconds of the run so far, which count for the allowances
};

// What the exploration asks of those who evaluate formulas, which are numbered from 0.
class Judge {
 public:
  virtual ~Judge() = default;
  // Whether the formula holds in the initial states of a part of the system. Raises LimitReached when the budget of the
  // model's manager is exhausted.
  struct Trial {
    bool fails_somewhere = false;   // in an initial state of the part (with fairness: a fair one)
    bool holds_everywhere = false;  // in all initial states of the system
  };
  virtual Trial evaluate(std::size_t formula, check::Extent extent, const model::StateSet& part) = 0;
  // All evaluations on the present part are done: what they computed may go.
  virtual void forget() = 0;
  // The formula has been decided.
  virtual void decided(std::size_t formula, bool holds, std::size_t depth, check::Extent extent,
                       const model::StateSet& part) = 0;
};

struct Explored {
  bool complete = false;  // the fixed point was reached: model.reachability() is known
  std::size_t depth = 0;  // steps (or rounds) taken
  model::StateSet states;
  std::size_t checks = 0;
  double check_seconds = 0;
};

// Explores until every formula is decided, the fixed point is reached, or the options say stop. LimitReached of the
// exploration itself passes through; a check that runs into a limit of its own is given up. `explored` is kept up to
// date, so that it tells how far the search came when a limit passed through.
void explore(model::SymbolicModel& model, const std::vector<Extents>& formulas, Judge& judge,
             const ExploreOptions& options, Explored& explored);

}  // namespace gnomon::bounded
