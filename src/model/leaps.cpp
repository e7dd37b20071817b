#include "model/leaps.h"

namespace gnomon::model {

using bdd::Bdd;

Leaps::Leaps(const Encoding& encoding, std::size_t automaton_states)
    : encoding_(&encoding),
      size_(automaton_states),
      steps_(automaton_states * automaton_states, encoding.manager().constant(false)) {}

void Leaps::add(std::size_t from, std::size_t to, const Bdd& relation) {
  at(from, to) |= relation;
}

void Leaps::add_identity() {
  Bdd same = encoding_->manager().constant(true);
  for (std::size_t v = 0; v < encoding_->variables(); ++v) same &= encoding_->unchanged(ispl::VarId(v));
  for (std::size_t q = 0; q < size_; ++q) at(q, q) |= same;
}

Leaps Leaps::squared() const {
  const MiddleBits& middle = encoding_->middle();
  Parts to_middle, from_middle;
  for (const Bdd& relation : steps_) {
    to_middle.push_back(rename(relation, middle.from_next));
    from_middle.push_back(rename(relation, middle.from_current));
  }
  Leaps result(*encoding_, size_);
  for (std::size_t p = 0; p < size_; ++p) {
    for (std::size_t r = 0; r < size_; ++r) {
      for (std::size_t q = 0; q < size_; ++q) {
        result.at(p, q) |= and_exists(to_middle[p * size_ + r], from_middle[r * size_ + q], middle.vars);
      }
    }
  }
  return result;
}

Leaps::Parts Leaps::before(const Parts& sets) const {
  const bdd::VarSet nothing = encoding_->manager().set({});
  Parts result(size_, encoding_->manager().constant(false));
  for (std::size_t p = 0; p < size_; ++p) {
    for (std::size_t q = 0; q < size_; ++q) {
      result[p] |= preimage(sets[q], at(p, q), encoding_->middle().pairs, nothing);
    }
  }
  return result;
}

Leaps::Parts Leaps::after(const Parts& sets) const {
  const bdd::VarSet nothing = encoding_->manager().set({});
  Parts result(size_, encoding_->manager().constant(false));
  for (std::size_t p = 0; p < size_; ++p) {
    for (std::size_t q = 0; q < size_; ++q) {
      result[q] |= image(sets[p], at(p, q), encoding_->middle().pairs, nothing);
    }
  }
  return result;
}

Leaps::Parts Leaps::first() const {
  Parts result(size_, encoding_->manager().constant(false));
  for (std::size_t p = 0; p < size_; ++p) {
    for (std::size_t q = 0; q < size_; ++q) result[p] |= exists(at(p, q), encoding_->next_vars());
  }
  return result;
}

// A leap of at most 2^k steps that adds nothing shows that a single step adds nothing.
Leaps::Parts closed_backward(Leaps leaps, Leaps::Parts target) {
  leaps.add_identity();
  for (;;) {
    Leaps::Parts more = leaps.before(target);
    if (more == target) return target;
    target = std::move(more);
    leaps = leaps.squared();
  }
}

// The states with 2^k steps ahead, for growing k, until all of them have a step to one of them.
Leaps::Parts trimmed(Leaps leaps) {
  const Leaps steps = leaps;
  for (;;) {
    Leaps::Parts kept = leaps.first();
    const Leaps::Parts again = steps.before(kept);
    // Every one of them has 2^k steps ahead; those with one more are among them.
    if (again == kept) return kept;
    leaps = leaps.squared();
  }
}

// Leaps of 1, 2, 4, ... steps until one adds nothing; then, from before the last one that did, the largest leaps that
// do not get everywhere: what they leave out is one step away.
Reached closed_forward(const Transition& transition, const Bdd& from) {
  Leaps leap(transition.encoding(), 1);
  leap.add(0, 0, transition.relation());
  leap.add_identity();
  std::vector<Leaps> leaps{leap};
  std::vector<Leaps::Parts> sets{{from}};  // sets[k]: within 2^k - 1 steps
  for (;;) {
    Leaps::Parts more = leaps.back().after(sets.back());
    if (more == sets.back()) break;
    sets.push_back(std::move(more));
    leaps.push_back(leaps.back().squared());
  }
  const Leaps::Parts& all = sets.back();
  if (sets.size() == 1) return {all.front(), 0};
  std::size_t k = sets.size() - 2;
  Leaps::Parts part = sets[k];
  std::size_t steps = (std::size_t{1} << k) - 1;
  for (++k; k-- > 0;) {
    Leaps::Parts more = leaps[k].after(part);
    if (more == all) continue;
    part = std::move(more);
    steps += std::size_t{1} << k;
  }
  return {all.front(), steps + 1};
}

}  // namespace gnomon::model
