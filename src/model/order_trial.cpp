#include "model/order_trial.h"

#include <algorithm>
#include <limits>
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

}  // namespace

class OrderTrial::Attempt {
 public:
  Attempt(const ispl::CheckedModel& source, const ModelOptions& options, OrderStrategy order, const AroundStep& around)
      : source_(&source), options_(options), around_(&around) {
    options_.order = order;
  }

  // Goes on until all states are found, the order would have to change, or so much work is done, from the beginning.
  // False if it pauses before that, after a step that brought the work to `pause`.
  bool run(std::uint64_t limit, std::uint64_t pause) {
    limit_ = limit;
    cut_off_ = false;
    if (!model_ && !within_limit([&] { encode(limit); })) {
      lost_ += limit;
      return true;
    }
    const bdd::HeldOrder held(model_->manager());
    model_->manager().set_work_limit(limit);
    bool more = true;
    while (more && !complete()) {
      if (model_->explorer().wants_other_order()) {
        limit_ = kMost;
        return true;
      }
      if (model_->manager().work() >= pause) return false;
      (*around_)(model_->explorer().rounds(), [&] { more = within_limit([&] { model_->explorer().advance(); }); });
      if (more) work_.push_back(model_->manager().work());
    }
    cut_off_ = !more;
    return true;
  }

  void set_budget(const Budget& budget) {
    options_.budget = budget;
    if (model_) model_->manager().set_budget(budget);
  }

  bool complete() const { return model_ && model_->explorer().complete(); }
  // Most of the work was for a step that it has not completed.
  bool stuck() const { return cut_off_ && limit_ > kStuck * work_.back(); }
  std::uint64_t limit() const { return limit_; }  // kMost also if more would be of no use
  // After the encoding and after each step; empty: not even the encoding was done.
  const std::vector<std::uint64_t>& work() const { return work_; }

  // Of all runs, that of encodings that were not finished among it.
  std::uint64_t total() const { return lost_ + (model_ ? model_->manager().work() : 0); }
  SymbolicModel* model() const { return model_.get(); }

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
  std::uint64_t lost_ = 0;
  bool cut_off_ = false;  // in a step, by the limit of work
};

OrderTrial::OrderTrial(const ispl::CheckedModel& model, const ModelOptions& options, AroundStep around)
    : around_(std::move(around)), leader_(std::make_unique<Attempt>(model, options, OrderStrategy::Force, around_)) {
  decided_ = model.variables.size() + model.agents.size() > kMostFields ||
             model.expressions.size() > kMostExpressions ||
             static_order(model, OrderStrategy::Force) == static_order(model, OrderStrategy::Declaration);
  if (!decided_) other_ = std::make_unique<Attempt>(model, options, OrderStrategy::Declaration, around_);
}

OrderTrial::~OrderTrial() = default;

void OrderTrial::set_budget(const Budget& budget) {
  leader_->set_budget(budget);
  if (other_) other_->set_budget(budget);
}

std::uint64_t OrderTrial::work() const {
  return leader_->total() + (other_ ? other_->total() : 0);
}

SymbolicModel* OrderTrial::leading() const {
  return leader_->model();
}

void OrderTrial::begin_turn(Turn turn) {
  turn_ = turn;
  switch (turn) {
    case Turn::Leader:
      limit_ = leader_->limit() == 0 ? kFirst : std::min(kMost, leader_->limit() * kFurther);
      break;
    case Turn::Other:
      limit_ = other_->limit() == 0 ? kFirst : leader_->limit() / kLead;
      break;
    case Turn::Last:
      limit_ = leader_->limit();
      break;
  }
}

// Both a little at first; then the one ahead goes further, and the other follows.
bool OrderTrial::advance(std::uint64_t work) {
  if (decided_) return false;
  const std::uint64_t before = this->work();
  if (limit_ == 0) begin_turn(Turn::Leader);
  while (!decided_) {
    const std::uint64_t done = this->work() - before;
    if (done >= work || !finish_turn(work - done)) return true;
  }
  return false;
}

// False if the turn takes more than so much work.
bool OrderTrial::finish_turn(std::uint64_t work) {
  Attempt& now = turn_ == Turn::Leader ? *leader_ : *other_;
  const std::uint64_t done = now.model() == nullptr ? 0 : now.model()->manager().work();
  constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
  if (!now.run(limit_, work < kNever - done ? done + work : kNever)) return false;
  switch (turn_) {
    case Turn::Leader:
      decided_ = leader_->complete();
      if (decided_) break;
      begin_turn(Turn::Other);
      if (other_->limit() >= limit_) compare();
      break;
    case Turn::Other:
      compare();
      break;
    case Turn::Last:
      if (other_->complete() || other_->work().size() > leader_->work().size()) std::swap(leader_, other_);
      decided_ = true;
      break;
  }
  return true;
}

void OrderTrial::compare() {
  decided_ = other_->complete();
  if (decided_) {
    std::swap(leader_, other_);
    return;
  }
  const std::size_t common = std::min(leader_->work().size(), other_->work().size());
  bool clear = false;
  if (common == 0) {
    if (leader_->work().empty() && !other_->work().empty()) std::swap(leader_, other_);
  } else {
    if (other_->work()[common - 1] < leader_->work()[common - 1]) std::swap(leader_, other_);
    clear = common > 1 && other_->work()[common - 1] > kClear * leader_->work()[common - 1];
  }
  if (!clear && leader_->limit() < kMost) {
    begin_turn(Turn::Leader);
  } else if (leader_->stuck() && other_->limit() < leader_->limit()) {
    begin_turn(Turn::Last);  // the first steps may be no sign: then whoever gets further is better
  } else {
    decided_ = true;
  }
}

std::unique_ptr<SymbolicModel> OrderTrial::take() {
  decided_ = true;
  other_.reset();
  return leader_->take();
}

std::unique_ptr<SymbolicModel> in_better_order(const ispl::CheckedModel& model, const ModelOptions& options,
                                               const AroundStep& around) {
  OrderTrial trial(model, options, around);
  while (trial.advance(std::numeric_limits<std::uint64_t>::max())) {
  }
  return trial.take();
}

}  // namespace gnomon::model
