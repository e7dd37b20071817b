// The race between states that are listed one by one and diagrams of sets of states: how far each goes before it is the
// other's turn, and when diagrams have won. Both find the same states; what counts is how many of them, for how much work.
//
// The unit of work is a step of the list, which takes about 80 ns; what else is done takes multiples of that, as
// measured on 160 models (list_work, diagram_work). What reordering takes is not counted: it is a small share of all,
// and pays later. The list begins alone: it needs no preparation, and small models are finished by then. After that
// diagrams have turns, each of half as much work as all before. They try two orders of variables at first
// (model/order_trial.h), and what these find counts as well. A turn ends with a step of the search, because half a step
// is lost; only a step that takes as much as half of all before on top of the turn is given up. After a turn of the
// diagrams
//
//   - they have won if they have found half as many states again as the list, and a quarter more for the same work
//   - the list may go on to 2 sqrt(p) times the work of the diagrams, where p is the chance that it ends first: at least to
//     1/10, as nobody is given up too early, and after the first turn, which says little, to no more than 3/4
//   - a list that seems to end soon may go on to its end
//
// If there are N states, the list has N - expanded to go, diagrams N - found; by the states that both have found per work
// lately, one of them is there first. Lately, because diagrams may find states quickly at first and then grow, or grow at
// first and shrink. Whether it is the list depends on N, and N is more than x times what is known with the chance 1/x.
//
// The constants are those with the least regret when the progress of both engines, as it was recorded on a hundred
// models of all kinds, is played back: the time of both, divided by that of the better one.
//
// Seen as a function of the states that were expanded, the number of states found grows by g with each; if g stays as it
// is, the list ends after open / (1 - g) more, where open is the number of states that were found and not expanded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace gnomon::enumerate {

// Of a list with so many expanded states, whose successors took so much effort (enumerate/successors.h).
constexpr std::uint64_t list_work(std::uint64_t expanded, std::uint64_t effort) {
  return 3 * expanded + effort;
}
// Of so many steps of operations on diagrams, when the set of the states found has so many nodes: where diagrams do not fit
// into the processor's caches, a step takes longer.
std::uint64_t diagram_work(std::uint64_t steps, std::size_t nodes);
// The other way round.
std::uint64_t diagram_steps(std::uint64_t work, std::size_t nodes);

class Race {
 public:
  struct List {
    std::uint64_t work = 0;
    std::size_t found = 0;
    std::size_t expanded = 0;
  };
  struct Diagrams {
    std::uint64_t work = 0;
    double found = 0;  // infinite if they are too many for a number
  };

  static constexpr std::uint64_t kListAlone = 50'000;   // before a diagram is made
  static constexpr std::uint64_t kSoonEnded = 150'000;  // more, for a list that seems to end by then
  static constexpr std::uint64_t kEncoding = 25'000;    // what diagrams take to be made, beside their operations

  // How far the list is; to be called every now and then, with growing numbers.
  void note(const List& now);
  // The work until the list ends, if it goes on as lately; none: no end is in sight.
  std::optional<std::uint64_t> list_left() const;

  // The work at which the next turn of the diagrams ends, where they have done so much; and what its last step may take
  // beyond that.
  std::uint64_t next_turn(std::uint64_t done);
  static constexpr std::uint64_t patience(std::uint64_t end) { return end / 2; }
  // After a turn: the work at which that of the list ends; none: diagrams have won.
  std::optional<std::uint64_t> list_until(const Diagrams& now);

 private:
  const List& half_way() const;
  double chance_of_list(const Diagrams& now) const;

  std::vector<List> notes_;  // by growing work
  std::uint64_t turns_ = 0;
  Diagrams before_{kEncoding, 1};  // the last turn
};

}  // namespace gnomon::enumerate
