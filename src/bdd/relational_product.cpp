// Image and preimage under a transition relation: conjunction, quantification and renaming in one recursion.
//
// With the pairs (c, n) interleaved in the order, each call looks at both levels of a pair at once, as Sylvan's relnext
// and relprev do. For states S and relation T, with T_ij the cofactor of T by c = i and n = j:
//   image:     result at c = j    is   image(S_0, T_0j) or image(S_1, T_1j)
//   preimage:  result at c = i    is   preimage(S_0, T_i0) or preimage(S_1, T_i1)
// so that no diagram over next variables is ever built. If the variables of some pair are not neighbours, the general
// forms are computed instead: and_exists with renaming on the way up, or renaming first and and_exists afterwards.
#include <algorithm>
#include <utility>

#include "bdd/engine.h"

namespace gnomon::bdd {

namespace {

// The cofactors of a relation by the two variables of a pair.
struct PairCofactors {
  Edge t00, t01, t10, t11;  // c is the first digit, n the second
};

PairCofactors pair_cofactors(const Engine& e, Edge relation, Level upper, bool current_is_upper) {
  Edge u0, u1;
  e.cofactors(relation, upper, u0, u1);
  PairCofactors t;
  if (current_is_upper) {
    e.cofactors(u0, upper + 1, t.t00, t.t01);
    e.cofactors(u1, upper + 1, t.t10, t.t11);
  } else {
    e.cofactors(u0, upper + 1, t.t00, t.t10);
    e.cofactors(u1, upper + 1, t.t01, t.t11);
  }
  return t;
}

[[noreturn]] void throw_next_variable() {
  throw UsageError("the set of states given to image or preimage depends on a next variable");
}

// The cofactors of a set of states by the current variable of a pair.
void state_cofactors(const Engine& e, Edge states, Level upper, bool current_is_upper, Edge& s0, Edge& s1) {
  const Level current = current_is_upper ? upper : upper + 1;
  const Level next = current_is_upper ? upper + 1 : upper;
  if (e.level(states) == next) throw_next_variable();
  e.cofactors(states, current, s0, s1);
  if (e.level(s0) == next || e.level(s1) == next) throw_next_variable();
}

}  // namespace

template <Engine::Step direction>
Edge Engine::step_rec(Edge states, Edge relation, Edge extra, const RelationContext& context) {
  constexpr bool back = direction == Step::Back;
  if (states == kFalse || relation == kFalse) return kFalse;
  if (back && states == kTrue) return exists_rec(relation, context.next_and_extra);
  if (relation == kTrue) return exists_rec(states, context.current_and_extra);

  Edge result;
  const std::uint32_t code = back ? context.preimage_code : context.image_code;
  const std::size_t place = cache_.place(states, relation, code);
  if (cache_.find(place, states, relation, code, result)) return result;
  step();

  const Level at = std::min(level(states), level(relation));
  const Role role = context.role[at];
  if (role == Role::Plain) {
    while (level(extra) < at) extra = node(extra).high;
    Edge s0, s1, t0, t1;
    cofactors(states, at, s0, s1);
    cofactors(relation, at, t0, t1);
    const bool quantified = level(extra) == at;
    const Edge low_part = keep(step_rec<direction>(s0, t0, extra, context));
    if (quantified && low_part == kTrue) {
      result = kTrue;
      unkeep();
    } else {
      const Edge high_part = keep(step_rec<direction>(s1, t1, extra, context));
      result = quantified ? or_rec(low_part, high_part) : make(at, low_part, high_part);
      unkeep(2);
    }
  } else {
    const bool current_is_upper = role == Role::UpperCurrent || role == Role::LowerNext;
    const Level upper = role == Role::UpperCurrent || role == Role::UpperNext ? at : at - 1;
    Edge s0, s1;
    state_cofactors(*this, states, upper, current_is_upper, s0, s1);
    PairCofactors t = pair_cofactors(*this, relation, upper, current_is_upper);
    if (!back) std::swap(t.t01, t.t10);  // now the first digit is the result's, the second that of the states
    const auto joined = [&](Edge t0, Edge t1) {
      const Edge part0 = keep(step_rec<direction>(s0, t0, extra, context));
      if (part0 == kTrue || (s0 == s1 && t0 == t1)) {
        unkeep();
        return part0;
      }
      const Edge part1 = keep(step_rec<direction>(s1, t1, extra, context));
      const Edge both = or_rec(part0, part1);
      unkeep(2);
      return both;
    };
    const Edge low_part = keep(joined(t.t00, t.t01));
    const Edge high_part = t.t00 == t.t10 && t.t01 == t.t11 ? low_part : joined(t.t10, t.t11);
    unkeep();
    result = make(current_is_upper ? upper : upper + 1, low_part, high_part);
  }
  cache_.store(place, states, relation, code, result);
  return result;
}

Edge Engine::and_exists_rename_rec(Edge f, Edge g, Edge cube, const RenameContext& context) {
  if (f == kFalse || g == kFalse || f == (g ^ 1)) return kFalse;
  if (f == g) f = kTrue;
  if (f > g) std::swap(f, g);
  if (g == kTrue) return kTrue;  // then f is true, too
  const Level at = std::min(level(f), level(g));
  while (level(cube) < at) cube = node(cube).high;
  if (cube == kTrue && at >= context.last) return and_rec(f, g);

  Edge result;
  const std::size_t place = cache_.place(f, g, context.code);
  if (cache_.find(place, f, g, context.code, result)) return result;
  step();

  Edge f0, f1, g0, g1;
  cofactors(f, at, f0, f1);
  cofactors(g, at, g0, g1);
  const bool quantified = level(cube) == at;
  const Edge low_part = keep(and_exists_rename_rec(f0, g0, cube, context));
  if (quantified && low_part == kTrue) {
    result = kTrue;
    unkeep();
  } else {
    const Edge high_part = keep(and_exists_rename_rec(f1, g1, cube, context));
    result = quantified ? or_rec(low_part, high_part) : make_anywhere(context.target[at], low_part, high_part);
    unkeep(2);
  }
  cache_.store(place, f, g, context.code, result);
  return result;
}

Bdd and_exists_rename(const Bdd& f, const Bdd& g, const VarSet& vars, const VarMap& map) {
  Engine& e = Engine::of(f, g);
  Engine::of(f, vars.cube());
  const std::uint32_t index = e.index_of_map(map);
  return e.run([&] {
    const Edge cube = Engine::edge(vars.cube());
    return e.and_exists_rename_rec(Engine::edge(f), Engine::edge(g), cube, e.rename_context(index, cube));
  });
}

Bdd image(const Bdd& states, const Bdd& relation, const Pairs& pairs, const VarSet& extra) {
  Engine& e = Engine::of(states, relation);
  Engine::of(states, extra.cube());
  const std::uint32_t index = e.index_of_pairs(pairs);
  return e.run([&] {
    const RelationContext& context = e.relation_context(index, Engine::edge(extra.cube()));
    if (context.adjacent) {
      return e.step_rec<Engine::Step::Forward>(Engine::edge(states), Engine::edge(relation), context.extra, context);
    }
    const Edge quantified = context.current_and_extra;
    return e.and_exists_rename_rec(Engine::edge(states), Engine::edge(relation), quantified,
                                   e.rename_context(e.next_to_current(index), quantified));
  });
}

Bdd preimage(const Bdd& states, const Bdd& relation, const Pairs& pairs, const VarSet& extra) {
  Engine& e = Engine::of(states, relation);
  Engine::of(states, extra.cube());
  const std::uint32_t index = e.index_of_pairs(pairs);
  return e.run([&] {
    const RelationContext& context = e.relation_context(index, Engine::edge(extra.cube()));
    if (context.adjacent) {
      return e.step_rec<Engine::Step::Back>(Engine::edge(states), Engine::edge(relation), context.extra, context);
    }
    return e.renamed_and_exists(Engine::edge(states), Engine::edge(relation), context.next_and_extra,
                                e.rename_context(e.current_to_next(index), kTrue));
  });
}

Edge Engine::renamed_and_exists(Edge f, Edge g, Edge cube, const RenameContext& context) {
  const Edge renamed = keep(rename_rec(f, context));
  const Edge result = and_exists_rec(renamed, g, cube);
  unkeep();
  return result;
}

}  // namespace gnomon::bdd
