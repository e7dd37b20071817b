// Where parentheses are needed follows from the parser's method (formula_builder.h): an operator that waits for its
// right operand takes whatever binds more tightly than itself. So the left operand of a binary operator needs them if
// anything open at its right edge binds more loosely: in `(X !a) U b` the `!` at the edge of `X !a` would take `a U b`.
// The loosest open operator at the right edge of each subformula is computed once, bottom-up; then the text is written
// from left to right with an explicit stack.
#include "logic/printer.h"

#include <algorithm>
#include <deque>
#include <string_view>
#include <utility>
#include <vector>

#include "logic/formula_map.h"
#include "logic/mode.h"
#include "logic/question.h"

namespace gnomon::logic {

namespace {

// A step is written as its formula and has the level of that formula; here it counts as closed.
Level level_of(Op op) {
  return operator_of(op).level;
}

bool is_binary(Op op) {
  return operator_of(op).notation == Notation::Binary;
}

class Printer {
 public:
  Printer(const FormulaPool& pool, Formula root, const PrintOptions& options)
      : pool_(pool), root_(root), options_(options), order_(pool.subformulas(root)), edges_(order_) {}

  std::string text();

 private:
  // A piece of text, or a formula still to be written.
  struct Item {
    std::string_view text;
    Formula formula;
  };

  Formula shown(const Node& user, Formula operand) const;
  Formula through_step(Formula f) const;
  bool left_needs_parens(const Node& user, Formula left) const;
  bool right_needs_parens(const Node& user, Formula right) const;
  bool prefixed_needs_parens(const Node& user, Formula operand) const;
  bool repeated_needs_parens(const Node& user) const;
  Level edge(Formula f) const { return edges_[f]; }
  void compute_edges();
  void push(std::string_view text) { stack_.push_back({text, {}}); }
  void push(Formula f, bool parens = false);
  void push_coalition(const Node& node);
  void push_bound(const Node& node);
  void push_count(const Node& node);
  void push_made(std::string text) { push(std::string_view(made_.emplace_back(std::move(text)))); }
  std::string text_of(std::uint64_t number, Symbol name) const;
  void push_until(const Node& node);
  void expand(Formula f);

