// One line on standard error that tells how far long work has come. It appears after a second, is rewritten in place,
// and is erased before anything else is printed.
#pragma once

#include <string>

#include "gnomon/gnomon.h"

namespace gnomon::cli {

enum class ProgressMode { Auto, Always, Never };

class ProgressLine {
 public:
  explicit ProgressLine(ProgressMode mode);

  bool enabled() const { return enabled_; }
  void show(const api::Progress& progress);
  void show(const std::string& text, double seconds);  // into the work
  void erase();

 private:
  bool enabled_;
  bool terminal_;
  bool visible_ = false;
  double next_ = 1;  // seconds into the run
};

// What the line says: "reachable states: depth 120, 54321 nodes, 12 s".
std::string progress_text(const api::Progress& progress);

}  // namespace gnomon::cli
