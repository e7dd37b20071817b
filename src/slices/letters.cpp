#include "slices/letters.h"

#include <algorithm>

namespace gnomon::slices {

namespace {

constexpr double kMicroseconds = 1e6;
constexpr std::uint64_t kMostSlices = 4096;
constexpr std::uint64_t kMostVariables = 1'000'000;  // of automata
constexpr std::uint64_t kMostNumber = 0xffffffffu;

std::string begin_letter(LetterKind kind) {
  return std::string(1, static_cast<char>(kind));
}

void put_seconds(std::string& bytes, double seconds) {
  put_number(bytes, static_cast<std::uint64_t>(std::max(0.0, seconds) * kMicroseconds));
}

double take_seconds(ByteReader& reader) {
  return static_cast<double>(reader.number()) / kMicroseconds;
}

template <class Numbers>
void put_list(std::string& bytes, const Numbers& numbers) {
  put_number(bytes, numbers.size());
  for (auto number : numbers) put_number(bytes, number);
}

std::vector<std::uint32_t> take_list(ByteReader& reader) {
  std::vector<std::uint32_t> numbers(reader.count());
  for (std::uint32_t& number : numbers) number = static_cast<std::uint32_t>(reader.number(kMostNumber));
  return numbers;
}

void put_values(std::string& bytes, const std::vector<ispl::Value>& values) {
  put_number(bytes, values.size());
  for (ispl::Value value : values) put_signed(bytes, value);
}

std::vector<ispl::Value> take_values(ByteReader& reader) {
  std::vector<ispl::Value> values(reader.count(2));
  for (ispl::Value& value : values) value = reader.signed_number();
  return values;
}

void put_count(std::string& bytes, const BigInt& count) {
  put_text(bytes, count.get_str(16));
}

BigInt take_count(ByteReader& reader) {
  const std::string digits(reader.text());
  if (digits.empty() || digits.find_first_not_of("0123456789abcdef") != std::string::npos) {
    throw BadBytes("a count is damaged");
  }
  return BigInt(digits, 16);
}

void put_command(std::string& bytes, const Command& command) {
  bytes += static_cast<char>(command.op);
  for (SetNumber set : {command.result, command.second, command.a, command.b}) put_number(bytes, set);
  put_number(bytes, command.index);
  put_number(bytes, command.member.index());
  put_number(bytes, command.group.size());
  for (ispl::AgentId agent : command.group) put_number(bytes, agent.index());
  put_number(bytes, static_cast<std::uint64_t>(command.edges));
  put_number(bytes, command.with_actions ? 1 : 0);
  put_number(bytes, command.bytes ? 1 : 0);
  if (command.bytes) put_text(bytes, *command.bytes);
  put_values(bytes, command.values);
  put_list(bytes, command.bits);
  put_number(bytes, command.pairs.size());
  for (const auto& [from, to] : command.pairs) {
    put_number(bytes, from);
    put_number(bytes, to);
  }
}

Command take_command(ByteReader& reader) {
  Command command;
  command.op = static_cast<Op>(reader.number(static_cast<std::uint64_t>(Op::TakeOrder)));
  for (SetNumber* set : {&command.result, &command.second, &command.a, &command.b}) *set = reader.number();
  command.index = reader.number();
  command.member = ispl::AgentId(reader.number(kMostNumber));
  const std::size_t members = reader.count();
  for (std::size_t i = 0; i < members; ++i) command.group.emplace_back(reader.number(kMostNumber));
  command.edges = static_cast<check::Edges>(reader.number(static_cast<std::uint64_t>(check::Edges::Recurrent)));
  command.with_actions = reader.number(1) == 1;
  if (reader.number(1) == 1) command.bytes = std::make_shared<const std::string>(reader.text());
  command.values = take_values(reader);
  command.bits = take_list(reader);
  const std::size_t pairs = reader.count(2);
  for (std::size_t i = 0; i < pairs; ++i) {
    const auto from = static_cast<std::uint32_t>(reader.number(kMostNumber));
    command.pairs.emplace_back(from, static_cast<std::uint32_t>(reader.number(kMostNumber)));
  }
  return command;
}

void put_answer(std::string& bytes, const Answer& answer) {
  put_number(bytes, answer.yes ? 1 : 0);
  put_count(bytes, answer.count);
  put_text(bytes, answer.bytes);
  put_list(bytes, answer.bits);
  put_values(bytes, answer.values);
  put_count(bytes, answer.astray);
  for (std::size_t number : {answer.nodes, answer.peak_nodes, answer.peak_bytes}) put_number(bytes, number);
}

Answer take_answer(ByteReader& reader) {
  Answer answer;
  answer.yes = reader.number(1) == 1;
  answer.count = take_count(reader);
  answer.bytes = reader.text();
  answer.bits = take_list(reader);
  answer.values = take_values(reader);
  answer.astray = take_count(reader);
  for (std::size_t* number : {&answer.nodes, &answer.peak_nodes, &answer.peak_bytes}) *number = reader.number();
  return answer;
}

}  // namespace

std::string encode_letter(const StartLetter& letter) {
  std::string bytes = begin_letter(LetterKind::Start);
  put_number(bytes, letter.own);
  put_list(bytes, letter.hosts);
  put_number(bytes, letter.strategy);
  put_list(bytes, letter.order);
  put_text(bytes, letter.windows);
  return bytes;
}

StartLetter take_start(ByteReader& reader) {
  StartLetter letter;
  letter.own = reader.number(kMostSlices);
  const std::size_t slices = reader.count();
  for (std::size_t i = 0; i < slices; ++i) letter.hosts.push_back(reader.number(kMostSlices));
  letter.strategy = static_cast<std::uint8_t>(reader.number(0xff));
  letter.order = take_list(reader);
  letter.windows = reader.text();
  reader.end();
  return letter;
}

std::string encode_command(const Command& command) {
  std::string bytes;
  put_command(bytes, command);
  return bytes;
}

std::string encode_commands(const std::vector<std::string>& commands, std::size_t first, std::size_t end) {
  std::string bytes = begin_letter(LetterKind::Commands);
  put_number(bytes, end - first);
  for (std::size_t i = first; i < end; ++i) bytes += commands[i];
  return bytes;
}

std::vector<Command> take_commands(ByteReader& reader) {
  std::vector<Command> commands;
  for (std::size_t left = reader.count(); left > 0; --left) commands.push_back(take_command(reader));
  reader.end();
  return commands;
}

std::string encode_letter(const QuestionLetter& letter) {
  std::string bytes = begin_letter(LetterKind::Question);
  put_number(bytes, letter.number);
  put_command(bytes, letter.command);
  return bytes;
}

QuestionLetter take_question(ByteReader& reader) {
  QuestionLetter letter;
  letter.number = reader.number();
  letter.command = take_command(reader);
  if (!is_question(letter.command.op)) throw BadBytes("a question asks nothing");
  reader.end();
  return letter;
}

std::string encode_go_on(std::uint64_t turn) {
  std::string bytes = begin_letter(LetterKind::GoOn);
  put_number(bytes, turn);
  return bytes;
}

std::string encode_abandon(const AbandonLetter& letter) {
  std::string bytes = begin_letter(LetterKind::Abandon);
  put_number(bytes, letter.turn);
  put_number(bytes, letter.last);
  return bytes;
}

AbandonLetter take_abandon(ByteReader& reader) {
  AbandonLetter letter;
  letter.turn = reader.number();
  letter.last = reader.number();
  reader.end();
  return letter;
}

std::uint64_t take_go_on(ByteReader& reader) {
  const std::uint64_t turn = reader.number();
  reader.end();
  return turn;
}

std::string encode_letter(const AnswerLetter& letter) {
  std::string bytes = begin_letter(LetterKind::Answer);
  put_number(bytes, letter.question);
  put_number(bytes, letter.slice);
  put_answer(bytes, letter.answer);
  const SliceWork& work = letter.work;
  put_number(bytes, work.phases.size());
  for (double seconds : work.phases) put_seconds(bytes, seconds);
  put_number(bytes, work.pieces);
  put_number(bytes, work.bytes);
  put_seconds(bytes, work.waited);
  return bytes;
}

AnswerLetter take_answer_letter(ByteReader& reader) {
  AnswerLetter letter;
  letter.question = reader.number();
  letter.slice = reader.number();
  letter.answer = take_answer(reader);
  SliceWork& work = letter.work;
  work.phases.resize(reader.count());
  for (double& seconds : work.phases) seconds = take_seconds(reader);
  work.pieces = reader.number();
  work.bytes = reader.number();
  work.waited = take_seconds(reader);
  reader.end();
  return letter;
}

std::string encode_letter(const FailedLetter& letter) {
  std::string bytes = begin_letter(LetterKind::Failed);
  put_number(bytes, letter.turn);
  put_number(bytes, static_cast<std::uint64_t>(letter.limit));
  put_text(bytes, letter.words);
  return bytes;
}

FailedLetter take_failed(ByteReader& reader) {
  FailedLetter letter;
  letter.turn = reader.number();
  letter.limit = static_cast<Limit>(reader.number(static_cast<std::uint64_t>(Limit::Interrupt)));
  letter.words = reader.text();
  reader.end();
  return letter;
}

std::string encode_letter(const ComplaintLetter& letter) {
  std::string bytes = begin_letter(LetterKind::Complaint);
  put_number(bytes, letter.about);
  put_text(bytes, letter.words);
  return bytes;
}

ComplaintLetter take_complaint(ByteReader& reader) {
  ComplaintLetter letter;
  letter.about = reader.number(kMostSlices);
  letter.words = reader.text();
  reader.end();
  return letter;
}

std::string encode_letter(const PiecesLetter& letter) {
  std::string bytes = begin_letter(LetterKind::Pieces);
  put_number(bytes, letter.set);
  put_number(bytes, letter.from);
  put_number(bytes, letter.pieces.size());
  for (const auto& [to, piece] : letter.pieces) {
    put_number(bytes, to);
    put_text(bytes, piece);
  }
  return bytes;
}

PiecesLetter take_pieces(ByteReader& reader) {
  PiecesLetter letter;
  letter.set = reader.number();
  letter.from = reader.number();
  for (std::size_t left = reader.count(2); left > 0; --left) {
    const std::size_t to = reader.number();
    letter.pieces.emplace_back(to, reader.text());
  }
  reader.end();
  return letter;
}

LetterKind take_kind(ByteReader& reader) {
  return static_cast<LetterKind>(reader.number(static_cast<std::uint64_t>(LetterKind::Pieces)));
}

const Command& checked_command(const Command& command, const ispl::CheckedModel& model) {
  auto is_agent = [&](ispl::AgentId agent) { return agent.index() < model.agents.size(); };
  auto has_action = [&] {
    return is_agent(command.member) && command.index < model.agents[command.member.index()].actions.size();
  };
  bool good = std::all_of(command.group.begin(), command.group.end(), is_agent);
  switch (command.op) {
    case Op::Proposition:
      good = good && command.index < model.propositions.size();
      break;
    case Op::Red:
      good = good && is_agent(command.member);
      break;
    case Op::Commit:
    case Op::HasChoice:
      good = good && has_action();
      break;
    case Op::Load:
      good = good && command.bytes != nullptr;
      break;
    case Op::Single:
      good = good && command.values.size() == model.variables.size();
      break;
    case Op::Variables:
      good = good && command.index <= kMostVariables;
      break;
    case Op::Drop:
    case Op::None:
    case Op::And:
    case Op::Or:
    case Op::Minus:
    case Op::Initial:
    case Op::Deadlocked:
    case Op::Overflowing:
    case Op::AndExists:
    case Op::Renamed:
    case Op::LeadingTo:
    case Op::EnabledChoices:
    case Op::CanAvoid:
    case Op::Closed:
    case Op::SetReachable:
    case Op::Image:
    case Op::Preimage:
    case Op::ForeignPreimage:
    case Op::LookAlikes:
    case Op::RecurrentlyAlike:
    case Op::Outcomes:
    case Op::Send:
    case Op::Receive:
    case Op::IsEmpty:
    case Op::IsEqual:
    case Op::IsSubset:
    case Op::IsDisjoint:
    case Op::Count:
    case Op::Least:
    case Op::Bytes:
    case Op::Mentioned:
    case Op::Nodes:
    case Op::Figures:
    case Op::Halves:
    case Op::Sift:
    case Op::TakeOrder:
      break;
  }
  if (!good) throw BadBytes("a command names what the model does not have");
  return command;
}

}  // namespace gnomon::slices
