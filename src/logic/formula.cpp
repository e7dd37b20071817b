#include "logic/formula.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <memory>

#include "base/pace.h"

namespace gnomon::logic {

namespace {

// Whether a node is a path formula, given its operands: path operators make one, Boolean operators, path expressions and
// a change of observation pass it on, every other operator is a state formula whatever stands below it.
bool depends_on_path(Op op, bool operand_does) {
  switch (family_of(op)) {
    case Family::Linear:
    case Family::Dynamic:
      return true;
    case Family::Boolean:
    case Family::Observation:
    case Family::PathExpression:
      return operand_does;
    case Family::Atom:
    case Family::Branching:
    case Family::Knowledge:
    case Family::Deontic:
    case Family::Strategic:
    case Family::PathQuantifier:
      return false;
  }
  return false;
}

// A set of numbers below a bound, in chunks that are made when they are needed: a small formula in a large pool costs
// little more than its own nodes.
class NumberSet {
 public:
  explicit NumberSet(std::size_t bound) : chunks_(bound / kChunk + 1) {}

  // False if it is there already.
  bool add(std::size_t number) {
    std::unique_ptr<Chunk>& chunk = chunks_[number / kChunk];
    if (!chunk) chunk = std::make_unique<Chunk>();
    std::uint64_t& word = (*chunk)[number % kChunk / 64];
    std::uint64_t bit = std::uint64_t{1} << (number % 64);
    if ((word & bit) != 0) return false;
    word |= bit;
    ++count_;
    return true;
  }

  std::vector<Formula> formulas() const {
    std::vector<Formula> ascending;
    ascending.reserve(count_);
    for (std::size_t c = 0; c < chunks_.size(); ++c) {
      if (!chunks_[c]) continue;
      for (std::size_t w = 0; w < chunks_[c]->size(); ++w) {
        for (std::uint64_t word = (*chunks_[c])[w]; word != 0; word &= word - 1) {
          ascending.emplace_back(c * kChunk + w * 64 + static_cast<std::size_t>(std::countr_zero(word)));
        }
      }
    }
    return ascending;
  }

 private:
  static constexpr std::size_t kChunk = 4096;
  using Chunk = std::array<std::uint64_t, kChunk / 64>;

