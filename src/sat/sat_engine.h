// Bounded model checking by a SAT solver, for several questions: bound after bound, each question with a search of its
// own (sat/search.h).
//
// What the solver found is evaluated once more, by the ordinary checker on the states of the evidence: two engines must
// agree before a verdict is given.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

#include "engine/engine.h"
#include "engine/parts.h"
#include "sat/search.h"

namespace gnomon::sat {

class SatEngine : public engine::Engine {
 public:
  // The system must outlive the engine. Questions that are open after `last_bound` remain unknown.
  SatEngine(engine::System& system, std::size_t last_bound)
      : system_(system), last_bound_(last_bound), parts_(system) {}

  std::optional<engine::Reason> refuses(const logic::Property& property) const override;
  void ask(const engine::Question& question) override { entries_.push_back({question, nullptr, 0, false}); }
  // One question at one bound.
  engine::Portion advance() override;
  engine::Evidence evidence(std::size_t number) override;
  engine::Effort effort() const override;

 private:
  struct Entry {
    engine::Question question;
    std::unique_ptr<Search> search;  // made at the first bound
    double seconds = 0;
    bool closed = false;
  };
  // What a question was decided by.
  struct Shown {
    const logic::Property* property = nullptr;
    bool by_induction = false;
    model::StateSet states;
  };

  engine::Outcome attempt(Entry& entry, bool& decided);
  engine::Outcome checked(const Entry& entry, const Answer& answer);
  void close(Entry& entry);
  bool anything_open() const;

  engine::System& system_;
  std::size_t last_bound_;
  engine::Parts parts_;
  std::vector<Entry> entries_;
  std::map<std::size_t, Shown> shown_;  // by question
  std::size_t bound_ = 0;
  std::size_t next_ = 0;  // the entry that is tried next at this bound
  std::size_t calls_ = 0;
  double seconds_ = 0;
};

}  // namespace gnomon::sat
