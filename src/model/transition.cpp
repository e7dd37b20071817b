#include "model/transition.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/assert.h"
#include "model/monotone.h"

namespace gnomon::model {

using bdd::Bdd;
using bdd::Var;

namespace {

constexpr std::size_t kFewestVariables = 8;  // below this a split cannot pay
constexpr std::uint64_t kFewestValues = 3;
constexpr std::uint64_t kMostValues = 4096;
constexpr std::size_t kMostCandidates = 4;
constexpr std::size_t kMostAlternatives = 500;
constexpr std::size_t kMostCofactors = 2'000'000;  // conjuncts times values

// A field that may split the relation, with its bits and the conjuncts that mention them.
struct Candidate {
  FieldRef ref;
  const Field* field = nullptr;
  std::vector<std::size_t> mentioned_by;
};

}  // namespace

class Transition::Splitter {
 public:
  struct Split {
    std::string by;
    std::vector<Piece> pieces;
  };

  Splitter(const ispl::CheckedModel& model, const Encoding& encoding, const std::vector<Conjunct>& conjuncts)
      : model_(model), encoding_(encoding), conjuncts_(conjuncts) {
    for (const Conjunct& conjunct : conjuncts) written_ += conjunct.writes.size();
    is_next_.assign(encoding.manager().var_count(), false);
    for (Var bit : encoding.next_vars().vars()) is_next_[bit.index()] = true;
  }

  // The pieces for the best field, or for the lines of the best agent; or none.
  std::optional<Split> split() const {
    if (written_ < kFewestVariables) return std::nullopt;
    std::optional<Split> best;
    std::size_t best_moved = 0;
    const auto consider = [&](std::string by, std::vector<Piece> pieces) {
      std::size_t moved = 0;
      for (const Piece& part : pieces) {
        for (const Conjunct& conjunct : part.conjuncts) moved += conjunct.writes.size();
      }
      // On average at most half of the written variables move per piece.
      if (moved * 2 > written_ * pieces.size()) return;
      if (best && moved * best->pieces.size() >= best_moved * pieces.size()) return;
      best_moved = moved;
      best = Split{std::move(by), std::move(pieces)};
    };
    for (const Candidate& candidate : candidates()) consider(name_of(candidate.ref), by_values(candidate));
    for (std::size_t i = 0; i < conjuncts_.size(); ++i) {
      const Conjunct& conjunct = conjuncts_[i];
      if (conjunct.alternatives.empty() || conjunct.alternatives.size() > kMostAlternatives) continue;
      consider("lines of " + model_.agent(model_.variable(conjunct.writes.front()).owner).name, by_alternatives(i));
    }
    return best;
  }

