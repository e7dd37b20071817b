// Renaming of variables and simultaneous substitution of functions.
//
// Both rebuild the diagram from below: f[m] = if m(x) then f1[m] else f0[m], where x is the top variable of f. As long
// as the new variable lies above the new branches this is a single node; otherwise if-then-else puts it where it
// belongs. Renaming that keeps the relative order is linear in f; the general case can cost as much as the result is
// large.
#include <algorithm>

#include "bdd/engine.h"

namespace gnomon::bdd {

Edge Engine::rename_rec(Edge f, const RenameContext& context) {
  const Level at = level(f);
  if (at >= context.last) return f;
  const Edge sign = f & 1;
  f ^= sign;

  Edge result;
  const std::size_t place = cache_.place(f, kFalse, context.code);
  if (cache_.find(place, f, kFalse, context.code, result)) return result ^ sign;
  step();

  const Edge low_part = keep(rename_rec(low(f), context));
  const Edge high_part = rename_rec(high(f), context);
  unkeep();
  result = make_anywhere(context.target[at], low_part, high_part);
  cache_.store(place, f, kFalse, context.code, result);
  return result ^ sign;
}

Edge Engine::substitute_rec(Edge f, const Substitution& substitution) {
  const Level at = level(f);
  if (at >= substitution.last) return f;
  const Edge sign = f & 1;
  f ^= sign;

  Edge result;
  const std::size_t place = cache_.place(f, kFalse, substitution.code);
  if (cache_.find(place, f, kFalse, substitution.code, result)) return result ^ sign;
  step();

  const Edge low_part = keep(substitute_rec(low(f), substitution));
  const Edge high_part = keep(substitute_rec(high(f), substitution));
  result = substitution.replaced[at] ? ite_rec(substitution.replacement[at], high_part, low_part)
                                     : make_anywhere(at, low_part, high_part);
  unkeep(2);
  cache_.store(place, f, kFalse, substitution.code, result);
  return result ^ sign;
}

Bdd rename(const Bdd& f, const VarMap& map) {
  Engine& e = Engine::of(f);
  const std::uint32_t index = e.index_of_map(map);
  return e.run([&] { return e.rename_rec(Engine::edge(f), e.rename_context(index, kTrue)); });
}

Bdd substitute(const Bdd& f, std::span<const std::pair<Var, Bdd>> replacements) {
  Engine& e = Engine::of(f);
  std::vector<bool> seen(e.var_count(), false);
  for (const auto& [var, g] : replacements) {
    Engine::of(f, g);
    e.level_of(var);
    if (seen[var.index()]) throw UsageError("a substitution names a variable twice");
    seen[var.index()] = true;
  }
  return e.run([&] {
    Substitution substitution;
    substitution.code = e.fresh_code();
    substitution.replacement.assign(e.var_count(), kFalse);
    substitution.replaced.assign(e.var_count(), false);
    for (const auto& [var, g] : replacements) {
      const Level at = e.level_of(var);
      substitution.replacement[at] = Engine::edge(g);
      substitution.replaced[at] = true;
      substitution.last = std::max(substitution.last, at + 1);
    }
    return e.substitute_rec(Engine::edge(f), substitution);
  });
}

}  // namespace gnomon::bdd
