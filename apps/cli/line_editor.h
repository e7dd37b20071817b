// Line editing on a terminal: the library editline behind a small interface.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct editline;  // of histedit.h
struct history;

namespace gnomon::cli {

// What the word before the cursor may become.
struct Completion {
  std::size_t typed = 0;           // how many characters before the cursor belong to the word
  std::vector<std::string> words;  // all that begin with these characters; a finished one ends with a space
};
using Completer = std::function<Completion(std::string_view before_cursor)>;

class LineEditor {
 public:
  LineEditor(const std::atomic<bool>* interrupted, Completer completer);

  // None at the end of the input, or when interrupted.
  std::optional<std::string> next(const std::string& prompt);

 private:
  static char* prompt(editline* editor);
  static int next_key(editline* editor, wchar_t* key);
  static unsigned char complete(editline* editor, int key);

  const std::atomic<bool>* interrupted_;
  Completer completer_;
  std::string prompt_;
  std::FILE* out_;
  std::unique_ptr<history, void (*)(history*)> history_;
  std::unique_ptr<editline, void (*)(editline*)> editor_;
};

}  // namespace gnomon::cli
