#include "exchange/smv_formula.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <vector>

#include "base/assert.h"
#include "check/letters.h"
#include "exchange/violations.h"
#include "logic/simplify.h"
#include "logic/unfold.h"

namespace gnomon::exchange {

using logic::Formula;
using logic::FormulaPool;
using logic::Node;
using logic::Op;

namespace {

// Writes with a stack of what is yet to be written, so that nesting does not matter.
class SmvFormulas {
 public:
  SmvFormulas(const ispl::CheckedModel& model, const SmvNames& names, bool past_the_end)
      : model_(model), pool_(model.pool), names_(names) {
    if (past_the_end) {
      exists_ = fmt::format("!{} & ", names.ended());
      always_ = fmt::format("{} | ", names.ended());
    }
  }

  std::string write(Formula root);

 private:
  struct Item {
    std::string text;
    Formula formula;
  };
  using Items = std::vector<Item>;
  void expand(const Node& node, Items& parts) const;
  void expand_time(const Node& node, Items& parts) const;

  const ispl::CheckedModel& model_;
  const FormulaPool& pool_;
  const SmvNames& names_;
  std::string exists_;  // what is said before the formula that a path leads to
  std::string always_;
};

std::string SmvFormulas::write(Formula root) {
  std::string out;
  Items stack{{"", root}};
  Items parts;
  while (!stack.empty()) {
    const Item item = std::move(stack.back());
    stack.pop_back();
    out += item.text;
    if (item.formula.is_none()) continue;
    parts.clear();
    expand(pool_[item.formula], parts);
    for (std::size_t i = parts.size(); i-- > 0;) stack.push_back(std::move(parts[i]));
  }
  return out;
}

void SmvFormulas::expand(const Node& node, Items& parts) const {
  auto joined = [&](const char* sign) { parts = {{"(", node.left}, {sign, node.right}, {")", {}}}; };
  switch (node.op) {
    case Op::True:
      parts = {{"TRUE", {}}};
      break;
    case Op::False:
      parts = {{"FALSE", {}}};
      break;
    case Op::Atom:
      parts = {{names_.proposition(*model_.proposition_of(node.name)), {}}};
      break;
    case Op::Green:
      parts = {{"!" + names_.red(*model_.agent_of(node.name)), {}}};
      break;
    case Op::Red:
      parts = {{names_.red(*model_.agent_of(node.name)), {}}};
      break;
    case Op::Not:
      parts = {{"!(", node.left}, {")", {}}};
      break;
    case Op::And:
      joined(" & ");
      break;
    case Op::Or:
      joined(" | ");
      break;
    case Op::Implies:
      joined(" -> ");
      break;
    case Op::Iff:
      joined(" <-> ");
      break;
    default:
      expand_time(node, parts);
  }
}

void SmvFormulas::expand_time(const Node& node, Items& parts) const {
  auto prefix = [&](const char* word, const std::string& first) {
    parts = {{fmt::format("({} ({}", word, first), node.left}, {"))", {}}};
  };
  switch (node.op) {
    case Op::EX:
      return prefix("EX", exists_);
    case Op::AX:
      return prefix("AX", always_);
    case Op::EF:
      return prefix("EF", exists_);
    case Op::AF:
      return prefix("AF", always_);
    case Op::EG:
      return prefix("EG", exists_);
    case Op::AG:
      return prefix("AG", always_);
    case Op::EU:
      parts = {{"E [(", node.left}, {fmt::format(") U ({}", exists_), node.right}, {")]", {}}};
      return;
    case Op::AU:
      parts = {{"A [(", node.left}, {fmt::format(") U ({}", always_), node.right}, {")]", {}}};
      return;
    case Op::X:
      return prefix("X", "");
    case Op::F:
      return prefix("F", "");
    case Op::G:
      return prefix("G", "");
    case Op::U:
      parts = {{"(", node.left}, {" U ", node.right}, {")", {}}};
      return;
    case Op::R:
      parts = {{"(", node.left}, {" V ", node.right}, {")", {}}};
      return;
    case Op::W:
      parts = {{"((", node.left}, {" U ", node.right}, {") | (G ", node.left}, {"))", {}}};
      return;
    default:
      GNOMON_ASSERT(false, "what SMV has no words for is left out before");
  }
}

// The operators of plain formulas and of paths that SMV has.
bool has_words(const FormulaPool& pool, Formula f, bool on_paths) {
  const std::vector<Formula> all = pool.subformulas(f);
  return std::all_of(all.begin(), all.end(), [&](Formula part) {
    switch (pool[part].op) {
      case Op::True:
      case Op::False:
      case Op::Atom:
      case Op::Green:
      case Op::Red:
      case Op::Not:
      case Op::And:
      case Op::Or:
      case Op::Implies:
      case Op::Iff:
        return true;
      case Op::EX:
      case Op::AX:
      case Op::EF:
      case Op::AF:
      case Op::EG:
      case Op::AG:
      case Op::EU:
      case Op::AU:
        return !on_paths;
      case Op::X:
      case Op::F:
      case Op::G:
      case Op::U:
      case Op::W:
      case Op::R:
        return on_paths;
      default:
        return false;
    }
  });
}

}  // namespace

std::string smv_condition(const ispl::CheckedModel& model, Formula f, const SmvNames& names) {
  return SmvFormulas(model, names, false).write(f);
}

SmvSpecification smv_specification(ispl::CheckedModel& model, const logic::Property& property, const SmvNames& names,
                                   const SmvPaths& paths, const Budget& budget) {
  if (std::string reason = foreign_operator(model.pool, property); !reason.empty()) return {"", std::move(reason)};
  const Formula formula = logic::simplify(model.pool, property.formula, logic::Traces::Infinite, &budget);
  const Node node = model.pool[formula];
  const bool past_the_end = paths.may_end && !paths.fair;
  SmvFormulas written(model, names, past_the_end);
  if (node.op == Op::PathA) {
    Formula on_path = node.left;
    try {
      if (logic::has_path_bounds(model.pool, on_path)) {
        on_path = logic::unfolded(model.pool, on_path, logic::Traces::Infinite, &budget);
      }
    } catch (const LimitReached& limit) {
      if (limit.limit() != Limit::Size) throw;
      return {"", limit.what()};
    }
    if (!has_words(model.pool, on_path, true)) {
      return {"", "a path formula of SMV is one of LTL whose letters are propositions"};
    }
    const std::string endless = past_the_end ? fmt::format("(G !{}) -> ", names.ended()) : "";
    return {fmt::format("LTLSPEC {}{};", endless, written.write(on_path)), ""};
  }
  if (!has_words(model.pool, formula, false)) {
    return {"", "it is neither a formula of CTL nor A f with a path formula f"};
  }
  if (node.op == Op::AG && !paths.fair && is_propositional(model.pool, node.left)) {
    const std::string ended = past_the_end ? names.ended() + " | " : "";
    return {fmt::format("INVARSPEC {}{};", ended, written.write(node.left)), ""};
  }
  return {fmt::format("CTLSPEC {};", written.write(formula)), ""};
}

}  // namespace gnomon::exchange
