// Path quantifiers: a lasso in the product with the automaton of the path formula, projected to the system. On finite
// traces a shortest accepted trace, which any infinite path continues; where tests look beyond the end of the trace, a
// lasso of the automaton that guesses the end, and then the earliest end that will do.
//
// A path formula speaks of state formulas at positions. Those that are no facts become claims. All of them are listed,
// because the replay evaluates the formula as a whole, but only those are explained that the value depends on:
// whether the formula keeps its value is tried with one claim after the other turned against it. This is sound for
// letters that occur with one polarity only; the others are kept.
#include <map>

#include "automata/buchi.h"
#include "base/sorted.h"
#include "check/fixpoints.h"
#include "check/letters.h"
#include "explicit/lasso.h"
#include "explicit/replay.h"
#include "logic/nnf.h"
#include "logic/simplify.h"
#include "logic/unfold.h"
#include "witness/lasso_search.h"
#include "witness/rules.h"
#include "witness/shortest_lasso.h"

namespace gnomon::witness {

using explicit_state::Lasso;
using explicit_state::Rule;
using explicit_state::StateIndex;
using explicit_state::StateTruth;
using logic::Node;
using logic::Op;
using logic::Traces;

namespace {

constexpr const char* kTooLarge = "the automaton of a path formula is too large to find a path with it";
constexpr std::size_t kMaxRelevanceTests = 400;
constexpr std::size_t kMaxRelevanceLength = 60;

// How the truth of a state formula inside helps the path formula to a given value.
struct Polarity {
  bool positive = false;
  bool negative = false;
};

std::map<Formula, Polarity> polarities(const logic::FormulaPool& pool, Formula root, bool value) {
  std::map<Formula, Polarity> letters;
  std::map<std::pair<Formula, bool>, bool> seen;
  std::vector<std::pair<Formula, bool>> stack{{root, value}};
  while (!stack.empty()) {
    auto [f, positive] = stack.back();
    stack.pop_back();
    if (f.is_none() || !seen.try_emplace({f, positive}, true).second) continue;
    const Node& node = pool[f];
    if (logic::is_state_formula(node)) {
      (positive ? letters[f].positive : letters[f].negative) = true;
      continue;
    }
    bool flips_left = logic::operator_of(node.op).left == logic::Polarity::Negative;
    stack.emplace_back(node.left, positive != flips_left);
    stack.emplace_back(node.right, positive);
    if (node.op == Op::Iff) {
      stack.emplace_back(node.left, !positive);
      stack.emplace_back(node.right, !positive);
    }
  }
  return letters;
}

// What is too large to be made, or to be evaluated, is not shown.
template <class Make>
auto shown_or_too_large(Make&& make) {
  try {
    return make();
  } catch (const LimitReached& limit) {
    if (limit.limit() != Limit::Size) throw;
    throw NotShown(limit.what());
  }
}

class PathRule {
 public:
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
    logic::FormulaPool& pool = session_.pool();
    Formula f = claim_.holds ? node_.left : pool.make(Op::Not, node_.left);
    f = check::over_known_letters(session_.labelling(), logic::negation_normal_form(pool, f, traces_));
    if (pool[f].is_path) f = logic::simplify(pool, f, traces_);
    if (pool[f].is_path) f = logic::negation_normal_form(pool, f, traces_);
    f = shown_or_too_large([&] { return logic::unfolded(pool, f, traces_); });
    if (!pool[f].is_path) {
      lasso_ = any_path(start_);
      if (!finite_) find_shorter(f);
    } else if (traces_ == Traces::Finite) {
      find_trace(f);
    } else {
      find_infinite(f);
      if (finite_) find_last();
    }
    finish();
  }

