// Invariants by IC3 (ic3/prover.h), for several questions: round after round, each question with a prover of its own.
//
// Nothing is told that was not checked once more. A proof becomes a certificate, which ic3/certificate.h and
// ic3/run_certificate.h verify with clauses of their own. A counterexample becomes states, on which the ordinary checker
// must find the formula false.
//
// Parts that paths refute are proved with monitors that count rounds (ic3/monitor.h), for one number after the other. A
// path with so many rounds that repeats a state refutes the part; in between, a bounded search by SAT (sat/search.h)
// looks for a path that does.
//
// Where only infinite or fair paths count, a state outside an invariant need not be on one. Then the conjunct that the
// invariant was taken from goes on as one about paths. With look-alikes that is not possible: there only the bounded search
// looks for such a path, some steps beyond that state, and if it finds none the question stays open.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "engine/parts.h"
#include "ic3/fragment.h"
#include "ic3/machine.h"
#include "ic3/prover.h"
#include "ic3/run_automaton.h"
#include "sat/goals.h"
#include "sat/search.h"

namespace gnomon::ic3 {

class Ic3Engine : public engine::Engine {
 public:
  // The system must outlive the engine.
  explicit Ic3Engine(engine::System& system) : system_(system), parts_(system) {}

  std::optional<engine::Reason> refuses(const logic::Property& property) const override;
  void ask(const engine::Question& question) override;
  // One round of one question.
  engine::Portion advance() override;
  engine::Evidence evidence(std::size_t number) override;
  engine::Effort effort() const override;

 private:
  // A part, made ready for the solver, and the answer of the prover until it has been checked.
  struct Proof {
    Proof(engine::System& system, const logic::Property& property, const Part& part, std::size_t asked_rounds);

    sat::Goals goals;
    sat::Goal bad;
    std::optional<RunAutomaton> automaton;  // of paths that refute the part
    std::size_t rounds;                     // that must not be closed
    Machine machine;
    Prover prover;
    std::optional<Result> result;
  };
  struct Entry {
    engine::Question question;
    Parts parts;
    std::size_t next = 0;  // the part that is being proved
    std::unique_ptr<Proof> proof = nullptr;
    std::size_t rounds = 1;                         // of monitors, that are tried next
    std::unique_ptr<sat::Search> search = nullptr;  // for a path that refutes the formula
    std::optional<std::size_t> last_bound = {};     // of the search, which is all that is left
    std::size_t turns = 0;                          // of the prover with a monitor
    std::optional<std::size_t> search_at = 0;       // the turn at which the search comes next
    std::string certificate = {};
    std::size_t clauses = 0;
    std::size_t level = 0;
    double seconds = 0;
  };
  // What a question was decided by.
  struct Shown {
    const logic::Property* property = nullptr;
    std::optional<model::StateSet> states;  // none: by a certificate
    std::optional<recall::Doubt> doubt;     // of a false formula with a clock
  };

  std::string problem_with_memory(const logic::Property& property) const;
  std::string problem_with_fairness(const logic::Property& property) const;
  std::optional<engine::Outcome> attempt(Entry& entry);
  std::optional<engine::Outcome> take_turn(Entry& entry);
  std::optional<engine::Outcome> prove(Entry& entry);
  std::optional<engine::Outcome> proved(Entry& entry);
  std::string checked_certificate(Entry& entry);
  std::optional<engine::Outcome> refuted(Entry& entry);
  std::optional<engine::Outcome> outrun(Entry& entry);
  std::optional<sat::Answer> search(Entry& entry);
  std::optional<engine::Outcome> search_beside(Entry& entry);
  std::optional<engine::Outcome> search_on(Entry& entry);
  model::StateSet states_of(const Entry& entry) const;
  std::optional<engine::Outcome> shown_false(const Entry& entry, const model::StateSet& states, std::size_t depth);
  engine::Outcome certainly_false(const Entry& entry, const model::StateSet& states, std::size_t depth);

  engine::System& system_;
  engine::Parts parts_;
  std::deque<Entry> open_;
  std::map<std::size_t, Shown> shown_;  // by question
  std::size_t level_ = 0;
  std::uint64_t calls_ = 0;
  double seconds_ = 0;
};

}  // namespace gnomon::ic3
