// Letters between the coordinator of slices and their hosts: they are read as they were written, and any other bytes are
// refused or read as something else of the right form.
#include "slices/letters.h"

#include <gtest/gtest.h>
#include <string>

#include "support/rng.h"

namespace gnomon::slices {
namespace {

using test::Rng;

Command some_command() {
  Command command;
  command.op = Op::Commit;
  command.result = 300;
  command.second = 4;
  command.a = 5;
  command.b = std::uint64_t{1} << 40;
  command.index = 6;
  command.member = ispl::AgentId(1);
  command.group = {ispl::AgentId(0), ispl::AgentId(2)};
  command.edges = check::Edges::Recurrent;
  command.with_actions = true;
  command.bytes = std::make_shared<const std::string>("bytes\0 of a set", 15);
  command.values = {0, -1, std::numeric_limits<ispl::Value>::min(), std::numeric_limits<ispl::Value>::max()};
  command.bits = {1, 0xffffffff};
  command.pairs = {{1, 2}, {3, 4}};
  return command;
}

TEST(Letters, CommandsAreReadAsTheyWereWritten) {
  const Command command = some_command();
  const std::vector<std::string> log{encode_command({}), encode_command(command), encode_command({})};
  const std::string letter = encode_commands(log, 1, 3);
  ByteReader reader(letter);
  ASSERT_EQ(take_kind(reader), LetterKind::Commands);
  const std::vector<Command> read = take_commands(reader);
  ASSERT_EQ(read.size(), 2u);
  const Command& one = read.front();
  EXPECT_EQ(one.op, command.op);
  EXPECT_EQ(one.result, command.result);
  EXPECT_EQ(one.second, command.second);
  EXPECT_EQ(one.a, command.a);
  EXPECT_EQ(one.b, command.b);
  EXPECT_EQ(one.index, command.index);
  EXPECT_EQ(one.member, command.member);
  EXPECT_EQ(one.group, command.group);
  EXPECT_EQ(one.edges, command.edges);
  EXPECT_EQ(one.with_actions, command.with_actions);
  ASSERT_TRUE(one.bytes);
  EXPECT_EQ(*one.bytes, *command.bytes);
  EXPECT_EQ(one.values, command.values);
  EXPECT_EQ(one.bits, command.bits);
  EXPECT_EQ(one.pairs, command.pairs);
  EXPECT_EQ(read.back().op, Op::None);
  EXPECT_FALSE(read.back().bytes);
}

TEST(Letters, AnswersAreReadAsTheyWereWritten) {
  AnswerLetter letter;
  letter.question = 12;
  letter.slice = 3;
  letter.answer.yes = true;
  letter.answer.count = BigInt(1) << 300;
  letter.answer.bytes = "0110";
  letter.answer.bits = {7, 8};
  letter.answer.values = {-5, 5};
  letter.answer.astray = 1;
  letter.answer.nodes = 10;
  letter.answer.peak_nodes = 20;
  letter.answer.peak_bytes = 30;
  letter.work = {{0.5, 1.25}, 2, 100, 3.5};
  const std::string bytes = encode_letter(letter);
  ByteReader reader(bytes);
  ASSERT_EQ(take_kind(reader), LetterKind::Answer);
  const AnswerLetter read = take_answer_letter(reader);
  EXPECT_EQ(read.question, 12u);
  EXPECT_EQ(read.slice, 3u);
  EXPECT_TRUE(read.answer.yes);
  EXPECT_EQ(read.answer.count, letter.answer.count);
  EXPECT_EQ(read.answer.bytes, letter.answer.bytes);
  EXPECT_EQ(read.answer.bits, letter.answer.bits);
  EXPECT_EQ(read.answer.values, letter.answer.values);
  EXPECT_EQ(read.answer.astray, 1);
  EXPECT_EQ(read.answer.nodes, 10u);
  EXPECT_EQ(read.answer.peak_nodes, 20u);
  EXPECT_EQ(read.answer.peak_bytes, 30u);
  EXPECT_EQ(read.work.phases, letter.work.phases);
  EXPECT_EQ(read.work.pieces, 2u);
  EXPECT_EQ(read.work.bytes, 100u);
  EXPECT_DOUBLE_EQ(read.work.waited, 3.5);
}

TEST(Letters, OthersAreReadAsTheyWereWritten) {
  const std::string start = encode_letter(StartLetter{2, {1, 2, 1}, 1, {3, 1, 2}, "windows"});
  ByteReader of_start(start);
  ASSERT_EQ(take_kind(of_start), LetterKind::Start);
  const StartLetter read_start = take_start(of_start);
  EXPECT_EQ(read_start.own, 2u);
  EXPECT_EQ(read_start.hosts, (std::vector<std::size_t>{1, 2, 1}));
  EXPECT_EQ(read_start.strategy, 1u);
  EXPECT_EQ(read_start.order, (std::vector<std::uint32_t>{3, 1, 2}));
  EXPECT_EQ(read_start.windows, "windows");
  const std::string failed = encode_letter(FailedLetter{4, Limit::Memory, "words"});
  ByteReader of_failed(failed);
  ASSERT_EQ(take_kind(of_failed), LetterKind::Failed);
  const FailedLetter read_failed = take_failed(of_failed);
  EXPECT_EQ(read_failed.turn, 4u);
  EXPECT_EQ(read_failed.limit, Limit::Memory);
  EXPECT_EQ(read_failed.words, "words");
  const std::string complaint = encode_letter(ComplaintLetter{3, "words"});
  ByteReader of_complaint(complaint);
  ASSERT_EQ(take_kind(of_complaint), LetterKind::Complaint);
  const ComplaintLetter read_complaint = take_complaint(of_complaint);
  EXPECT_EQ(read_complaint.about, 3u);
  EXPECT_EQ(read_complaint.words, "words");
  const std::string pieces = encode_letter(PiecesLetter{9, 1, {{0, "a piece"}, {2, ""}}});
  ByteReader of_pieces(pieces);
  ASSERT_EQ(take_kind(of_pieces), LetterKind::Pieces);
  const PiecesLetter read_pieces = take_pieces(of_pieces);
  EXPECT_EQ(read_pieces.set, 9u);
  EXPECT_EQ(read_pieces.from, 1u);
  EXPECT_EQ(read_pieces.pieces, (PiecesLetter{9, 1, {{0, "a piece"}, {2, ""}}}).pieces);
  const std::string question = encode_letter(QuestionLetter{5, {.op = Op::Count, .a = 7}});
  ByteReader of_question(question);
  ASSERT_EQ(take_kind(of_question), LetterKind::Question);
  EXPECT_EQ(take_question(of_question).number, 5u);
  const std::string none = encode_letter(QuestionLetter{5, {.op = Op::And, .a = 7}});
  ByteReader of_none(none);
  take_kind(of_none);
  EXPECT_THROW(take_question(of_none), BadBytes);
}

void read_whole(const std::string& bytes) {
  ByteReader reader(bytes);
  switch (take_kind(reader)) {
    case LetterKind::Start:
      take_start(reader);
      break;
    case LetterKind::Commands:
      take_commands(reader);
      break;
    case LetterKind::Question:
      take_question(reader);
      break;
    case LetterKind::Abandon:
      take_abandon(reader);
      break;
    case LetterKind::GoOn:
      take_go_on(reader);
      break;
    case LetterKind::Answer:
      take_answer_letter(reader);
      break;
    case LetterKind::Failed:
      take_failed(reader);
      break;
    case LetterKind::Complaint:
      take_complaint(reader);
      break;
    case LetterKind::Pieces:
      take_pieces(reader);
      break;
  }
}

// Without the sum of the packets that they travel in.
TEST(Letters, AnyBytesAreReadOrRefused) {
  AnswerLetter answer;
  answer.answer.count = 77;
  answer.work.phases = {1};
  const std::vector<std::string> letters{encode_letter(StartLetter{2, {1, 2, 1}, 1, {3, 1, 2}, "windows"}),
                                         encode_commands({encode_command(some_command())}, 0, 1),
                                         encode_letter(QuestionLetter{5, {.op = Op::Count, .a = 7}}),
                                         encode_go_on(3),
                                         encode_abandon({4, 300}),
                                         encode_letter(answer),
                                         encode_letter(FailedLetter{4, Limit::Memory, "words"}),
                                         encode_letter(ComplaintLetter{2, "words"}),
                                         encode_letter(PiecesLetter{9, 1, {{0, "a piece"}, {2, ""}}})};
  Rng rng(5);
  std::size_t refused = 0;
  for (const std::string& letter : letters) {
    EXPECT_NO_THROW(read_whole(letter));
    for (std::size_t end = 0; end < letter.size(); ++end) EXPECT_THROW(read_whole(letter.substr(0, end)), BadBytes);
    EXPECT_THROW(read_whole(letter + 'x'), BadBytes);
    for (int i = 0; i < 2000; ++i) {
      std::string bytes = letter;
      for (std::size_t changes = rng.below(3) + 1; changes > 0; --changes) {
        bytes[rng.below(bytes.size())] = static_cast<char>(rng.below(256));
      }
      try {
        read_whole(bytes);
      } catch (const BadBytes&) {
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 1000u);
}

}  // namespace
}  // namespace gnomon::slices
