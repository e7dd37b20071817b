#include "bounded/listing_engine.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/amount.h"

namespace gnomon::bounded {

using engine::Phase;
using engine::Portion;
using Look = enumerate::EnumeratingEngine::Look;

namespace {

constexpr std::size_t kStatesOfAPortion = 16'384;

}  // namespace

ListingEngine::ListingEngine(engine::System& system, const ExploringOptions& options,
                             std::shared_ptr<enumerate::EnumeratingEngine> list)
    : system_(system), options_(options), list_(std::move(list)) {
  if (options_.policy.when == CheckWhen::Adaptive) options_.policy.when = CheckWhen::States;
}

std::optional<engine::Reason> ListingEngine::refuses(const logic::Property& property) const {
  if (engine::asks_for_numbers(system_.pool(), property)) {
    return engine::Reason{engine::ReasonKind::Unsupported, engine::kOnAllStates};
  }
  return list_->refuses(property);
}

void ListingEngine::ask(const engine::Question& question) {
  open_.push_back(question);
  list_->ask(question);
}

Portion ListingEngine::advance() {
  if (!schedule_) schedule_.emplace(options_.policy, open_.size());
  Portion portion;
  try {
    portion = explore();
  } catch (const LimitReached& limit) {
    if (limit.limit() != Limit::Size) throw;
    portion = list_->give_up(limit);
  }
  take(portion);
  return portion;
}

// A part of a depth at a time, so that the portion is small. At the end of each depth the schedule is asked.
Portion ListingEngine::explore() {
  list_->explore(0);
  const enumerate::Graph& graph = *list_->graph();
  if (graph.complete()) return list_->advance();
  const std::size_t depth = graph.depth();
  if (entered_ != depth) {
    const bool last = over();
    schedule_->enter(depth, [&] {
      return options_.policy.when == CheckWhen::States   ? static_cast<double>(graph.size())
             : options_.policy.when == CheckWhen::Memory ? static_cast<double>(graph.bytes())
                                                         : system_.activity().elapsed();
    });
    const bool parts = last || schedule_->something_due();
    const double before = system_.activity().seconds(Phase::Check);
    Portion portion = list_->decided_so_far(parts ? Look::Parts : Look::Invariants);
    check_seconds_ += system_.activity().seconds(Phase::Check) - before;
    if (parts) checks_ += open_.size();
    entered_ = depth;
    if (last) give_up(portion);
    if (last || !portion.answers.empty()) return portion;
  }
  list_->explore(std::min(graph.left_of_level(), kStatesOfAPortion));
  return list_->decided_so_far(Look::Invariants);
}

bool ListingEngine::over() const {
  const std::size_t depth = list_->graph()->depth();
  return schedule_->over(depth) || (options_.max_depth && depth >= *options_.max_depth);
}

// Questions with an answer are closed. Verdicts about all states come with the depth of the model.
void ListingEngine::take(Portion& portion) {
  for (engine::Answer& answer : portion.answers) {
    engine::Outcome& outcome = answer.outcome;
    if (outcome.verdict != engine::Verdict::Unknown && !outcome.depth) outcome.depth = list_->graph()->depth();
    std::erase_if(open_, [&](const engine::Question& question) { return question.number == answer.number; });
  }
  portion.more = !open_.empty();
}

void ListingEngine::give_up(Portion& portion) {
  take(portion);
  for (const engine::Question& question : open_) {
    std::string words = fmt::format("not decided within depth {}", *entered_);
    if (const std::string why = list_->needs_whole(*question.property); !why.empty()) words += "; " + why;
    portion.answers.push_back({.number = question.number,
                               .outcome = engine::Outcome::unknown({engine::ReasonKind::Bound, std::move(words)}),
                               .seconds = 0});
  }
  list_->withdraw();
}

engine::Effort ListingEngine::effort() const {
  engine::Effort effort;
  const enumerate::Graph* graph = list_->graph();
  if (graph == nullptr) return effort;
  effort.depth = graph->depth();
  effort.complete = graph->complete();
  effort.listed = graph->size();
  effort.checks = checks_;
  effort.check_seconds = check_seconds_;
  return effort;
}

}  // namespace gnomon::bounded
