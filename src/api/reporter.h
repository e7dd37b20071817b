// Collects diagnostics for the caller: applies the warning options (-Wno-name, -Werror) and renders each diagnostic
// while the text it points into is at hand.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/source.h"
#include "gnomon/gnomon.h"

namespace gnomon::api {

class Reporter {
 public:
  explicit Reporter(WarningOptions options) : options_(std::move(options)) {}

  // Adds the diagnostics of a text; true if one of them is (or counts as) an error.
  bool add(const gnomon::Diagnostics& found, const Source& source);
  // A warning about the model as a whole, without a place.
  void warn(const std::string& file, std::string_view name, std::string message, std::string hint = {});
  void warn_at(const Source& source, Span span, std::string_view name, std::string message, std::string hint = {});
  void error_at(const Source& source, Span span, std::string message, std::string hint = {});

  const std::vector<Diagnostic>& all() const { return all_; }

 private:
  bool disabled(std::string_view name) const;
  Severity severity_of(std::string_view name, gnomon::Severity severity) const;
  bool add(const gnomon::Diagnostic& found, const Source& source);

  WarningOptions options_;
  std::vector<Diagnostic> all_;
};

}  // namespace gnomon::api
