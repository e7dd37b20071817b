// Existential and universal quantification, alone and fused with conjunction.
//
// A set of variables is a positive cube, of which each call needs only the part at or below the top level of its
// operands:
//   exists x C. f = exists C. f0 or exists C. f1     if x is the top variable of f
// and_exists computes exists C. f and g without building f and g (Burch, Clarke, McMillan, Dill, Hwang 1990). When the
// first branch of a quantified variable is already true, the second is not computed.
#include <algorithm>
#include <utility>

#include "bdd/engine.h"

namespace gnomon::bdd {

namespace {

constexpr auto kExists = static_cast<std::uint32_t>(OpCode::Exists);

}  // namespace

Edge Engine::exists_rec(Edge f, Edge cube) {
  if (f <= kTrue) return f;
  const Level at = level(f);
  while (level(cube) < at) cube = node(cube).high;
  if (cube == kTrue) return f;

  Edge result;
  const std::size_t place = cache_.place(f, cube, kExists);
  if (cache_.find(place, f, cube, kExists, result)) return result;
  step();

  Edge f0, f1;
  cofactors(f, at, f0, f1);
  if (level(cube) == at) {
    const Edge rest = node(cube).high;
    result = exists_rec(f0, rest);
    if (result != kTrue) {
      const Edge low_part = keep(result);
      const Edge high_part = keep(exists_rec(f1, rest));
      result = or_rec(low_part, high_part);
      unkeep(2);
    }
  } else {
    const Edge low_part = keep(exists_rec(f0, cube));
    const Edge high_part = exists_rec(f1, cube);
    unkeep();
    result = make(at, low_part, high_part);
  }
  cache_.store(place, f, cube, kExists, result);
  return result;
}

Edge Engine::and_exists_rec(Edge f, Edge g, Edge cube) {
  if (f > g) std::swap(f, g);
  if (f <= kTrue) return f == kTrue ? exists_rec(g, cube) : kFalse;
  if (regular(f) == regular(g)) return f == g ? exists_rec(f, cube) : kFalse;
  const Level at = std::min(level(f), level(g));
  while (level(cube) < at) cube = node(cube).high;
  if (cube == kTrue) return and_rec(f, g);

  Edge result;
  const std::size_t place = cache_.place(f, g, cube | 1);
  if (cache_.find(place, f, g, cube | 1, result)) return result;
  step();

  Edge f0, f1, g0, g1;
  cofactors(f, at, f0, f1);
  cofactors(g, at, g0, g1);
  if (level(cube) == at) {
    const Edge rest = node(cube).high;
    result = and_exists_rec(f0, g0, rest);
    // If the first branch is one of the operands of the second, the second adds nothing to it.
    if (result != kTrue && result != f1 && result != g1) {
      const Edge low_part = keep(result);
      const Edge high_part = keep(and_exists_rec(f1, g1, rest));
      result = or_rec(low_part, high_part);
      unkeep(2);
    }
  } else {
    const Edge low_part = keep(and_exists_rec(f0, g0, cube));
    const Edge high_part = and_exists_rec(f1, g1, cube);
    unkeep();
    result = make(at, low_part, high_part);
  }
  cache_.store(place, f, g, cube | 1, result);
  return result;
}

Bdd exists(const Bdd& f, const VarSet& vars) {
  Engine& e = Engine::of(f, vars.cube());
  return e.run([&] { return e.exists_rec(Engine::edge(f), Engine::edge(vars.cube())); });
}

Bdd forall(const Bdd& f, const VarSet& vars) {
  Engine& e = Engine::of(f, vars.cube());
  return e.run([&] { return e.exists_rec(Engine::edge(f) ^ 1, Engine::edge(vars.cube())) ^ 1; });
}

Bdd and_exists(const Bdd& f, const Bdd& g, const VarSet& vars) {
  Engine& e = Engine::of(f, g);
  Engine::of(f, vars.cube());
  return e.run([&] { return e.and_exists_rec(Engine::edge(f), Engine::edge(g), Engine::edge(vars.cube())); });
}

// forall V. f or not g  =  not exists V. not f and g
Bdd and_forall(const Bdd& f, const Bdd& g, const VarSet& vars) {
  Engine& e = Engine::of(f, g);
  Engine::of(f, vars.cube());
  return e.run([&] { return e.and_exists_rec(Engine::edge(f) ^ 1, Engine::edge(g), Engine::edge(vars.cube())) ^ 1; });
}

}  // namespace gnomon::bdd
