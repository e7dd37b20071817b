#include "random_formula.h"

#include <algorithm>

namespace gnomon::logic::testing {

ParseContext test_context() {
  auto among = [](const std::vector<std::string_view>& names) {
    return [&names](std::string_view name) { return std::find(names.begin(), names.end(), name) != names.end(); };
  };
  ParseContext context;
  context.is_group = among(kGroups);
  context.is_proposition = among(kPropositions);
  return context;
}

Formula RandomFormula::atom() {
  switch (pick(8)) {
    case 0:
      return pool_.truth(true);
    case 1:
      return pool_.truth(false);
    case 2:
      return pool_.make(choose({Op::Green, Op::Red}), pool_.intern(choose<std::string_view>({"i", "Environment"})));
    default:
      return pool_.atom(kPropositions[pick(propositions_)]);
  }
}

Interval RandomFormula::interval(Op op) {
  const auto a = static_cast<std::uint64_t>(pick(4));
  if (is_next(op)) return Interval::exactly(a);
  return pick(3) == 0 ? Interval{a, Interval::kOpen} : Interval{a, a + static_cast<std::uint64_t>(pick(3))};
}

Formula RandomFormula::bounded(Op op, Formula left, Formula right, Symbol name) {
  if (pick(3) > 0) return pool_.make(op, left, right, name);
  return pool_.make_bounded(op, interval(op), left, right, name);
}

Formula RandomFormula::quantified(int size) {
  Formula path = path_formula(size);
  if (!pool_[path].is_path) return path;
  return pool_.make(pick(2) == 0 ? universal(mode_) : existential(mode_), path);
}

Formula RandomFormula::state_formula(int size) {
  if (size <= 0) return atom();
  int half = size / 2;
  bool plain = mode_ == Mode::Plain;
  switch (pick(9)) {
    case 0:
      return pool_.make(Op::Not, state_formula(size - 1));
    case 1:
    case 2:
      return pool_.make(choose({Op::And, Op::Or, Op::Implies, Op::Iff}), state_formula(half), state_formula(half));
    case 3:
      return bounded(choose({Op::EX, Op::AX, Op::EF, Op::AF, Op::EG, Op::AG}), state_formula(size - 1));
    case 4: {
      Symbol agent = pool_.intern(choose<std::string_view>({"i", "j", "Environment"}));
      return pool_.make(choose({Op::Knows, Op::Ought}), agent, state_formula(size - 1));
    }
    case 5: {
      Symbol group = pool_.intern(choose<std::string_view>({"g", "h", "nobody"}));
      return pool_.make(choose({Op::Everybody, Op::Common, Op::Distributed}), group, state_formula(size - 1));
    }
    case 6: {
      // In the modes with path expressions `<both>` is one.
      Symbol group = pool_.intern(kGroups[pick(plain ? kGroups.size() : kGroups.size() - 1)]);
      if (pick(2) == 0) return bounded(Op::CanU, state_formula(half), state_formula(half), group);
      return bounded(choose({Op::CanX, Op::CanF, Op::CanG}), state_formula(size - 1), {}, group);
    }
    case 7:
      if (pick(3) > 0) break;
      return pool_.make(Op::Delta, state_formula(size - 1), {}, pool_.intern("i"), pool_.intern("camera"));
    default:
      break;
  }
  if (plain) return bounded(choose({Op::EU, Op::AU}), state_formula(half), state_formula(half));
  return quantified(size - 1);
}

Formula RandomFormula::path_formula(int size) {
  if (size <= 0) return atom();
  int half = size / 2;
  switch (pick(9)) {
    case 0:
      return pool_.make(Op::Not, path_formula(size - 1));
    case 1:
    case 2:
      return pool_.make(choose({Op::And, Op::Or, Op::Implies, Op::Iff}), path_formula(half), path_formula(half));
    case 3:
      return bounded(choose({Op::X, Op::F, Op::G}), path_formula(size - 1));
    case 4:
    case 5:
      return bounded(choose({Op::U, Op::W, Op::R}), path_formula(half), path_formula(half));
    case 6:
    case 7:
      return bounded(choose({Op::Diamond, Op::Box}), path_expression(half), path_formula(half));
    default:
      return state_formula(size - 1);
  }
}

Formula RandomFormula::path_expression(int size) {
  if (size <= 0) return pool_.make(choose({Op::Step, Op::Test}), atom());
  int half = size / 2;
  switch (pick(6)) {
    case 0:
      return pool_.make(Op::Step, state_formula(size - 1));
    case 1:
      return pool_.make(Op::Test, path_formula(size - 1));
    case 2:
      if (pick(2) == 0) return pool_.make_repeat(path_expression(size - 1), interval(Op::Star));
      return pool_.make(Op::Star, path_expression(size - 1));
    default:
      return pool_.make(choose({Op::Alt, Op::Seq}), path_expression(half), path_expression(half));
  }
}

Property RandomFormula::property(int size) {
  Property property;
  property.mode = mode_;
  if (is_linear(mode_)) {
    Formula path = path_formula(size);
    property.formula = pool_[path].is_path ? pool_.make(universal(mode_), path) : path;
  } else {
    property.formula = state_formula(size);
  }
  property.knowledge_given = pick(3) == 0;
  if (property.knowledge_given) property.knowledge = KnowledgeSemantics::Recall;
  return property;
}

}  // namespace gnomon::logic::testing
