// The Manager: a thin shell around the engine.
#include "bdd/manager.h"

#include <utility>

#include "bdd/engine.h"

namespace gnomon::bdd {

Manager::Manager(Config config) : engine_(std::make_unique<Engine>(*this, config)) {}
Manager::~Manager() = default;

Bdd Manager::constant(bool value) {
  return engine_->handle(value ? kTrue : kFalse);
}

Bdd Manager::literal(Var var, bool positive) {
  return engine_->run([&] { return engine_->literal(engine_->level_of(var)) ^ (positive ? 0u : 1u); });
}

VarSet Manager::set(std::span<const Var> vars) {
  return VarSet(engine_->run([&] { return engine_->cube_of(vars); }));
}

VarMap Manager::map(std::span<const std::pair<Var, Var>> from_to) {
  VarMap result;
  result.index_ = engine_->add_map(from_to);
  result.manager_ = this;
  return result;
}

Pairs Manager::pairs(std::span<const std::pair<Var, Var>> current_next) {
  Pairs result;
  result.index_ = engine_->add_pairs(current_next);
  result.manager_ = this;
  return result;
}

Var Manager::new_var() {
  return engine_->new_var_at(engine_->var_count());
}

Var Manager::new_var_at(std::size_t level) {
  return engine_->new_var_at(level);
}

Var Manager::new_var_below(Var var) {
  return engine_->new_var_below(var);
}

std::size_t Manager::var_count() const {
  return engine_->var_count();
}

std::size_t Manager::level_of(Var var) const {
  return engine_->level_of(var);
}

Var Manager::var_at(std::size_t level) const {
  if (level >= engine_->var_count()) throw UsageError("there is no variable at this level");
  return engine_->var_at(static_cast<Level>(level));
}

void Manager::group(std::span<const Var> neighbours) {
  engine_->group(neighbours);
}

void Manager::reorder(const ReorderOptions& options) {
  engine_->reorder(options);
}

void Manager::set_order(std::span<const Var> top_to_bottom) {
  engine_->set_order(top_to_bottom);
}

void Manager::set_auto_reorder(bool on, const ReorderOptions& options) {
  engine_->set_auto_reorder(on, options);
}

bool Manager::auto_reorder() const {
  return engine_->auto_reorder();
}

bool Manager::reorder_if_affordable() {
  return engine_->reorder_if_affordable();
}

bool Manager::hold_order(bool hold) {
  return engine_->hold_order(hold);
}

void Manager::set_budget(Budget budget) {
  engine_->set_budget(std::move(budget));
}

const Budget& Manager::budget() const {
  return engine_->budget();
}

void Manager::collect_garbage() {
  engine_->collect();
}

Statistics Manager::statistics() const {
  return engine_->statistics();
}

std::size_t Manager::recent_live_nodes() {
  return engine_->recent_live_nodes();
}

std::uint64_t Manager::work() const {
  return engine_->work();
}

void Manager::set_work_limit(std::optional<std::uint64_t> work) {
  engine_->set_work_limit(work);
}

std::optional<std::uint64_t> Manager::work_limit() const {
  return engine_->work_limit();
}

double Manager::processor_seconds() const {
  return engine_->processor_seconds();
}

const std::vector<ReorderRecord>& Manager::reorder_history() const {
  return engine_->reorder_history();
}

std::string Manager::check_invariants() const {
  return engine_->check_invariants();
}

}  // namespace gnomon::bdd
