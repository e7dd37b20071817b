// The course of the work on slices as entries of a history (base/history.h): how it began, what slices have answered,
// and what was decided by the clock or by who was there. With the same entries the coordinator does the same again,
// without slices: all else follows from them.
//
// An answer stands beside a sum of all commands before it and of the question, so that it is taken as the answer to no
// other question. The order in which sets are forgotten does not count.
//
// Limits are entries only where the work has gone on in another way, by a split. Where it has not, nothing more is
// told: who resumes comes to the same place, and tries again with the limits of that day.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/history.h"
#include "slices/command.h"

namespace gnomon::slices {

// What answers do not tell.
enum class Choice : std::uint8_t { Split, UseWorkers, MoveOnly, Checkpoint };

// How the work on slices begins: the cut.
struct Outset {
  std::uint8_t strategy = 0;         // of the first order of variables (model/order.h)
  std::vector<std::uint32_t> order;  // of bits
  std::string windows;               // as diagrams in bytes
  std::string reached;               // the states that were found in one place
  std::size_t nodes = 0;             // of their diagram
  std::size_t rounds = 0;
  bool chaining = false;
  bool complete = false;             // these are all states
  std::optional<std::size_t> depth;  // then, if it is known
};

// The outset that an earlier process has told; none if there is no history, or it is empty.
std::optional<Outset> earlier_outset(History* history);
// Raises LimitReached if that is not possible.
void tell_outset(History* history, const Outset& outset);

class Chronicle {
 public:
  // Without a history nothing is told. It must outlive this.
  explicit Chronicle(History* history) : history_(history) {}

  bool replays() const { return history_ != nullptr && history_->next() != nullptr; }
  bool tells() const { return history_ != nullptr; }

  // A command without an answer.
  void append(const Command& command);
  // The question that comes next, for what follows; a number.
  std::uint64_t key(const Command& question) const;

  // While it replays: what became of the question. Raises LimitReached as it was raised.
  std::vector<Answer> answers(std::uint64_t key);
  // Otherwise. Raises LimitReached if that cannot be told.
  void tell(std::uint64_t key, const std::vector<Answer>& answers);

  // The same for a snapshot: its bytes if it was taken, empty if others followed; none if it was not possible.
  std::optional<std::string> snapshot(std::uint64_t key);
  void tell_snapshot(std::uint64_t key, const std::string* bytes);

  // The question was ended by a limit.
  void tell_limit(std::uint64_t key, const LimitReached& limit);
  // What the limit has ended is given up, and the work goes on.
  void go_on();
  // What was decided, then or now.
  bool agreed(Choice choice, bool now);
  // Raises LimitReached if something could not be told: nothing more is worked out then.
  void check() const;
  // Nothing more is told.
  void end();

 private:
  std::string record();
  void raise_if_limit(const std::string& record, std::uint64_t key);
  void tell_record(const std::string& record, const std::string* state = nullptr);

  History* history_;
  std::uint64_t sum_ = 0;        // of the commands
  bool stopped_ = false;         // by a limit, which is told when the work goes on
  std::string limit_;            // the entry of it
  std::vector<Choice> choices_;  // since then, or while it replays, those that follow
  std::string failure_;          // why nothing can be told
};

}  // namespace gnomon::slices
