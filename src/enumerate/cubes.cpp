#include "enumerate/cubes.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <unordered_map>

#include "base/sorted.h"
#include "enumerate/memo.h"

namespace gnomon::enumerate {

using ispl::ExprId;
using ispl::ExprOp;

namespace {

constexpr std::size_t kMostCubesOfALine = 16;
// A condition on the actions of one agent is tried with each of them if that takes at most so many steps.
constexpr std::size_t kMostTrials = std::size_t{1} << 16;

void add_bit(std::vector<CubeBits>& bits, std::size_t cube) {
  const auto word = static_cast<std::uint32_t>(cube / 64);
  if (bits.empty() || bits.back().word != word) bits.push_back({word, 0});
  bits.back().bits |= Word{1} << (cube % 64);
}

// Two expressions with the same spelling have the same operator, leaf value and operands.
struct Spelling {
  ExprOp op = ExprOp::Boolean;
  std::uint32_t agent = 0;
  std::int64_t value = 0;
  std::uint32_t condition = 0;
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  bool operator==(const Spelling&) const = default;
};

struct SpellingHash {
  std::size_t operator()(const Spelling& s) const {
    Word hash = mixed((Word{s.agent} << 8) + static_cast<Word>(s.op));
    hash = mixed(hash ^ static_cast<Word>(s.value));
    hash = mixed(hash ^ ((Word{s.left} << 32) | s.right));
    return static_cast<std::size_t>(mixed(hash ^ s.condition));
  }
};

}  // namespace

CubeBuilder::CubeBuilder(const ispl::CheckedModel& model) : model_(model), facts_(model.expressions.size()) {
  std::unordered_map<Spelling, std::uint32_t, SpellingHash> known;
  known.reserve(facts_.size());
  for (std::size_t i = 0; i < facts_.size(); ++i) {
    const ispl::Expr& expr = model.expressions[ExprId(i)];
    Facts& facts = facts_[i];
    facts.agent = kNobody;
    Spelling spelling{expr.op, 0, 0, 0, 0, 0};
    if (Expression::is_leaf(expr.op)) {
      spelling.value = expr.value;
      facts.reads_state = expr.op == ExprOp::Variable;
      if (expr.op == ExprOp::ActionIs) spelling.agent = facts.agent = expr.agent.value;
    } else {
      for (ExprId operand : ispl::operands(expr)) {
        if (operand.is_none()) continue;
        const Facts& below = facts_[operand.index()];
        facts.reads_state = facts.reads_state || below.reads_state;
        if (below.agent == kNobody || below.agent == facts.agent) continue;
        facts.agent = facts.agent == kNobody ? below.agent : kSeveral;
      }
      auto same = [&](ExprId operand) { return operand.is_none() ? kNobody : facts_[operand.index()].same; };
      spelling.condition = same(expr.condition);
      spelling.left = same(expr.left);
      spelling.right = same(expr.right);
    }
    facts.same = known.try_emplace(spelling, static_cast<std::uint32_t>(i)).first->second;
  }
}

std::vector<std::uint32_t> CubeBuilder::add(ExprId condition) {
  std::vector<Cube> found;
  if (!take_apart(condition, Splitting::Allowed, found)) {
    found.clear();
    take_apart(condition, Splitting::Forbidden, found);
  }
  std::vector<std::uint32_t> numbers;
  for (Cube& cube : found) {
    if (tidy(cube)) numbers.push_back(intern(std::move(cube)));
  }
  sort_unique(numbers);
  return numbers;
}

// False if there are too many.
bool CubeBuilder::take_apart(ExprId condition, Splitting splitting, std::vector<Cube>& found) {
  std::vector<Draft> drafts(1);
  drafts.back().open.push_back({condition, true});
  while (!drafts.empty()) {
    Draft draft = std::move(drafts.back());
    drafts.pop_back();
    bool possible = true;
    while (possible && !draft.open.empty()) {
      const Part part = draft.open.back();
      draft.open.pop_back();
      possible = reduce(part, splitting, draft, drafts);
      if (drafts.size() + found.size() >= kMostCubesOfALine) return false;
    }
    if (possible) found.push_back(std::move(draft.cube));
  }
  return true;
}

// False if the part can never hold.
bool CubeBuilder::reduce(const Part& part, Splitting splitting, Draft& draft, std::vector<Draft>& more) {
  const ispl::Expr& expr = model_.expressions[part.expression];
  const Facts& facts = facts_[part.expression.index()];
  const bool positive = part.positive;
  auto leave = [&] { draft.cube.residues.push_back(literal(part, residues_, cubes_.residues_)); };
  auto also = [&](ExprId id, bool sign) { draft.open.push_back({id, sign}); };
  // Either all of the ones or all of the others.
  auto split = [&](const std::vector<Part>& ones, const std::vector<Part>& others) {
    if (splitting == Splitting::Forbidden) {
      leave();
      return;
    }
    Draft second = draft;
    second.open.insert(second.open.end(), others.begin(), others.end());
    draft.open.insert(draft.open.end(), ones.begin(), ones.end());
    more.push_back(std::move(second));
  };
  if (facts.agent == kNobody) {
    draft.cube.guards.push_back(literal(part, guards_, cubes_.guards_));
    return true;
  }
  if (facts.agent != kSeveral && !facts.reads_state) {
    const std::size_t before = draft.cube.choices.size();
    if (add_choice(part, draft.cube)) return !draft.cube.choices[before].actions.empty();
  }
  switch (expr.op) {
    case ExprOp::Not:
      also(expr.left, !positive);
      return true;
    case ExprOp::And:
    case ExprOp::Or:
      if ((expr.op == ExprOp::And) == positive) {
        also(expr.left, positive);
        also(expr.right, positive);
      } else {
        split({{expr.left, positive}}, {{expr.right, positive}});
      }
      return true;
    case ExprOp::Implies:
      if (!positive) {
        also(expr.left, true);
        also(expr.right, false);
      } else {
        split({{expr.left, false}}, {{expr.right, true}});
      }
      return true;
    case ExprOp::Xor:
    case ExprOp::Equal:
    case ExprOp::NotEqual:
      if (model_.expressions[expr.left].kind == ispl::ExprKind::Boolean) {
        const bool alike = (expr.op == ExprOp::Equal) == positive;
        split({{expr.left, true}, {expr.right, alike}}, {{expr.left, false}, {expr.right, !alike}});
      } else {
        leave();
      }
      return true;
    case ExprOp::Choose:
      split({{expr.condition, true}, {expr.left, positive}}, {{expr.condition, false}, {expr.right, positive}});
      return true;
    case ExprOp::Number:
    case ExprOp::Boolean:
    case ExprOp::EnumValue:
    case ExprOp::Variable:
    case ExprOp::ActionIs:
    case ExprOp::Negate:
    case ExprOp::Add:
    case ExprOp::Subtract:
    case ExprOp::Multiply:
    case ExprOp::Divide:
    case ExprOp::FloorDivide:
    case ExprOp::Modulo:
    case ExprOp::Minimum:
    case ExprOp::Maximum:
    case ExprOp::Less:
    case ExprOp::LessEqual:
    case ExprOp::Greater:
    case ExprOp::GreaterEqual:
      leave();
      return true;
  }
  return true;
}

// A condition on the actions of one agent alone: those that it allows. False if there are too many to be tried.
bool CubeBuilder::add_choice(const Part& part, Cube& cube) const {
  const ispl::Expr& expr = model_.expressions[part.expression];
  const std::uint32_t agent = facts_[part.expression.index()].agent;
  const std::size_t count = model_.agents[agent].actions.size();
  Cube::Choice choice{agent, {}};
  if (expr.op == ExprOp::ActionIs) {
    for (std::uint32_t a = 0; a < count; ++a) {
      if ((expr.value == a) == part.positive) choice.actions.push_back(a);
    }
  } else {
    const Expression condition(model_.expressions, part.expression);
    if (condition.length() * count > kMostTrials) return false;
    std::vector<std::uint32_t> actions(model_.agents.size(), kOpen);
    Expression::Scratch scratch;
    for (std::uint32_t a = 0; a < count; ++a) {
      actions[agent] = a;
      const bool holds = condition.value({nullptr, nullptr, actions.data(), nullptr}, scratch).is_true();
      if (holds == part.positive) choice.actions.push_back(a);
    }
  }
  cube.choices.push_back(std::move(choice));
  return true;
}

std::uint32_t CubeBuilder::literal(const Part& part, std::map<std::pair<std::uint32_t, bool>, std::uint32_t>& known,
                                   std::vector<Literal>& literals) {
  const auto fresh = static_cast<std::uint32_t>(literals.size());
  const auto [at, added] = known.try_emplace({number(part.expression), part.positive}, fresh);
  if (added) literals.push_back({Expression(model_.expressions, part.expression), part.positive});
  return at->second;
}

// One choice per agent; false if that leaves an agent nothing to do.
bool CubeBuilder::tidy(Cube& cube) {
  sort_unique(cube.guards);
  sort_unique(cube.residues);
  std::sort(cube.choices.begin(), cube.choices.end(),
            [](const Cube::Choice& a, const Cube::Choice& b) { return a.agent < b.agent; });
  std::vector<Cube::Choice> joined;
  for (Cube::Choice& choice : cube.choices) {
    if (joined.empty() || joined.back().agent != choice.agent) {
      joined.push_back(std::move(choice));
      continue;
    }
    std::vector<std::uint32_t> both;
    std::set_intersection(joined.back().actions.begin(), joined.back().actions.end(), choice.actions.begin(),
                          choice.actions.end(), std::back_inserter(both));
    joined.back().actions = std::move(both);
  }
  cube.choices = std::move(joined);
  return std::none_of(cube.choices.begin(), cube.choices.end(),
                      [](const Cube::Choice& choice) { return choice.actions.empty(); });
}

std::uint32_t CubeBuilder::intern(Cube&& cube) {
  std::vector<std::uint32_t> spelt{static_cast<std::uint32_t>(cube.guards.size()),
                                   static_cast<std::uint32_t>(cube.residues.size())};
  spelt.insert(spelt.end(), cube.guards.begin(), cube.guards.end());
  spelt.insert(spelt.end(), cube.residues.begin(), cube.residues.end());
  for (const Cube::Choice& choice : cube.choices) {
    spelt.push_back(choice.agent);
    spelt.push_back(static_cast<std::uint32_t>(choice.actions.size()));
    spelt.insert(spelt.end(), choice.actions.begin(), choice.actions.end());
  }
  const auto fresh = static_cast<std::uint32_t>(cubes_.cubes_.size());
  const auto [at, added] = known_.try_emplace(std::move(spelt), fresh);
  if (added) cubes_.cubes_.push_back(std::move(cube));
  return at->second;
}

Cubes CubeBuilder::finish() {
  cubes_.guarded_.resize(cubes_.guards_.size());
  cubes_.agents_.resize(cubes_.size());
  cubes_.reading_.resize(model_.agents.size());
  cubes_.residual_.resize(model_.agents.size());
  for (const ispl::Agent& agent : model_.agents) cubes_.allowing_.emplace_back(agent.actions.size());
  for (std::size_t c = 0; c < cubes_.size(); ++c) {
    const Cube& cube = cubes_.cubes_[c];
    for (std::uint32_t guard : cube.guards) add_bit(cubes_.guarded_[guard], c);
    std::vector<std::uint32_t>& agents = cubes_.agents_[c];
    for (std::uint32_t residue : cube.residues) {
      for (std::uint32_t agent : cubes_.residues_[residue].expression.agents()) agents.push_back(agent);
    }
    sort_unique(agents);
    for (std::uint32_t agent : agents) add_bit(cubes_.residual_[agent], c);
    std::vector<std::uint32_t> anything = agents;
    for (const Cube::Choice& choice : cube.choices) {
      for (std::uint32_t action : choice.actions) add_bit(cubes_.allowing_[choice.agent][action], c);
      std::erase(anything, choice.agent);
      agents.push_back(choice.agent);
    }
    sort_unique(agents);
    for (std::uint32_t agent : agents) add_bit(cubes_.reading_[agent], c);
    for (std::uint32_t agent : anything) {
      for (std::vector<CubeBits>& allowing : cubes_.allowing_[agent]) add_bit(allowing, c);
    }
  }
  guards_.clear();
  residues_.clear();
  known_.clear();
  return std::exchange(cubes_, Cubes());
}

}  // namespace gnomon::enumerate
