// A task is a whole check that can travel: the texts of a model and of formulas, and the options of `gnomon check` that do
// not name files. It says all that the answer depends on, so its name is the digest of its content: who has the answer of
// a task of this name has the answer.
//
// A result is what became of a task. Both are written as frames; what is read is checked for form and size before it is
// used, because it may come from a network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gnomon::task {

struct Task {
  std::string model;  // its name, for messages
  std::string text;
  std::vector<std::pair<std::string, std::string>> parameters;
  std::vector<std::string> formulas;  // what follows --formula
  std::string properties;             // the name of a file of formulas; empty: none
  std::string properties_text;
  std::vector<std::string> words;  // further options, as on a command line
  std::optional<double> timeout;   // seconds
  std::size_t memory = 0;          // bytes; 0: no limit
  // Of the chosen formulas only this one, counted from 0; answered with lines for people besides the document, in which
  // formulas have a column of at least this width.
  std::optional<std::size_t> only;
  std::size_t width = 0;
};

std::string encode_task(const Task& task);
std::optional<Task> decode_task(std::string_view bytes);

// What the process of a task says on its standard output.
struct Answer {
  int status = 0;        // as `gnomon check` exits
  std::string document;  // JSON
  std::string lines;
};

std::string encode_answer(const Answer& answer);
std::optional<Answer> decode_answer(std::string_view bytes);

enum class Ending : std::uint8_t {
  Answered,     // the process has said its answer
  TimeOver,     // it was ended because it did not stop in time
  Interrupted,  // somebody stopped it
  Failed        // it ended without an answer; `reason` says how
};

struct Result {
  Ending ending = Ending::Failed;
  Answer answer;
  std::string reason;
  std::string messages;  // what the process said on standard error
  double seconds = 0;
  std::size_t memory = 0;  // bytes at the peak of the process
  std::string worker;      // who did it; empty: this machine
};

std::string encode_result(const Result& result);
std::optional<Result> decode_result(std::string_view bytes);

}  // namespace gnomon::task