  std::vector<std::unique_ptr<Chunk>> chunks_;
  std::size_t count_ = 0;
};

std::uint64_t mixed(std::uint64_t hash, std::uint64_t part) {
  hash = (hash ^ part) * 0x9e3779b97f4a7c15ull;
  return hash ^ (hash >> 29);
}

std::uint64_t hash_of(const Node& node) {
  std::uint64_t h = static_cast<std::uint64_t>(node.op);
  for (std::uint32_t part : {node.name.value, node.name2.value, node.left.value, node.right.value, node.bound.value}) {
    h = mixed(h, part);
  }
  return h;
}

std::uint64_t hash_of(const Interval& interval) {
  std::uint64_t h = 0;
  for (std::uint64_t part : {interval.first, interval.last, std::uint64_t{interval.first_name.value},
                             std::uint64_t{interval.last_name.value}}) {
    h = mixed(h, part);
  }
  return h;
}

std::uint64_t hash_of(std::string_view text) {
  return std::hash<std::string_view>{}(text);
}

}  // namespace

Symbol FormulaPool::intern(std::string_view text) {
  if (Symbol known = find_symbol(text); !known.is_none()) return known;
  symbols_.emplace_back(text);
  Symbol symbol(symbols_.size() - 1);
  symbol_index_.add(symbol.value, [&](std::uint32_t i) { return hash_of(symbols_[i]); });
  return symbol;
}

Symbol FormulaPool::find_symbol(std::string_view text) const {
  std::uint32_t found = symbol_index_.find(hash_of(text), [&](std::uint32_t i) { return symbols_[i] == text; });
  return found == HashIndex::kAbsent ? Symbol{} : Symbol(found);
}

Bound FormulaPool::bound(const Interval& interval) {
  auto same = [&](std::uint32_t i) { return intervals_[i] == interval; };
  if (std::uint32_t known = interval_index_.find(hash_of(interval), same); known != HashIndex::kAbsent) {
    return Bound(known);
  }
  intervals_.push_back(interval);
  Bound made(intervals_.size() - 1);
  interval_index_.add(made.value, [&](std::uint32_t i) { return hash_of(intervals_[i]); });
  return made;
}

const ParameterRange* FormulaPool::range_of(Symbol parameter) const {
  auto known = std::find_if(ranges_.begin(), ranges_.end(),
                            [&](const ParameterRange& range) { return range.name == parameter; });
  return known == ranges_.end() ? nullptr : &*known;
}

Formula FormulaPool::make_bounded(Op op, const Interval& interval, Formula left, Formula right, Symbol name) {
  const Op plain = without_bound(op);
  const bool says_nothing = interval == (is_next(plain) ? Interval::exactly(1) : Interval{});
  if (says_nothing) return make(plain, left, right, name);
  return make(*bounded_form(plain), left, right, name, {}, bound(interval));
}

Formula FormulaPool::make_repeat(Formula rho, const Interval& times) {
  if (times == Interval{}) return make(Op::Star, rho);
  if (times == Interval::exactly(1)) return rho;
  if (times == Interval::exactly(0)) return make(Op::Test, truth(true));
  return make(Op::Repeat, rho, {}, {}, {}, bound(times));
}

Formula FormulaPool::make(Op op, Formula left, Formula right, Symbol name, Symbol name2, Bound bound) {
  Node node{op, false, name, name2, left, right, bound};
  bool operand_does =
      (!left.is_none() && nodes_[left.index()].is_path) || (!right.is_none() && nodes_[right.index()].is_path);
  node.is_path = depends_on_path(op, operand_does);
  std::uint32_t found = index_.find(hash_of(node), [&](std::uint32_t i) { return nodes_[i] == node; });
  if (found != HashIndex::kAbsent) return Formula(found);
  nodes_.push_back(node);
  Formula made(nodes_.size() - 1);
  index_.add(made.value, [&](std::uint32_t i) { return hash_of(nodes_[i]); });
  return made;
}

std::size_t FormulaPool::growth_bytes(std::size_t more) const {
  return gnomon::growth_bytes(nodes_, more) + index_.growth_bytes(more) + symbol_index_.growth_bytes(more) +
         gnomon::growth_bytes(intervals_, more) + interval_index_.growth_bytes(more);
}

std::vector<Formula> FormulaPool::joined(Op op, Formula root) const {
  std::vector<Formula> found;
  std::vector<Formula> stack{root};
  while (!stack.empty()) {
    const Formula f = stack.back();
    const Node& node = (*this)[f];
    stack.pop_back();
    if (node.op == op && node.is_path) {
      stack.push_back(node.right);
      stack.push_back(node.left);
    } else {
      found.push_back(f);
    }
  }
  return found;
}

std::vector<Formula> FormulaPool::subformulas(Formula root) const {
  return below(std::span<const Formula>(&root, 1), Stop::AtLeaves);
}

std::vector<Formula> FormulaPool::subformulas(std::span<const Formula> roots) const {
  return below(roots, Stop::AtLeaves);
}

std::vector<Formula> FormulaPool::path_part(Formula root) const {
  return below(std::span<const Formula>(&root, 1), Stop::AtStateFormulas);
}

std::vector<Formula> FormulaPool::below(std::span<const Formula> roots, Stop stop) const {
  NumberSet seen(nodes_.size());
  std::vector<Formula> stack(roots.begin(), roots.end());
  while (!stack.empty()) {
    Formula f = stack.back();
    stack.pop_back();
    if (f.is_none() || !seen.add(f.index())) continue;
    const Node& node = nodes_[f.index()];
    if (stop == Stop::AtStateFormulas && is_state_formula(node)) continue;
    stack.push_back(node.left);
    stack.push_back(node.right);
  }
  return seen.formulas();  // numbers grow from operands to users
}

}  // namespace gnomon::logic
