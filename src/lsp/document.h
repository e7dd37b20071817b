// An open document: its text, what is known about it, and the verdicts of its formulas.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lsp/analysis.h"
#include "lsp/features.h"
#include "lsp/text.h"

namespace gnomon::lsp {

// What a check said about a formula, or about one instance of it.
struct Verdict {
  std::size_t index = 0;  // of the formula, from 1
  std::string name;       // of an instance: `safe[2]`
  std::string verdict;    // true, false, unknown
  std::string reason;     // why it is unknown
  std::optional<bool> expected;
  double seconds = 0;
};

class Document {
 public:
  Document(std::string uri, std::int64_t version, std::string text)
      : uri_(std::move(uri)), version_(version), text_(std::move(text)) {}

  const std::string& uri() const { return uri_; }
  std::int64_t version() const { return version_; }
  const Text& text() const { return text_; }
  // Of the present text; made when it is asked for.
  const Analysis& analysis() const;
  // What was said last, perhaps about an older text; null at first.
  const std::shared_ptr<const Checked>& checked() const { return checked_; }
  // Likewise, about the last text without errors.
  const std::shared_ptr<const Checked>& facts() const { return facts_; }
  bool is_checked() const { return checked_ && checked_->version == version_; }
  const std::vector<Verdict>& verdicts() const { return verdicts_; }

  // Replaces a part, or everything; the verdicts are void then.
  void change(const std::optional<Range>& range, std::string_view with, Encoding encoding);
  void set_version(std::int64_t version) { version_ = version; }
  void set_checked(std::shared_ptr<const Checked> checked);
  void add_verdict(Verdict verdict);

  // Has to be read again.
  bool dirty = true;

  // The line of the formula with this number; null if the text is not the one that was read.
  const FormulaLine* line_of(std::size_t formula) const;
  // The numbers of the formulas that a line stands for: one, or one for each instance.
  std::vector<std::size_t> formulas_of(const FormulaLine& line) const;

 private:
  std::string uri_;
  std::int64_t version_;
  Text text_;
  mutable std::unique_ptr<const Analysis> analysis_;
  std::shared_ptr<const Checked> checked_;
  std::shared_ptr<const Checked> facts_;
  std::vector<Verdict> verdicts_;  // by index
};

// Diagnostics of the text and verdicts of its formulas, for textDocument/publishDiagnostics.
Json published(const Document& document, Encoding encoding);
// textDocument/codeLens. `witness_command` is called for the explanation of a verdict.
Json code_lenses(const Document& document, const std::string& witness_command, Encoding encoding);

}  // namespace gnomon::lsp
