// Small models whose answers can be read off, for the tests of this folder.
#pragma once

#include <stdexcept>
#include <string>

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
  std::string where(const std::string& formula) { return values(run_.states(subject_->formula(formula))); }

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
