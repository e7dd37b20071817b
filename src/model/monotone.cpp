#include "model/monotone.h"

#include <algorithm>
#include <utility>

namespace gnomon::model {

using bdd::Bdd;

namespace {

// next < current, as codes (or current < next), from the least significant bit up.
Bdd code_less(const Encoding& encoding, const std::vector<bdd::Var>& a, const std::vector<bdd::Var>& b) {
  bdd::Manager& manager = encoding.manager();
  Bdd less = manager.constant(false);
  for (std::size_t i = a.size(); i > 0; --i) {
    Bdd x = manager.literal(a[i - 1]);
    Bdd y = manager.literal(b[i - 1]);
    less = ite(x ^ y, y, less);
  }
  return less;
}

}  // namespace

std::vector<ispl::VarId> monotone_variables(const Encoding& encoding, const std::vector<Conjunct>& conjuncts) {
  std::vector<ispl::VarId> found;
  for (const Conjunct& conjunct : conjuncts) {
    for (ispl::VarId var : conjunct.writes) {
      const Field& field = encoding.variable(var);
      Bdd steps = conjunct.relation & encoding.valid(var);
      if (steps.disjoint_from(code_less(encoding, field.next, field.current)) ||
          steps.disjoint_from(code_less(encoding, field.current, field.next))) {
        found.push_back(var);
      }
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<Conjunct> freeze(const Encoding& encoding, const std::vector<Conjunct>& conjuncts,
                             const std::vector<ispl::VarId>& vars) {
  std::vector<Conjunct> frozen;
  for (const Conjunct& conjunct : conjuncts) {
    Conjunct rest{conjunct.relation, {}};
    std::vector<bdd::Var> next;
    Bdd same = encoding.manager().constant(true);
    for (ispl::VarId var : conjunct.writes) {
      if (!std::binary_search(vars.begin(), vars.end(), var)) {
        rest.writes.push_back(var);
        continue;
      }
      const Field& field = encoding.variable(var);
      next.insert(next.end(), field.next.begin(), field.next.end());
      same &= encoding.unchanged(var);
    }
    if (!next.empty()) rest.relation = and_exists(rest.relation, same, encoding.manager().set(next));
    if (!rest.relation.is_true() || !rest.writes.empty()) frozen.push_back(std::move(rest));
  }
  return frozen;
}

}  // namespace gnomon::model
