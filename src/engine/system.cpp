#include "engine/system.h"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <functional>
#include <limits>

#include "engine/method_text.h"
#include "logic/fragment.h"
#include "logic/mode.h"
#include "model/reach_file.h"

namespace gnomon::engine {

namespace {

// A fairness constraint is a set of states.
std::string problem_with(const ispl::CheckedModel& model) {
  for (const ispl::Formula& formula : model.fairness) {
    if (logic::needs_memory(model.pool, formula.property)) {
      return "in Fairness, knowledge with memory is about histories, not about states";
    }
  }
  return {};
}

SystemOptions with_budget(SystemOptions options, const Budget& budget) {
  options.paths.limits.budget = &budget;
  return options;
}

}  // namespace

System::System(ispl::CheckedModel& model, Activity& activity, SystemOptions options)
    : model_(model),
      activity_(activity),
      options_(with_budget(std::move(options), activity.budget())),
      fairness_problem_(problem_with(model)),
      paths_(options_.paths) {}

std::optional<Reason> System::undecidable(const logic::Property& property) const {
  std::string words = recall::unsupported(model_.pool, property.formula, property.knowledge);
  if (words.empty() && !logic::is_finite(property.mode)) words = fairness_problem_;
  if (words.empty()) return std::nullopt;
  return Reason{ReasonKind::Unsupported, std::move(words)};
}

bool System::uses_fairness(const logic::Property& property) const {
  return wants_fairness() && !logic::is_finite(property.mode);
}

std::vector<logic::Formula> System::fairness_for(const logic::Property& property) const {
  std::vector<logic::Formula> constraints;
  if (logic::is_finite(property.mode)) return constraints;
  for (const ispl::Formula& formula : model_.fairness) constraints.push_back(formula.property.formula);
  return constraints;
}

model::SymbolicModel& System::symbolic() {
  while (!encode_further(std::numeric_limits<std::uint64_t>::max())) {
  }
  return *symbolic_;
}

bool System::encode_further(std::uint64_t work) {
  if (symbolic_) return true;
  activity_.attribute(Phase::Encode, [&] {
    std::unique_ptr<model::SymbolicModel> made;
    try {
      made = encode_portion(work);
    } catch (...) {
      trial_.reset();
      throw;
    }
    if (!made) return;
    trial_.reset();
    figures_.state_bits = made->encoding().state_bits();
    figures_.initial_states = made->count(made->initial());
    symbolic_ = std::move(made);
  });
  return symbolic_ != nullptr;
}

// Null if more portions are needed.
std::unique_ptr<model::SymbolicModel> System::encode_portion(std::uint64_t work) {
  model::ModelOptions options = options_.model;
  options.budget = activity_.budget();
  std::unique_ptr<model::SymbolicModel> made;
  if (options.order == model::OrderStrategy::Force) {
    if (!trial_) {
      const model::AroundStep around = [&](std::size_t rounds, const std::function<void()>& step) {
        activity_.state().depth = rounds;
        activity_.attribute(Phase::Reach, step);
        model::SymbolicModel* leading = trial_->leading();
        if (leading == nullptr || !activity_.figures_due()) return;
        activity_.state().nodes = leading->manager().recent_live_nodes();
      };
      trial_ = std::make_unique<model::OrderTrial>(model_, options, around);
    }
    if (trial_->advance(work)) return nullptr;
    encoding_work_ = trial_->work();
    made = trial_->take();
    encoding_work_ = std::max(encoding_work_, made->manager().work());
  } else {
    made = std::make_unique<model::SymbolicModel>(model_, std::move(options));
    encoding_work_ = made->manager().work();
  }
  return made;
}

void System::adopt_limits() {
  if (symbolic_) symbolic_->manager().set_budget(activity_.budget());
  if (trial_) trial_->set_budget(activity_.budget());
}

void System::begin_exploration() {
  if (!whole_) symbolic().explore_anew();
}

bool System::explore_step(Stride stride) {
  model::Explorer& explorer = symbolic().explorer();
  if (explorer.complete()) return false;
  if (stride == Stride::One) {
    explorer.advance();
  } else {
    explorer.advance_far();
  }
  Progress& state = activity_.state();
  state.depth = explorer.rounds();
  if (activity_.figures_due()) {
    constexpr std::size_t kCounted = 300'000;  // counting the states of larger diagrams would take time
    state.nodes = symbolic_->manager().recent_live_nodes();
    state.states = state.nodes <= kCounted ? symbolic_->count(explorer.reached()).get_d() : 0;
  }
  if (activity_.display_due()) activity_.display();
  return !explorer.complete();
}

std::string System::saved_reachable() {
  whole();
  std::string bytes;
  activity_.attribute(Phase::Reach, [&] { bytes = model::reachable_to_bytes(*symbolic_); });
  return bytes;
}

void System::load_reachable(std::string_view bytes) {
  symbolic();
  activity_.attribute(Phase::Reach, [&] { model::adopt_reachable(*symbolic_, bytes); });
  whole();
}

check::Scope& System::whole() {
  if (!whole_) {
    symbolic();
    activity_.attribute(Phase::Reach, [&] {
      while (explore_step(Stride::Far)) {
      }
      figures_.depth = symbolic_->explorer().depth();
      figures_.reachable_states = symbolic_->count(symbolic_->reachable());
      whole_ = std::make_unique<check::Scope>(check::Frame(*symbolic_), model_.pool, paths_, options_.strategies);
    });
  }
  if (wants_fairness() && !whole_->has_fairness()) {
    activity_.attribute(Phase::Fairness, [&] { add_fairness(); });
  }
  return *whole_;
}

void System::add_fairness() {
  whole_->add_fairness(model_.fairness);
  figures_.fair_states = symbolic_->count(whole_->on_fair_paths().frame.states());
}

recall::MemoryOptions System::memory_options() const {
  recall::MemoryOptions options;
  options.paths = options_.paths;
  options.initial = options_.initial_information;
  return options;
}

System::Judgement System::judge(const logic::Property& property, check::LabelledFrame& where) {
  Judgement result;
  if (logic::needs_memory(model_.pool, property)) {
    recall::MemoryResult found =
        recall::MemoryChecker(where.labels, memory_options()).check(property.formula, property.knowledge);
    result.initially.holds = found.holds;
    result.methods.push_back(describe_growth(found.report));
    for (const check::PathReport& path : found.report.paths) {
      result.methods.push_back(describe_path(model_.pool, path));
    }
    result.doubt = std::move(found.doubt);
    return result;
  }
  const std::size_t reported = paths_.reports().size();
  result.initially = where.labels.initially(property.formula);
  for (std::size_t i = reported; i < paths_.reports().size(); ++i) {
    result.methods.push_back(describe_path(model_.pool, paths_.reports()[i]));
  }
  return result;
}

}  // namespace gnomon::engine