 private:
  StateLasso any_path(const State& from) {
    const check::Frame& frame = session_.frame();
    StateSet hull = check::fair_hull(frame, frame.states(), check::VisitGoals<StateSet>{frame.fairness()});
    Product product = system_product(frame, frame.states());
    VertexLasso found = find_lasso(product, ProductSet(1, session_.system().singleton(from)), product.everything(),
                                   ProductSet(1, hull), 0, session_.options().max_steps);
    return shortened(projected(found), [&](const StateLasso& lasso) { return session_.is_fair(lasso); });
  }

  static StateLasso projected(const VertexLasso& found) {
    StateLasso lasso{{}, found.loop};
    for (const Vertex& vertex : found.vertices) lasso.states.push_back(vertex.state);
    return lasso;
  }

  void find_infinite(Formula f) {
    std::optional<automata::Buchi> buchi =
        automata::build_buchi(session_.pool(), f, traces_, {}, session_.options().paths.limits);
    if (!buchi || buchi->states.empty()) throw NotShown(kTooLarge);
    check::ProductGoal goal = check::product_goal(session_.labelling(), *buchi);
    ProductSet start = singleton(goal.product, {start_, goal.initial});
    VertexLasso found = find_lasso(goal.product, start, goal.product.everything(), goal.target, buchi->all_marks(),
                                   session_.options().max_steps);
    lasso_ = projected(found);
    if (finite_) return;
    lasso_ = shortened(std::move(lasso_), [&](const StateLasso& candidate) {
      return session_.is_fair(candidate) && evaluate(candidate, 0) == claim_.holds;
    });
    find_shorter(f);
  }

  // No lasso is shorter than the one that this leaves, unless that takes too much work to find out.
  void find_shorter(Formula f) {
    ShortestProblem problem;
    problem.pool = &session_.pool();
    problem.formula = f;
    problem.start = start_;
    problem.longest = lasso_.states.size();
    problem.successors = [&](const State& state) {
      std::vector<State> all;
      for (explicit_state::Move& move : session_.moves(state)) {
        for (State& outcome : move.outcomes) {
          if (session_.system().singleton(outcome).subset_of(session_.frame().states()))
            all.push_back(std::move(outcome));
        }
      }
      sort_unique(all);
      return all;
    };
    problem.letter = [&](Formula g, const State& state) { return letter(g, state); };
    problem.fairness = [&](const State& state) {
      std::vector<bool> inside;
      for (const StateSet& constraint : session_.frame().fairness()) {
        inside.push_back(session_.system().singleton(state).subset_of(constraint));
      }
      return inside;
    };
    try {
      ShortestAnswer answer = shortest_lasso(problem);
      if (answer.lasso) lasso_ = std::move(*answer.lasso);
    } catch (const NotShown&) {
      // A state has too many successors: the lasso that is there will do.
    }
  }

  void find_trace(Formula f) {
    std::optional<automata::Nfa> nfa = automata::build_finite(session_.pool(), f, session_.options().paths.limits);
    if (!nfa || nfa->states.empty()) throw NotShown(kTooLarge);
    check::ProductGoal goal = check::product_goal(session_.labelling(), *nfa, session_.frame().with_path());
    ForwardSearch search(goal.product, singleton(goal.product, {start_, goal.initial}), goal.product.everything(),
                         session_.options().max_steps);
    std::vector<Vertex> trace = search.path_to(goal.target);
    last_ = trace.size() - 1;
    StateLasso rest = any_path(trace.back().state);
    for (std::size_t i = 0; i < last_; ++i) lasso_.states.push_back(std::move(trace[i].state));
    lasso_.loop = last_ + rest.loop;
    lasso_.states.insert(lasso_.states.end(), rest.states.begin(), rest.states.end());
    StateLasso shorter = normalised(lasso_);
    if (last_ < shorter.states.size()) lasso_ = std::move(shorter);
  }

  // The automaton has met its guess of the end before the loop comes round a second time.
  void find_last() {
    std::size_t bound = 2 * lasso_.states.size() + 1;
    while (last_ <= bound && evaluate(lasso_, last_) != claim_.holds) ++last_;
    while (lasso_.states.size() <= last_) {
      State next = lasso_.states[lasso_.loop++];
      lasso_.states.push_back(std::move(next));
    }
  }

