// Path quantifiers: a lasso in the product with the automaton of the path formula, projected to the system; where the
// automaton is too large to be listed, in the product with one in diagram variables. On finite traces a shortest accepted
// trace, which any infinite path continues; where tests look beyond the end of the trace, a lasso of the automaton that
// guesses the end, and then the earliest end that will do.
#include <map>

#include "automata/buchi.h"
#include "check/fixpoints.h"
#include "check/letters.h"
#include "logic/nnf.h"
#include "logic/simplify.h"
#include "witness/lasso_search.h"
#include "witness/long_bounds.h"
#include "witness/path_letters.h"
#include "witness/rules.h"
#include "witness/shortest_lasso.h"
#include "witness/shown.h"
#include "witness/symbolic_lasso.h"

namespace gnomon::witness {

using explicit_state::Lasso;
using explicit_state::Rule;
using explicit_state::StateIndex;
using logic::Node;
using logic::Op;
using logic::Traces;

namespace {

constexpr const char* kTooLarge = "the automaton of a path formula is too large to find a path with it";

template <class S>
class PathRule {
 public:
  using Session = SessionOf<S>;
  using StateSet = typename S::Set;
  using Path = ShownPath<State>;
  PathRule(Session& session, std::size_t index)
      : session_(session),
        index_(index),
        claim_(session.witness().claims[index]),
        node_(session.pool()[claim_.formula]),
        finite_(node_.op == Op::PathEf || node_.op == Op::PathAf),
        start_(session.state(claim_.state)) {
    traces_ = !finite_                                    ? Traces::Infinite
              : session.options().paths.tests_look_beyond ? Traces::FiniteWithInfiniteTests
                                                          : Traces::Finite;
  }

  void apply() {
    const Formula f = searched();
    if (!session_.pool()[f].is_path) {
      path_ = shown(any_path(start_));
      if (!finite_) find_shorter(f);
    } else {
      path_ = LongBounds<State, PathRule>(session_.pool(), traces_, *this).find(f);
    }
    finish();
  }

  // The first state of a shortest lasso from one of these, all of which have one; none if that takes too much work.
  std::optional<State> best_start(const std::vector<State>& starts) {
    constexpr std::size_t kLongest = 40;
    if (finite_) return std::nullopt;
    const std::optional<StateLasso> found = shorter_lasso(searched(), starts, kLongest);
    return found ? std::optional<State>(found->states.front()) : std::nullopt;
  }

  // --- what LongBounds asks for

  bool some_path(Formula f) {
    return session_.value(session_.pool().make(finite_ ? Op::PathEf : Op::PathE, f), start_);
  }

  Path plain(Formula f) {
    path_ = {};
    if (!session_.pool()[f].is_path) {
      path_ = shown(any_path(start_));
      if (!finite_) find_shorter(f);
    } else if (traces_ == Traces::Finite) {
      follow(trace_for(f));
    } else {
      find_infinite(f);
      if (finite_) find_last();
    }
    return std::move(path_);
  }

  std::optional<Path> counted(Formula f) {
    if constexpr (check::ExtensibleSpace<S>) {
      SymbolicSearch search = symbolically(f);
      search.max_steps = kMostCountedSteps;
      if (traces_ == Traces::Finite) {
        path_ = {};
        follow(symbolic_trace(session_.labelling(), search, start_));
        return std::move(path_);
      }
      if (traces_ == Traces::Infinite) {
        PointLasso<S> found = symbolic_lasso(session_.labelling(), search, traces_, start_);
        return Path{std::move(found.points), found.loop};
      }
    }
    return std::nullopt;
  }

  bool holds(const Path& path) { return evaluate(path) == claim_.holds; }

 private:
  // What the path must satisfy.
  Formula searched() {
    logic::FormulaPool& pool = session_.pool();
    Formula f = claim_.holds ? node_.left : pool.make(Op::Not, node_.left);
    f = check::over_known_letters(session_.labelling(), logic::negation_normal_form(pool, f, traces_));
    if (pool[f].is_path) f = logic::simplify(pool, f, traces_);
    if (pool[f].is_path) f = logic::negation_normal_form(pool, f, traces_);
    return f;
  }

