#include "support/random_model.h"

#include <algorithm>

namespace gnomon::test {

namespace {

enum class Kind { Boolean, Enumeration, Range };

struct Variable {
  std::string name;
  Kind kind = Kind::Boolean;
  std::int64_t low = 0;  // Range
  std::int64_t high = 1;
  std::size_t values = 2;  // Enumeration: v0 to v(values-1), so that of two types one contains the other

  std::size_t size() const {
    return kind == Kind::Range ? static_cast<std::size_t>(high - low + 1) : kind == Kind::Boolean ? 2 : values;
  }
  std::string declaration() const {
    if (kind == Kind::Boolean) return name + " : boolean";
    if (kind == Kind::Range) return name + " : " + std::to_string(low) + " .. " + std::to_string(high);
    std::string text = name + " : {";
    for (std::size_t v = 0; v < values; ++v) text += (v == 0 ? "v" : ", v") + std::to_string(v);
    return text + "}";
  }
};

struct Actor {
  std::string name;
  std::vector<Variable> obsvars;
  std::vector<Variable> vars;
  std::vector<std::string> lobsvars;
  std::vector<std::string> actions;
};

class Generator {
 public:
  Generator(std::uint64_t seed, const ModelOptions& options) : rng_(seed), options_(options) {}

  RandomModel run() {
    declare();
    RandomModel result;
    ModelDraft& draft = result.draft;
    draft.single_assignment = single_ = rng_.chance(options_.single_assignment);
    for (const Actor& actor : actors_) draft.agents.push_back(agent(actor));
    std::vector<Variable> all = everything();
    for (const char* name : {"p", "q", "r"}) {
      draft.evaluation.push_back(std::string(name) + " if " + condition(all, nullptr, 2));
      result.vocabulary.propositions.emplace_back(name);
    }
    draft.initial = initial(all);
    for (const Actor& actor : actors_) result.vocabulary.agents.push_back(actor.name);
    groups(result);
    if (rng_.chance(options_.fairness)) fairness(result);
    return result;
  }

 private:
  // Variables and actions of all agents, before any line is written.
  void declare() {
    bool environment = rng_.chance(options_.environment);
    std::size_t count = rng_.chance(25) ? 1 : 1 + rng_.below(options_.max_agents);
    if (environment) {
      Actor actor{"Environment", variables("o"), variables("e"), {}, {}};
      if (rng_.chance(85)) actor.actions = actions("e");
      actors_.push_back(std::move(actor));
    }
    for (std::size_t i = 1; i <= count; ++i) {
      Actor actor{"Ag" + std::to_string(i), {}, variables("x"), {}, actions("a")};
      if (environment) {
        for (const Variable& variable : actors_.front().vars) {
          if (rng_.chance(40)) actor.lobsvars.push_back(variable.name);
        }
      }
      actors_.push_back(std::move(actor));
    }
  }

  std::vector<Variable> variables(const std::string& stem) {
    std::vector<Variable> result;
    std::size_t count = stem == "x" ? 1 + rng_.below(options_.max_vars) : rng_.below(options_.max_vars + 1);
    for (std::size_t k = 0; k < count; ++k) {
      Variable variable;
      variable.name = stem + std::to_string(k);
      std::size_t kind = rng_.below(4);
      variable.kind = kind == 0 ? Kind::Boolean : kind == 1 ? Kind::Enumeration : Kind::Range;
      variable.values = 2 + rng_.below(options_.max_domain - 1);
      variable.low = rng_.between(-2, 1);
      variable.high = variable.low + static_cast<std::int64_t>(rng_.below(options_.max_domain));
      if (rng_.chance(80)) variable.high = std::max(variable.high, variable.low + 1);
      if (product_ * variable.size() > options_.state_space) continue;
      product_ *= variable.size();
      result.push_back(std::move(variable));
    }
    return result;
  }

  std::vector<std::string> actions(const std::string& stem) {
    std::vector<std::string> result;
    std::size_t count = 1 + rng_.below(options_.max_actions);
    for (std::size_t k = 0; k < count; ++k) result.push_back(stem + "ct" + std::to_string(k));
    return result;
  }

  // What the agent may mention: own variables by name, observed ones of the Environment qualified.
  std::vector<Variable> visible(const Actor& actor) const {
    std::vector<Variable> result = actor.vars;
    result.insert(result.end(), actor.obsvars.begin(), actor.obsvars.end());
    const Actor& first = actors_.front();
    if (first.name != "Environment" || actor.name == "Environment") return result;
    auto add = [&](Variable variable) {
      variable.name = "Environment." + variable.name;
      result.push_back(std::move(variable));
    };
    for (const Variable& variable : first.obsvars) add(variable);
    for (const Variable& variable : first.vars) {
      if (std::count(actor.lobsvars.begin(), actor.lobsvars.end(), variable.name) != 0) add(variable);
    }
    return result;
  }

