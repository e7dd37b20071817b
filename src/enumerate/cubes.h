// The conditions of evolution lines taken apart: what the state decides, and what actions decide.
//
// A condition is a disjunction of *cubes*. A cube is a conjunction of
//
//   guards     conditions on the state alone
//   choices    for some agents, the actions that the cube allows them
//   residues   conditions on state and actions that are not taken apart
//
// Disjunctions that speak about actions are split as long as this gives few cubes; beyond that they are residues. Equal
// cubes are one, whosever lines they belong to. So what can still happen in a state is a set of cubes, of one bit each:
// guards remove some of them, and every action that is chosen removes those that do not allow it.
//
// Nothing here changes after construction, so threads may share it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "enumerate/expression.h"
#include "enumerate/layout.h"
#include "ispl/checked_model.h"

namespace gnomon::enumerate {

struct Cube {
  struct Choice {
    std::uint32_t agent = 0;
    std::vector<std::uint32_t> actions;  // ascending
    bool operator==(const Choice&) const = default;
  };
  std::vector<std::uint32_t> guards;    // ascending
  std::vector<Choice> choices;          // by agent, ascending
  std::vector<std::uint32_t> residues;  // ascending
};

// An expression, or its negation.
struct Literal {
  Expression expression;
  bool positive = true;
};

// Some bits of a set of cubes.
struct CubeBits {
  std::uint32_t word = 0;
  Word bits = 0;
};

// The cubes of a part of a model.
class Cubes {
 public:
  std::size_t size() const { return cubes_.size(); }
  std::size_t words() const { return (cubes_.size() + 63) / 64; }  // of a set of cubes
  const Cube& operator[](std::size_t cube) const { return cubes_[cube]; }

  std::size_t guards() const { return guards_.size(); }
  const Literal& guard(std::size_t guard) const { return guards_[guard]; }
  // The cubes that need this guard.
  const std::vector<CubeBits>& guarded(std::size_t guard) const { return guarded_[guard]; }
  bool residues() const { return !residues_.empty(); }  // whether there are any
  const Literal& residue(std::size_t residue) const { return residues_[residue]; }

  // Whose actions a cube depends on, ascending.
  const std::vector<std::uint32_t>& agents(std::size_t cube) const { return agents_[cube]; }
  // The cubes that depend on the actions of an agent; of these, the cubes that allow an action, and those with residues
  // in which the agent acts.
  const std::vector<CubeBits>& reading(std::size_t agent) const { return reading_[agent]; }
  const std::vector<CubeBits>& allowing(std::size_t agent, std::uint32_t action) const {
    return allowing_[agent][action];
  }
  const std::vector<CubeBits>& residual(std::size_t agent) const { return residual_[agent]; }

 private:
  friend class CubeBuilder;
  std::vector<Cube> cubes_;
  std::vector<Literal> guards_;
  std::vector<Literal> residues_;
  std::vector<std::vector<CubeBits>> guarded_;
  std::vector<std::vector<std::uint32_t>> agents_;
  std::vector<std::vector<CubeBits>> reading_;
  std::vector<std::vector<std::vector<CubeBits>>> allowing_;
  std::vector<std::vector<CubeBits>> residual_;
};

class CubeBuilder {
 public:
  // The model must outlive the builder.
  explicit CubeBuilder(const ispl::CheckedModel& model);

  // The numbers of cubes whose disjunction is the condition, ascending; none if it is never true.
  std::vector<std::uint32_t> add(ispl::ExprId condition);
  // Expressions that read the same have the same number.
  std::uint32_t number(ispl::ExprId id) const { return facts_[id.index()].same; }
  // The cubes that were added since it was called last.
  Cubes finish();

 private:
  struct Facts {               // about an expression
    std::uint32_t same = 0;    // the first expression that reads the same
    std::uint32_t agent = 0;   // whose actions it reads, or one of the following
    bool reads_state = false;  // a variable
  };
  static constexpr std::uint32_t kNobody = 0xffffffffu;
  static constexpr std::uint32_t kSeveral = 0xfffffffeu;
  struct Part {
    ispl::ExprId expression;
    bool positive = true;
  };
  struct Draft {
    std::vector<Part> open;  // not taken apart yet
    Cube cube;
  };
  enum class Splitting : std::uint8_t { Allowed, Forbidden };

  bool take_apart(ispl::ExprId condition, Splitting splitting, std::vector<Cube>& found);
  // Takes one part of the draft apart; a second draft is what the other side of a disjunction leaves.
  bool reduce(const Part& part, Splitting splitting, Draft& draft, std::vector<Draft>& more);
  bool add_choice(const Part& part, Cube& cube) const;
  std::uint32_t literal(const Part& part, std::map<std::pair<std::uint32_t, bool>, std::uint32_t>& known,
                        std::vector<Literal>& literals);
  static bool tidy(Cube& cube);
  std::uint32_t intern(Cube&& cube);

  const ispl::CheckedModel& model_;
  std::vector<Facts> facts_;  // by ExprId
  std::map<std::pair<std::uint32_t, bool>, std::uint32_t> guards_;
  std::map<std::pair<std::uint32_t, bool>, std::uint32_t> residues_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> known_;  // cubes, spelt out
  Cubes cubes_;
};

}  // namespace gnomon::enumerate