  StateLasso any_path(const State& from) {
    const S& frame = session_.frame();
    StateSet hull = check::fair_hull(frame, frame.states(), check::VisitGoals<StateSet>{frame.fairness()});
    const check::ProductOf<S> product = space_product(frame, frame.states());
    VertexLassoOf<S> found = find_lasso(product, ProductSetIn<S>(1, session_.singleton(from)), product.everything(),
                                        ProductSetIn<S>(1, hull), 0, session_.options().max_steps);
    return shortened(projected(found), [&](const StateLasso& lasso) { return session_.is_fair(lasso); });
  }

  static Path shown(StateLasso lasso) { return {std::move(lasso.states), lasso.loop}; }

  static StateLasso projected(const VertexLassoOf<S>& found) {
    StateLasso lasso{{}, found.loop};
    for (const VertexOf<S>& vertex : found.vertices) lasso.states.push_back(vertex.state);
    return lasso;
  }

  void find_infinite(Formula f) {
    StateLasso lasso;
    std::optional<automata::Buchi> buchi =
        automata::build_buchi(session_.pool(), f, traces_, {}, session_.options().paths.limits);
    if (buchi && !buchi->states.empty()) {
      check::ProductGoalOf<S> goal = check::product_goal(session_.labelling(), *buchi);
      const ProductSetIn<S> start = singleton(goal.product, VertexOf<S>{start_, goal.initial});
      lasso = projected(find_lasso(goal.product, start, goal.product.everything(), goal.target, buchi->all_marks(),
                                   session_.options().max_steps));
    } else if constexpr (check::ExtensibleSpace<S>) {
      PointLasso<S> found = symbolic_lasso(session_.labelling(), symbolically(f), traces_, start_);
      lasso = {std::move(found.points), found.loop};
    } else {
      throw NotShown(kTooLarge);
    }
    path_ = shown(normalised(std::move(lasso)));
    // What was looked for may have smaller bounds than what is to be shown: then the path must be made longer first.
    if (finite_ || !holds(path_)) return;
    path_ = shown(shortened({std::move(path_.points), path_.loop}, [&](const StateLasso& candidate) {
      return session_.is_fair(candidate) && holds(shown(candidate));
    }));
    find_shorter(f);
  }

  // No lasso is shorter than the one that this leaves, unless that takes too much work to find out.
  void find_shorter(Formula f) {
    std::optional<StateLasso> shorter = shorter_lasso(f, {start_}, path_.points.size());
    if (shorter) path_ = shown(std::move(*shorter));
  }

  std::optional<StateLasso> shorter_lasso(Formula f, std::vector<State> starts, std::size_t longest) {
    ShortestProblem problem;
    problem.pool = &session_.pool();
    problem.formula = f;
    problem.starts = std::move(starts);
    problem.longest = longest;
    problem.successors = [&](const State& state) {
      std::vector<State> all;
      for (explicit_state::Move& move : session_.moves(state)) {
        for (State& outcome : move.outcomes) {
          if (session_.contains(session_.frame().states(), outcome)) all.push_back(std::move(outcome));
        }
      }
      sort_unique(all);
      return all;
    };
    problem.letter = [&](Formula g, const State& state) { return letter(g, state); };
    problem.fairness = [&](const State& state) {
      std::vector<bool> inside;
      for (const StateSet& constraint : session_.frame().fairness()) {
        inside.push_back(session_.contains(constraint, state));
      }
      return inside;
    };
    problem.satisfied = [&](const StateLasso& lasso) { return session_.is_fair(lasso) && holds(shown(lasso)); };
    try {
      return shortest_lasso(problem).lasso;
    } catch (const NotShown&) {
      return std::nullopt;  // a state has too many successors, or a path formula is too large to be evaluated
    }
  }

  // Where the automaton is too large to be listed.
  SymbolicSearch symbolically(Formula f) {
    check::PathCheckerOf<S>* paths = session_.labelling().paths();
    return {f, session_.options().paths.limits, paths != nullptr ? paths->reserve().get() : &own_,
            session_.options().max_steps};
  }

