// The pen of the generators: ISPL text with indentation and line breaks, and the formulas filtered by what was asked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scenario/scenario.h"

namespace gnomon::scenario {

class ModelText {
 public:
  // Both must outlive the text.
  ModelText(const std::vector<Specification>& specifications, const GenerateOptions& options)
      : specifications_(specifications), options_(options) {}

  // A line of the model, indented by two spaces per level and broken at spaces where it is too long.
  void line(int level, std::string_view text);
  void blank() { text_ += '\n'; }
  void comment(int level, std::string_view text);

  // The section Evaluation stands here, the section Groups before the formulas. A proposition or group that no formula
  // uses is left out.
  void propositions_here() { propositions_at_ = text_.size(); }
  void proposition(std::string name, std::string_view condition, std::string_view remark = "");
  void group(std::string name, std::string_view members, std::string_view remark = "");
  void fairness(std::string formula) { fairness_.push_back(std::move(formula)); }

  // True if the specification has formulas in this logic that were asked for; saves building what nobody wants.
  bool wants(int specification) const;
  bool wants(int specification, Logic logic) const;
  // One formula of the specification; `expected` becomes the comment beside it.
  void formula(int specification, Logic logic, std::string_view text, bool expected);
  // "On all paths, always": AG, G, A G, [true*], A [true*] of a state formula that all five logics can say.
  void always(int specification, std::string_view body, bool expected);
  // "On all paths, sooner or later", likewise.
  void eventually(int specification, std::string_view body, bool expected);
  // The frame of the formulas, with the section Fairness before it; the sentence of a specification is written above
  // its first formula.
  void begin_formulas();
  void end_formulas();

  std::string take() { return std::move(text_); }

 private:
  struct Definition {
    std::string name;
    std::string line;
  };
  static std::string section(std::string_view title, const std::vector<Definition>& definitions,
                             const std::set<std::string_view>& used);

  std::string text_;
  std::size_t propositions_at_ = 0;
  std::size_t formulas_at_ = 0;
  std::vector<Definition> propositions_;
  std::vector<Definition> groups_;
  std::vector<std::string> fairness_;
  const std::vector<Specification>& specifications_;
  const GenerateOptions& options_;
  int announced_ = 0;  // the last specification whose sentence was written
};

// "name1", "name2", ...; the numbers may start anywhere.
std::string numbered(std::string_view stem, std::int64_t number);
// All parts with the separator in between; the empty list gives `none`.
std::string join(const std::vector<std::string>& parts, std::string_view separator, std::string_view none = "true");
// `body` wrapped `count` times: prefix^count body suffix^count.
std::string nest(std::string_view prefix, std::string_view body, std::string_view suffix, std::int64_t count);

}  // namespace gnomon::scenario
