// Assignments out of functions: evaluation, one satisfying assignment, all cubes.
#include <algorithm>
#include <vector>

#include "bdd/engine.h"

namespace gnomon::bdd {

bool evaluate(const Bdd& f, const std::vector<bool>& assignment) {
  Engine& e = Engine::of(f);
  Edge edge = Engine::edge(f);
  while (!is_constant(edge)) {
    const std::size_t var = e.var_at(e.level(edge)).index();
    if (var >= assignment.size()) throw UsageError("an assignment lacks a variable the function depends on");
    edge = assignment[var] ? e.high(edge) : e.low(edge);
  }
  return edge == kTrue;
}

// Variables are decided in the order of their creation, each false if that leaves f satisfiable. As long as the next
// variable is the top one, that is a look at the low branch; otherwise it takes a cofactor.
Bdd pick(const Bdd& f, const VarSet& over) {
  Engine& e = Engine::of(f, over.cube());
  if (f.is_false()) throw UsageError("a satisfying assignment of the constant false was asked for");
  std::vector<Var> vars = over.vars();
  Bdd rest = f;
  std::vector<bool> listed(e.var_count(), false);
  for (const Var var : vars) listed[var.index()] = true;
  std::vector<Var> others;
  for (const Var var : support(f).vars()) {
    if (!listed[var.index()]) others.push_back(var);
  }
  if (!others.empty()) rest = exists(f, e.manager().set(others));

  std::sort(vars.begin(), vars.end());
  std::vector<bool> value(e.var_count(), false);
  for (const Var var : vars) {
    if (rest.is_constant()) break;
    const bool at_top = rest.top() == var;
    const Bdd low = at_top ? rest.low() : cofactor(rest, e.manager().literal(var, false));
    value[var.index()] = low.is_false();
    if (!low.is_false()) {
      rest = low;
    } else {
      rest = at_top ? rest.high() : cofactor(rest, e.manager().literal(var, true));
    }
  }
  return e.run([&] {
    std::vector<Level> levels;
    for (const Var var : vars) levels.push_back(e.level_of(var));
    std::sort(levels.begin(), levels.end(), std::greater<>());
    Edge cube = kTrue;
    for (const Level at : levels)
      cube = value[e.var_at(at).index()] ? e.make(at, kFalse, cube) : e.make(at, cube, kFalse);
    return cube;
  });
}

void for_each_cube(const Bdd& f, const std::function<bool(std::span<const Literal>)>& visit) {
  Engine& e = Engine::of(f);
  // The visitor may use the manager: the walk holds handles and variables, never edges and levels.
  std::vector<Literal> cube(e.var_count(), Literal::Absent);
  struct Frame {
    Bdd high;
    Var var;
    bool on_high = false;
  };
  std::vector<Frame> path;
  Bdd here = f;
  while (true) {
    while (!here.is_constant()) {
      const Var var = here.top();
      path.push_back(Frame{here.high(), var, false});
      cube[var.index()] = Literal::Negative;
      here = here.low();
    }
    if (here.is_true() && !visit(cube)) return;
    while (!path.empty() && path.back().on_high) {
      cube[path.back().var.index()] = Literal::Absent;
      path.pop_back();
    }
    if (path.empty()) return;
    path.back().on_high = true;
    cube[path.back().var.index()] = Literal::Positive;
    here = path.back().high;
  }
}

}  // namespace gnomon::bdd
