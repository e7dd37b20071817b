#include "enumerate/initial.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/pace.h"
#include "base/sorted.h"

namespace gnomon::enumerate {

using ispl::Expr;
using ispl::ExprId;
using ispl::ExprOp;
using ispl::VarId;

namespace {

class Search {
 public:
  Search(const Program& program, const Budget& budget, std::uint64_t most_steps,
         const std::function<void(const Word*)>& found)
      : program_(program),
        found_(found),
        most_steps_(most_steps),
        pace_(&budget),
        state_(program.layout().words(), 0),
        open_(program.source().variables.size(), 1) {
    const ispl::CheckedModel& model = program.source();
    ids_ = conjuncts_of(model.expressions, model.initial);
    for (ExprId id : ids_) conjuncts_.emplace_back(model.expressions, id);
    reading_.resize(open_.size());
    for (std::size_t c = 0; c < conjuncts_.size(); ++c) {
      for (VarId var : conjuncts_[c].variables()) reading_[var.index()].push_back(c);
    }
  }

  // False if that would take too many steps.
  bool run() {
    if (!fix_single_variables()) return true;
    const ispl::CheckedModel& model = program_.source();
    std::vector<VarId> order;
    for (std::size_t v = 0; v < open_.size(); ++v) {
      if (open_[v] != 0) order.emplace_back(v);
    }
    // Variables that nothing is said about come last: their values multiply what was found, and nothing is tried in vain.
    std::stable_partition(order.begin(), order.end(), [&](VarId var) { return !reading_[var.index()].empty(); });
    std::vector<std::optional<Positions>> only;  // the positions to be tried, if not all
    for (VarId var : order) {
      only.push_back(model.variable(var).type.size() > kSmallType ? candidates(var) : std::nullopt);
    }
    std::vector<std::uint64_t> next(order.size() + 1, 0);  // what is to be tried, by level
    std::size_t level = 0;
    for (std::uint64_t steps = 0; steps + scratch_.effort() < most_steps_; ++steps) {
      if (level == order.size()) {
        pace_.step();
        found_(state_.data());
      } else if (next[level] < (only[level] ? only[level]->size() : model.variable(order[level]).type.size())) {
        pace_.step();
        const std::uint64_t before = scratch_.effort();
        assign(order[level], only[level] ? (*only[level])[next[level]] : next[level]);
        ++next[level];
        if (!refuted(order[level])) next[++level] = 0;
        pace_.step(scratch_.effort() - before);
        continue;
      } else {
        open_[order[level].index()] = 1;
      }
      if (level == 0) return true;
      --level;
    }
    return false;
  }

 private:
  using Positions = std::vector<std::uint64_t>;
  static constexpr std::uint64_t kSmallType = 256;

  void assign(VarId var, std::uint64_t position) {
    const Field& field = program_.layout().field(var);
    state_[field.word] = (state_[field.word] & ~field.mask()) | (position << field.shift);
    open_[var.index()] = 0;
  }

  std::optional<Number> value(std::size_t conjunct) {
    return conjuncts_[conjunct].value_if_known({&program_.layout(), state_.data(), nullptr, open_.data()}, scratch_);
  }

  bool refuted(VarId var) {
    return std::any_of(reading_[var.index()].begin(), reading_[var.index()].end(), [&](std::size_t c) {
      const std::optional<Number> known = value(c);
      return known && !known->is_true();
    });
  }

  // The constant c of an equation x = c or c = x, for the variable x.
  std::optional<Number> constant(ExprId equation, VarId var) {
    const ispl::ExprPool& pool = program_.source().expressions;
    const Expr& expr = pool[equation];
    if (expr.op != ExprOp::Equal) return std::nullopt;
    for (auto [x, c] : {std::pair(expr.left, expr.right), std::pair(expr.right, expr.left)}) {
      if (pool[x].op != ExprOp::Variable || VarId(static_cast<std::size_t>(pool[x].value)) != var) continue;
      const Expression other(pool, c);
      if (other.variables().empty()) return other.value({}, scratch_);
    }
    return std::nullopt;
  }

