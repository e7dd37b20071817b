#include "model/order_trial.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "bdd/held_order.h"
#include "model/order.h"

namespace gnomon::model {

namespace {

constexpr std::uint64_t kFirst = 20'000;  // work of both, to begin with
constexpr std::uint64_t kMost = 600'000;  // of the leader
constexpr std::uint64_t kFurther = 3;     // times as much in the next round
constexpr std::uint64_t kLead = 3;        // times the work of the other
constexpr std::uint64_t kClear = 4;       // times less work for the same steps
constexpr std::uint64_t kStuck = 3;       // times the work of the completed steps
constexpr std::size_t kMostFields = 300;
constexpr std::size_t kMostExpressions = 20'000;

class Attempt {
 public:
  Attempt(const ispl::CheckedModel& source, const ModelOptions& options, OrderStrategy order, const AroundStep& around)
      : source_(&source), options_(options), around_(&around) {
    options_.order = order;
  }

  // Goes on until all states are found, the order would have to change, or so much work is done, from the beginning.
  void run(std::uint64_t limit) {
    limit_ = limit;
    cut_off_ = false;
    if (!model_ && !within_limit([&] { encode(limit); })) return;
    const bdd::HeldOrder held(model_->manager());
    model_->manager().set_work_limit(limit);
    bool more = true;
    while (more && !complete()) {
      if (model_->explorer().wants_other_order()) {
        limit_ = kMost;
        return;
      }
      (*around_)(model_->explorer().rounds(), [&] { more = within_limit([&] { model_->explorer().advance(); }); });
      if (more) work_.push_back(model_->manager().work());
    }
    cut_off_ = !more;
  }

  bool complete() const { return model_ && model_->explorer().complete(); }
  // Most of the work was for a step that it has not completed.
  bool stuck() const { return cut_off_ && limit_ > kStuck * work_.back(); }
  std::uint64_t limit() const { return limit_; }  // kMost also if more would be of no use
  // After the encoding and after each step; empty: not even the encoding was done.
  const std::vector<std::uint64_t>& work() const { return work_; }

  // The search goes on from where it stands.
  std::unique_ptr<SymbolicModel> take() {
    if (!model_) return std::make_unique<SymbolicModel>(*source_, options_);
    model_->manager().set_work_limit(options_.work_limit);
    return std::move(model_);
  }

 private:
  // False if the limit of work is reached. Other limits pass through.
  template <class Work>
  static bool within_limit(Work&& work) {
    try {
      std::forward<Work>(work)();
      return true;
    } catch (const LimitReached& reached) {
      if (reached.limit() != Limit::Size) throw;
      return false;
    }
  }

  void encode(std::uint64_t limit) {
    ModelOptions options = options_;
    options.work_limit = limit;
    model_ = std::make_unique<SymbolicModel>(*source_, std::move(options));
    work_.push_back(model_->manager().work());
  }

  const ispl::CheckedModel* source_;
  ModelOptions options_;
  const AroundStep* around_;
  std::unique_ptr<SymbolicModel> model_;
  std::vector<std::uint64_t> work_;
  std::uint64_t limit_ = 0;
  bool cut_off_ = false;  // in a step, by the limit of work
};

}  // namespace

std::unique_ptr<SymbolicModel> in_better_order(const ispl::CheckedModel& model, const ModelOptions& options,
                                               const AroundStep& around) {
  Attempt force(model, options, OrderStrategy::Force, around);
  if (model.variables.size() + model.agents.size() > kMostFields || model.expressions.size() > kMostExpressions ||
      static_order(model, OrderStrategy::Force) == static_order(model, OrderStrategy::Declaration)) {
    return force.take();
  }
  Attempt declaration(model, options, OrderStrategy::Declaration, around);
  Attempt* leader = &force;
  Attempt* other = &declaration;
  leader->run(kFirst);
  if (!leader->complete()) other->run(kFirst);
  while (!leader->complete()) {
    if (other->complete()) return other->take();
    const std::size_t common = std::min(leader->work().size(), other->work().size());
    if (common == 0) {
      if (leader->work().empty() && !other->work().empty()) std::swap(leader, other);
    } else {
      if (other->work()[common - 1] < leader->work()[common - 1]) std::swap(leader, other);
      if (common > 1 && other->work()[common - 1] > kClear * leader->work()[common - 1]) break;
    }
    if (leader->limit() >= kMost) break;
    leader->run(std::min(kMost, leader->limit() * kFurther));
    if (!leader->complete() && other->limit() < leader->limit() / kLead) other->run(leader->limit() / kLead);
  }
  // The first steps may be no sign: then whoever gets further is better.
  if (leader->stuck() && other->limit() < leader->limit()) {
    other->run(leader->limit());
    if (other->complete() || other->work().size() > leader->work().size()) std::swap(leader, other);
  }
  return leader->take();
}

}  // namespace gnomon::model
