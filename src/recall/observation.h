// Who sees what while observations change.
//
// A knower is a coalition that pools what its members see: one agent for K, the group for DK. A situation says which
// observation each agent uses now, and which constant variables it has ever seen. A variable is constant if no
// evolution line assigns it: its value is the same at all positions of a history. So of a history's observations
//
//   - constant variables need no record: to have seen x once is to know x now, by looking at any state of the history;
//   - the others (moving variables) are what tells histories apart from step to step.
//
// Information sets that differ in the values of remembered constants only are kept in one diagram (forest.h), from
// which the constants pick the right one. An agent who sees twenty foreheads that never change has one set, not 2^20.
#pragma once

#include <compare>
#include <map>
#include <utility>
#include <vector>

#include "base/id.h"
#include "model/symbolic_model.h"

namespace gnomon::recall {

using model::StateSet;

struct KnowerTag {};
using KnowerId = Id<KnowerTag>;
struct SituationTag {};
using SituationId = Id<SituationTag>;

using Coalition = std::vector<ispl::AgentId>;  // ascending, no duplicates
using Variables = std::vector<ispl::VarId>;    // ascending, no duplicates

// Some bits of a state, and all the others.
struct BitSplit {
  bdd::VarSet inside;
  bdd::VarSet outside;
};

// The states of a set that agree on some bits, and the cube of those bits' values.
struct Cell {
  bdd::Bdd values;
  StateSet states;
};

class Observations {
 public:
  explicit Observations(model::SymbolicModel& model);

  model::SymbolicModel& model() const { return *model_; }

  KnowerId knower(Coalition coalition);
  const Coalition& coalition(KnowerId knower) const { return knowers_[knower.index()]; }

  // Nobody sees anything or has ever seen anything.
  SituationId blind();
  // Every agent uses the observation it starts with.
  SituationId initial();
  // The agent changes to the observation of that name.
  SituationId changed(SituationId situation, ispl::AgentId agent, const std::string& observation);

  // What the knower sees now.
  Variables seen(SituationId situation, KnowerId knower) const;
  // The moving ones among them.
  Variables moving(SituationId situation, KnowerId knower) const;
  // The constant variables that the knower has ever seen.
  Variables remembered(SituationId situation, KnowerId knower) const;

  // The bits of these variables and the rest; cached.
  const BitSplit& bits(const Variables& variables);
  // All states that agree with a member of the set on these variables.
  StateSet alike(const StateSet& states, const Variables& variables);
  // The set taken apart by the values of these variables.
  std::vector<Cell> cells(const StateSet& states, const Variables& variables);

 private:
  struct Situation {
    std::vector<Variables> current;     // by agent
    std::vector<Variables> remembered;  // by agent
    auto operator<=>(const Situation&) const = default;
  };

  SituationId intern(Situation situation);
  Variables observation(ispl::AgentId agent, const std::string& name) const;
  void look(Situation& situation, ispl::AgentId agent, Variables variables) const;

  model::SymbolicModel* model_;
  std::vector<bool> constant_;  // by VarId
  std::vector<Coalition> knowers_;
  std::map<Coalition, KnowerId> knower_index_;
  std::vector<Situation> situations_;
  std::map<Situation, SituationId> situation_index_;
  std::map<Variables, BitSplit> bits_;
};

// The union of two lists.
Variables united(const Variables& a, const Variables& b);

}  // namespace gnomon::recall
