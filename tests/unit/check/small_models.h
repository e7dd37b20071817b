// Small models whose answers can be read off, for the tests of this folder.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "logic/nnf.h"
#include "oracle/harness/symbolic_run.h"

namespace gnomon::test {

// One agent `Ag` with a counter x whose steps are given as evolution lines; propositions x0 to x<max>.
inline std::string counter_model(int max, const std::string& lines, const std::string& extra = "",
                                 const std::string& initial = "Ag.x = 0", const std::string& protocol = "") {
  std::string text = "Agent Ag\n  Vars:\n    x : 0 .. " + std::to_string(max) + ";\n  end Vars\n  Actions = {a, b};\n";
  if (!protocol.empty()) text += "  Protocol:\n" + protocol + "\n  end Protocol\n";
  text += "  Evolution:\n" + lines + "\n  end Evolution\nend Agent\nEvaluation\n";
  for (int k = 0; k <= max; ++k) text += "  x" + std::to_string(k) + " if Ag.x = " + std::to_string(k) + ";\n";
  return text + "end Evaluation\nInitStates\n  " + initial + ";\nend InitStates\nGroups\n  g = {Ag};\n  none = {};\n" +
         "end Groups\n" + extra + "Formulae\n  x0;\nend Formulae\n";
}

// 0 -> 1 -> 2 -> 0, and 1 -> 1.
inline std::string ring_model(const std::string& extra = "") {
  return counter_model(2, "    x = x + 1 if x < 2 and Action = a;\n    x = 0 if x = 2;\n    x = 1 if x = 0;", extra);
}

// 0 -> 0, 0 -> 1 -> 2 -> 3 (stuck).
inline std::string chain_model() {
  return counter_model(3, "    x = x + 1 if Action = b;\n    x = x + 1 if x > 0;", "", "Ag.x = 0",
                       "    x < 3 : {a, b};");
}

// Models for comparisons with the explicit semantics: with a cycle, with a deadlock, with fairness.
inline std::vector<std::string> models_for_paths() {
  return {ring_model(), chain_model(), ring_model("Fairness\n  x2;\n  x1;\nend Fairness\n")};
}

// LTL formulas over x0, x1, x2, below a quantifier.
inline std::vector<std::string> quantified_ltl() {
  std::vector<std::string> all;
  for (const char* f : {"X x1", "F x2", "G x1", "x0 U x1", "x1 W x2", "x1 R (x1 or x2)", "G F x2", "F G x1",
                        "(G F x0) and (G F x2)", "X X (x0 and F (x1 and X x1))", "(x1 U (x2 U x0)) or G !x2",
                        "!(F (x1 and X (x1 U x0)))", "G (x1 -> X (x1 or X x0))", "(F x1) and (x0 R !x2)"}) {
    all.push_back("CTL* E(" + std::string(f) + ")");
  }
  return all;
}

// A loaded model with a symbolic run, and the values of x in a set, as text: "0 2 3".
class Checked {
 public:
  explicit Checked(const std::string& text, const Setting& setting = {})
      : subject_(loaded(text)), run_(*subject_, setting) {}

  SymbolicRun& symbolic() { return run_; }
  Subject& subject() { return *subject_; }

  std::string values(const model::StateSet& set) {
    std::string text;
    const ispl::Type& type = subject_->model().variables[0].type;
    for (std::uint64_t k = 0; k < type.size(); ++k) {
      if (!run_.model().singleton(std::vector<ispl::Value>{type.value_at(k)}).disjoint_from(set)) {
        text += (text.empty() ? "" : " ") + std::to_string(type.value_at(k));
      }
    }
    return text;
  }
  model::StateSet states(const std::string& formula) { return run_.states(subject_->formula(formula)); }
  std::string where(const std::string& formula) { return values(states(formula)); }

  // The argument of a quantified path formula ("CTL* E(F x1)"), in negation normal form.
  logic::Formula path(const std::string& quantified, logic::Traces traces = logic::Traces::Infinite) {
    logic::FormulaPool& pool = subject_->model().pool;
    return logic::negation_normal_form(pool, pool[subject_->formula(quantified)].left, traces);
  }
  // The labelling that a formula is evaluated on, and the states where it holds by the explicit semantics.
  check::Labelling& labelling(const std::string& formula) { return run_.labelling(subject_->formula(formula)); }
  test::Members expected(const std::string& formula) {
    return subject_->evaluator().states(subject_->formula(formula));
  }
  test::Members members(const model::StateSet& set) { return run_.members(set); }

 private:
  static std::unique_ptr<Subject> loaded(const std::string& text) {
    std::string errors;
    auto subject = Subject::load(text, &errors);
    if (!subject) throw std::invalid_argument(errors);
    return subject;
  }

  std::unique_ptr<Subject> subject_;
  SymbolicRun run_;
};

}  // namespace gnomon::test