 private:
  std::vector<Candidate> candidates() const {
    std::vector<Candidate> all;
    for (std::size_t v = 0; v < model_.variables.size(); ++v) {
      all.push_back(
          {{FieldRef::Kind::Variable, static_cast<std::uint32_t>(v)}, &encoding_.variable(ispl::VarId(v)), {}});
    }
    for (std::size_t a = 0; a < model_.agents.size(); ++a) {
      all.push_back({{FieldRef::Kind::Action, static_cast<std::uint32_t>(a)}, &encoding_.action(ispl::AgentId(a)), {}});
    }
    std::erase_if(all, [](const Candidate& c) { return c.field->size < kFewestValues || c.field->size > kMostValues; });
    std::vector<std::size_t> owner(encoding_.manager().var_count(), all.size());
    for (std::size_t c = 0; c < all.size(); ++c) {
      for (Var bit : all[c].field->current) owner[bit.index()] = c;
    }
    for (std::size_t i = 0; i < conjuncts_.size(); ++i) {
      for (Var bit : support(conjuncts_[i].relation).vars()) {
        if (owner[bit.index()] == all.size()) continue;
        std::vector<std::size_t>& by = all[owner[bit.index()]].mentioned_by;
        if (by.empty() || by.back() != i) by.push_back(i);
      }
    }
    std::erase_if(all, [&](const Candidate& c) {
      return c.mentioned_by.size() * 4 < conjuncts_.size() || c.mentioned_by.size() * c.field->size > kMostCofactors;
    });
    std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
      return a.mentioned_by.size() > b.mentioned_by.size();
    });
    if (all.size() > kMostCandidates) all.resize(kMostCandidates);
    return all;
  }

  std::string name_of(const FieldRef& ref) const {
    if (ref.kind == FieldRef::Kind::Action) return model_.agents[ref.index].name + ".Action";
    const ispl::Variable& variable = model_.variables[ref.index];
    return model_.agent(variable.owner).name + "." + variable.name;
  }

  Bdd value_cube(const FieldRef& ref, std::uint64_t value) const {
    return ref.kind == FieldRef::Kind::Variable ? encoding_.variable_is(ispl::VarId(ref.index), value)
                                                : encoding_.action_is(ispl::AgentId(ref.index), ispl::ActionId(value));
  }

  // Pieces without steps are left out.
  std::vector<Piece> by_values(const Candidate& candidate) const {
    std::vector<Piece> pieces;
    for (std::uint64_t value = 0; value < candidate.field->size; ++value) {
      Piece part = piece(candidate, value);
      if (!part.guard.is_false()) pieces.push_back(std::move(part));
    }
    return pieces;
  }

  std::vector<Piece> by_alternatives(std::size_t chosen) const {
    std::vector<Piece> pieces;
    for (const Alternative& alternative : conjuncts_[chosen].alternatives) {
      Piece part{encoding_.manager().constant(true), conjuncts_};
      part.conjuncts[chosen] = {alternative.relation, alternative.writes};
      const Bdd fixed = fixed_bits(alternative.relation);
      if (!fixed.is_true()) assume(part, fixed, mentioning(part, fixed));
      if (!part.guard.is_false()) pieces.push_back(std::move(part));
    }
    return pieces;
  }

  // What is left of the relation where the field has this value.
  Piece piece(const Candidate& candidate, std::uint64_t value) const {
    Piece result{encoding_.manager().constant(true), conjuncts_};
    assume(result, value_cube(candidate.ref, value), candidate.mentioned_by);
    std::erase_if(result.conjuncts, [](const Conjunct& c) { return c.relation.is_true() && c.writes.empty(); });
    return result;
  }

  // Fixes the bits of a cube in the conjuncts that mention them, and whatever bits these conjuncts then fix, and so on.
  // Fixed current bits become part of the guard; fixed action bits are a choice that is no longer open.
  void assume(Piece& piece, Bdd cube, std::vector<std::size_t> dirty) const {
    while (true) {
      piece.guard &= exists(cube, encoding_.action_vars());
      Bdd implied = encoding_.manager().constant(true);
      for (std::size_t i : dirty) {
        Conjunct& conjunct = piece.conjuncts[i];
        conjunct = without_unchanged(cofactor(conjunct.relation, cube), conjunct.writes, piece.guard);
        if (conjunct.relation.is_false()) {
          piece.guard = encoding_.manager().constant(false);
          return;
        }
        implied &= fixed_bits(conjunct.relation);
      }
      if (implied.is_true()) return;
      cube = implied;
      dirty = mentioning(piece, cube);
    }
  }

  // The conjuncts that mention bits of the cube.
  std::vector<std::size_t> mentioning(const Piece& piece, const Bdd& cube) const {
    std::vector<std::size_t> found;
    std::vector<bool> fixed(encoding_.manager().var_count(), false);
    for (Var bit : support(cube).vars()) fixed[bit.index()] = true;
    for (std::size_t i = 0; i < piece.conjuncts.size(); ++i) {
      std::vector<Var> bits = support(piece.conjuncts[i].relation).vars();
      if (std::any_of(bits.begin(), bits.end(), [&](Var bit) { return fixed[bit.index()]; })) found.push_back(i);
    }
    return found;
  }

  // The cube of current and action bits that have only one value in the relation.
  Bdd fixed_bits(const Bdd& relation) const {
    bdd::Manager& manager = encoding_.manager();
    Bdd cube = manager.constant(true);
    for (Var bit : support(relation).vars()) {
      if (is_next_[bit.index()]) continue;
      for (bool positive : {false, true}) {
        Bdd literal = manager.literal(bit, positive);
        if (relation.subset_of(literal)) cube &= literal;
      }
    }
    return cube;
  }

  // Drops the written variables whose value the relation keeps, in states of the guard.
  Conjunct without_unchanged(Bdd relation, const std::vector<ispl::VarId>& writes, const Bdd& guard) const {
    Conjunct part{std::move(relation), {}};
    std::vector<Var> dropped;
    for (ispl::VarId var : writes) {
      const Field& field = encoding_.variable(var);
      if ((part.relation & guard).subset_of(encoding_.unchanged(var))) {
        dropped.insert(dropped.end(), field.next.begin(), field.next.end());
      } else {
        part.writes.push_back(var);
      }
    }
    if (!dropped.empty()) part.relation = exists(part.relation, encoding_.manager().set(dropped));
    return part;
  }

  const ispl::CheckedModel& model_;
  const Encoding& encoding_;
  const std::vector<Conjunct>& conjuncts_;
  std::size_t written_ = 0;
  std::vector<bool> is_next_;  // by bit
};

namespace {

bool blocked(const std::vector<Conjunct>& conjuncts) {
  return std::any_of(conjuncts.begin(), conjuncts.end(),
                     [](const Conjunct& conjunct) { return conjunct.relation.is_false(); });
}

}  // namespace