  std::vector<Variable> everything() const {
    std::vector<Variable> result;
    for (const Actor& actor : actors_) {
      for (const auto* list : {&actor.obsvars, &actor.vars}) {
        for (Variable variable : *list) {
          variable.name = actor.name + "." + variable.name;
          result.push_back(std::move(variable));
        }
      }
    }
    return result;
  }

  std::vector<Variable> of_kind(const std::vector<Variable>& scope, Kind kind) const {
    std::vector<Variable> result;
    std::copy_if(scope.begin(), scope.end(), std::back_inserter(result),
                 [&](const Variable& variable) { return variable.kind == kind; });
    return result;
  }

  std::string number(const std::vector<Variable>& scope, std::size_t depth) {
    std::vector<Variable> ranges = of_kind(scope, Kind::Range);
    if (depth > 0 && rng_.chance(options_.arithmetic)) {
      static const std::vector<std::string> kOps{" + ", " - ", " + ", " - ", " * ", " / "};
      std::string a = number(scope, depth - 1);
      std::string op = rng_.pick(kOps);
      return "(" + a + op + number(scope, depth - 1) + ")";
    }
    if (!ranges.empty() && rng_.chance(60)) return rng_.pick(ranges).name;
    return std::to_string(rng_.between(-2, 3));
  }

  std::string boolean(const std::vector<Variable>& scope, std::size_t depth) {
    std::vector<Variable> flags = of_kind(scope, Kind::Boolean);
    if (flags.empty() || rng_.chance(30)) return rng_.chance(50) ? "true" : "false";
    if (depth > 0 && rng_.chance(40)) {
      if (rng_.chance(30)) return "(~" + boolean_variable(flags) + ")";
      static const std::vector<std::string> kOps{" & ", " | ", " ^ "};
      std::string a = boolean_variable(flags);
      std::string op = rng_.pick(kOps);
      return "(" + a + op + boolean_variable(flags) + ")";
    }
    return boolean_variable(flags);
  }

  std::string boolean_variable(const std::vector<Variable>& flags) { return rng_.pick(flags).name; }

  std::string comparison(const std::vector<Variable>& scope) {
    if (scope.empty()) return std::to_string(rng_.below(2)) + " = 1";
    const Variable& variable = rng_.pick(scope);
    static const std::vector<std::string> kOrder{" = ", " = ", " <> ", " < ", " <= ", " > ", " >= "};
    static const std::vector<std::string> kEquality{" = ", " = ", " <> "};
    switch (variable.kind) {
      case Kind::Boolean: {
        std::string op = rng_.pick(kEquality);
        return variable.name + op + boolean(scope, 1);
      }
      case Kind::Enumeration: {
        std::string op = rng_.pick(kEquality);
        return variable.name + op + enumeration(scope, variable);
      }
      case Kind::Range: {
        std::string left = rng_.chance(options_.arithmetic) ? number(scope, 2) : variable.name;
        std::string op = rng_.pick(kOrder);
        return left + op + number(scope, 1);
      }
    }
    return "";
  }

  std::string enumeration(const std::vector<Variable>& scope, const Variable& like) {
    if (rng_.chance(25)) return rng_.pick(of_kind(scope, Kind::Enumeration)).name;
    return "v" + std::to_string(rng_.below(like.values));
  }

  std::string action_test(const Actor& self) {
    std::vector<std::string> tests;
    for (const Actor& actor : actors_) {
      std::string owner = &actor == &self ? "" : actor.name + ".";
      for (const std::string& action : actor.actions) tests.push_back(owner + "Action = " + action);
    }
    for (const std::string& action : self.actions) tests.push_back("Action = " + action);  // twice as likely
    return tests.empty() ? "1 = 1" : rng_.pick(tests);
  }

  // `self` is given where actions may be mentioned.
  std::string condition(const std::vector<Variable>& scope, const Actor* self, std::size_t depth) {
    if (depth > 0 && rng_.chance(45)) {
      if (rng_.chance(20)) return "!(" + condition(scope, self, depth - 1) + ")";
      static const std::vector<std::string> kOps{" and ", " and ", " or ", " -> "};
      std::string a = condition(scope, self, depth - 1);
      std::string op = rng_.pick(kOps);
      return "(" + a + op + condition(scope, self, depth - 1) + ")";
    }
    if (self != nullptr && rng_.chance(60)) return action_test(*self);
    return comparison(scope);
  }

  std::string some_of(const std::vector<std::string>& actions) {
    std::string text;
    for (const std::string& action : actions) {
      if (rng_.chance(50)) text += (text.empty() ? "" : ", ") + action;
    }
    return "{" + (text.empty() ? rng_.pick(actions) : text) + "}";
  }

