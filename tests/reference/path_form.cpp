#include "reference/path_form.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "base/sorted.h"

namespace gnomon::reference {

using logic::Formula;
using logic::Node;
using logic::Op;

namespace {

TestSet unite(const TestSet& a, const TestSet& b) {
  TestSet result;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

}  // namespace

PathForm::PathForm(const Arena& arena, const logic::FormulaPool& source, Formula root, const Truth& truth) {
  Both always = both(arena.region, complement(arena, arena.region));
  everywhere_ = pool_.make(Op::Step, always.pos);
  nothing_left_ = pool_.make(Op::Test, always.pos);
  std::unordered_map<Formula, Both> done;
  for (Formula f : source.path_part(root)) {
    const Node& node = source[f];
    if (logic::is_path_expression(node.op)) {
      done[f] = {translate_expression(source, node, done), {}};
    } else if (node.is_path) {
      done[f] = translate(source, node, done);
    } else {
      Members set = truth(f);
      done[f] = both(set, complement(arena, set));
    }
  }
  positive_ = done.at(root).pos;
  negative_ = done.at(root).neg;
}

PathForm::Both PathForm::both(const Members& set, const Members& complement) {
  auto atom = [&](const Members& states) {
    auto [at, added] = atoms_.try_emplace(states);
    if (added) {
      at->second = pool_.atom(std::to_string(sets_.size()));  // symbols are numbered as the sets are
      sets_.push_back(states);
    }
    return at->second;
  };
  Both result{atom(set), atom(complement)};
  dual_[result.pos] = result.neg;
  dual_[result.neg] = result.pos;
  return result;
}

// op is And or Or.
PathForm::Both PathForm::connect(Op op, const Both& a, const Both& b) {
  Op other = op == Op::And ? Op::Or : Op::And;
  Both result{pool_.make(op, a.pos, b.pos), pool_.make(other, a.neg, b.neg)};
  dual_[result.pos] = result.neg;
  dual_[result.neg] = result.pos;
  return result;
}

// op is Diamond or Box.
PathForm::Both PathForm::modality(const Both& operand, Formula rho, Op op) {
  Op other = op == Op::Diamond ? Op::Box : Op::Diamond;
  Both result{pool_.make(op, rho, operand.pos), pool_.make(other, rho, operand.neg)};
  dual_[result.pos] = result.neg;
  dual_[result.neg] = result.pos;
  return result;
}

// (f?;true)*
Formula PathForm::until_loop(Formula test) {
  return pool_.make(Op::Star, tested_step(test));
}

Formula PathForm::tested_step(Formula test) {
  return pool_.make(Op::Seq, pool_.make(Op::Test, test), everywhere_);
}

// The union of rho composed k times, for every k of the interval.
Formula PathForm::repeated(Formula rho, const logic::Interval& times) {
  Formula power = nothing_left_;
  for (std::uint64_t k = 0; k < times.first; ++k) power = k == 0 ? rho : pool_.make(Op::Seq, rho, power);
  if (times.is_open()) return pool_.make(Op::Seq, power, pool_.make(Op::Star, rho));
  Formula all = power;
  for (std::uint64_t k = times.first; k < times.last; ++k) {
    power = pool_.make(Op::Seq, rho, power);
    all = pool_.make(Op::Alt, all, power);
  }
  return all;
}

// The matches of rho with so many steps. Among the forms a repetition has this meaning: the others are written out.
Formula PathForm::within(Formula rho, const logic::Interval& steps) {
  return pool_.make(Op::Repeat, rho, {}, {}, {}, pool_.bound(steps));
}

PathForm::Both PathForm::translate(const logic::FormulaPool& source, const Node& node,
                                   const std::unordered_map<Formula, Both>& done) {
  auto flip = [](const Both& f) { return Both{f.neg, f.pos}; };
  Both a = done.at(node.left);
  Both b = node.right.is_none() ? a : done.at(node.right);
  Formula anywhere = pool_.make(Op::Star, everywhere_);
  switch (node.op) {
    case Op::Not:
      return flip(a);
    case Op::And:
    case Op::Or:
      return connect(node.op, a, b);
    case Op::Implies:
      return connect(Op::Or, flip(a), b);
    case Op::Iff:
      return connect(Op::And, connect(Op::Or, flip(a), b), connect(Op::Or, a, flip(b)));
    case Op::X:
      return modality(a, everywhere_, Op::Diamond);
    case Op::F:
      return modality(a, anywhere, Op::Diamond);
    case Op::G:
      return modality(a, anywhere, Op::Box);
    case Op::U:
      return modality(b, until_loop(a.pos), Op::Diamond);
    case Op::W:
      return connect(Op::Or, modality(b, until_loop(a.pos), Op::Diamond), modality(a, anywhere, Op::Box));
    case Op::R:
      return modality(b, until_loop(a.neg), Op::Box);
    case Op::Xn:
    case Op::Fn:
      return modality(a, repeated(everywhere_, source.interval(node)), Op::Diamond);
    case Op::Gn:
      return modality(a, repeated(everywhere_, source.interval(node)), Op::Box);
    case Op::Un:
      return modality(b, repeated(tested_step(a.pos), source.interval(node)), Op::Diamond);
    case Op::Rn:
      return modality(b, repeated(tested_step(a.neg), source.interval(node)), Op::Box);
    case Op::Wn: {
      const Both until = modality(b, repeated(tested_step(a.pos), source.interval(node)), Op::Diamond);
      const logic::Interval to_end{0, source.interval(node).last};
      return connect(Op::Or, until, modality(a, repeated(everywhere_, to_end), Op::Box));
    }
    case Op::Diamondn:
      return modality(b, within(a.pos, source.interval(node)), Op::Diamond);
    case Op::Boxn:
      return modality(b, within(a.pos, source.interval(node)), Op::Box);
    case Op::Diamond:
    case Op::Box:
      return modality(b, a.pos, node.op);
    default:
      throw std::invalid_argument("a path formula contains an operator that has no meaning on a path");
  }
}

Formula PathForm::translate_expression(const logic::FormulaPool& source, const Node& node,
                                       const std::unordered_map<Formula, Both>& done) {
  Formula left = done.at(node.left).pos;
  Formula right = node.right.is_none() ? Formula{} : done.at(node.right).pos;
  if (node.op == Op::Repeat) return repeated(left, source.interval(node));
  return pool_.make(node.op, left, right);
}

Formula PathForm::followed_by(Formula first, Formula second) {
  return first == nothing_left_ ? second : pool_.make(Op::Seq, first, second);
}

const std::vector<TestSet>& PathForm::passes(Formula rho) {
  take_apart(rho);
  return passes_.at(rho);
}

const std::vector<FirstStep>& PathForm::steps(Formula rho) {
  take_apart(rho);
  return steps_.at(rho);
}

Formula PathForm::remainder(Formula modality, Formula rest) {
  Node node = pool_[modality];
  return pool_.make(node.op, rest, node.right);
}

// Fills passes_ and steps_ for rho and its parts, operands first.
void PathForm::take_apart(Formula root) {
  if (steps_.count(root) != 0) return;
  std::vector<Formula> parts;
  std::vector<Formula> stack{root};
  while (!stack.empty()) {
    Formula rho = stack.back();
    stack.pop_back();
    if (steps_.count(rho) != 0) continue;
    parts.push_back(rho);
    const Node& node = pool_[rho];
    if (node.op == Op::Step || node.op == Op::Test) continue;
    stack.push_back(node.left);
    if (!node.right.is_none()) stack.push_back(node.right);
  }
  sort_unique(parts);
  for (Formula rho : parts) {
    Node node = pool_[rho];
    std::vector<TestSet> passes;
    std::vector<FirstStep> steps;
    switch (node.op) {
      case Op::Step:
        steps.push_back({{}, node.left, nothing_left_});
        break;
      case Op::Test:
        passes.push_back({node.left});
        break;
      case Op::Alt:
        passes = passes_.at(node.left);
        passes.insert(passes.end(), passes_.at(node.right).begin(), passes_.at(node.right).end());
        steps = steps_.at(node.left);
        steps.insert(steps.end(), steps_.at(node.right).begin(), steps_.at(node.right).end());
        break;
      case Op::Seq:
        for (const TestSet& t : passes_.at(node.left)) {
          for (const TestSet& u : passes_.at(node.right)) passes.push_back(unite(t, u));
          for (const FirstStep& step : steps_.at(node.right)) {
            steps.push_back({unite(t, step.tests), step.from, step.rest});
          }
        }
        for (const FirstStep& step : steps_.at(node.left)) {
          steps.push_back({step.tests, step.from, followed_by(step.rest, node.right)});
        }
        break;
      case Op::Star:
        passes.emplace_back();
        for (const FirstStep& step : steps_.at(node.left)) {
          steps.push_back({step.tests, step.from, followed_by(step.rest, rho)});
        }
        break;
      case Op::Repeat: {
        logic::Interval left = pool_.interval(node);
        if (left.first == 0) passes = passes_.at(node.left);
        if (left.last == 0) break;
        if (left.first > 0) --left.first;
        if (!left.is_open()) --left.last;
        for (const FirstStep& step : steps_.at(node.left)) {
          steps.push_back({step.tests, step.from, within(step.rest, left)});
        }
        break;
      }
      default:
        throw std::invalid_argument("not a path expression");
    }
    sort_unique(passes);
    sort_unique(steps);
    passes_[rho] = std::move(passes);
    steps_[rho] = std::move(steps);
  }
}

}  // namespace gnomon::reference
