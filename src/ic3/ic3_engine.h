// Invariants by IC3 (ic3/prover.h), for several questions: round after round, each question with a prover of its own.
//
// Nothing is told that was not checked once more. A proof becomes a certificate, which ic3/certificate.h verifies with
// clauses of its own. A counterexample becomes states, on which the ordinary checker must find the formula false. Where
// only infinite or fair paths count, a bad state that is reached need not be on one: then a bounded search by SAT
// (sat/search.h) looks for such a path, some steps beyond that state, and if it finds none the question stays open.
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
    Proof(model::SymbolicModel& model, logic::FormulaPool& pool, const Part& part, const Budget& budget);

    sat::Goals goals;
    Machine machine;
    Prover prover;
    std::optional<Result> result;
  };
  struct Entry {
    engine::Question question;
    Parts parts;
    std::size_t next = 0;  // the part that is being proved
    std::unique_ptr<Proof> proof = nullptr;
    std::unique_ptr<sat::Search> search = nullptr;  // for a path on which a bad state counts
    std::size_t last_bound = 0;                     // of the search
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
  std::optional<engine::Outcome> attempt(Entry& entry);
  std::optional<engine::Outcome> prove(Entry& entry);
  std::optional<engine::Outcome> proved(Entry& entry);
  std::optional<engine::Outcome> refuted(Entry& entry);
  std::optional<engine::Outcome> search(Entry& entry);
  std::optional<engine::Outcome> shown_false(const Entry& entry, const model::StateSet& states, std::size_t depth);

  engine::System& system_;
  engine::Parts parts_;
  std::deque<Entry> open_;
  std::map<std::size_t, Shown> shown_;  // by question
  std::size_t level_ = 0;
  std::uint64_t calls_ = 0;
  double seconds_ = 0;
};

}  // namespace gnomon::ic3
