// Prints a run's diagnostics to standard error, each once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include "gnomon/gnomon.h"
#include "progress_line.h"
#include "terminal.h"

namespace gnomon::cli {

class DiagnosticPrinter {
 public:
  // Quiet: errors only.
  DiagnosticPrinter(ProgressLine& progress, bool quiet, bool color = false)
      : progress_(progress), quiet_(quiet), color_(color) {}

  // Somebody else has printed those that there are.
  void pass_over(const api::Run& run) { printed_ = run.diagnostics().size(); }

  void print(const api::Run& run) {
    for (; printed_ < run.diagnostics().size(); ++printed_) {
      const api::Diagnostic& diagnostic = run.diagnostics()[printed_];
      if (quiet_ && diagnostic.severity != api::Severity::Error) continue;
      progress_.erase();
      say(color_ ? with_color(diagnostic) : diagnostic.rendered);
    }
  }

 private:
  // The word in front of the message in colour.
  static std::string with_color(const api::Diagnostic& diagnostic) {
    const bool error = diagnostic.severity == api::Severity::Error;
    const std::string word = error ? "error:" : diagnostic.severity == api::Severity::Warning ? "warning:" : "note:";
    std::string text = diagnostic.rendered;
    const std::size_t at = text.find(" " + word + " ");
    if (at == std::string::npos) return text;
    return text.replace(at + 1, word.size(), colored(word, error ? Color::Red : Color::Yellow));
  }

  ProgressLine& progress_;
  bool quiet_;
  bool color_;
  std::size_t printed_ = 0;
};

inline bool has_error(const api::Run& run) {
  return std::any_of(run.diagnostics().begin(), run.diagnostics().end(),
                     [](const api::Diagnostic& d) { return d.severity == api::Severity::Error; });
}

}  // namespace gnomon::cli
