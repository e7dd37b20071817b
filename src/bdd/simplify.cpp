// Simplification by a care set, and cofactors by a cube.
//
// restrict (Coudert and Madre 1990) equals f on the care set and is hopefully smaller. Where one branch of the care set is
// empty, f takes the other one; variables of the care set on which f does not depend are first removed from it, so that
// no new variables come into f. It commutes with negation.
#include <algorithm>

#include "bdd/engine.h"

namespace gnomon::bdd {

namespace {

constexpr auto kRestrict = static_cast<std::uint32_t>(OpCode::Restrict);
constexpr auto kCofactor = static_cast<std::uint32_t>(OpCode::Cofactor);

// A conjunction of literals, possibly empty.
bool is_cube(const Engine& e, Edge f) {
  while (!is_constant(f)) {
    const Edge low = e.low(f);
    const Edge high = e.high(f);
    if (low != kFalse && high != kFalse) return false;
    f = low == kFalse ? high : low;
  }
  return f == kTrue;
}

}  // namespace

Edge Engine::restrict_rec(Edge f, Edge care) {
  const Edge sign = f & 1;
  f ^= sign;
  if (is_constant(f) || care <= kTrue) return f ^ sign;
  if (regular(f) == regular(care)) return (f == care ? kTrue : kFalse) ^ sign;

  Edge result;
  const std::size_t place = cache_.place(f, care, kRestrict);
  if (cache_.find(place, f, care, kRestrict, result)) return result ^ sign;
  step();

  const Level at = level(f);
  if (level(care) < at) {
    const Edge wider = keep(or_rec(low(care), high(care)));
    result = restrict_rec(f, wider);
    unkeep();
  } else {
    Edge c0, c1;
    cofactors(care, at, c0, c1);
    if (c0 == kFalse) {
      result = restrict_rec(high(f), c1);
    } else if (c1 == kFalse) {
      result = restrict_rec(low(f), c0);
    } else {
      const Edge low_part = keep(restrict_rec(low(f), c0));
      const Edge high_part = restrict_rec(high(f), c1);
      unkeep();
      result = make(at, low_part, high_part);
    }
  }
  cache_.store(place, f, care, kRestrict, result);
  return result ^ sign;
}

Edge Engine::cofactor_rec(Edge f, Edge cube) {
  const Level at = level(f);
  while (level(cube) < at) cube = low(cube) == kFalse ? high(cube) : low(cube);
  if (cube == kTrue) return f;
  const Edge sign = f & 1;
  f ^= sign;

  Edge result;
  const std::size_t place = cache_.place(f, cube, kCofactor);
  if (cache_.find(place, f, cube, kCofactor, result)) return result ^ sign;
  step();

  if (level(cube) == at) {
    result = low(cube) == kFalse ? cofactor_rec(high(f), high(cube)) : cofactor_rec(low(f), low(cube));
  } else {
    const Edge low_part = keep(cofactor_rec(low(f), cube));
    const Edge high_part = cofactor_rec(high(f), cube);
    unkeep();
    result = make(at, low_part, high_part);
  }
  cache_.store(place, f, cube, kCofactor, result);
  return result ^ sign;
}

Bdd restrict_to(const Bdd& f, const Bdd& care) {
  Engine& e = Engine::of(f, care);
  return e.run([&] { return e.restrict_rec(Engine::edge(f), Engine::edge(care)); });
}

Bdd cofactor(const Bdd& f, const Bdd& cube) {
  Engine& e = Engine::of(f, cube);
  if (!is_cube(e, Engine::edge(cube))) throw UsageError("a cofactor must be taken by a conjunction of literals");
  return e.run([&] { return e.cofactor_rec(Engine::edge(f), Engine::edge(cube)); });
}

}  // namespace gnomon::bdd
