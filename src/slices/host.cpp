#include "slices/host.h"

#include <algorithm>
#include <map>
#include <new>
#include <utility>

#include "base/thread_seconds.h"

namespace gnomon::slices {

namespace {

using HostClock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kNoWait{0};
constexpr std::chrono::milliseconds kHostPatience{100};
constexpr std::size_t kCoordinator = 0;

}  // namespace

Host::Host(const ispl::CheckedModel& model, const model::ModelOptions& options, Post& post)
    : model_(model), options_(options), post_(post) {
  options_.work_limit.reset();
  options_.reach = {};
  options_.budget.tick = [this, tick = options.budget.tick] {
    if (post_.broken()) throw LimitReached(Limit::Interrupt, "interrupted");
    if (tick) tick();
  };
}

std::string Host::work() {
  try {
    while (!post_.broken()) {
      take_letters(kNoWait);
      if (advance()) continue;
      const HostClock::time_point begin = HostClock::now();
      take_letters(kHostPatience);
      const double waited = std::chrono::duration<double>(HostClock::now() - begin).count();
      for (Member& member : members_) member.work.waited += waited;
    }
    return "";
  } catch (const BadBytes& bad) {
    fail(Limit::Size, bad.what());
    return bad.what();
  }
}

void Host::take_letters(std::chrono::milliseconds most) {
  for (std::optional<Letter> letter = post_.receive(most); letter; letter = post_.receive(kNoWait)) take(*letter);
}

void Host::take(const Letter& letter) {
  if (letter.from != kCoordinator) {
    take_from_host(letter);
    return;
  }
  ByteReader reader(letter.bytes);
  switch (take_kind(reader)) {
    case LetterKind::Start:
      begin(take_start(reader));
      break;
    case LetterKind::Commands:
      for (Command& command : take_commands(reader)) {
        checked_command(command, model_);
        log_.push_back({std::move(command), std::nullopt});
      }
      break;
    case LetterKind::Question: {
      QuestionLetter question = take_question(reader);
      checked_command(question.command, model_);
      log_.push_back({std::move(question.command), question.number});
      break;
    }
    case LetterKind::GoOn:
      turn_ = take_go_on(reader);
      waits_ = false;
      break;
    case LetterKind::Abandon:
      abandon(take_abandon(reader));
      break;
    case LetterKind::Answer:
    case LetterKind::Failed:
    case LetterKind::Complaint:
    case LetterKind::Pieces:
      throw BadBytes("a letter that only hosts send");
  }
}

// Letters of different parties are in no order: another host may have begun, and have sent, before this one.
void Host::take_from_host(const Letter& letter) {
  if (members_.empty()) {
    early_.push_back(letter);
    return;
  }
  try {
    ByteReader reader(letter.bytes);
    if (take_kind(reader) != LetterKind::Pieces) throw BadBytes("a letter that only the coordinator sends or gets");
    take_pieces_of(letter.from, take_pieces(reader));
  } catch (const BadBytes& bad) {
    complain(letter.from, bad.what());
  }
}

void Host::abandon(const AbandonLetter& letter) {
  turn_ = letter.turn;
  waits_ = false;
  first_ += log_.size();
  log_.clear();
  std::erase_if(mail_, [&](const auto& mail) { return mail.first <= letter.last; });
  for (Member& member : members_) member.position = first_;
}

void Host::take_pieces_of(std::size_t host, PiecesLetter&& letter) {
  if (letter.from >= hosts_.size() || hosts_[letter.from] != host)
    throw BadBytes("pieces of a slice that is elsewhere");
  Mail& mail = mail_of(letter.set);
  if (!mail.sent.insert(letter.from).second) throw BadBytes("pieces of a slice that has sent its own");
  for (auto& [to, piece] : letter.pieces) {
    if (to >= member_of_.size() || !member_of_[to]) throw BadBytes("a piece for a slice that is elsewhere");
    if (piece.empty()) continue;
    Box& box = mail.to[*member_of_[to]];
    box.pieces.push_back(std::make_shared<const std::string>(std::move(piece)));
    box.from.push_back(host);
  }
}

void Host::begin(StartLetter letter) {
  constexpr auto kLastStrategy = static_cast<std::uint8_t>(model::OrderStrategy::Declaration);
  if (!members_.empty() || letter.hosts.empty() || letter.strategy > kLastStrategy) {
    throw BadBytes("a start that is none");
  }
  own_ = letter.own;
  hosts_ = std::move(letter.hosts);
  member_of_.resize(hosts_.size());
  SliceStart start;
  start.model = &model_;
  start.options = options_;
  start.options.order = static_cast<model::OrderStrategy>(letter.strategy);
  start.order = std::move(letter.order);
  start.windows = std::move(letter.windows);
  for (start.number = 0; start.number < hosts_.size(); ++start.number) {
    if (hosts_[start.number] != letter.own) continue;
    member_of_[start.number] = members_.size();
    members_.push_back({.start = start, .slice = nullptr, .work = {}});
    members_.back().work.phases.push_back(0);
  }
  if (members_.empty()) throw BadBytes("a start without a slice");
  for (const Letter& early : std::exchange(early_, {})) take(early);
}

Host::Mail& Host::mail_of(SetNumber set) {
  Mail& mail = mail_[set];
  mail.to.resize(members_.size());
  return mail;
}

bool Host::may_go_on(const Member& member) const {
  if (waits_ || post_.broken() || member.position == first_ + log_.size()) return false;
  const Command& command = log_[member.position - first_].command;
  if (command.op != Op::Receive) return true;
  auto mail = mail_.find(command.result);
  return mail != mail_.end() && mail->second.sent.size() == hosts_.size();
}

bool Host::advance() {
  bool done = false;
  for (std::size_t who = 0; who < members_.size(); ++who) {
    while (may_go_on(members_[who])) {
      step(who);
      done = true;
    }
  }
  return done;
}

// One command of a slice. What a limit has ended is done again when the coordinator says so.
void Host::step(std::size_t who) {
  Member& member = members_[who];
  const Entry& entry = log_[member.position - first_];
  const double before = thread_seconds();
  try {
    options_.budget.poll();
    if (!member.slice) member.slice = std::make_unique<Slice>(member.start);
    perform(who, entry);
    if (waits_) return;  // for the end
    ++member.position;
  } catch (const LimitReached& limit) {
    fail(limit.limit(), limit.what());
  } catch (const std::bad_alloc&) {
    fail(Limit::Memory, "out of memory");
  }
  member.work.phases.back() += thread_seconds() - before;
  if (entry.command.op == Op::Send && !waits_) member.work.phases.push_back(0);
  forget_done();
}

void Host::perform(std::size_t who, const Entry& entry) {
  Member& member = members_[who];
  const Command& command = entry.command;
  if (command.op == Op::Send) {
    send(who, command);
  } else if (command.op == Op::Receive) {
    Mail& mail = mail_of(command.result);
    try {
      member.slice->receive(command, mail.to[who].pieces);
    } catch (const BadPiece& bad) {
      const std::size_t host = mail.to[who].from[bad.which()];
      if (host == own_) throw;
      complain(host, bad.what());
      return;
    }
    mail.to[who] = {};
    if (++mail.received == members_.size()) mail_.erase(command.result);
  } else {
    Answer answer = member.slice->perform(command);
    if (!entry.question) return;
    if (answer.bytes.size() > kLongestLetter / 2) {
      throw LimitReached(Limit::Size, "a part of a set is too large to be sent");
    }
    const AnswerLetter letter{*entry.question, member.start.number, std::move(answer),
                              std::exchange(member.work, SliceWork{{0}, 0, 0, 0})};
    post_.send(kCoordinator, encode_letter(letter));
  }
}

void Host::send(std::size_t who, const Command& command) {
  Member& member = members_[who];
  std::vector<std::string> pieces = member.slice->send(command);
  if (pieces.size() != hosts_.size()) throw BadBytes("there are not as many windows as slices");
  std::size_t total = 0;
  for (const std::string& piece : pieces) total += piece.size();
  if (total > kLongestLetter / 2) throw LimitReached(Limit::Size, "a part of a set is too large to be sent");
  std::map<std::size_t, PiecesLetter> letters;
  for (std::size_t host : hosts_) letters.try_emplace(host, PiecesLetter{command.result, member.start.number, {}});
  letters.erase(hosts_[member.start.number]);
  Mail& mail = mail_of(command.result);
  for (std::size_t to = 0; to < pieces.size(); ++to) {
    if (!pieces[to].empty()) {
      ++member.work.pieces;
      member.work.bytes += pieces[to].size();
    }
    if (!member_of_[to]) {
      letters.at(hosts_[to]).pieces.emplace_back(to, std::move(pieces[to]));
    } else if (!pieces[to].empty()) {
      Box& box = mail.to[*member_of_[to]];
      box.pieces.push_back(std::make_shared<const std::string>(std::move(pieces[to])));
      box.from.push_back(own_);
    }
  }
  mail.sent.insert(member.start.number);
  for (const auto& [host, letter] : letters) post_.send(host, encode_letter(letter));
}

void Host::fail(Limit limit, const std::string& words) {
  waits_ = true;
  post_.send(kCoordinator, encode_letter(FailedLetter{turn_, limit, words}));
}

void Host::complain(std::size_t host, const std::string& words) {
  waits_ = true;
  post_.send(kCoordinator, encode_letter(ComplaintLetter{host, words}));
}

void Host::forget_done() {
  std::size_t done = first_ + log_.size();
  for (const Member& member : members_) done = std::min(done, member.position);
  for (; first_ < done; ++first_) log_.pop_front();
}

}  // namespace gnomon::slices
