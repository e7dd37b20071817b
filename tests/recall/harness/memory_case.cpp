#include "recall/harness/memory_case.h"

#include <utility>

namespace gnomon::test {

std::string MemoryCase::text() const {
  std::string text = draft.text();
  if (observations.empty()) return text;
  std::string section = "Observations\n";
  for (const std::string& line : observations) section += "  " + line + ";\n";
  section += "end Observations\n";
  std::size_t at = text.find("\nFairness\n");
  if (at == std::string::npos) at = text.find("\nFormulae\n");
  return text.insert(at + 1, section);
}

namespace {

std::string without_prefix(const std::string& text) {
  std::size_t at = text.find(' ');
  for (const char* prefix : {"LTL", "CTL*", "LDL", "CDL*", "LTLf", "CTL*f", "LDLf", "CDL*f"}) {
    if (text.substr(0, at) == prefix) return text.substr(at + 1);
  }
  return text;
}

bool is_linear(Fragment fragment) {
  return fragment == Fragment::Ltl || fragment == Fragment::Ldl || fragment == Fragment::LtlFinite ||
         fragment == Fragment::LdlFinite;
}

// Common knowledge with recall is refused: distributed knowledge instead.
std::string decidable(std::string text) {
  for (std::size_t at = text.find("GCK("); at != std::string::npos; at = text.find("GCK(", at)) {
    text.replace(at, 4, "DK(");
  }
  return text;
}

// Boolean operators, knowledge, changes of observation, and one step ahead.
class BoundedWriter {
 public:
  BoundedWriter(Rng& rng, const MemoryFamily& family, const MemoryModel& model)
      : rng_(rng), family_(family), model_(model) {}

  std::string write(std::size_t size) {
    if (size <= 1) return rng_.pick(model_.vocabulary.propositions);
    switch (rng_.below(8)) {
      case 0:
        return "(!" + write(size - 1) + ")";
      case 1: {
        std::size_t left = 1 + rng_.below(size - 1);
        static const std::vector<std::string> ops{" and ", " or ", " -> ", " <-> "};
        std::string a = write(left);
        return "(" + a + rng_.pick(ops) + write(size - left) + ")";
      }
      case 2:
      case 3:
        return next() + write(size - 1) + "))";
      case 4:
        if (family_.recall && !model_.observations.empty()) {
          const auto& [agent, observation] = rng_.pick(model_.observations);
          return "Delta(" + agent + ", " + observation + ", " + write(size - 1) + ")";
        }
        [[fallthrough]];
      default:
        return knowledge(size);
    }
  }

 private:
  std::string next() {
    if (family_.fragment == Fragment::Ctlk) return rng_.chance(50) ? "(EX (" : "(AX (";
    return rng_.chance(50) ? "(E X (" : "(A X (";
  }
  std::string knowledge(std::size_t size) {
    std::size_t kind = rng_.below(family_.recall ? 3 : 4);
    if (kind == 0 || model_.vocabulary.groups.empty()) {
      return "K(" + rng_.pick(model_.vocabulary.agents) + ", " + write(size - 1) + ")";
    }
    static const std::vector<std::string> ops{"", "GK(", "DK(", "GCK("};
    return ops[kind] + rng_.pick(model_.vocabulary.groups) + ", " + write(size - 1) + ")";
  }

  Rng& rng_;
  const MemoryFamily& family_;
  const MemoryModel& model_;
};

}  // namespace

MemoryModel random_memory_model(const MemoryFamily& family, std::uint64_t seed) {
  ModelOptions options;
  options.state_space = family.state_space;
  options.max_agents = family.max_agents;
  options.max_evolution = 4;
  options.fairness = family.fairness;
  options.open_initially = 50;
  options.deadlocks = 5;
  RandomModel random = random_model(seed, options);
  MemoryModel result;
  result.subject.draft = std::move(random.draft);
  result.vocabulary = std::move(random.vocabulary);
  Rng rng(seed ^ 0x2545f4914f6cdd1du);
  // Fewer initial constraints: more histories to confuse.
  std::erase_if(result.subject.draft.initial, [&](const std::string&) { return rng.chance(40); });
  std::vector<std::string> variables;
  for (const AgentDraft& agent : result.subject.draft.agents) {
    for (const auto& list : {agent.obsvars, agent.vars}) {
      for (const std::string& line : list) variables.push_back(agent.name + "." + line.substr(0, line.find(' ')));
    }
  }
  for (const std::string& agent : result.vocabulary.agents) {
    result.observations.emplace_back(agent, "own");
    for (const char* name : {"eye", "ear"}) {
      std::string seen;
      for (const std::string& variable : variables) {
        if (rng.chance(30)) seen += (seen.empty() ? "" : ", ") + variable;
      }
      result.subject.observations.push_back(std::string(name) + " of " + agent + " = {" + seen + "}");
      result.observations.emplace_back(agent, name);
    }
    if (!family.own_view && rng.chance(40)) result.subject.observations.push_back(agent + " starts with eye");
  }
  return result;
}

MemoryCase random_memory_case(const MemoryFamily& family, std::uint64_t seed, int formulas) {
  MemoryModel model = random_memory_model(family, seed);
  Rng rng(seed ^ 0x9e3779b97f4a7c15u);
  std::string attribute = family.recall ? "@recall " : "@clock ";
  for (int k = 0; k < formulas; ++k) {
    std::size_t size = 2 + rng.below(family.formula_size);
    if (family.bounded) {
      std::string prefix = family.fragment == Fragment::Ctlk ? "" : "CTL* ";
      model.subject.draft.formulas.push_back(attribute + prefix + BoundedWriter(rng, family, model).write(size));
      continue;
    }
    FormulaOptions options;
    options.knowledge = family.knowledge;
    options.deontic = false;
    options.bounds = family.bounds;
    // Compound formulas in the place of propositions: knowledge and changes of observation at every depth.
    Vocabulary words = model.vocabulary;
    for (int i = 0; i < 2; ++i) {
      options.size = 1 + rng.below(3);
      std::string inner = decidable(without_prefix(random_formula(rng, family.fragment, model.vocabulary, options)));
      std::string knows = "K(" + rng.pick(model.vocabulary.agents) + ", " + inner + ")";
      words.propositions.push_back(knows);
      if (!family.recall || model.observations.empty()) continue;
      const auto& [agent, observation] = rng.pick(model.observations);
      const std::string& below = is_linear(family.fragment) || rng.chance(50) ? knows : inner;
      words.propositions.push_back("Delta(" + agent + ", " + observation + ", " + below + ")");
    }
    options.size = size;
    std::string text = random_formula(rng, family.fragment, words, options);
    model.subject.draft.formulas.push_back(attribute + (family.recall ? decidable(text) : text));
  }
  return model.subject;
}

}  // namespace gnomon::test