  // An assignment to the target; `guard` becomes a condition that keeps a step of a number within its range, or empty.
  std::string assignment(const std::vector<Variable>& scope, const Variable& target, std::string& guard) {
    switch (target.kind) {
      case Kind::Boolean:
        return target.name + " = " + boolean(scope, 1);
      case Kind::Enumeration:
        return target.name + " = " + enumeration(scope, target);
      case Kind::Range:
        break;
    }
    std::string value = std::to_string(rng_.between(target.low, target.high));
    if (rng_.chance(50)) {
      bool up = rng_.chance(60);
      value = target.name + (up ? " + 1" : " - 1");
      guard = target.name + (up ? " < " + std::to_string(target.high) : " > " + std::to_string(target.low));
    } else if (rng_.chance(options_.arithmetic / 2)) {
      value = number(scope, 2);
    }
    return target.name + " = " + value;
  }

  std::string evolution_line(const Actor& actor, const std::vector<Variable>& own, const std::vector<Variable>& scope) {
    const Variable& first = rng_.pick(own);
    std::string guard;
    std::string text = assignment(scope, first, guard);
    if (!single_) {
      std::string unused;
      for (const Variable& other : own) {
        if (other.name != first.name && rng_.chance(30)) text += " and " + assignment(scope, other, unused);
      }
    }
    std::string when = rng_.chance(40) ? action_test(actor) : condition(scope, &actor, 2);
    if (!guard.empty() && rng_.chance(75)) when = "(" + guard + " and " + when + ")";
    return text + " if " + when;
  }

  AgentDraft agent(const Actor& actor) {
    AgentDraft draft{actor.name, {}, actor.lobsvars, {}, {}, actor.actions, {}, {}};
    for (const Variable& variable : actor.obsvars) draft.obsvars.push_back(variable.declaration());
    for (const Variable& variable : actor.vars) draft.vars.push_back(variable.declaration());
    std::vector<Variable> scope = visible(actor);
    std::vector<Variable> own = actor.vars;
    own.insert(own.end(), actor.obsvars.begin(), actor.obsvars.end());
    if (!own.empty() && rng_.chance(options_.red_states)) draft.red.push_back(condition(own, nullptr, 1));
    if (!actor.actions.empty() && !rng_.chance(5)) {
      std::size_t lines = rng_.below(options_.max_protocol + 1);
      for (std::size_t k = 0; k < lines; ++k) {
        draft.protocol.push_back(condition(scope, nullptr, 1) + " : " + some_of(actor.actions));
      }
      if (!rng_.chance(options_.deadlocks)) draft.protocol.push_back("Other : " + some_of(actor.actions));
    }
    if (!own.empty()) {
      std::size_t lines = rng_.chance(5) ? 0 : 1 + rng_.below(options_.max_evolution);
      for (std::size_t k = 0; k < lines; ++k) draft.evolution.push_back(evolution_line(actor, own, scope));
    }
    return draft;
  }

  // Most variables get a value; some stay open, or within a condition.
  std::vector<std::string> initial(const std::vector<Variable>& all) {
    std::vector<std::string> conjuncts;
    for (const Variable& variable : all) {
      if (rng_.chance(options_.open_initially)) continue;
      std::string value = variable.kind == Kind::Boolean ? (rng_.chance(50) ? "true" : "false")
                          : variable.kind == Kind::Enumeration
                              ? "v" + std::to_string(rng_.below(variable.values))
                              : std::to_string(rng_.between(variable.low, variable.high));
      std::string equation = variable.name + " = " + value;
      if (rng_.chance(15)) equation = "(" + equation + " or " + condition(all, nullptr, 2) + ")";
      conjuncts.push_back(equation);
    }
    if (rng_.chance(10)) conjuncts.push_back(condition(all, nullptr, 2));
    return conjuncts;
  }

  void groups(RandomModel& model) {
    for (int k = 1; k <= 3; ++k) {
      std::string members;
      for (const Actor& actor : actors_) {
        if (rng_.chance(45)) members += (members.empty() ? "" : ", ") + actor.name;
      }
      if (members.empty() && !(options_.empty_groups && rng_.chance(50))) members = rng_.pick(actors_).name;
      model.draft.groups.push_back("g" + std::to_string(k) + " = {" + members + "}");
      model.vocabulary.groups.push_back("g" + std::to_string(k));
    }
  }

  void fairness(RandomModel& model) {
    std::size_t count = 1 + rng_.below(2);
    FormulaOptions simple;
    for (std::size_t k = 0; k < count; ++k) {
      simple.size = rng_.chance(60) ? 1 : 3;
      model.draft.fairness.push_back(random_formula(rng_, Fragment::Ctlk, model.vocabulary, simple));
    }
  }

  Rng rng_;
  const ModelOptions& options_;
  std::vector<Actor> actors_;
  std::size_t product_ = 1;
  bool single_ = false;
};

}  // namespace

RandomModel random_model(std::uint64_t seed, const ModelOptions& options) {
  return Generator(seed, options).run();
}

}  // namespace gnomon::test
