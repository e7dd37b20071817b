// What the coordinator of slices in other processes and those who host them write to each other (base/post.h).
//
//   coordinator to host   Start      once, first: windows, order of variables, who hosts which slice
//                         Commands   the next ones of the log
//                         Question   a command that is to be answered, after all commands before it
//                         GoOn       do again what a limit has ended
//                         Abandon    forget all commands that were not done, and the pieces for them, and go on
//   host to coordinator   Answer     of a slice to a question, with what it did since the last one
//                         Failed     a limit was reached; the host waits for GoOn
//                         Complaint  another host has sent what is no good; this one waits for its end
//   host to host          Pieces     of the set of a Send, from one slice to all slices of the other host; empty ones, too,
//                                    so that the receiver knows that all have sent
//
// Numbers and texts are written as in slices/bytes.h. A reader checks the form of everything, and of commands that the
// model has what they name (checked_command).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "slices/bytes.h"
#include "slices/command.h"

namespace gnomon::slices {

enum class LetterKind : std::uint8_t { Start, Commands, Question, GoOn, Abandon, Answer, Failed, Complaint, Pieces };

struct StartLetter {
  std::size_t own = 0;               // the host that it is for
  std::vector<std::size_t> hosts;    // by slice
  std::uint8_t strategy = 0;         // of the first order of variables (model/order.h)
  std::vector<std::uint32_t> order;  // of bits
  std::string windows;               // of all slices, as diagrams in bytes
};

struct QuestionLetter {
  std::uint64_t number = 0;
  Command command;
};

struct AbandonLetter {
  std::uint64_t turn = 0;
  SetNumber last = 0;  // pieces of later sets belong to commands that come
};

// What a slice did since the last question that it answered.
struct SliceWork {
  std::vector<double> phases;  // seconds of processor time, from one exchange or question to the next
  std::size_t pieces = 0;      // sent to other hosts or slices
  std::size_t bytes = 0;       // of these
  double waited = 0;           // seconds without anything to do
};

struct AnswerLetter {
  std::uint64_t question = 0;
  std::size_t slice = 0;
  Answer answer;
  SliceWork work;
};

struct FailedLetter {
  std::uint64_t turn = 0;  // how often the host was told to go on
  Limit limit = Limit::Size;
  std::string words;
};

struct ComplaintLetter {
  std::size_t about = 0;  // the host that has sent it
  std::string words;
};

struct PiecesLetter {
  SetNumber set = 0;
  std::size_t from = 0;
  std::vector<std::pair<std::size_t, std::string>> pieces;  // by slice; empty: nothing for it
};

std::string encode_letter(const StartLetter& letter);
std::string encode_letter(const QuestionLetter& letter);
std::string encode_letter(const AnswerLetter& letter);
std::string encode_letter(const FailedLetter& letter);
std::string encode_letter(const ComplaintLetter& letter);
std::string encode_letter(const PiecesLetter& letter);
std::string encode_go_on(std::uint64_t turn);
std::string encode_abandon(const AbandonLetter& letter);
// Commands are written one by one, so that a log can be kept in this form.
std::string encode_command(const Command& command);
std::string encode_commands(const std::vector<std::string>& commands, std::size_t first, std::size_t end);

// All of these raise BadBytes. The kind is read first, then the rest by the function for it.
LetterKind take_kind(ByteReader& reader);
StartLetter take_start(ByteReader& reader);
std::vector<Command> take_commands(ByteReader& reader);
QuestionLetter take_question(ByteReader& reader);
std::uint64_t take_go_on(ByteReader& reader);
AbandonLetter take_abandon(ByteReader& reader);
AnswerLetter take_answer_letter(ByteReader& reader);
FailedLetter take_failed(ByteReader& reader);
ComplaintLetter take_complaint(ByteReader& reader);
PiecesLetter take_pieces(ByteReader& reader);

// The command, if the model has the agents, actions, propositions and variables that it names; otherwise raises BadBytes.
const Command& checked_command(const Command& command, const ispl::CheckedModel& model);

}  // namespace gnomon::slices
