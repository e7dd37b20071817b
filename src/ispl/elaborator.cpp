#include "ispl/elaborator.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <utility>

#include "ispl/formula_templates.h"

namespace gnomon::ispl {

Elaborator::Elaborator(syntax::Model tree, std::shared_ptr<Words> words, Source source)
    : tree_(std::move(tree)),
      words_(std::move(words)),
      source_(std::move(source)),
      templates_(std::make_unique<FormulaTemplates>(*this)) {}

Elaborator::~Elaborator() = default;

void Elaborator::release(const Mark& mark) {
  bindings_.resize(mark.bindings);
  uses_.resize(mark.uses);
  arguments_.resize(mark.arguments);
}

syntax::Model Elaborator::run(const ParameterValues& values, Diagnostics& diagnostics, const Budget* budget) {
  diagnostics_ = &diagnostics;
  pace_.emplace(budget);
  out_.single_assignment = tree_.single_assignment;
  std::size_t before = diagnostics.error_count();
  auto good = [&] { return diagnostics.error_count() == before && !stopped_; };
  collect_names();
  apply_values(values);
  if (good()) evaluate_constants();
  if (good()) check_declared_names();
  if (good()) make_instances();
  // What is wrong with declarations would only be said again by all that use them.
  if (good()) {
    for (std::uint32_t i = 0; i < instances_.size() && !stopped_; ++i) elaborate_instance(i, drafts_[i]);
    propositions();
    if (tree_.initial && !stopped_) out_.initial = condition(tree_.initial->root, {});
    groups();
    observations();
    check_plain_names();
  }
  out_.agents = std::move(drafts_);
  list_parameters();
  return std::move(out_);
}

// The names of the whole model, for comparison with new ones.
void Elaborator::collect_names() {
  for (const syntax::Constant& constant : tree_.constants) {
    bool is_new = constants_.try_emplace(constant.name.word).second;
    if (!is_new) {
      error({}, constant.name.span, fmt::format("a second constant `{}`", text(constant.name)));
      continue;
    }
    constants_[constant.name.word].constant = &constant;
    constants_[constant.name.word].is_set = constant.form == syntax::ConstantForm::Set;
  }
  for (const syntax::Definition& definition : tree_.definitions) {
    if (!definitions_.try_emplace(definition.name.word, &definition).second) {
      error({}, definition.name.span, fmt::format("a second definition `{}`", text(definition.name)));
    }
  }
  auto values = [&](const syntax::Type& type) {
    for (const syntax::Item& value : type.values) {
      taken_.try_emplace(value.name.word, "an enumeration value");
      if (!value.indexed) enumerators_.insert(value.name.word);
    }
  };
  for (const syntax::Constant& constant : tree_.constants) values(constant.type);
  for (const syntax::Agent& agent : tree_.agents) {
    taken_.insert_or_assign(agent.name.word, "an agent");
    for (const syntax::Variable& variable : agent.variables) {
      values(variable.type);
      taken_inside_.try_emplace(variable.name.word, fmt::format("a variable of agent `{}`", text(agent.name)));
    }
    for (const syntax::Item& action : agent.actions) {
      taken_inside_.try_emplace(action.name.word, fmt::format("an action of agent `{}`", text(agent.name)));
    }
    for (const syntax::Definition& definition : agent.definitions) {
      if (!agent_definitions_[agent.name.word].try_emplace(definition.name.word, &definition).second) {
        error({}, definition.name.span, fmt::format("a second definition `{}`", text(definition.name)));
      }
    }
  }
  for (const syntax::Proposition& proposition : tree_.propositions) {
    taken_.try_emplace(proposition.name.word, "a proposition");
  }
  for (const syntax::Group& group : tree_.groups) taken_.try_emplace(group.name.word, "a group");
}

// Constants, sets and definitions have names of their own.
void Elaborator::check_declared_names() {
  auto check = [&](const syntax::Name& name, std::string_view what) {
    std::string other;
    if (auto found = taken_.find(name.word); found != taken_.end()) other = found->second;
    if (auto found = taken_inside_.find(name.word); other.empty() && found != taken_inside_.end())
      other = found->second;
    if (!other.empty()) {
      error({}, name.span, fmt::format("`{}` is also {}; give this {} another name", text(name), other, what));
    }
  };
  for (const syntax::Constant& constant : tree_.constants) {
    check(constant.name, constant.form == syntax::ConstantForm::Set         ? "set"
                         : constant.form == syntax::ConstantForm::Parameter ? "parameter"
                                                                            : "constant");
    declared_.push_back(constant.name);
  }
  auto definition = [&](const syntax::Definition& one) {
    check(one.name, "definition");
    if (constants_.count(one.name.word) > 0) {
      error({}, one.name.span,
            fmt::format("`{}` is also a constant; give this definition another name", text(one.name)));
    }
  };
  for (const syntax::Definition& one : tree_.definitions) definition(one);
  for (const syntax::Agent& agent : tree_.agents) {
    for (const syntax::Definition& one : agent.definitions) {
      definition(one);
      if (definitions_.count(one.name.word) > 0) {
        error({}, one.name.span,
              fmt::format("`{}` is also a definition of the model; give this definition another name", text(one.name)));
      }
    }
  }
}

// The value of `-D N=4`, as it is written.
std::optional<ConstantValue> Elaborator::parameter_text(std::string_view value) const {
  if (value == "true" || value == "false") return ConstantValue::boolean(value == "true");
  std::int64_t number = 0;
  auto [end, status] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (status == std::errc{} && end == value.data() + value.size()) return ConstantValue::integer(number);
  bool word = !value.empty() && ((value[0] >= 'a' && value[0] <= 'z') || (value[0] >= 'A' && value[0] <= 'Z'));
  if (!word) return std::nullopt;
  return ConstantValue::enumeration(words_->intern_copy(value));
}

void Elaborator::apply_values(const ParameterValues& values) {
  auto placeless = [&](std::string message) {
    diagnostics_->add({Severity::Error, {}, std::move(message), {}, {}, {}, true});
  };
  for (const auto& [given, value] : values) {
    std::string name;
    for (char c : given) {
      if (c != ' ') name += c;
    }
    std::string_view base = std::string_view(name).substr(0, name.find('['));
    std::optional<WordId> word = words_->find(base);
    auto state = word ? constants_.find(*word) : constants_.end();
    if (state == constants_.end()) {
      placeless(fmt::format("-D {}={}: the model has no parameter `{}`", given, value, base));
      continue;
    }
    if (state->second.constant->form != syntax::ConstantForm::Parameter) {
      bool set = state->second.constant->form == syntax::ConstantForm::Set;
      placeless(set ? fmt::format("-D {}={}: `{}` is a set, not a parameter", given, value, base)
                    : fmt::format("-D {}={}: `{}` is a constant, not a parameter; give it a type to make it one", given,
                                  value, base));
      continue;
    }
    std::optional<ConstantValue> read = parameter_text(value);
    if (!read) {
      placeless(fmt::format("-D {}={}: a value is an integer, `true`, `false` or a name", given, value));
      continue;
    }
    given_.insert_or_assign(name, std::pair(*read, false));
  }
}

void Elaborator::evaluate_constants() {
  for (const syntax::Constant& constant : tree_.constants) {
    evaluate_constant(constants_.at(constant.name.word), constant.name.span);
  }
  for (const auto& [name, value] : given_) {
    if (value.second) continue;
    diagnostics_->add(
        {Severity::Error, {}, fmt::format("-D {}: the model has no parameter `{}`", name, name), {}, {}, {}, true});
  }
}

bool Elaborator::evaluate_constant(ConstantState& state, Span use) {
  using enum ConstantState::Progress;
  if (state.progress == Done) return true;
  if (state.progress == Failed) return false;
  const syntax::Constant& constant = *state.constant;
  if (state.progress == Active) {
    std::string chain;
    auto from = std::find(active_constants_.begin(), active_constants_.end(), constant.name.word);
    for (; from != active_constants_.end(); ++from) chain += fmt::format("{} -> ", text(*from));
    error({}, use, fmt::format("constant `{0}` is defined in terms of itself: {1}{0}", text(constant.name), chain));
    state.progress = Failed;
    return false;
  }
  state.progress = Active;
  active_constants_.push_back(constant.name.word);
  std::size_t errors = diagnostics_->error_count();
  if (constant.form == syntax::ConstantForm::Set) {
    if (std::optional<IndexSet> set = type(constant.type, {})) state.set = *set;
  } else if (ConstantState* alias = other_set(constant)) {
    state.is_set = true;
    if (evaluate_constant(*alias, use)) state.set = alias->set;
  } else if (!constant.binder.empty()) {
    evaluate_family(state);
  } else if (auto value = constant_value(constant, std::string(text(constant.name)), {})) {
    state.value = *value;
  }
  active_constants_.pop_back();
  bool good = diagnostics_->error_count() == errors && state.progress == Active;
  state.progress = good ? Done : Failed;
  return good;
}

// `Node = Id;` gives a set another name.
Elaborator::ConstantState* Elaborator::other_set(const syntax::Constant& constant) {
  if (constant.form != syntax::ConstantForm::Value || !constant.binder.empty()) return nullptr;
  const syntax::Node& node = tree_.nodes[constant.value->root];
  if (node.form != syntax::NodeForm::Plain) return nullptr;
  auto found = constants_.find(node.name());
  if (found == constants_.end()) return nullptr;
  bool named = found->second.constant->form != syntax::ConstantForm::Parameter && !found->second.is_set;
  if (named && found->second.progress == ConstantState::Progress::Untouched)
    evaluate_constant(found->second, node.span);
  return found->second.is_set ? &found->second : nullptr;
}

bool Elaborator::evaluate_family(ConstantState& state) {
  const syntax::Constant& constant = *state.constant;
  std::vector<Scope> scopes;
  state.elements = declare(constant.name, constant.binder, {}, &scopes);
  for (std::size_t i = 0; i < scopes.size() && i < state.elements.elements.size(); ++i) {
    WordId word = state.elements.elements[i].word;
    std::optional<ConstantValue> value = constant_value(constant, std::string(text(word)), scopes[i]);
    if (!value) return false;
    state.values.emplace(word, *value);
  }
  return true;
}

std::optional<ConstantValue> Elaborator::constant_value(const syntax::Constant& constant, const std::string& name,
                                                        const Scope& scope) {
  if (constant.form == syntax::ConstantForm::Value) return this->constant(constant.value->root, scope);
  std::optional<IndexSet> set = type(constant.type, scope);
  std::optional<ConstantValue> written;
  if (constant.value) {
    written = this->constant(constant.value->root, scope);
    if (!written) return std::nullopt;
  }
  auto given = given_.find(name);
  if (given != given_.end()) given->second.second = true;
  if (!set) return std::nullopt;
  std::optional<ConstantValue> value = given != given_.end() ? std::optional(given->second.first) : written;
  if (!value) {
    error(scope, constant.name.span, fmt::format("parameter `{0}` has no value; give one with -D {0}=...", name));
    return std::nullopt;
  }
  if (!set->contains(*value)) {
    error(scope, constant.name.span,
          fmt::format("`{}` = {} is not in {}", name, value->text(*words_), set->text(*words_)));
    return std::nullopt;
  }
  parameters_.push_back({name, set->text(*words_), value->text(*words_),
                         written ? written->text(*words_) : std::string(), constant.name.span});
  return value;
}

// In the order of the text.
void Elaborator::list_parameters() {
  std::stable_sort(parameters_.begin(), parameters_.end(),
                   [](const ModelParameter& a, const ModelParameter& b) { return a.span.begin < b.span.begin; });
}

void Elaborator::make_instances() {
  for (const syntax::Agent& agent : tree_.agents) {
    if (is_keyword(agent.name.word, Keyword::Environment) && !agent.binder.empty()) {
      error({}, agent.name.span, "`Environment` is one agent and takes no index");
      continue;
    }
    std::vector<Scope> scopes;
    Family family = declare(agent.name, agent.binder, {}, &scopes);
    for (std::size_t i = 0; i < family.elements.size() && !stopped_; ++i) {
      if (!step(kInstanceParts)) return;
      Instance instance;
      instance.name = family.elements[i].word;
      instance.agent = &agent;
      instance.bindings = scopes[i].bindings;
      instance_of_.try_emplace(instance.name, static_cast<std::uint32_t>(instances_.size()));
      instances_.push_back(std::move(instance));
    }
    add_to(agents_, agent.name, std::move(family), "agent", {});
  }
  WordId environment(static_cast<std::size_t>(Keyword::Environment));
  if (agents_.count(environment) == 0) {
    // There is always one, even if the text has none.
    static const syntax::Agent kUndeclared;
    Instance instance;
    instance.name = environment;
    instance.agent = &kUndeclared;
    instance_of_.try_emplace(environment, static_cast<std::uint32_t>(instances_.size()));
    Family family;
    family.add({{}, environment});
    agents_.emplace(environment, std::move(family));
    for (std::uint32_t i = 0; i < instances_.size(); ++i) drafts_.emplace_back();
    instances_.push_back(std::move(instance));
  } else {
    drafts_.resize(instances_.size());
  }
  for (std::size_t i = 0; i < drafts_.size() && !stopped_; ++i) declare_instance(instances_[i], drafts_[i]);
}

void Elaborator::propositions() {
  for (const syntax::Proposition& proposition : tree_.propositions) {
    Mark before = mark();
    std::vector<Scope> scopes;
    Family family = declare(proposition.name, proposition.binder, {}, &scopes);
    for (std::size_t i = 0; i < family.elements.size() && !stopped_ && !diagnostics_->full(); ++i) {
      syntax::Proposition made;
      made.name = {family.elements[i].word, proposition.name.span};
      made.span = proposition.span;
      made.condition = condition(proposition.condition.root, scopes[i]);
      made.note = note(scopes[i]);
      out_.propositions.push_back(std::move(made));
    }
    add_to(propositions_, proposition.name, std::move(family), "proposition", {});
    release(before);
  }
}

void Elaborator::groups() {
  for (const syntax::Group& group : tree_.groups) {
    Mark before = mark();
    std::vector<Scope> scopes;
    Family family = declare(group.name, group.binder, {}, &scopes);
    for (std::size_t i = 0; i < family.elements.size() && !stopped_; ++i) {
      syntax::Group made;
      made.name = {family.elements[i].word, group.name.span};
      made.span = group.span;
      made.members = items(group.members, agents_, "agent", scopes[i]);
      out_.groups.push_back(std::move(made));
    }
    add_to(groups_, group.name, std::move(family), "group", {});
    release(before);
  }
}

void Elaborator::observations() {
  for (const syntax::Observation& observation : tree_.observations) {
    Mark before = mark();
    declared_.push_back(observation.name);
    for (const Scope& scope : enumerate(observation.repeat, {})) {
      std::optional<syntax::Item> agent = item(observation.agent, agents_, "agent", scope);
      if (!agent) continue;
      syntax::Observation made;
      made.name = observation.name;
      made.agent = *agent;
      made.span = observation.span;
      std::unordered_set<std::uint64_t> seen;
      for (const syntax::Reference& reference : observation.variables) {
        for (const Scope& inner : enumerate(reference.repeat, scope)) {
          syntax::Reference one;
          one.owner = *agent;
          if (reference.owner) {
            std::optional<syntax::Item> owner = item(*reference.owner, agents_, "agent", inner);
            if (!owner) continue;
            one.owner = *owner;
          }
          auto instance = instance_of_.find(one.owner->name.word);
          static const Families kNoFamilies;
          const Families& families =
              instance == instance_of_.end() ? kNoFamilies : instances_[instance->second].variables;
          std::optional<syntax::Item> variable = item(reference.variable, families, "variable", inner);
          if (!variable) continue;
          one.variable = *variable;
          std::uint64_t key = (std::uint64_t{one.owner->name.word.value} << 32) | variable->name.word.value;
          if (seen.insert(key).second) made.variables.push_back(std::move(one));
        }
      }
      out_.observations.push_back(std::move(made));
    }
    release(before);
  }
  for (const syntax::InitialObservation& initial : tree_.initial_observations) {
    Mark before = mark();
    for (const Scope& scope : enumerate(initial.repeat, {})) {
      std::optional<syntax::Item> agent = item(initial.agent, agents_, "agent", scope);
      if (!agent) continue;
      syntax::InitialObservation made;
      made.agent = *agent;
      made.observation = initial.observation;
      out_.initial_observations.push_back(std::move(made));
    }
    release(before);
  }
}

// With indexed names, `__` is theirs.
void Elaborator::check_plain_names() {
  if (!any_family_) return;
  auto check = [&](WordId word, Span span) {
    if (text(word).find("__") == std::string_view::npos) return;
    error({}, span, fmt::format("`{}`: in a model with indexed names `__` is kept for them", text(word)));
  };
  for (const syntax::Name& name : declared_) check(name.word, name.span);
  auto values = [&](const syntax::Type& type) {
    for (const syntax::Item& value : type.values) {
      if (!value.indexed) check(value.name.word, value.span);
    }
  };
  for (const syntax::Constant& constant : tree_.constants) values(constant.type);
  for (const syntax::Agent& agent : tree_.agents) {
    for (const syntax::Variable& variable : agent.variables) values(variable.type);
  }
}

}  // namespace gnomon::ispl