  std::vector<State> trace_for(Formula f) {
    std::optional<automata::Nfa> nfa = automata::build_finite(session_.pool(), f, session_.options().paths.limits);
    if (!nfa || nfa->states.empty()) {
      if constexpr (check::ExtensibleSpace<S>) {
        return symbolic_trace(session_.labelling(), symbolically(f), start_);
      } else {
        throw NotShown(kTooLarge);
      }
    }
    check::ProductGoalOf<S> goal = check::product_goal(session_.labelling(), *nfa, session_.frame().with_path());
    const ProductSetIn<S> start = singleton(goal.product, VertexOf<S>{start_, goal.initial});
    ForwardSearchIn<S> search(goal.product, start, goal.product.everything(), session_.options().max_steps);
    std::vector<State> states;
    for (VertexOf<S>& vertex : search.path_to(goal.target)) states.push_back(std::move(vertex.state));
    return states;
  }

  // The trace, and any path that goes on from its end.
  void follow(std::vector<State> trace) {
    path_.last = trace.size() - 1;
    StateLasso rest = any_path(trace.back());
    trace.pop_back();
    StateLasso lasso{std::move(trace), path_.last + rest.loop};
    lasso.states.insert(lasso.states.end(), rest.states.begin(), rest.states.end());
    StateLasso shorter = normalised(lasso);
    const std::size_t last = path_.last;
    path_ = shown(last < shorter.states.size() ? std::move(shorter) : std::move(lasso));
    path_.last = last;
  }

  // The automaton has met its guess of the end before the loop comes round a second time.
  void find_last() {
    std::size_t bound = 2 * path_.points.size() + 1;
    while (path_.last <= bound && !holds(path_)) ++path_.last;
    while (path_.points.size() <= path_.last) {
      State next = path_.points[path_.loop++];
      path_.points.push_back(std::move(next));
    }
  }

  // The value of the quantifier's operand at the beginning, by definition, with the checker's values of state formulas.
  bool evaluate(const Path& path) {
    return evaluate_operand(session_.pool(), operand(), path.positions(),
                            [&](Formula f, StateIndex s) { return letter(f, path.points[s]); });
  }

  PathOperand operand() const { return {node_.left, finite_, session_.witness().finite_tests}; }

  bool letter(Formula f, const State& state) {
    auto [at, added] = letters_.try_emplace({f, state}, false);
    if (added) at->second = session_.value(f, state);
    return at->second;
  }

  void finish() {
    evaluate(path_);  // refuses what the replay could not evaluate
    if (path_.points.size() > session_.options().max_steps) throw NotShown("a path for a path formula is too long");
    std::size_t path = session_.add_lasso(claim_, {path_.points, path_.loop});
    session_.witness().claims[index_].rule = Rule::Path;
    session_.witness().claims[index_].path = path;
    session_.witness().paths[path].stretch = path_.stretch;
    if (finite_) session_.witness().paths[path].last = path_.last;
    need_letters(path);
  }

  void need_letters(std::size_t path) {
    const std::vector<WitnessState>& states = session_.witness().paths[path].states;
    const Lasso named{{states.begin(), states.end()}, path_.loop, path_.last, path_.stretch};
    const std::vector<LetterNeed> needs = letter_needs(
        session_.pool(), operand(), named, claim_.holds,
        [&](Formula f, StateIndex s) { return letter(f, session_.state(static_cast<WitnessState>(s))); },
        [&](Formula f) { return session_.facts().is_fact(f); });
    for (const LetterNeed& need : needs) {
      session_.need(need.letter, static_cast<WitnessState>(need.state), claim_.depth + 1,
                    need.matters ? Session::Effort::Explain : Session::Effort::Take);
    }
  }

  Session& session_;
  std::size_t index_;
  const Claim claim_;
  const Node node_;
  bool finite_;
  Traces traces_ = Traces::Infinite;
  const State start_;
  Path path_;
  std::map<std::pair<Formula, State>, bool> letters_;
  check::VariableReserve own_;
};

}  // namespace

template <class S>
void explain_path(SessionOf<S>& session, std::size_t claim) {
  PathRule<S>(session, claim).apply();
}

template <class S>
std::optional<State> best_start(SessionOf<S>& session, std::size_t claim, const std::vector<State>& starts) {
  return PathRule<S>(session, claim).best_start(starts);
}

template void explain_path(SessionOf<check::Frame>& session, std::size_t claim);
template void explain_path(SessionOf<enumerate::Space>& session, std::size_t claim);
template std::optional<State> best_start(SessionOf<check::Frame>& session, std::size_t claim,
                                         const std::vector<State>& starts);
template std::optional<State> best_start(SessionOf<enumerate::Space>& session, std::size_t claim,
                                         const std::vector<State>& starts);

}  // namespace gnomon::witness
