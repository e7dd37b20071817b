#include "logic/formula_builder.h"

#include <fmt/format.h>
#include <string_view>
#include <utility>

#include "base/assert.h"
#include "logic/mode.h"

namespace gnomon::logic {

namespace {

bool is_until(Op op) {
  return op == Op::U || op == Op::Un;
}

}  // namespace

FormulaBuilder::FormulaBuilder(const Source& source, Mode mode, FormulaPool& pool, Diagnostics& diagnostics,
                               const Budget* budget)
    : source_(source), mode_(mode), pool_(pool), diagnostics_(diagnostics), pace_(budget), open_count_(7, 0) {
  open(Bracket::Root, {});
}

void FormulaBuilder::error(Span span, std::string message, std::string hint) {
  has_errors_ = true;
  diagnostics_.error(span, std::move(message), std::move(hint));
}

std::string FormulaBuilder::quoted(Span span) const {
  constexpr std::size_t kLongest = 40;
  std::string_view text = source_.text(span);
  return text.size() <= kLongest ? fmt::format("`{}`", text) : fmt::format("`{}...`", text.substr(0, kLongest));
}

// Whatever the parser does ends in one of these, having made a few nodes at most.
void FormulaBuilder::step() {
  constexpr std::size_t kMostNodes = 4;
  pace_.step(1, [&] {
    return growth_bytes(operands_) + growth_bytes(pending_) + growth_bytes(frames_) +
           pool_.growth_bytes(kMostNodes * Pace::kInterval);
  });
}

void FormulaBuilder::push(const Operand& operand) {
  step();
  operands_.push_back(operand);
}

void FormulaBuilder::push(const Pending& pending) {
  step();
  pending_.push_back(pending);
}

void FormulaBuilder::operand(Formula f, Span span) {
  push(Operand{f, false, false, span, {}});
}

void FormulaBuilder::missing_operand(Span span) {
  push(bad_operand(span));
}

void FormulaBuilder::prefix(const Head& head) {
  push(Pending{Wait::Prefix, operator_of(head.op).level, false, head, {}});
}

void FormulaBuilder::open(Bracket bracket, const Head& head) {
  bool modal = bracket == Bracket::Angle || bracket == Bracket::Square;
  bool allows_rho = modal || (bracket == Bracket::Paren && frames_.back().allows_rho);
  frames_.push_back({bracket, allows_rho, pending_.size()});
  ++open_count_[static_cast<std::size_t>(bracket)];
  push(Pending{Wait::Open, Level::Alt, false, head, {}});
}

void FormulaBuilder::binary(const Head& head) {
  Level level = is_until(head.op) && mode_ == Mode::Plain ? Level::Postfix : operator_of(head.op).level;
  complete_down_to(level);
  warn_of_negation(head, level);
  push(Pending{Wait::Binary, level, false, head, {}});
}

// `!a U b` is `!(a U b)`, while in plain formulas A(!a U b) is A((!a) U b). Whoever means the former can say so.
void FormulaBuilder::warn_of_negation(const Head& head, Level level) {
  const Pending& waiting = pending_.back();
  if (level != Level::Until || waiting.wait != Wait::Prefix || waiting.head.op != Op::Not) return;
  const std::string sign(source_.text({head.span.begin, head.span.begin + 1}));
  const std::string_view operand = source_.text(operands_.back().span);
  constexpr std::size_t kLongest = 20;
  const std::string left = operand.size() <= kLongest ? std::string(operand) : "f";
  diagnostics_.warning(
      "negated-until", cover(waiting.head.span, head.span),
      fmt::format("the negation is of all that follows: `!{0} {1} ...` is `!({0} {1} ...)`", left, sign),
      fmt::format("write `(!{0}) {1} ...`, or the parentheses that are meant", left, sign));
}

void FormulaBuilder::broken_binary(Span span) {
  complete_down_to(Level::Alt);
  push(Pending{Wait::Binary, Level::Alt, true, {Op::And, {}, {}, span}, {}});
}

void FormulaBuilder::postfix(const Head& head) {
  complete_down_to(Level::Postfix);
  Operand x = pop_operand();
  Span span = cover(x.span, head.span);
  if (head.op == Op::Test) {
    if (x.is_rho && !x.bad) {
      error(head.span, "`?` tests a formula, but a path expression stands before it");
      x.bad = true;
    }
  } else {
    x = as_rho(x);
  }
  Formula f = x.formula;
  if (!x.bad) f = head.op == Op::Repeat ? pool_.make_repeat(f, head.interval) : pool_.make(head.op, f);
  push(Operand{f, !x.bad, x.bad, span, {}});
}

void FormulaBuilder::close(Span span) {
  complete_down_to(Level::Alt);
  Frame frame = frames_.back();
  frames_.pop_back();
  --open_count_[static_cast<std::size_t>(frame.bracket)];
  Head head = pending_.back().head;
  pending_.pop_back();
  Operand x = pop_operand();
  Span whole = cover(head.span, span);
  switch (frame.bracket) {
    case Bracket::Root:
      push(x);
      return;
    case Bracket::Paren:
      x.span = whole;
      push(x);
      return;
    case Bracket::Call: {
      // Delta chooses an observation and evaluates its argument on the same path; the others are about states.
      Operand y = takes_states(head.op) ? as_state_formula(x, head.span) : as_formula(x);
      Formula f = pool_.make(head.op, y.formula, {}, head.name, head.name2);
      push(Operand{f, false, y.bad, whole, y.path_at});
      return;
    }
    case Bracket::BrokenCall:
      push(bad_operand(whole));
      return;
    case Bracket::Coalition:
      push(coalition_until(head, x, whole));
      return;
    case Bracket::Angle:
    case Bracket::Square: {
      Operand rho = as_rho(x);
      head.span = whole;
      push(Pending{Wait::Prefix, Level::Next, rho.bad, head, rho.formula});
      return;
    }
  }
}

void FormulaBuilder::bound(const Interval& interval, Span span) {
  Head& head = pending_.back().head;
  head.op = *bounded_form(head.op);
  head.interval = interval;
  head.span = cover(head.span, span);
}

std::optional<Formula> FormulaBuilder::finish() {
  GNOMON_ASSERT(frames_.size() == 1, "brackets are closed before the formula ends");
  close({});
  Operand x = as_formula(pop_operand());
  if (has_errors_ || x.bad) return std::nullopt;
  if (!depends_on_path(x)) return x.formula;
  if (is_linear(mode_)) return pool_.make(universal(mode_), x.formula);
  error(x.path_at,
        fmt::format("`{}` needs a state formula, but {} is outside A and E", prefix_of(mode_), quoted(x.path_at)),
        fmt::format("put A or E in front, or use the prefix {} for \"on all paths\"",
                    mode_ == Mode::CtlStar || mode_ == Mode::CtlStarFinite ? "LTL" : "LDL"));
  return std::nullopt;
}

void FormulaBuilder::complete_down_to(Level level) {
  while (pending_.back().wait != Wait::Open &&
         (pending_.back().level > level || (pending_.back().level == level && !is_right_associative(level)))) {
    complete_top();
  }
}

void FormulaBuilder::complete_top() {
  Pending waiting = pending_.back();
  pending_.pop_back();
  Operand y = pop_operand();
  if (waiting.wait == Wait::Prefix) {
    push(complete_prefix(waiting, y));
  } else {
    Operand x = pop_operand();
    push(complete_binary(waiting, x, y));
  }
}

FormulaBuilder::Operand FormulaBuilder::pop_operand() {
  Operand x = operands_.back();
  operands_.pop_back();
  return x;
}

// The node of an operator whose head may have a bound.
Formula FormulaBuilder::made(const Head& head, Formula left, Formula right) {
  if (has_bound(head.op)) return pool_.make_bounded(head.op, head.interval, left, right, head.name);
  return pool_.make(head.op, left, right, head.name);
}

// A quantified until with the bound of the until of a path.
Formula FormulaBuilder::until_of(Op op, const Node& until, Formula left, Formula right, Symbol name) {
  if (!has_bound(until.op)) return pool_.make(op, left, right, name);
  return pool_.make_bounded(op, pool_.interval(until), left, right, name);
}

FormulaBuilder::Operand FormulaBuilder::complete_prefix(const Pending& waiting, const Operand& operand) {
  const Head& head = waiting.head;
  Span span = cover(head.span, operand.span);
  switch (family_of(head.op)) {
    case Family::PathQuantifier:
      return quantify(head, operand, span);
    case Family::Dynamic: {
      Operand x = as_formula(operand);
      // In a plain formula the parser has reported the bracket.
      if (x.bad || waiting.broken || mode_ == Mode::Plain) return bad_operand(span);
      return {made(head, waiting.rho, x.formula), false, false, span, head.span};
    }
    case Family::Boolean: {
      Operand x = as_formula(operand);
      return {pool_.make(head.op, x.formula), false, x.bad, span, x.path_at};
    }
    case Family::Linear: {
      Operand x = as_formula(operand);
      bool bad = x.bad || mode_ == Mode::Plain;  // the parser has reported the operator
      return {made(head, x.formula), false, bad, span, head.span};
    }
    case Family::Branching:
    case Family::Strategic: {
      Operand x = as_state_formula(operand, head.span);
      return {made(head, x.formula), false, x.bad, span, {}};
    }
    case Family::Atom:
    case Family::Knowledge:
    case Family::Deontic:
    case Family::Observation:
    case Family::PathExpression:
      break;
  }
  GNOMON_ASSERT(false, "the parser hands over prefix operators only");
  return bad_operand(span);
}

FormulaBuilder::Operand FormulaBuilder::complete_binary(const Pending& waiting, const Operand& left,
                                                        const Operand& right) {
  const Head& head = waiting.head;
  Span span = cover(left.span, right.span);
  if (waiting.broken) return bad_operand(span);
  if (is_path_expression(head.op)) {
    Operand x = as_rho(left);
    Operand y = as_rho(right);
    if (x.bad || y.bad) return bad_operand(span);
    return {pool_.make(head.op, x.formula, y.formula), true, false, span, {}};
  }
  Operand x = as_formula(left);
  Operand y = as_formula(right);
  bool bad = x.bad || y.bad || (mode_ == Mode::Plain && is_path_operator(head.op) && !is_until(head.op));
  Span path_at = is_path_operator(head.op) ? head.span : depends_on_path(x) ? x.path_at : y.path_at;
  return {made(head, x.formula, y.formula), false, bad, span, path_at};
}

// A f and E f of a formula that does not depend on a path are f itself.
FormulaBuilder::Operand FormulaBuilder::quantify(const Head& head, const Operand& operand, Span span) {
  bool for_all = head.op == Op::PathA;
  if (mode_ != Mode::Plain) {
    Operand x = as_formula(operand);
    if (depends_on_path(x)) x.formula = pool_.make(for_all ? universal(mode_) : existential(mode_), x.formula);
    return {x.formula, false, x.bad, span, {}};
  }
  if (operand.bad) return bad_operand(span);
  const Node until = pool_[operand.formula];
  if (!operand.is_rho && is_until(until.op)) {
    return {until_of(for_all ? Op::AU : Op::EU, until, until.left, until.right, {}), false, false, span, {}};
  }
  std::string word(source_.text(head.span));
  error(head.span, fmt::format("in a plain formula `{}` needs an until, `{}(f U g)`", word, word),
        fmt::format("the other operators are written in one word: `{0}G`, `{0}F`, `{0}X`", word));
  return bad_operand(span);
}

FormulaBuilder::Operand FormulaBuilder::coalition_until(const Head& head, const Operand& operand, Span span) {
  if (operand.bad) return bad_operand(span);
  const Node until = pool_[operand.formula];
  if (operand.is_rho || !is_until(until.op)) {
    std::string group = pool_.text(head.name);
    error(operand.span, fmt::format("after `<{}>` the parentheses must hold an until, `<{}>(f U g)`", group, group),
          fmt::format("the other operators are `<{0}>X f`, `<{0}>F f` and `<{0}>G f`", group));
    return bad_operand(span);
  }
  Operand x = as_state_formula({until.left, false, false, operand.span, operand.span}, head.span);
  Operand y = as_state_formula({until.right, false, x.bad, operand.span, operand.span}, head.span);
  Formula made = until_of(Op::CanU, until, x.formula, y.formula, head.name);
  return {made, false, x.bad || y.bad, span, {}};
}

FormulaBuilder::Operand FormulaBuilder::as_formula(Operand x) {
  if (x.bad) return x;
  if (x.is_rho) {
    error(x.span, "expected a formula, found a path expression", "a path expression stands in `<...>f` or `[...]f`");
    return bad_operand(x.span);
  }
  if (mode_ == Mode::Plain && depends_on_path(x)) {
    error(x.path_at, "in a plain formula until is written `A(f U g)`, `E(f U g)` or `<g>(f U g)`",
          "for \"on all paths\" write LTL in front of the formula");
    return bad_operand(x.span);
  }
  return x;
}

FormulaBuilder::Operand FormulaBuilder::as_state_formula(Operand operand, Span user) {
  Operand x = as_formula(operand);
  if (x.bad || !depends_on_path(x)) return x;
  if (is_linear(mode_)) {
    x.formula = pool_.make(universal(mode_), x.formula);
    return x;
  }
  error(x.path_at, fmt::format("{} is about states, but {} depends on a path", quoted(user), quoted(x.path_at)),
        "put A or E in front of the argument");
  return bad_operand(x.span);
}

FormulaBuilder::Operand FormulaBuilder::as_rho(Operand x) {
  if (x.bad || x.is_rho) return x;
  if (depends_on_path(x)) {
    error(x.path_at, fmt::format("a step must be a state formula, but {} depends on a path", quoted(x.path_at)),
          "a test, `(f)?`, may be any path formula; a step may begin with A or E");
    return bad_operand(x.span);
  }
  x.formula = pool_.make(Op::Step, x.formula);
  x.is_rho = true;
  return x;
}

}  // namespace gnomon::logic
