#include "slices/chronicle.h"

#include <utility>

#include "slices/letters.h"

namespace gnomon::slices {

namespace {

enum class Entry : std::uint8_t { Outset, Answers, Limit, Choice, Snapshot, NoSnapshot };

constexpr std::uint64_t kMostBits = 0xffffffffu;
constexpr auto kLastChoice = static_cast<std::uint64_t>(Choice::Checkpoint);

// FNV-1a. A mistake is to be found, not an intention. The upper bit is left out: numbers have 63 (slices/bytes.h).
std::uint64_t sum_of(std::uint64_t sum, std::string_view bytes) {
  constexpr std::uint64_t kPrime = 1099511628211u;
  constexpr std::uint64_t kOffset = 14695981039346656037u;
  sum ^= kOffset;
  for (const char c : bytes) sum = (sum ^ static_cast<unsigned char>(c)) * kPrime;
  return sum >> 1;
}

std::string begin_entry(Entry entry) {
  return std::string(1, static_cast<char>(entry));
}

Entry take_entry(ByteReader& reader) {
  return static_cast<Entry>(reader.number(static_cast<std::uint64_t>(Entry::NoSnapshot)));
}

[[noreturn]] void raise_misfit() {
  throw LimitReached(Limit::Size, "what is to be resumed does not fit: it tells of other work than this");
}

std::string encode_outset(const Outset& outset) {
  std::string bytes = begin_entry(Entry::Outset);
  put_number(bytes, outset.strategy);
  put_number(bytes, outset.order.size());
  for (const std::uint32_t bit : outset.order) put_number(bytes, bit);
  put_text(bytes, outset.windows);
  put_text(bytes, outset.reached);
  put_number(bytes, outset.nodes);
  put_number(bytes, outset.rounds);
  put_number(bytes, outset.chaining ? 1 : 0);
  put_number(bytes, outset.complete ? 1 : 0);
  put_number(bytes, outset.depth ? *outset.depth + 1 : 0);
  return bytes;
}

Outset take_outset(ByteReader& reader) {
  if (take_entry(reader) != Entry::Outset) raise_misfit();
  Outset outset;
  outset.strategy = static_cast<std::uint8_t>(reader.number(UINT8_MAX));
  outset.order.resize(reader.count());
  for (std::uint32_t& bit : outset.order) bit = static_cast<std::uint32_t>(reader.number(kMostBits));
  outset.windows = reader.text();
  outset.reached = reader.text();
  outset.nodes = reader.number();
  outset.rounds = reader.number();
  outset.chaining = reader.number(1) == 1;
  outset.complete = reader.number(1) == 1;
  if (const std::uint64_t depth = reader.number(); depth > 0) outset.depth = depth - 1;
  reader.end();
  return outset;
}

}  // namespace

std::optional<Outset> earlier_outset(History* history) {
  if (history == nullptr || history->next() == nullptr) return std::nullopt;
  ByteReader reader(*history->next());
  try {
    Outset outset = take_outset(reader);
    history->take();
    return outset;
  } catch (const BadBytes&) {
    raise_misfit();
  }
}

void tell_outset(History* history, const Outset& outset) {
  if (history == nullptr) return;
  const std::string problem = history->tell(encode_outset(outset));
  if (!problem.empty()) throw LimitReached(Limit::Size, problem);
}

void Chronicle::append(const Command& command) {
  if (history_ == nullptr || command.op == Op::Drop) return;
  if (stopped_) return end();
  sum_ = sum_of(sum_, encode_command(command));
}

std::uint64_t Chronicle::key(const Command& question) const {
  return history_ == nullptr ? 0 : sum_of(sum_, encode_command(question));
}

std::string Chronicle::record() {
  std::string record = *history_->next();
  history_->take();
  return record;
}

void Chronicle::raise_if_limit(const std::string& record, std::uint64_t key) {
  ByteReader reader(record);
  if (take_entry(reader) != Entry::Limit) return;
  if (reader.number() != key) raise_misfit();
  const auto limit = static_cast<Limit>(reader.number(static_cast<std::uint64_t>(Limit::Interrupt)));
  const std::string words(reader.text());
  choices_.resize(reader.count());
  for (Choice& choice : choices_) choice = static_cast<Choice>(reader.number(kLastChoice));
  reader.end();
  stopped_ = true;
  throw LimitReached(limit, words);
}

std::vector<Answer> Chronicle::answers(std::uint64_t key) {
  const std::string told = record();
  try {
    raise_if_limit(told, key);
    ByteReader reader(told);
    if (take_entry(reader) != Entry::Answers || reader.number() != key) raise_misfit();
    std::vector<Answer> answers;
    for (std::size_t left = reader.count(); left > 0; --left) {
      ByteReader letter(reader.text());
      if (take_kind(letter) != LetterKind::Answer) raise_misfit();
      answers.push_back(take_answer_letter(letter).answer);
    }
    reader.end();
    return answers;
  } catch (const BadBytes&) {
    raise_misfit();
  }
}

void Chronicle::tell(std::uint64_t key, const std::vector<Answer>& answers) {
  if (history_ == nullptr) return;
  if (stopped_) return end();
  std::string bytes = begin_entry(Entry::Answers);
  put_number(bytes, key);
  put_number(bytes, answers.size());
  for (const Answer& answer : answers) put_text(bytes, encode_letter(AnswerLetter{.answer = answer, .work = {}}));
  tell_record(bytes);
}

std::optional<std::string> Chronicle::snapshot(std::uint64_t key) {
  std::optional<std::string> state = history_->state();
  const std::string told = record();
  try {
    raise_if_limit(told, key);
    ByteReader reader(told);
    const Entry entry = take_entry(reader);
    if ((entry != Entry::Snapshot && entry != Entry::NoSnapshot) || reader.number() != key) raise_misfit();
    if (entry == Entry::NoSnapshot) return std::nullopt;
    return state ? std::move(*state) : std::string();
  } catch (const BadBytes&) {
    raise_misfit();
  }
}

void Chronicle::tell_snapshot(std::uint64_t key, const std::string* bytes) {
  if (history_ == nullptr) return;
  if (stopped_) return end();
  std::string entry = begin_entry(bytes != nullptr ? Entry::Snapshot : Entry::NoSnapshot);
  put_number(entry, key);
  tell_record(entry, bytes);
}

void Chronicle::tell_limit(std::uint64_t key, const LimitReached& limit) {
  if (history_ == nullptr) return;
  if (stopped_) return end();
  stopped_ = true;
  choices_.clear();
  limit_ = begin_entry(Entry::Limit);
  put_number(limit_, key);
  put_number(limit_, static_cast<std::uint64_t>(limit.limit()));
  put_text(limit_, limit.what());
}

// The limit and what was decided because of it are one entry.
void Chronicle::go_on() {
  stopped_ = false;
  const std::vector<Choice> choices = std::exchange(choices_, {});
  if (limit_.empty()) return;
  std::string entry = std::exchange(limit_, {});
  put_number(entry, choices.size());
  for (const Choice choice : choices) put_number(entry, static_cast<std::uint64_t>(choice));
  tell_record(entry);
}

bool Chronicle::agreed(Choice choice, bool now) {
  if (history_ == nullptr) return now;
  if (stopped_ && limit_.empty()) {  // as it was told
    if (choices_.empty() || choices_.front() != choice) return false;
    choices_.erase(choices_.begin());
    return true;
  }
  std::string entry = begin_entry(Entry::Choice);
  put_number(entry, static_cast<std::uint64_t>(choice));
  if (replays()) {
    if (*history_->next() != entry) return false;
    history_->take();
    return true;
  }
  if (!now) return false;
  if (stopped_) {
    choices_.push_back(choice);
  } else {
    tell_record(entry);
  }
  return true;
}

void Chronicle::tell_record(const std::string& record, const std::string* state) {
  if (history_ == nullptr) return;
  check();
  failure_ = state != nullptr ? history_->tell(record, *state) : history_->tell(record);
  check();
}

void Chronicle::check() const {
  if (!failure_.empty()) throw LimitReached(Limit::Size, failure_);
}

void Chronicle::end() {
  history_ = nullptr;
  limit_.clear();
}

}  // namespace gnomon::slices
