#include "slices/remote_crew.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <utility>

namespace gnomon::slices {

namespace {

constexpr std::size_t kMostLosses = 5;                            // of helpers at the same question
constexpr std::size_t kCommandBytes = std::size_t{4} << 20;       // of a letter, unless one command has more
constexpr std::chrono::milliseconds kBetweenLooksAtTheClock{50};  // while nothing arrives

}  // namespace

RemoteCrew::RemoteCrew(const std::vector<SliceStart>& starts, HelperPost& post, const Budget& budget,
                       std::size_t longest_command)
    : post_(post),
      budget_(&budget),
      longest_command_(longest_command),
      variables_(starts.front().model->variables.size()) {
  start_.strategy = static_cast<std::uint8_t>(starts.front().options.order);
  start_.order = starts.front().order;
  start_.windows = starts.front().windows;
  figures_.slices.resize(starts.size());
}

// Questions are not kept: they change nothing. What the order of variables becomes after Sift is a command.
void RemoteCrew::append(Command command) {
  if (command.op == Op::Send) ++figures_.exchanges;
  last_set_ = std::max(last_set_, command.result);
  std::string bytes = encode_command(command);
  if (bytes.size() > longest_command_) {
    throw LimitReached(Limit::Size, "a set is too large to be sent to workers");
  }
  log_.push_back(std::move(bytes));
}

void RemoteCrew::begin_anew() {
  helpers_ = 0;
  const std::size_t found = post_.gather(size(), [this] { budget_->poll(); });
  sent_ = 0;
  have_answered_ = false;
  out_of_memory_ = false;
  turn_ = 0;
  stopped_ = false;
  phases_.clear();
  figures_.critical_seconds = 0;
  start_.hosts.clear();
  for (std::size_t i = 0; i < size(); ++i) {
    start_.hosts.push_back(1 + i % found);
    figures_.slices[i] = {};
    figures_.slices[i].worker = post_.name(start_.hosts.back());
  }
  helpers_ = found;
  for (start_.own = 1; start_.own <= helpers_; ++start_.own) post_.send(start_.own, encode_letter(start_));
}

void RemoteCrew::send_all(const std::string& bytes) {
  for (std::size_t helper = 1; helper <= helpers_; ++helper) post_.send(helper, bytes);
}

void RemoteCrew::send_log() {
  while (sent_ < log_.size()) {
    std::size_t end = sent_;
    std::size_t bytes = 0;
    while (end < log_.size() && (end == sent_ || bytes + log_[end].size() <= kCommandBytes))
      bytes += log_[end++].size();
    send_all(encode_commands(log_, sent_, end));
    sent_ = end;
  }
}

std::vector<Answer> RemoteCrew::ask(Command command) {
  budget_->poll();
  if (!given_up_.empty()) throw LimitReached(Limit::Size, given_up_);
  const std::string question = encode_letter(QuestionLetter{++question_, std::move(command)});
  answers_.assign(size(), std::nullopt);
  missing_ = size();
  bool asked = false;
  std::size_t losses = 0;
  while (missing_ > 0) {
    if (helpers_ == 0 || post_.broken()) {
      if (helpers_ != 0 && ++losses > kMostLosses) {
        const std::string why = post_.why_lost();
        given_up_ = fmt::format("workers were lost {} times at the same place{}", losses,
                                why.empty() ? "" : fmt::format(" ({})", why));
        throw LimitReached(Limit::Size, given_up_);
      }
      begin_anew();
      asked = false;
    }
    if (!asked) {
      if (std::exchange(stopped_, false)) send_all(encode_go_on(++turn_));
      send_log();
      send_all(question);
      asked = true;
    }
    if (const std::optional<Letter> letter = post_.receive(kBetweenLooksAtTheClock)) take(*letter);
    budget_->poll();
  }
  done_ = log_.size();
  have_answered_ = true;
  std::vector<Answer> answers;
  for (std::optional<Answer>& answer : answers_) answers.push_back(std::move(*answer));
  return answers;
}

// Helpers that have not come as far as the log goes now begin anew: what they would forget is needed. So do those of which
// one has no memory: a process does not give back what it has taken, and could not do anything more.
void RemoteCrew::abandon() {
  log_.resize(done_);
  sent_ = std::min(sent_, done_);
  stopped_ = false;
  if (!have_answered_ || out_of_memory_) helpers_ = 0;
  if (helpers_ != 0 && !post_.broken()) send_all(encode_abandon({++turn_, last_set_}));
}

void RemoteCrew::begin_from(const std::vector<Command>& commands) {
  log_.clear();
  for (const Command& command : commands) append(command);
  done_ = sent_ = log_.size();
}

void RemoteCrew::take(const Letter& letter) {
  try {
    ByteReader reader(letter.bytes);
    const LetterKind kind = take_kind(reader);
    if (kind == LetterKind::Answer) {
      AnswerLetter answer = take_answer_letter(reader);
      if (answer.slice >= size() || start_.hosts[answer.slice] != letter.from) {
        throw BadBytes("an answer for a slice that is elsewhere");
      }
      take_answer(std::move(answer));
      return;
    }
    if (kind == LetterKind::Complaint) {
      const ComplaintLetter complaint = take_complaint(reader);
      if (complaint.about == 0 || complaint.about > helpers_) throw BadBytes("a complaint about nobody");
      post_.blame(complaint.about, complaint.words);
      return;
    }
    if (kind != LetterKind::Failed) throw BadBytes("a letter that only the coordinator sends");
    const FailedLetter failed = take_failed(reader);
    if (failed.turn != turn_) return;  // it has been told to go on since
    stopped_ = true;
    out_of_memory_ = out_of_memory_ || failed.limit == Limit::Memory;
    const bool known = failed.limit == Limit::Memory || failed.limit == Limit::Nodes;
    throw LimitReached(known ? failed.limit : Limit::Size,
                       fmt::format("{} at worker {}", failed.words, post_.name(letter.from)));
  } catch (const BadBytes& bad) {
    post_.blame(letter.from, bad.what());
  }
}

void RemoteCrew::refuse(std::size_t slice, const std::string& why) {
  const std::string name = post_.name(start_.hosts.at(slice));
  post_.blame(start_.hosts.at(slice), why);
  if (++refused_ > kMostLosses) throw LimitReached(Limit::Size, fmt::format("worker {}: {}", name, why));
}

void RemoteCrew::take_answer(AnswerLetter letter) {
  if (letter.answer.yes && !letter.answer.values.empty() && letter.answer.values.size() != variables_) {
    throw BadBytes("a state with too few or too many values");
  }
  CrewFigures::One& one = figures_.slices[letter.slice];
  for (double seconds : letter.work.phases) one.seconds += seconds;
  one.pieces += letter.work.pieces;
  one.bytes += letter.work.bytes;
  one.waited += letter.work.waited;
  count_phases(letter.question, letter.work.phases);
  std::optional<Answer>& place = answers_[letter.slice];
  if (letter.question != question_ || place) return;  // of a question that a limit has ended
  place = std::move(letter.answer);
  --missing_;
}

void RemoteCrew::count_phases(std::uint64_t question, const std::vector<double>& phases) {
  Phases& all = phases_[question];
  if (all.slowest.size() < phases.size()) all.slowest.resize(phases.size());
  for (std::size_t i = 0; i < phases.size(); ++i) all.slowest[i] = std::max(all.slowest[i], phases[i]);
  if (++all.given < size()) return;
  for (double seconds : all.slowest) figures_.critical_seconds += seconds;
  phases_.erase(question);
}

}  // namespace gnomon::slices
