// When an exploration stops to check its formulas.
//
// Checking costs, and most checks find nothing. The policies:
//
//   Adaptive   there are accounts, two per formula (see below). Each has an allowance: a fixed share of the time that
//   has
//              passed (and a few milliseconds that nobody notices), divided among the accounts that are still open,
//              less what it has used. A formula is checked as soon as the allowance covers what its next check will
//              cost, and the check is given up when it has used the allowance. So checks that find nothing cost at most
//              that share, cheap formulas are checked at every depth and expensive ones now and then.
//   EveryNth   at depth 0, n, 2n, ...
//   Once       at depth n and no other; the exploration ends there
//   States, Memory, Time
//              when the number of states, the live diagram nodes or the time since the start have grown by a factor
//              since the check before
//
// A formula can be evaluated in two extents (check/preservation.h), each with an account. In the open a check may
// cost much more than the exploration, so it has only the allowance under every policy; once it has succeeded the part
// is no longer needed. The next check is expected to cost as much as the last one, and twice as much as one that was
// given up.
//
// Time is told by the caller, so that tests can be exact.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "check/preservation.h"

namespace gnomon::bounded {

enum class CheckWhen : std::uint8_t { Adaptive, EveryNth, Once, States, Memory, Time };

struct CheckPolicy {
  CheckWhen when = CheckWhen::Adaptive;
  std::size_t depth = 1;  // EveryNth: n (at least 1); Once: the depth
  double growth = 2;      // States, Memory, Time: the factor (more than 1)
  double share = 0.05;    // of the time that has passed
  double grace = 0.006;   // seconds besides
};

class Schedule {
 public:
  Schedule(CheckPolicy policy, std::size_t formulas);

  // Begins a depth. `size` is called only by the policies that grow with states, memory or time, and gives that number.
  template <class Size>
  void enter(std::size_t depth, Size&& size) {
    switch (policy_.when) {
      case CheckWhen::Adaptive:
        due_ = true;
        break;
      case CheckWhen::EveryNth:
        due_ = depth % policy_.depth == 0;
        break;
      case CheckWhen::Once:
        due_ = depth == policy_.depth;
        break;
      case CheckWhen::States:
      case CheckWhen::Memory:
      case CheckWhen::Time:
        grow(size());
        break;
    }
  }

  bool something_due() const { return due_; }
  // Whether the formula is to be checked in this extent at this depth, `elapsed` seconds after the start.
  bool due(std::size_t formula, check::Extent extent, double elapsed) const;
  // How long that check may take, in seconds; none: as long as it needs.
  std::optional<double> allowance(std::size_t formula, check::Extent extent, double elapsed) const;
  // A check has taken so long, and was given up or not.
  void spent(std::size_t formula, check::Extent extent, double seconds, bool given_up);
  void close(std::size_t formula, check::Extent extent);
  void close(std::size_t formula);

  // Nothing will be checked at later depths.
  bool over(std::size_t depth) const { return policy_.when == CheckWhen::Once && depth >= policy_.depth; }
  double total_spent() const { return total_; }
  std::size_t checks() const { return checks_; }

 private:
  struct Account {
    bool open = true;
    double spent = 0;
    double expected = 0;  // what the next check is expected to take
  };
  using Accounts = std::array<Account, 2>;  // by Extent

  void grow(double size);
  const Account& account(std::size_t formula, check::Extent extent) const {
    return accounts_[formula][static_cast<std::size_t>(extent)];
  }

  CheckPolicy policy_;
  std::vector<Accounts> accounts_;
  std::size_t open_;  // accounts
  bool due_ = false;
  std::optional<double> size_at_last_check_;
  double total_ = 0;
  std::size_t checks_ = 0;
};

}  // namespace gnomon::bounded
