#include "sat/solver.h"

#include <cadical.hpp>
#include <exception>
#include <limits>
#include <utility>

namespace gnomon::sat {

namespace {

constexpr int kSatisfiable = 10;
constexpr int kUnsatisfiable = 20;

}  // namespace

struct Solver::Engine {
  // Carries a budget's exception out of the solver, which does not expect one.
  class Watch : public CaDiCaL::Terminator {
   public:
    explicit Watch(const Budget* budget) : budget_(budget) {}

    bool terminate() override {
      if (stopped_ != nullptr) return true;
      try {
        budget_->poll(work_);
      } catch (...) {
        stopped_ = std::current_exception();
      }
      return stopped_ != nullptr;
    }
    void set_work(std::uint64_t work) { work_ = work; }
    std::exception_ptr take() { return std::exchange(stopped_, nullptr); }

   private:
    const Budget* budget_;
    std::uint64_t work_ = 0;  // between two looks
    std::exception_ptr stopped_;
  };

  Engine(const Budget* budget, Calls calls) : watch(budget) {
    solver.set("quiet", 1);
    if (calls == Calls::Short) {
      // Profiles would ask the system for the time several times in each call.
      for (const char* option : {"inprocessing", "lucky", "walk", "profile"}) solver.set(option, 0);
    }
    if (budget != nullptr) solver.connect_terminator(&watch);
  }
  ~Engine() { solver.disconnect_terminator(); }

  CaDiCaL::Solver solver;
  Watch watch;
};

Solver::Solver(const Budget* budget, Calls calls) : engine_(std::make_unique<Engine>(budget, calls)), budget_(budget) {
  new_lit();  // the constant
  engine_->solver.add(kTrue.code);
  engine_->solver.add(0);
}

Solver::~Solver() = default;

Lit Solver::new_lit() {
  if (last_ == std::numeric_limits<std::int32_t>::max()) {
    throw LimitReached(Limit::Size, "the SAT solver has no more variables");
  }
  return {++last_};
}

Lit Solver::new_switch() {
  Lit lit = new_lit();
  engine_->solver.phase(-lit.code);
  return lit;
}

void Solver::prefer(Lit lit) {
  engine_->solver.phase(lit.code);
}

void Solver::add(std::span<const Lit> clause) {
  for (Lit lit : clause) {
    if (lit == kTrue) return;
  }
  for (Lit lit : clause) {
    if (lit != kFalse) engine_->solver.add(lit.code);
  }
  engine_->solver.add(0);
  constexpr std::size_t kClausesBetweenPolls = 4096;
  if (++clauses_ % kClausesBetweenPolls == 0 && budget_ != nullptr) budget_->poll(kClausesBetweenPolls);
}

void Solver::equate(Lit condition, Lit a, Lit b) {
  if (a == b) return;
  add({!condition, !a, b});
  add({!condition, a, !b});
}

// A call, or ten decisions in it, look at many of the clauses; measured: 6 to 13 ns for each clause that there is.
std::uint64_t Solver::work_of_a_look() const {
  constexpr std::uint64_t kCall = 10;
  constexpr std::uint64_t kClauses = 8;
  return kCall + clauses_ / kClauses;
}

int Solver::run() {
  ++calls_;
  int answer = engine_->solver.solve();
  if (std::exception_ptr stopped = engine_->watch.take()) std::rethrow_exception(stopped);
  return answer;
}

bool Solver::solve(Lit assumption) {
  assumed_ = assumption;
  return solve(std::span(&assumption, 1));
}

bool Solver::solve(std::span<const Lit> assumptions, std::span<const Lit> constraint) {
  const std::uint64_t work = work_of_a_look();
  engine_->watch.set_work(work);
  if (budget_ != nullptr) budget_->poll(work);
  for (Lit lit : assumptions) engine_->solver.assume(lit.code);
  for (Lit lit : constraint) engine_->solver.constrain(lit.code);
  if (!constraint.empty()) engine_->solver.constrain(0);
  int answer = run();
  if (answer != kSatisfiable && answer != kUnsatisfiable) {
    throw LimitReached(Limit::Size, "the SAT solver gave up");
  }
  return answer == kSatisfiable;
}

bool Solver::contradictory(int max_conflicts) {
  if (!engine_->solver.failed(assumed_.code)) return true;
  engine_->solver.limit("conflicts", max_conflicts);
  return run() == kUnsatisfiable;
}

bool Solver::failed(Lit assumption) const {
  return engine_->solver.failed(assumption.code);
}

bool Solver::value(Lit lit) const {
  return engine_->solver.val(lit.code) == lit.code;
}

}  // namespace gnomon::sat
