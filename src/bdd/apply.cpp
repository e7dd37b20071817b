// Conjunction, exclusive or, if-then-else, and the test for disjointness.
//
// With complement edges, negation is free and conjunction is the only binary operation with a table of its own besides
// exclusive or: f or g = not (not f and not g). The recursions are Bryant's apply with the normal forms of Brace,
// Rudell and Bryant ("Efficient implementation of a BDD package", DAC 1990). Each costs at most the product of the
// sizes.
#include <algorithm>
#include <utility>

#include "bdd/engine.h"

namespace gnomon::bdd {

namespace {

constexpr auto kAnd = static_cast<std::uint32_t>(OpCode::And);
constexpr auto kXor = static_cast<std::uint32_t>(OpCode::Xor);
constexpr auto kDisjoint = static_cast<std::uint32_t>(OpCode::Disjoint);

}  // namespace

Edge Engine::and_step(Edge f, Edge g) {
  Edge result;
  const std::size_t place = cache_.place(f, g, kAnd);
  if (cache_.find(place, f, g, kAnd, result)) return result;
  step();

  const Level at = std::min(level(f), level(g));
  Edge f0, f1, g0, g1;
  cofactors(f, at, f0, f1);
  cofactors(g, at, g0, g1);
  const Edge low_part = keep(and_rec(f0, g0));
  const Edge high_part = and_rec(f1, g1);
  unkeep();
  result = make(at, low_part, high_part);
  cache_.store(place, f, g, kAnd, result);
  return result;
}

Edge Engine::xor_step(Edge f, Edge g) {
  Edge result;
  const std::size_t place = cache_.place(f, g, kXor);
  if (cache_.find(place, f, g, kXor, result)) return result;
  step();

  const Level at = std::min(level(f), level(g));
  Edge f0, f1, g0, g1;
  cofactors(f, at, f0, f1);
  cofactors(g, at, g0, g1);
  const Edge low_part = keep(xor_rec(f0, g0));
  const Edge high_part = xor_rec(f1, g1);
  unkeep();
  result = make(at, low_part, high_part);
  cache_.store(place, f, g, kXor, result);
  return result;
}

Edge Engine::ite_rec(Edge f, Edge g, Edge h) {
  // Cases with a constant or a repeated argument need only two operands.
  if (f <= kTrue) return f == kTrue ? g : h;
  if (g == h) return g;
  if (g == kTrue || g == f) return or_rec(f, h);
  if (g == kFalse || g == (f ^ 1)) return and_rec(f ^ 1, h);
  if (h == kFalse || h == f) return and_rec(f, g);
  if (h == kTrue || h == (f ^ 1)) return or_rec(f ^ 1, g);
  if (g == (h ^ 1)) return xor_rec(f, h);

  // ite(not f, g, h) = ite(f, h, g) and ite(f, not g, not h) = not ite(f, g, h): keep f and g regular.
  if ((f & 1) != 0) {
    f ^= 1;
    std::swap(g, h);
  }
  const Edge sign = g & 1;
  g ^= sign;
  h ^= sign;

  Edge result;
  const std::size_t place = cache_.place(h, g, f);
  if (cache_.find(place, h, g, f, result)) return result ^ sign;
  step();

  const Level at = std::min({level(f), level(g), level(h)});
  Edge f0, f1, g0, g1, h0, h1;
  cofactors(f, at, f0, f1);
  cofactors(g, at, g0, g1);
  cofactors(h, at, h0, h1);
  const Edge low_part = keep(ite_rec(f0, g0, h0));
  const Edge high_part = ite_rec(f1, g1, h1);
  unkeep();
  result = make(at, low_part, high_part);
  cache_.store(place, h, g, f, result);
  return result ^ sign;
}

Edge Engine::disjoint_rec(Edge f, Edge g) {
  if (f > g) std::swap(f, g);
  if (f == kFalse) return kTrue;
  if (f == kTrue) return kFalse;  // g > f is satisfiable
  if (regular(f) == regular(g)) return f == g ? kFalse : kTrue;
  if ((f & g & 1) != 0) return kFalse;  // both are true under the all-false assignment

  Edge result;
  const std::size_t place = cache_.place(f, g, kDisjoint);
  if (cache_.find(place, f, g, kDisjoint, result)) return result;
  step();

  const Level at = std::min(level(f), level(g));
  Edge f0, f1, g0, g1;
  cofactors(f, at, f0, f1);
  cofactors(g, at, g0, g1);
  result = disjoint_rec(f0, g0);
  if (result == kTrue) result = disjoint_rec(f1, g1);
  cache_.store(place, f, g, kDisjoint, result);
  return result;
}

Edge Engine::make_anywhere(Level at, Edge low_part, Edge high_part) {
  if (at < level(low_part) && at < level(high_part)) return make(at, low_part, high_part);
  keep(low_part);
  keep(high_part);
  const Edge variable = keep(literal(at));
  const Edge result = ite_rec(variable, high_part, low_part);
  unkeep(3);
  return result;
}

Bdd ite(const Bdd& f, const Bdd& g, const Bdd& h) {
  Engine& e = Engine::of(f, g);
  Engine::of(f, h);
  return e.run([&] { return e.ite_rec(Engine::edge(f), Engine::edge(g), Engine::edge(h)); });
}

}  // namespace gnomon::bdd
