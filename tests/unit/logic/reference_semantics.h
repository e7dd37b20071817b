// An evaluator for the tests, written from the definitions and sharing nothing with the transformations under test:
// small Kripke structures with indistinguishability relations, and path formulas on all short lassos. It recurses and
// enumerates; both are fine at this size.
//
// Quantifiers range over a fixed family of lassos (and, on finite traces, of ends), not over all paths. Transformations
// must keep the truth on every single path, so they must keep the truth over any family.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "logic/formula.h"
#include "logic/nnf.h"

namespace gnomon::logic::testing {

using States = std::uint32_t;  // a bit per state

struct Model {
  int size = 3;
  std::vector<States> successors;                // by state; empty: a deadlock
  std::map<std::string, States> propositions;    // absent: false everywhere
  std::map<std::string, States> red;             // by agent; absent: nowhere
  std::map<std::string, std::vector<int>> view;  // by agent: what it sees of each state; absent: nothing
  std::map<std::string, std::vector<std::string>> groups;

  States all() const { return (States{1} << size) - 1; }
};

Model random_model(std::uint32_t seed);

// States in order; after the last one comes the one at `loop`.
struct Lasso {
  std::vector<int> states;
  std::size_t loop = 0;
};

class Reference {
 public:
  // `tests`: how tests of path expressions are read on finite traces (Finite or FiniteWithInfiniteTests).
  Reference(const FormulaPool& pool, const Model& model, Traces tests = Traces::Finite);

  // Where a state formula holds.
  States states(Formula f);
  // Whether a path formula holds at the start of a lasso, or of its first `length` positions.
  bool on_path(Formula f, const Lasso& lasso);
  bool on_trace(Formula f, const Lasso& lasso, std::size_t length);

  const std::vector<Lasso>& lassos_from(int state) const { return lassos_[static_cast<std::size_t>(state)]; }
  static std::size_t longest_trace() { return 5; }

 private:
  using Truth = std::vector<bool>;                  // by position
  using Relation = std::vector<std::vector<bool>>;  // by pair of positions

  // The positions to evaluate on: those of the lasso, or those of a trace, which has no successor at its end.
  struct Line {
    const Lasso* lasso = nullptr;
    std::size_t length = 0;
    bool finite = false;
  };
  std::size_t fold(const Lasso& lasso, std::size_t position) const;
  const Truth& truth(Formula f, const Line& line);
  Truth evaluate(Formula f, const Line& line);
  States bounded(const Node& node);
  std::vector<std::vector<bool>> matches(Formula rho, const Line& line, std::size_t start, std::uint64_t farthest);
  std::vector<std::vector<bool>> after(Formula rho, const Line& line, const std::vector<std::vector<bool>>& from);
  Relation relation(Formula rho, const Line& line);
  States successors_within(States target, bool all) const;
  States knows(const std::vector<std::string>& agents, Op op, States f) const;
  bool alike(const std::string& agent, int s, int t) const;

  const FormulaPool& pool_;
  const Model& model_;
  Traces tests_;
  std::vector<std::vector<Lasso>> lassos_;
  std::map<Formula, States> memo_;
  std::map<std::tuple<Formula, std::vector<int>, std::size_t, std::size_t, bool>, Truth> on_lines_;  // likewise
};

}  // namespace gnomon::logic::testing
