#include "line_editor.h"

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <cwchar>
#include <fmt/format.h>
#include <histedit.h>
#include <poll.h>
#include <unistd.h>
#include <utility>

#include "state_lines.h"

namespace gnomon::cli {

namespace {

constexpr int kHistoryLines = 1000;
constexpr int kPollMilliseconds = 200;
constexpr std::size_t kWordsShown = 100;

LineEditor* owner(EditLine* editor) {
  void* data = nullptr;
  el_get(editor, EL_CLIENTDATA, &data);
  return static_cast<LineEditor*>(data);
}

// The longest text that all words begin with.
std::string_view common_beginning(const std::vector<std::string>& words) {
  std::string_view common = words.front();
  for (const std::string& word : words) {
    auto [end, other] = std::mismatch(common.begin(), common.end(), word.begin(), word.end());
    common = common.substr(0, static_cast<std::size_t>(end - common.begin()));
  }
  return common;
}

std::string word_list(const std::vector<std::string>& words) {
  std::size_t shown = std::min(words.size(), kWordsShown);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    text += (i == 0 ? "" : ", ") + words[i].substr(0, words[i].find_last_not_of(' ') + 1);
  }
  if (shown < words.size()) text += fmt::format(", ... {} more", words.size() - shown);
  return wrapped("", text, "");
}

}  // namespace

LineEditor::LineEditor(const std::atomic<bool>* interrupted, Completer completer)
    : interrupted_(interrupted),
      completer_(std::move(completer)),
      out_(isatty(STDOUT_FILENO) == 1 ? stdout : stderr),
      history_(history_init(), history_end),
      editor_(nullptr, el_end) {
  std::setlocale(LC_CTYPE, "");  // editline works on wide characters
  editor_.reset(el_init("gnomon", stdin, out_, stderr));
  EditLine* editor = editor_.get();
  el_set(editor, EL_CLIENTDATA, this);
  el_set(editor, EL_PROMPT, &LineEditor::prompt);
  el_set(editor, EL_GETCFN, &LineEditor::next_key);
  HistEvent event;
  ::history(history_.get(), &event, H_SETSIZE, kHistoryLines);
  el_set(editor, EL_HIST, ::history, history_.get());
  el_set(editor, EL_EDITOR, "emacs");
  el_set(editor, EL_ADDFN, "complete", "complete the word before the cursor", &LineEditor::complete);
  el_set(editor, EL_BIND, "^I", "complete", nullptr);
  el_source(editor, nullptr);  // the user's key bindings
}

std::optional<std::string> LineEditor::next(const std::string& prompt) {
  prompt_ = prompt;
  el_resize(editor_.get());
  int length = 0;
  const char* text = el_gets(editor_.get(), &length);
  if (text == nullptr || length <= 0) {
    std::fputc('\n', out_);
    return std::nullopt;
  }
  std::string line(text, static_cast<std::size_t>(length));
  if (line.ends_with('\n')) line.pop_back();
  HistEvent event;
  if (!line.empty()) ::history(history_.get(), &event, H_ENTER, line.c_str());
  return line;
}

char* LineEditor::prompt(EditLine* editor) {
  return owner(editor)->prompt_.data();
}

// Waits for a key. The wait of editline goes on after a signal; this one ends the line.
int LineEditor::next_key(EditLine* editor, wchar_t* key) {
  const std::atomic<bool>* interrupted = owner(editor)->interrupted_;
  std::mbstate_t state{};
  while (true) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    while (poll(&input, 1, kPollMilliseconds) <= 0) {
      if (interrupted->load()) return -1;
    }
    char byte = 0;
    ssize_t count = read(STDIN_FILENO, &byte, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return static_cast<int>(count);
    std::size_t used = std::mbrtowc(key, &byte, 1, &state);
    if (used <= 1) return 1;
    if (used == static_cast<std::size_t>(-1)) state = {};  // no character of this locale: skipped
  }
}

unsigned char LineEditor::complete(EditLine* editor, int) {
  const LineEditor& self = *owner(editor);
  const LineInfo* line = el_line(editor);
  std::string_view before(line->buffer, static_cast<std::size_t>(line->cursor - line->buffer));
  Completion found = self.completer_(before);
  if (found.words.empty()) return CC_REFRESH_BEEP;
  std::string rest(common_beginning(found.words).substr(found.typed));
  if (!rest.empty()) return el_insertstr(editor, rest.c_str()) == 0 ? CC_REFRESH : CC_ERROR;
  if (found.words.size() == 1) return CC_NORM;
  fmt::print(self.out_, "\n{}", word_list(found.words));
  return CC_REDISPLAY;
}

}  // namespace gnomon::cli
