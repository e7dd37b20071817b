// What we tell people about their text: errors, warnings and notes with a place, a caret and, where possible, a hint.
// The library collects diagnostics; only the programs print them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/source.h"

namespace gnomon {

enum class Severity { Error, Warning, Note };

struct Diagnostic {
  Severity severity = Severity::Error;
  Span span;
  std::string message;
  std::string hint;        // "did you mean `Receiver`?"; may be empty
  std::string name;        // of a warning, as in -Wname; empty for errors
  std::string note = {};   // for which of several instances: "in agent Node[3]"; may be empty
  bool placeless = false;  // about no place of the text
};

// A list of diagnostics that stops growing after a number of errors, so that a hopeless file does not flood the user.
class Diagnostics {
 public:
  static constexpr std::size_t kMaxErrors = 50;

  void error(Span span, std::string message, std::string hint = {});
  void warning(std::string name, Span span, std::string message, std::string hint = {});
  void add(Diagnostic diagnostic);
  // The note of the diagnostics that follow, unless they bring their own.
  void set_note(std::string note) { note_ = std::move(note); }
  // From now on, of all diagnostics of a kind at one place only the first counts: where a text is instantiated many
  // times, its mistakes are, too.
  void once_per_place() { once_ = true; }

  bool has_errors() const { return errors_ > 0; }
  std::size_t error_count() const { return errors_; }  // including those beyond the limit
  bool full() const { return errors_ >= kMaxErrors; }
  const std::vector<Diagnostic>& all() const { return all_; }
  // Orders by place, keeping the order of insertion among equals.
  void sort();

 private:
  std::vector<Diagnostic> all_;
  std::string note_;
  bool once_ = false;
  std::set<std::pair<std::uint64_t, std::string>> seen_;  // place, name of the warning
  std::size_t errors_ = 0;
};

// `file:line:column: error: message`, the source line, a caret line, the hint. No trailing line break. Apart from the
// name of the source the result is well-formed UTF-8 without control characters, whatever the source contains.
std::string render(const Diagnostic& diagnostic, const Source& source);

// The candidate closest to a misspelt name by edit distance (swapped neighbours count as one edit), or empty if none is
// close enough to be a plausible slip.
std::string closest_name(std::string_view name, const std::vector<std::string_view>& candidates);

}  // namespace gnomon