  const FormulaPool& pool_;
  Formula root_;
  const PrintOptions& options_;
  std::vector<Formula> order_;
  FormulaMap<Level> edges_;  // the loosest operator open at the right edge
  std::vector<Item> stack_;
  std::deque<std::string> made_;  // texts that are not in the pool
};

// The operand as it is written: without an A that is understood.
Formula Printer::shown(const Node& user, Formula operand) const {
  const Node& node = pool_[operand];
  bool understood = is_linear(options_.mode) && takes_states(user.op) && node.op == universal(options_.mode) &&
                    pool_[node.left].is_path;
  return understood ? node.left : operand;
}

Formula Printer::through_step(Formula f) const {
  return pool_[f].op == Op::Step ? pool_[f].left : f;
}

bool Printer::left_needs_parens(const Node& user, Formula left) const {
  Level level = level_of(user.op);
  return edge(left) < level || (edge(left) == level && is_right_associative(level));
}

bool Printer::right_needs_parens(const Node& user, Formula right) const {
  Level level = level_of(user.op);
  Op operand = pool_[through_step(right)].op;
  return is_binary(operand) &&
         (level_of(operand) < level || (level_of(operand) == level && !is_right_associative(level)));
}

bool Printer::prefixed_needs_parens(const Node& user, Formula operand) const {
  Op op = pool_[operand].op;
  // `!p U q` would do for `!(p U q)`, but few read it so.
  const bool unclear = user.op == Op::Not && is_binary(op) && level_of(op) == Level::Until;
  return unclear || (is_binary(op) && level_of(op) <= level_of(user.op));
}

// A test may be any formula: what stands before the sign is read up to there. But few read `!p*` as `(!p)*`.
bool Printer::repeated_needs_parens(const Node& user) const {
  const Op op = pool_[through_step(user.left)].op;
  const bool unclear = !is_path_expression(op) && level_of(op) != Level::Closed;
  return unclear || (user.op != Op::Test && level_of(pool_[user.left].op) < level_of(user.op));
}

void Printer::compute_edges() {
  for (Formula f : order_) {
    const Node& node = pool_[f];
    Level level = level_of(node.op);
    auto open_behind = [&](Formula operand, bool parens) {
      if (!parens) level = std::min(level, edge(operand));
    };
    switch (operator_of(node.op).notation) {
      case Notation::Implicit:
        level = edge(node.left);
        break;
      case Notation::Prefix:
      case Notation::Group: {
        Formula operand = shown(node, node.left);
        open_behind(operand, prefixed_needs_parens(node, operand));
        break;
      }
      case Notation::Modal:
        open_behind(node.right, prefixed_needs_parens(node, node.right));
        break;
      case Notation::Binary:
        open_behind(node.right, right_needs_parens(node, node.right));
        break;
      case Notation::Constant:
      case Notation::Name:
      case Notation::Member:
      case Notation::Postfix:
      case Notation::Call:
      case Notation::Until:
      case Notation::GroupUntil:
        break;
    }
    edges_[f] = level;
  }
}

void Printer::push(Formula f, bool parens) {
  if (parens) push(")");
  stack_.push_back({{}, f});
  if (parens) push("(");
}

// Replaces a formula by its pieces; the stack is written from the top, so they are pushed from right to left.
void Printer::expand(Formula f) {
  const Node& node = pool_[f];
  const Operator& known = operator_of(node.op);
  switch (known.notation) {
    case Notation::Constant:
      push(known.word);
      return;
    case Notation::Name:
      push(pool_.text(node.name));
      return;
    case Notation::Member:
      push(known.word);
      push(".");
      push(pool_.text(node.name));
      return;
    case Notation::Prefix: {
      Formula operand = shown(node, node.left);
      push(operand, prefixed_needs_parens(node, operand));
      if (node.op != Op::Not) push(" ");
      push_bound(node);
      push(known.word);
      return;
    }
    case Notation::Binary: {
      std::string_view blank = node.op == Op::Seq ? "" : " ";
      push(node.right, right_needs_parens(node, node.right));
      push(blank);
      push_bound(node);
      push(known.word);
      push(blank);
      push(node.left, left_needs_parens(node, node.left));
      return;
    }
    case Notation::Postfix: {
      push_count(node);
      push(known.word);
      push(node.left, repeated_needs_parens(node));
      return;
    }
    case Notation::Call:
      push(")");
      push(shown(node, node.left));
      push(", ");
      if (known.name2 != NameKind::None) {
        push(pool_.text(node.name2));
        push(", ");
      }
      push(pool_.text(node.name));
      push("(");
      push(known.word);
      return;
    case Notation::Group: {
      Formula operand = shown(node, node.left);
      push(operand, prefixed_needs_parens(node, operand));
      push(" ");
      push_bound(node);
      push(known.word);
      push_coalition(node);
      return;
    }
    case Notation::Until:
      push_until(node);
      push(known.word);
      return;
    case Notation::GroupUntil:
      push_until(node);
      push_coalition(node);
      return;
    case Notation::Modal:
      push(node.right, prefixed_needs_parens(node, node.right));
      if (!node.bound.is_none()) push(" ");
      push_bound(node);
      push(known.word.substr(1));
      push(node.left);
      push(known.word.substr(0, 1));
      return;
    case Notation::Implicit:
      push(node.left);
      return;
  }
}

std::string Printer::text_of(std::uint64_t number, Symbol name) const {
  return name.is_none() ? std::to_string(number) : pool_.text(name);
}

// <=b, [a,], [n] or [a,b]
void Printer::push_bound(const Node& node) {
  if (node.bound.is_none()) return;
  const Interval& interval = pool_.interval(node);
  const std::string first = text_of(interval.first, interval.first_name);
  const std::string last = interval.is_open() ? "" : text_of(interval.last, interval.last_name);
  if (is_next(node.op) || (first == last && first != "0")) return push_made("[" + first + "]");
  if (first == "0") return push_made("<=" + last);
  push_made("[" + first + "," + last + "]");
}

// + or {n}, {n,m}, {n,}
void Printer::push_count(const Node& node) {
  if (node.bound.is_none()) return;
  const Interval& times = pool_.interval(node);
  const std::string first = std::to_string(times.first);
  if (times.is_open()) return times.first == 1 ? push("+") : push_made("{" + first + ",}");
  push_made(times.first == times.last ? "{" + first + "}" : "{" + first + "," + std::to_string(times.last) + "}");
}

// <g>
void Printer::push_coalition(const Node& node) {
  push(">");
  push(pool_.text(node.name));
  push("<");
}

// (f U g) of the operands of a node.
void Printer::push_until(const Node& node) {
  const Node until{Op::U, false, {}, {}, node.left, node.right, {}};
  Formula left = shown(node, node.left);
  Formula right = shown(node, node.right);
  push(")");
  push(right, right_needs_parens(until, right));
  push(" ");
  push_bound(node);
  push(" U");
  push(left, left_needs_parens(until, left));
  push("(");
}

std::string Printer::text() {
  compute_edges();
  std::string written;
  push(root_);
  while (!stack_.empty()) {
    if (written.size() > options_.limit) return written + "...";
    Item item = stack_.back();
    stack_.pop_back();
    if (item.formula.is_none()) {
      written += item.text;
    } else {
      expand(item.formula);
    }
  }
  return written;
}

std::string_view attribute_of(KnowledgeSemantics knowledge) {
  switch (knowledge) {
    case KnowledgeSemantics::Observational:
      return "@observational ";
    case KnowledgeSemantics::Clock:
      return "@clock ";
    case KnowledgeSemantics::Recall:
      return "@recall ";
  }
  return "";
}

}  // namespace

std::string print(const FormulaPool& pool, Formula f, const PrintOptions& options) {
  return Printer(pool, f, options).text();
}

namespace {

// min(f, g), min(g), delay(i, f)
std::string question_text(const FormulaPool& pool, const Property& question) {
  const PrintOptions plain{Mode::Plain};
  std::string first = question.from.is_none() ? "" : print(pool, question.from, plain) + ", ";
  std::string last = print(pool, question.target, plain);
  if (question.asks == Asks::Delay) {
    const Node& knows = pool[pool[question.target].left];
    first = pool.text(knows.name) + ", ";
    last = print(pool, question.from, plain);
  }
  return std::string(word_of(question.asks)) + "(" + first + last + ")";
}

}  // namespace

std::string print(const FormulaPool& pool, const Property& property) {
  std::string text;
  if (property.knowledge_given) text += attribute_of(property.knowledge);
  if (property.asks != Asks::Truth) return text + question_text(pool, property);
  text += prefix_of(property.mode);
  if (property.mode != Mode::Plain) text += ' ';
  const Node& top = pool[property.formula];
  bool understood = is_linear(property.mode) && top.op == universal(property.mode) && pool[top.left].is_path;
  return text + print(pool, understood ? top.left : property.formula, {property.mode});
}

}  // namespace gnomon::logic
