// Branching time with a bound on the steps: finite paths that are as long as the bound asks for.
//
//   EX[n] f, EF[a,b] f, E(f U[a,b] g)     a shortest path of a to b steps to a state with f (g)
//   EG[a,b] f                             a path of b steps, with f from the a-th on
//   not A(f U[a,b] g)                     a path without g from the a-th step on, of b steps or to a state without f
//
// and against AX, AG and AF the duals. With an open end: a path of a steps to a state in which the operator without its
// bound has the same value, which is explained there. Backwards from the end the states that can still make it are
// computed, step by step; forwards one of them is picked for each step.
#include <optional>
#include <vector>

#include "check/temporal.h"
#include "witness/rules.h"

namespace gnomon::witness {

using logic::Interval;
using logic::Node;
using logic::Op;

namespace {

class CountedRule {
 public:
  CountedRule(Session& session, std::size_t index)
      : session_(session),
        index_(index),
        claim_(session.witness().claims[index]),
        node_(session.pool()[claim_.formula]),
        plain_(logic::without_bound(node_.op)),
        interval_(session.pool().interval(node_)),
        start_(session.state(claim_.state)) {}

  void apply() {
    if (interval_.first > session_.options().max_steps) throw NotShown(kTooLong);
    if (interval_.is_open()) return open_end();
    const bool always = plain_ == Op::EG || plain_ == Op::AF;
    std::vector<State> path = always ? lasting_path() : plain_ == Op::AU ? path_against_until() : path_to_target();
    const std::vector<WitnessState> states = add(path);
    for (std::size_t i = 0; i < states.size(); ++i) {
      const bool last = i + 1 == states.size();
      if (always) {
        if (i >= interval_.first) need(node_.left, states[i]);
      } else if (plain_ == Op::AU) {
        if (i >= interval_.first) need(node_.right, states[i]);
        if (last && i < interval_.last) need(node_.left, states[i]);
      } else if (last) {
        need(plain_ == Op::EU ? node_.right : node_.left, states[i]);
      } else if (plain_ == Op::EU) {
        need(node_.left, states[i]);
      }
    }
  }

 private:
  static constexpr const char* kTooLong = "the bound is larger than a path that can be shown is long";

  void need(Formula f, WitnessState s) { session_.need(f, s, claim_.depth + 1); }

  StateSet before(const StateSet& through, const StateSet& after) const {
    return through & check::exists_next(session_.frame(), after);
  }

  // The states that the path may pass: with f for an until.
  StateSet on_the_way() { return plain_ == Op::EU ? session_.where(node_.left, true) : session_.frame().states(); }
  StateSet target() {
    return plain_ == Op::EU ? session_.where(node_.right, true) : session_.where(node_.left, claim_.holds);
  }

  // Through `sets` in this order; the first contains the start.
  std::vector<State> picked(const std::vector<StateSet>& sets) const {
    std::vector<State> path{start_};
    for (std::size_t i = 1; i < sets.size(); ++i) {
      const StateSet after = session_.system().transition().image(session_.system().singleton(path.back()));
      path.push_back(session_.system().pick(after & sets[i]));
    }
    return path;
  }

  void check_length(std::size_t steps) const {
    if (steps > session_.options().max_steps) throw NotShown(kTooLong);
  }

  std::vector<State> path_to_target() {
    const StateSet start = session_.system().singleton(start_);
    const StateSet through = on_the_way();
    std::vector<StateSet> backwards{target()};
    while (backwards.size() <= interval_.first || !start.subset_of(backwards.back())) {
      check_length(backwards.size());
      backwards.push_back(before(through, backwards.back()));
    }
    return picked({backwards.rbegin(), backwards.rend()});
  }

  std::vector<State> lasting_path() {
    check_length(interval_.last);
    const StateSet kept = session_.where(node_.left, claim_.holds);
    std::vector<StateSet> backwards{kept};
    for (std::uint64_t k = interval_.last; k > 0; --k) {
      backwards.push_back(before(k - 1 >= interval_.first ? kept : session_.frame().states(), backwards.back()));
    }
    return picked({backwards.rbegin(), backwards.rend()});
  }

  // A set for each number of steps made: from there the until can still fail.
  std::vector<State> path_against_until() {
    check_length(interval_.last);
    const StateSet not_f = session_.where(node_.left, false);
    const StateSet not_g = session_.where(node_.right, false);
    std::vector<StateSet> failing(interval_.last + 1);
    std::vector<StateSet> over(interval_.last + 1);  // nothing more has to happen
    for (std::uint64_t k = interval_.last + 1; k-- > 0;) {
      const bool counts = k >= interval_.first;
      over[k] = k == interval_.last ? not_g : counts ? not_f & not_g : not_f;
      failing[k] = over[k];
      if (k < interval_.last) {
        const StateSet& all = session_.frame().states();
        failing[k] |= before(counts ? not_g : all, failing[k + 1]);
      }
    }
    std::vector<State> path{start_};
    while (!session_.system().singleton(path.back()).subset_of(over[path.size() - 1])) {
      const StateSet after = session_.system().transition().image(session_.system().singleton(path.back()));
      path.push_back(session_.system().pick(after & failing[path.size()]));
    }
    return path;
  }

  void open_end() {
    logic::FormulaPool& pool = session_.pool();
    const Formula later = pool.make(plain_, node_.left, node_.right);
    StateSet through = session_.frame().states();
    if (plain_ == Op::EU) through = session_.where(node_.left, true);
    std::vector<StateSet> backwards{session_.where(later, claim_.holds)};
    for (std::uint64_t k = 0; k < interval_.first; ++k) backwards.push_back(before(through, backwards.back()));
    // Against an until the path may also end early, in a state without f.
    const StateSet not_f = plain_ == Op::AU ? session_.where(node_.left, false) : session_.frame().none();
    if (plain_ == Op::AU) {
      for (std::size_t i = 1; i < backwards.size(); ++i) backwards[i] = not_f | before(through, backwards[i - 1]);
    }
    std::vector<StateSet> forwards(backwards.rbegin(), backwards.rend());
    std::vector<State> path{start_};
    auto ends = [&](const State& state) {
      return path.size() == forwards.size() || session_.system().singleton(state).subset_of(not_f);
    };
    while (!ends(path.back())) {
      const StateSet after = session_.system().transition().image(session_.system().singleton(path.back()));
      path.push_back(session_.system().pick(after & forwards[path.size()]));
    }
    const std::vector<WitnessState> states = add(path);
    if (plain_ == Op::EU) {
      for (std::size_t i = 0; i + 1 < states.size(); ++i) need(node_.left, states[i]);
    }
    need(path.size() == forwards.size() ? later : node_.left, states.back());
  }

  std::vector<WitnessState> add(const std::vector<State>& states) {
    const std::size_t path = session_.add_path(claim_, states);
    session_.witness().claims[index_].rule = explicit_state::Rule::Path;
    session_.witness().claims[index_].path = path;
    return session_.witness().paths[path].states;
  }

  Session& session_;
  std::size_t index_;
  const Claim claim_;
  const Node node_;
  const Op plain_;
  const Interval interval_;
  const State start_;
};

}  // namespace

void explain_counted(Session& session, std::size_t claim) {
  CountedRule(session, claim).apply();
}

}  // namespace gnomon::witness