  // The value of the quantifier's operand at the beginning, by definition, with the checker's values of state formulas.
  bool evaluate(const StateLasso& lasso, std::size_t last) {
    StateTruth truth = [&](Formula f, StateIndex s) { return letter(f, lasso.states[s]); };
    return evaluate(lasso, last, truth);
  }

  bool evaluate(const StateLasso& lasso, std::size_t last, const StateTruth& truth) {
    if (lasso.states.size() > explicit_state::kMaxEvaluatedPath) {
      throw NotShown("a path for a path formula has more than " + std::to_string(explicit_state::kMaxEvaluatedPath) +
                     " states");
    }
    Lasso positions;
    for (std::size_t i = 0; i < lasso.states.size(); ++i) positions.states.push_back(static_cast<StateIndex>(i));
    positions.loop = lasso.loop;
    positions.last = last;
    const logic::FormulaPool& pool = session_.pool();
    return shown_or_too_large([&]() -> bool {
      if (!finite_) return explicit_state::evaluate_on_lasso(pool, node_.left, positions, truth).front();
      return explicit_state::evaluate_on_trace(pool, node_.left, positions, session_.witness().finite_tests, truth)
          .front();
    });
  }

  bool letter(Formula f, const State& state) {
    auto [at, added] = letters_.try_emplace({f, state}, false);
    if (added) at->second = session_.value(f, state);
    return at->second;
  }

  void finish() {
    evaluate(lasso_, last_);  // refuses what the replay could not evaluate
    std::size_t path = session_.add_lasso(claim_, lasso_);
    session_.witness().claims[index_].rule = Rule::Path;
    session_.witness().claims[index_].path = path;
    if (finite_) session_.witness().paths[path].last = last_;
    need_letters();
  }

  void need_letters() {
    std::map<Formula, Polarity> letters = polarities(session_.pool(), node_.left, claim_.holds);
    std::erase_if(letters, [&](const auto& entry) { return session_.facts().is_fact(entry.first); });
    if (letters.empty()) return;
    std::vector<State> states = lasso_.states;
    sort_unique(states);
    bool small = states.size() * letters.size() <= kMaxRelevanceTests && lasso_.states.size() <= kMaxRelevanceLength;
    std::map<std::pair<Formula, State>, bool> against;  // claims that are not needed, with the value that hurts most
    StateTruth truth = [&](Formula f, StateIndex s) {
      auto found = against.find({f, lasso_.states[s]});
      return found != against.end() ? found->second : letter(f, lasso_.states[s]);
    };
    for (std::size_t i = lasso_.states.size(); small && i-- > 0;) {
      for (const auto& [f, polarity] : letters) {
        if (polarity.positive && polarity.negative) continue;
        auto [at, added] = against.try_emplace({f, lasso_.states[i]}, !polarity.positive);
        if (added && evaluate(lasso_, last_, truth) != claim_.holds) against.erase(at);
      }
    }
    for (const State& state : lasso_.states) {
      for (const auto& [f, polarity] : letters) {
        Session::Effort effort = against.count({f, state}) != 0 ? Session::Effort::Take : Session::Effort::Explain;
        session_.need(f, session_.add_state(state), claim_.depth + 1, effort);
      }
    }
  }

  Session& session_;
  std::size_t index_;
  const Claim claim_;
  const Node node_;
  bool finite_;
  Traces traces_ = Traces::Infinite;
  const State start_;
  StateLasso lasso_;
  std::size_t last_ = 0;
  std::map<std::pair<Formula, State>, bool> letters_;
};

}  // namespace

void explain_path(Session& session, std::size_t claim) {
  PathRule(session, claim).apply();
}

}  // namespace gnomon::witness
