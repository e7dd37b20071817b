// Prints a run's diagnostics to standard error, each once.
#pragma once

#include <algorithm>
#include <cstddef>

#include "gnomon/gnomon.h"
#include "progress_line.h"
#include "terminal.h"

namespace gnomon::cli {

class DiagnosticPrinter {
 public:
  // Quiet: errors only.
  DiagnosticPrinter(ProgressLine& progress, bool quiet) : progress_(progress), quiet_(quiet) {}

  void print(const api::Run& run) {
    for (; printed_ < run.diagnostics().size(); ++printed_) {
      const api::Diagnostic& diagnostic = run.diagnostics()[printed_];
      if (quiet_ && diagnostic.severity != api::Severity::Error) continue;
      progress_.erase();
      say(diagnostic.rendered);
    }
  }

 private:
  ProgressLine& progress_;
  bool quiet_;
  std::size_t printed_ = 0;
};

inline bool has_error(const api::Run& run) {
  return std::any_of(run.diagnostics().begin(), run.diagnostics().end(),
                     [](const api::Diagnostic& d) { return d.severity == api::Severity::Error; });
}

}  // namespace gnomon::cli
