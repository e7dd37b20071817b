// Adds warnings to the diagnostics, but only so many of a kind: a file that does the same thing a million times does not
// get a million warnings.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/diagnostic.h"

namespace gnomon::ispl {

class WarningList {
 public:
  static constexpr std::size_t kMaxOfAKind = 100;

  explicit WarningList(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  // The name must be a literal.
  void add(std::string_view name, Span span, std::string message, std::string hint = {}) {
    std::size_t& count = given_[name];
    if (++count > kMaxOfAKind) return;
    if (count == kMaxOfAKind) hint = "further warnings of this kind are not shown";
    diagnostics_.warning(std::string(name), span, std::move(message), std::move(hint));
  }

 private:
  Diagnostics& diagnostics_;
  std::unordered_map<std::string_view, std::size_t> given_;
};

}  // namespace gnomon::ispl
