#include "slices/bits.h"

#include <algorithm>
#include <array>
#include <utility>

namespace gnomon::slices {

Bits::Bits(const ispl::CheckedModel& model, const model::Encoding& encoding) : manager_(&encoding.manager()) {
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    for (bdd::Var var : encoding.variable(ispl::VarId(v)).current) add(var);
  }
  of_states_ = vars_.size();
  for (std::size_t a = 0; a < model.agents.size(); ++a) {
    for (bdd::Var var : encoding.action(ispl::AgentId(a)).current) add(var);
  }
  of_model_ = vars_.size();
}

Bits::Bits(bdd::Manager& manager, std::size_t others)
    : manager_(&manager), of_states_(others), of_model_(others), vars_(others) {}

void Bits::add(bdd::Var var) {
  if (numbers_.size() <= var.index()) numbers_.resize(var.index() + 1, kNone);
  numbers_[var.index()] = static_cast<std::uint32_t>(vars_.size());
  vars_.emplace_back(var);
}

void Bits::make_automaton_bits(std::size_t count) {
  while (size() - of_model_ < count) {
    const std::array<bdd::Var, 2> pair{manager_->new_var(), manager_->new_var()};
    manager_->group(pair);
    for (bdd::Var var : pair) add(var);
  }
}

std::vector<std::uint32_t> Bits::order() const {
  std::vector<std::uint32_t> found;
  for (std::size_t level = 0; level < manager_->var_count(); ++level) {
    const bdd::Var var = manager_->var_at(level);
    if (numbered(var)) found.push_back(number(var));
  }
  return found;
}

void Bits::take_order(const std::vector<std::uint32_t>& numbers) {
  std::vector<std::size_t> place(size(), numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] < place.size()) place[numbers[i]] = i;
  }
  std::vector<std::pair<std::size_t, std::vector<bdd::Var>>> blocks;
  for (std::size_t level = 0; level < manager_->var_count(); ++level) {
    const bdd::Var var = manager_->var_at(level);
    if (numbered(var) || blocks.empty()) blocks.push_back({numbered(var) ? place[number(var)] : 0, {}});
    blocks.back().second.push_back(var);
  }
  std::stable_sort(blocks.begin(), blocks.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
  std::vector<bdd::Var> order;
  for (const auto& [at, vars] : blocks) order.insert(order.end(), vars.begin(), vars.end());
  manager_->set_order(order);
}

void Bits::notice_automaton_bits() {
  for (std::size_t i = size() - of_model_; i < manager_->var_count(); ++i) add(bdd::Var(i));
}

}  // namespace gnomon::slices