Transition::Transition(const ispl::CheckedModel& model, const Encoding& encoding, std::vector<Conjunct> conjuncts,
                       TransitionShape shape)
    : encoding_(&encoding) {
  std::vector<Piece> unsplit, done;
  unsplit.push_back({encoding.manager().constant(true), std::move(conjuncts)});
  while (!unsplit.empty()) {
    Piece piece = std::move(unsplit.back());
    unsplit.pop_back();
    if (blocked(piece.conjuncts) || piece.guard.is_false()) continue;
    std::optional<Splitter::Split> split;
    if (shape == TransitionShape::Automatic) split = Splitter(model, encoding, piece.conjuncts).split();
    if (!split) {
      done.push_back(std::move(piece));
      continue;
    }
    if (std::find(split_by_.begin(), split_by_.end(), split->by) == split_by_.end()) split_by_.push_back(split->by);
    for (Piece& part : split->pieces) {
      part.guard &= piece.guard;
      unsplit.push_back(std::move(part));
    }
  }
  set_pieces(std::move(done));
}

Transition Transition::frozen(const std::vector<ispl::VarId>& vars) const {
  Transition result(*encoding_);
  std::vector<Piece> pieces;
  for (const Piece& piece : sources_) {
    std::vector<Conjunct> conjuncts = freeze(*encoding_, piece.conjuncts, vars);
    if (!blocked(conjuncts)) pieces.push_back({piece.guard, std::move(conjuncts)});
  }
  result.split_by_ = split_by_;
  result.set_pieces(std::move(pieces));
  return result;
}

void Transition::set_pieces(std::vector<Piece> pieces) {
  // Pieces that move neighbouring variables stand next to each other.
  auto lowest_moved = [&](const Piece& piece) {
    std::size_t level = 0;
    for (const Conjunct& conjunct : piece.conjuncts) {
      for (ispl::VarId var : conjunct.writes) {
        for (Var bit : encoding_->variable(var).current) level = std::max(level, encoding_->manager().level_of(bit));
      }
    }
    return level;
  };
  std::stable_sort(pieces.begin(), pieces.end(),
                   [&](const Piece& a, const Piece& b) { return lowest_moved(a) < lowest_moved(b); });
  std::vector<Var> moving;
  for (const Piece& piece : pieces) {
    for (const Conjunct& conjunct : piece.conjuncts) {
      for (ispl::VarId var : conjunct.writes) {
        const std::vector<Var>& bits = encoding_->variable(var).current;
        moving.insert(moving.end(), bits.begin(), bits.end());
      }
    }
    pieces_.emplace_back(*encoding_, piece.conjuncts, piece.guard);
  }
  moving_ = encoding_->manager().set(moving);
  sources_ = std::move(pieces);
}

Bdd Transition::relation() const {
  Bdd all = encoding_->manager().constant(false);
  for (const Partition& piece : pieces_) all |= piece.relation();
  return all;
}

Partition Transition::clustered(std::size_t cluster_nodes) const {
  GNOMON_ASSERT(pieces_.size() == 1, "a relation in one piece");
  return Partition(*encoding_, sources_.front().conjuncts, sources_.front().guard, {}, cluster_nodes);
}

void Transition::use(Partition whole) {
  GNOMON_ASSERT(pieces_.size() == 1, "a relation in one piece");
  pieces_.front() = std::move(whole);
}

const StateSet& Transition::range(std::size_t piece) const {
  ranges_.resize(pieces_.size());
  if (!ranges_[piece].valid()) ranges_[piece] = StateSet(pieces_[piece].range());
  return ranges_[piece];
}

StateSet Transition::with_successor() const {
  const Bdd all = encoding_->manager().constant(true);
  Bdd result = encoding_->manager().constant(false);
  for (const Piece& piece : sources_) {
    std::vector<Conjunct> enabled;
    for (const Conjunct& conjunct : piece.conjuncts) {
      enabled.push_back({exists(conjunct.relation, encoding_->next_vars()), {}});
    }
    result |= Partition(*encoding_, std::move(enabled), piece.guard).preimage(all);
  }
  return StateSet(result);
}

StateSet Transition::image(const StateSet& states) const {
  Bdd result = encoding_->manager().constant(false);
  for (const Partition& piece : pieces_) result |= piece.image(states.bdd());
  return StateSet(result);
}

StateSet Transition::preimage(const StateSet& states) const {
  Bdd result = encoding_->manager().constant(false);
  for (const Partition& piece : pieces_) result |= piece.preimage(states.bdd());
  return StateSet(result);
}

std::size_t Transition::clusters() const {
  std::size_t total = 0;
  for (const Partition& piece : pieces_) total += piece.clusters();
  return total;
}

std::size_t Transition::nodes() const {
  std::size_t total = 0;
  for (const Partition& piece : pieces_) total += piece.nodes();
  return total;
}

}  // namespace gnomon::model
