// Where parentheses are needed follows from the parser's method (formula_builder.h): an operator that waits for its
// right operand takes whatever binds more tightly than itself. So the left operand of a binary operator needs them if
// anything open at its right edge binds more loosely: in `(X !a) U b` the `!` at the edge of `X !a` would take `a U b`.
// The loosest open operator at the right edge of each subformula is computed once, bottom-up; then the text is written
// from left to right with an explicit stack.
#include "logic/printer.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "logic/formula_map.h"
#include "logic/mode.h"
#include "logic/precedence.h"

namespace gnomon::logic {

namespace {

std::string_view word_of(Op op) {
  switch (op) {
    case Op::True:
      return "true";
    case Op::False:
      return "false";
    case Op::Green:
      return ".GreenStates";
    case Op::Red:
      return ".RedStates";
    case Op::Not:
      return "!";
    case Op::And:
      return " and ";
    case Op::Or:
      return " or ";
    case Op::Implies:
      return " -> ";
    case Op::Iff:
      return " <-> ";
    case Op::EX:
      return "EX ";
    case Op::AX:
      return "AX ";
    case Op::EF:
      return "EF ";
    case Op::AF:
      return "AF ";
    case Op::EG:
      return "EG ";
    case Op::AG:
      return "AG ";
    case Op::Knows:
      return "K(";
    case Op::Everybody:
      return "GK(";
    case Op::Common:
      return "GCK(";
    case Op::Distributed:
      return "DK(";
    case Op::Ought:
      return "O(";
    case Op::Delta:
      return "Delta(";
    case Op::CanX:
      return ">X ";
    case Op::CanF:
      return ">F ";
    case Op::CanG:
      return ">G ";
    case Op::CanU:
      return ">(";
    case Op::PathA:
    case Op::PathAf:
      return "A ";
    case Op::PathE:
    case Op::PathEf:
      return "E ";
    case Op::X:
      return "X ";
    case Op::F:
      return "F ";
    case Op::G:
      return "G ";
    case Op::EU:
      return "E(";
    case Op::AU:
      return "A(";
    case Op::U:
      return " U ";
    case Op::W:
      return " W ";
    case Op::R:
      return " R ";
    case Op::Alt:
      return " + ";
    case Op::Seq:
      return ";";
    case Op::Star:
      return "*";
    case Op::Test:
      return "?";
    case Op::Atom:
    case Op::Diamond:
    case Op::Box:
    case Op::Step:
      return "";
  }
  return "";
}

// Operators whose arguments are about states: in LTL and LDL their arguments carry an unwritten A.
bool takes_states(Op op) {
  switch (op) {
    case Op::EX:
    case Op::AX:
    case Op::EF:
    case Op::AF:
    case Op::EG:
    case Op::AG:
    case Op::Knows:
    case Op::Everybody:
    case Op::Common:
    case Op::Distributed:
    case Op::Ought:
    case Op::CanX:
    case Op::CanF:
    case Op::CanG:
    case Op::CanU:
      return true;
    default:
      return false;
  }
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
  Level edge(Formula f) const { return edges_[f]; }
  void compute_edges();
  void push(std::string_view text) { stack_.push_back({text, {}}); }
  void push(Formula f, bool parens = false);
  void expand(Formula f);

  const FormulaPool& pool_;
  Formula root_;
  const PrintOptions& options_;
  std::vector<Formula> order_;
  FormulaMap<Level> edges_;  // the loosest operator open at the right edge
  std::vector<Item> stack_;
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
  Level level = syntax_of(user.op).level;
  return edge(left) < level || (edge(left) == level && is_right_associative(level));
}

bool Printer::right_needs_parens(const Node& user, Formula right) const {
  Level level = syntax_of(user.op).level;
  Syntax operand = syntax_of(pool_[through_step(right)].op);
  return operand.shape == Shape::Binary &&
         (operand.level < level || (operand.level == level && !is_right_associative(level)));
}

bool Printer::prefixed_needs_parens(const Node& user, Formula operand) const {
  Syntax syntax = syntax_of(pool_[operand].op);
  return syntax.shape == Shape::Binary && syntax.level <= syntax_of(user.op).level;
}

void Printer::compute_edges() {
  for (Formula f : order_) {
    const Node& node = pool_[f];
    Syntax syntax = syntax_of(node.op);
    Level level = syntax.level;
    if (node.op == Op::Step) {
      level = edge(node.left);
    } else if (syntax.shape == Shape::Prefix) {
      Formula operand = node.op == Op::Diamond || node.op == Op::Box ? node.right : shown(node, node.left);
      if (!prefixed_needs_parens(node, operand)) level = std::min(level, edge(operand));
    } else if (syntax.shape == Shape::Binary && !right_needs_parens(node, node.right)) {
      level = std::min(level, edge(node.right));
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
  std::string_view word = word_of(node.op);
  switch (node.op) {
    case Op::True:
    case Op::False:
      push(word);
      return;
    case Op::Atom:
    case Op::Green:
    case Op::Red:
      push(word);
      push(pool_.text(node.name));
      return;
    case Op::Knows:
    case Op::Everybody:
    case Op::Common:
    case Op::Distributed:
    case Op::Ought:
    case Op::Delta:
      push(")");
      push(shown(node, node.left));
      push(", ");
      if (node.op == Op::Delta) {
        push(pool_.text(node.name2));
        push(", ");
      }
      push(pool_.text(node.name));
      push(word);
      return;
    case Op::CanX:
    case Op::CanF:
    case Op::CanG: {
      Formula operand = shown(node, node.left);
      push(operand, prefixed_needs_parens(node, operand));
      push(word);
      push(pool_.text(node.name));
      push("<");
      return;
    }
    case Op::EU:
    case Op::AU:
    case Op::CanU: {
      const Node until{Op::U, false, {}, {}, node.left, node.right};
      Formula left = shown(node, node.left);
      Formula right = shown(node, node.right);
      push(")");
      push(right, right_needs_parens(until, right));
      push(" U ");
      push(left, left_needs_parens(until, left));
      push(word);
      if (node.op == Op::CanU) {
        push(pool_.text(node.name));
        push("<");
      }
      return;
    }
    case Op::Diamond:
    case Op::Box:
      push(node.right, prefixed_needs_parens(node, node.right));
      push(node.op == Op::Diamond ? ">" : "]");
      push(node.left);
      push(node.op == Op::Diamond ? "<" : "[");
      return;
    case Op::Step:
      push(node.left);
      return;
    case Op::Test:
      push(word);
      push(node.left);
      return;
    case Op::Star:
      push(word);
      push(node.left, syntax_of(pool_[node.left].op).level < Level::Postfix);
      return;
    default:
      break;
  }
  if (arity(node.op) == 1) {
    Formula operand = shown(node, node.left);
    push(operand, prefixed_needs_parens(node, operand));
    push(word);
  } else {
    push(node.right, right_needs_parens(node, node.right));
    push(word);
    push(node.left, left_needs_parens(node, node.left));
  }
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

std::string print(const FormulaPool& pool, const Property& property) {
  std::string text;
  if (property.knowledge_given) text += attribute_of(property.knowledge);
  text += prefix_of(property.mode);
  if (property.mode != Mode::Plain) text += ' ';
  const Node& top = pool[property.formula];
  bool understood = is_linear(property.mode) && top.op == universal(property.mode) && pool[top.left].is_path;
  return text + print(pool, understood ? top.left : property.formula, {property.mode});
}

}  // namespace gnomon::logic
