// The model in the static order that costs less, found out by exploring it in both.
//
// The span of an order (order.h) says little about the diagrams of sets of states. So the model is encoded and explored
// in both candidates, a little in turn. The one that took less work for the steps which both have taken leads, and may
// do three times the work of the other, which catches up when the leader slows down. A candidate that is far behind is
// given up, and after some hundredths of a second so is the one behind; the search of the other goes on from where it
// stands, so that only the work of the loser was in vain. A trial also ends where the order would be changed, because
// changing it helps most while diagrams are small. Work is counted in steps of the engine (bdd::Manager::work), so that
// the choice is the same in every run. Large models, whose encoding alone takes longer, are not tried.
//
// A trial may pause between steps, so that whoever races diagrams against something else can look at both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "ispl/checked_model.h"
#include "model/symbolic_model.h"

namespace gnomon::model {

// Runs one step of exploration, the one after so many rounds. For callers that tell exploring from encoding.
using AroundStep = std::function<void(std::size_t rounds, const std::function<void()>& step)>;

class OrderTrial {
 public:
  // Between the orders Force and Declaration, under these options, whose order does not matter. The model must outlive
  // the trial.
  OrderTrial(
      const ispl::CheckedModel& model, const ModelOptions& options,
      AroundStep around = [](std::size_t, const std::function<void()>& step) { step(); });
  ~OrderTrial();
  OrderTrial(const OrderTrial&) = delete;
  OrderTrial& operator=(const OrderTrial&) = delete;

  // Goes on for about so much work; whether that was not enough. Limits of the options' budget are raised as always;
  // then the trial is over.
  bool advance(std::uint64_t work);
  // From now on, in place of that of the options.
  void set_budget(const Budget& budget);
  // So far, in both orders.
  std::uint64_t work() const;
  // The model in the order that leads, explored so far; null if that is not encoded yet.
  SymbolicModel* leading() const;
  // The model in the better order, or that which leads; its exploration may be complete. Ends the trial.
  std::unique_ptr<SymbolicModel> take();

 private:
  class Attempt;

  enum class Turn : std::uint8_t { Leader, Other, Last };

  bool finish_turn(std::uint64_t work);
  void begin_turn(Turn turn);
  void compare();

  AroundStep around_;
  std::unique_ptr<Attempt> leader_;
  std::unique_ptr<Attempt> other_;  // null: there is no trial
  Turn turn_ = Turn::Leader;
  std::uint64_t limit_ = 0;  // of the turn
  bool decided_ = false;
};

// The same without a stop in between.
std::unique_ptr<SymbolicModel> in_better_order(
    const ispl::CheckedModel& model, const ModelOptions& options,
    const AroundStep& around = [](std::size_t, const std::function<void()>& step) { step(); });

}  // namespace gnomon::model