  // The positions that equations leave to a variable; none if they do not say:
  //   x = c: that of c      f and g: those of the one that says      f or g: those of both, if both say
  std::optional<Positions> candidates(VarId var) {
    const ispl::ExprPool& pool = program_.source().expressions;
    std::vector<ExprId> nodes;
    std::vector<ExprId> stack{program_.source().initial};
    while (!stack.empty()) {
      const ExprId id = stack.back();
      stack.pop_back();
      nodes.push_back(id);
      if (pool[id].op != ExprOp::And && pool[id].op != ExprOp::Or) continue;
      stack.push_back(pool[id].left);
      stack.push_back(pool[id].right);
    }
    sort_unique(nodes);
    std::unordered_map<ExprId, Positions> known;
    for (ExprId id : nodes) {
      const Expr& expr = pool[id];
      if (const std::optional<Number> wanted = constant(id, var)) {
        const auto at =
            wanted->whole() ? program_.source().variable(var).type.position_of(wanted->numerator) : std::nullopt;
        known[id] = at ? Positions{*at} : Positions{};
        continue;
      }
      if (expr.op != ExprOp::And && expr.op != ExprOp::Or) continue;
      const auto left = known.find(expr.left);
      const auto right = known.find(expr.right);
      const bool both = left != known.end() && right != known.end();
      if (expr.op == ExprOp::And && (left != known.end() || right != known.end())) {
        Positions found = left != known.end() ? left->second : right->second;
        known[id] = std::move(found);
      } else if (expr.op == ExprOp::Or && both) {
        Positions found = left->second;
        found.insert(found.end(), right->second.begin(), right->second.end());
        sort_unique(found);
        known[id] = std::move(found);
      }
    }
    const auto root = known.find(program_.source().initial);
    return root == known.end() ? std::nullopt : std::optional<Positions>(root->second);
  }

  // A conjunct with one variable may leave it one value. False if some conjunct is false for all values.
  bool fix_single_variables() {
    constexpr std::uint64_t kMostValues = 4096;
    for (std::size_t c = 0; c < conjuncts_.size(); ++c) {
      const std::vector<VarId>& reads = conjuncts_[c].variables();
      if (reads.empty() && !value(c)->is_true()) return false;
      if (reads.size() != 1 || open_[reads.front().index()] == 0) continue;
      const ispl::Type& type = program_.source().variable(reads.front()).type;
      if (const std::optional<Number> wanted = constant(ids_[c], reads.front())) {
        const auto position = wanted->whole() ? type.position_of(wanted->numerator) : std::nullopt;
        if (!position) return false;
        assign(reads.front(), *position);
        continue;
      }
      const std::uint64_t size = type.size();
      if (size > kMostValues) continue;
      std::uint64_t possible = 0;
      std::uint64_t last = 0;
      for (std::uint64_t position = 0; position < size && possible < 2; ++position) {
        assign(reads.front(), position);
        if (!value(c)->is_true()) continue;
        ++possible;
        last = position;
      }
      open_[reads.front().index()] = 1;
      if (possible == 0) return false;
      if (possible == 1) assign(reads.front(), last);
    }
    // What is known by now is known to all conjuncts.
    for (std::size_t c = 0; c < conjuncts_.size(); ++c) {
      const std::optional<Number> known = value(c);
      if (known && !known->is_true()) return false;
    }
    return true;
  }

  const Program& program_;
  const std::function<void(const Word*)>& found_;
  std::uint64_t most_steps_;
  Pace pace_;
  std::vector<ExprId> ids_;
  std::vector<Expression> conjuncts_;              // by position in ids_
  std::vector<std::vector<std::size_t>> reading_;  // conjuncts, by variable
  std::vector<Word> state_;
  std::vector<std::uint8_t> open_;
  Expression::Scratch scratch_;
};

}  // namespace

bool for_initial_states(const Program& program, const Budget& budget, std::uint64_t most_steps,
                        const std::function<void(const Word*)>& found) {
  return Search(program, budget, most_steps, found).run();
}

}  // namespace gnomon::enumerate
