// Handles: registration with the manager, and the operations that are member functions.
#include <utility>

#include "bdd/bdd.h"
#include "bdd/engine.h"
#include "bdd/manager.h"

namespace gnomon::bdd {

void Engine::throw_empty() {
  throw UsageError("an empty Bdd handle was used in an operation");
}

void Engine::throw_mixed(const Bdd& g) {
  if (!g.valid()) throw_empty();
  throw UsageError("an operation was given functions of two different managers");
}

Bdd::Bdd(Manager* manager, std::uint32_t edge)
    : manager_(manager), edge_(edge), slot_(manager->engine_->roots().add(this)) {}

Bdd::Bdd(const Bdd& other) : manager_(other.manager_), edge_(other.edge_) {
  if (manager_ != nullptr) slot_ = manager_->engine_->roots().add(this);
}

Bdd::Bdd(Bdd&& other) noexcept
    : manager_(std::exchange(other.manager_, nullptr)), edge_(std::exchange(other.edge_, 0)), slot_(other.slot_) {
  if (manager_ != nullptr) manager_->engine_->roots().move(slot_, this);
}

Bdd& Bdd::operator=(const Bdd& other) {
  if (manager_ != nullptr && manager_ == other.manager_) {
    edge_ = other.edge_;
  } else if (this != &other) {
    *this = Bdd(other);
  }
  return *this;
}

Bdd& Bdd::operator=(Bdd&& other) noexcept {
  if (this == &other) return *this;
  if (manager_ != nullptr) manager_->engine_->roots().remove(slot_);
  manager_ = std::exchange(other.manager_, nullptr);
  edge_ = std::exchange(other.edge_, 0);
  slot_ = other.slot_;
  if (manager_ != nullptr) manager_->engine_->roots().move(slot_, this);
  return *this;
}

Bdd::~Bdd() {
  if (manager_ != nullptr) manager_->engine_->roots().remove(slot_);
}

bool Bdd::is_true() const {
  Engine::of(*this);
  return edge_ == kTrue;
}

bool Bdd::is_false() const {
  Engine::of(*this);
  return edge_ == kFalse;
}

bool Bdd::is_constant() const {
  Engine::of(*this);
  return edge_ <= kTrue;
}

Manager& Bdd::manager() const {
  Engine::of(*this);
  return *manager_;
}

Bdd Bdd::operator!() const {
  return Engine::of(*this).handle(edge_ ^ 1);
}

Bdd Bdd::operator&(const Bdd& g) const {
  Engine& e = Engine::of(*this, g);
  return e.run([&] { return e.and_rec(edge_, g.edge_); });
}

Bdd Bdd::operator|(const Bdd& g) const {
  Engine& e = Engine::of(*this, g);
  return e.run([&] { return e.or_rec(edge_, g.edge_); });
}

Bdd Bdd::operator^(const Bdd& g) const {
  Engine& e = Engine::of(*this, g);
  return e.run([&] { return e.xor_rec(edge_, g.edge_); });
}

Bdd& Bdd::operator&=(const Bdd& g) {
  Engine& e = Engine::of(*this, g);
  edge_ = e.run_edge([&] { return e.and_rec(edge_, g.edge_); });
  return *this;
}

Bdd& Bdd::operator|=(const Bdd& g) {
  Engine& e = Engine::of(*this, g);
  edge_ = e.run_edge([&] { return e.or_rec(edge_, g.edge_); });
  return *this;
}

Bdd& Bdd::operator^=(const Bdd& g) {
  Engine& e = Engine::of(*this, g);
  edge_ = e.run_edge([&] { return e.xor_rec(edge_, g.edge_); });
  return *this;
}

Bdd Bdd::minus(const Bdd& g) const {
  Engine& e = Engine::of(*this, g);
  return e.run([&] { return e.and_rec(edge_, g.edge_ ^ 1); });
}

Bdd Bdd::implies(const Bdd& g) const {
  Engine& e = Engine::of(*this, g);
  return e.run([&] { return e.and_rec(edge_, g.edge_ ^ 1) ^ 1; });
}

Bdd Bdd::iff(const Bdd& g) const {
  Engine& e = Engine::of(*this, g);
  return e.run([&] { return e.xor_rec(edge_, g.edge_) ^ 1; });
}

bool Bdd::subset_of(const Bdd& g) const {
  Engine& e = Engine::of(*this, g);
  return e.run_edge([&] { return e.disjoint_rec(edge_, g.edge_ ^ 1); }) == kTrue;
}

bool Bdd::disjoint_from(const Bdd& g) const {
  Engine& e = Engine::of(*this, g);
  return e.run_edge([&] { return e.disjoint_rec(edge_, g.edge_); }) == kTrue;
}

Var Bdd::top() const {
  Engine& e = Engine::of(*this);
  if (edge_ <= kTrue) throw UsageError("a constant function has no top variable");
  return e.var_at(e.level(edge_));
}

Bdd Bdd::low() const {
  Engine& e = Engine::of(*this);
  if (edge_ <= kTrue) throw UsageError("a constant function has no cofactors by its top variable");
  return e.handle(e.low(edge_));
}

Bdd Bdd::high() const {
  Engine& e = Engine::of(*this);
  if (edge_ <= kTrue) throw UsageError("a constant function has no cofactors by its top variable");
  return e.handle(e.high(edge_));
}

std::size_t Bdd::node_count() const {
  Engine& e = Engine::of(*this);
  return e.nodes_of({&edge_, 1}).size() + 1;
}

VarSet::VarSet(Bdd cube) : cube_(std::move(cube)) {
  Engine& e = Engine::of(cube_);
  Edge rest = Engine::edge(cube_);
  while (!gnomon::bdd::is_constant(rest) && e.low(rest) == kFalse) rest = e.high(rest);
  if (rest != kTrue) throw UsageError("a set of variables must be given as a conjunction of variables");
}

std::vector<Var> VarSet::vars() const {
  Engine& e = Engine::of(cube_);
  std::vector<Var> result;
  for (Edge cube = Engine::edge(cube_); !is_constant(cube); cube = e.high(cube))
    result.push_back(e.var_at(e.level(cube)));
  return result;
}

std::size_t VarSet::size() const {
  Engine& e = Engine::of(cube_);
  std::size_t result = 0;
  for (Edge cube = Engine::edge(cube_); !is_constant(cube); cube = e.high(cube)) ++result;
  return result;
}

std::size_t node_count(std::span<const Bdd> functions) {
  if (functions.empty()) return 0;
  std::vector<Edge> edges;
  for (const Bdd& f : functions) {
    Engine::of(functions.front(), f);
    edges.push_back(Engine::edge(f));
  }
  return Engine::of(functions.front()).nodes_of(edges).size() + 1;
}

}  // namespace gnomon::bdd
