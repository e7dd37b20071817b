#include "slices/thread_crew.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "base/thread_seconds.h"

namespace gnomon::slices {

ThreadCrew::ThreadCrew(std::vector<SliceStart> starts, std::size_t threads, const Budget& budget) : budget_(&budget) {
  for (SliceStart& start : starts) {
    start.options.budget = budget_of_slices();
    members_.push_back({.start = std::move(start), .slice = nullptr});
  }
  const std::size_t count = std::clamp<std::size_t>(threads, 1, members_.size());
  for (std::size_t i = 1; i < count; ++i) threads_.emplace_back([this] { work(); });
}

ThreadCrew::~ThreadCrew() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  work_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

// Only the coordinator's thread shows progress. The others look whether the crew ends.
Budget ThreadCrew::budget_of_slices() const {
  Budget budget = *budget_;
  budget.tick = [this, tick = budget_->tick, coordinator = std::this_thread::get_id()] {
    if (ends_) throw LimitReached(Limit::Interrupt, "interrupted");
    if (tick && std::this_thread::get_id() == coordinator) tick();
  };
  return budget;
}

void ThreadCrew::add(Command command, std::shared_ptr<Replies> replies) {
  const bool ends_phase = command.op == Op::Send || replies != nullptr;
  if (command.op == Op::Send) ++exchanges_;
  log_.push_back({std::move(command), std::move(replies), phase_});
  if (ends_phase) ++phase_;
}

void ThreadCrew::append(Command command) {
  const std::lock_guard lock(mutex_);
  add(std::move(command), nullptr);
}

std::vector<Answer> ThreadCrew::ask(Command command) {
  constexpr std::chrono::milliseconds kLook{50};
  budget_->poll();
  auto replies = std::make_shared<Replies>();
  replies->answers.resize(size());
  std::unique_lock lock(mutex_);
  add(std::move(command), replies);
  paused_ = false;
  work_.notify_all();
  while (replies->given < size()) {
    if (failure_ != nullptr) {
      pause(lock);
      std::rethrow_exception(std::exchange(failure_, nullptr));
    }
    if (Member* member = next_member()) {
      work_on(lock, *member);
      continue;
    }
    auto over = [&] { return replies->given == size() || failure_ != nullptr || next_member() != nullptr; };
    if (quiet_.wait_for(lock, kLook, over)) continue;
    lock.unlock();
    std::exception_ptr limit;
    try {
      budget_->poll();
    } catch (...) {
      limit = std::current_exception();
    }
    lock.lock();
    if (limit && failure_ == nullptr) failure_ = limit;
  }
  return std::move(replies->answers);
}

void ThreadCrew::pause(std::unique_lock<std::mutex>& lock) {
  paused_ = true;
  quiet_.wait(lock, [&] { return running_ == 0; });
}

// Slices of this process send nothing that is no good.
void ThreadCrew::refuse(std::size_t slice, const std::string& why) {
  throw std::logic_error(fmt::format("slice {}: {}", slice, why));
}

void ThreadCrew::abandon() {
  std::unique_lock lock(mutex_);
  pause(lock);
  failure_ = nullptr;
  first_ += log_.size();
  log_.clear();
  mail_.clear();
  for (Member& member : members_) member.position = first_;
}

void ThreadCrew::adopt_limits() {
  std::unique_lock lock(mutex_);
  pause(lock);
  const Budget budget = budget_of_slices();
  for (Member& member : members_) {
    member.start.options.budget = budget;
    if (member.slice) member.slice->set_budget(budget);
  }
}

CrewFigures ThreadCrew::figures() const {
  const std::lock_guard lock(mutex_);
  CrewFigures all;
  for (const Member& member : members_) all.slices.push_back(member.figures);
  all.critical_seconds = critical_seconds_;
  for (const auto& [phase, seconds] : slowest_) all.critical_seconds += seconds;
  all.exchanges = exchanges_;
  return all;
}

bool ThreadCrew::may_go_on(const Member& member) const {
  if (paused_ || ends_ || member.position == first_ + log_.size()) return false;
  const Command& command = log_[member.position - first_].command;
  if (command.op != Op::Receive) return true;
  auto mail = mail_.find(command.result);
  return mail != mail_.end() && mail->second.sent == members_.size();
}

ThreadCrew::Member* ThreadCrew::next_member() {
  for (Member& member : members_) {
    if (!member.running && may_go_on(member)) return &member;
  }
  return nullptr;
}

void ThreadCrew::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    Member* member = nullptr;
    work_.wait(lock, [&] { return ends_ || (member = next_member()) != nullptr; });
    if (ends_) return;
    work_on(lock, *member);
  }
}

void ThreadCrew::work_on(std::unique_lock<std::mutex>& lock, Member& member) {
  member.running = true;
  ++running_;
  while (may_go_on(member)) step(lock, static_cast<std::size_t>(&member - members_.data()));
  member.running = false;
  if (--running_ == 0) quiet_.notify_all();
}

// One command of a slice. The entry of the log stays where it is as long as some slice has not done it.
void ThreadCrew::step(std::unique_lock<std::mutex>& lock, std::size_t who) {
  Member& member = members_[who];
  const Entry& entry = log_[member.position - first_];
  const Command& command = entry.command;
  std::vector<std::shared_ptr<const std::string>> pieces;
  if (command.op == Op::Receive) pieces = fetch(who, command.result);
  lock.unlock();
  const double before = thread_seconds();
  std::exception_ptr failed;
  Answer answer;
  std::vector<std::string> sent;
  try {
    if (!member.slice) member.slice = std::make_unique<Slice>(member.start);
    if (command.op == Op::Send) {
      sent = member.slice->send(command);
    } else if (command.op == Op::Receive) {
      member.slice->receive(command, pieces);
    } else {
      answer = member.slice->perform(command);
    }
  } catch (...) {
    failed = std::current_exception();
  }
  const double seconds = thread_seconds() - before;
  lock.lock();
  spent(member, entry.phase, seconds);
  if (failed) {
    if (!failure_) failure_ = failed;
    paused_ = true;
    quiet_.notify_all();
    return;
  }
  if (command.op == Op::Send) post(who, command.result, std::move(sent));
  if (command.op == Op::Receive && ++mail_.at(command.result).received == size()) mail_.erase(command.result);
  if (entry.replies) {
    entry.replies->answers[who] = std::move(answer);
    if (++entry.replies->given == size()) quiet_.notify_all();
  }
  ++member.position;
  forget_done();
}

void ThreadCrew::post(std::size_t sender, SetNumber set, std::vector<std::string> pieces) {
  Mail& mail = mail_[set];
  mail.to.resize(size());
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].empty()) continue;
    CrewFigures::One& figures = members_[sender].figures;
    ++figures.pieces;
    figures.bytes += pieces[i].size();
    mail.to[i].push_back(std::make_shared<const std::string>(std::move(pieces[i])));
  }
  if (++mail.sent < size()) return;
  work_.notify_all();
  quiet_.notify_all();
}

std::vector<std::shared_ptr<const std::string>> ThreadCrew::fetch(std::size_t receiver, SetNumber set) {
  return mail_.at(set).to[receiver];
}

void ThreadCrew::spent(Member& member, std::size_t phase, double seconds) {
  member.figures.seconds += seconds;
  if (member.phase != phase) {
    member.phase = phase;
    member.phase_seconds = 0;
    const auto slower = [](const Member& one, const Member& other) { return one.phase < other.phase; };
    const std::size_t open = std::min_element(members_.begin(), members_.end(), slower)->phase;
    while (!slowest_.empty() && slowest_.begin()->first < open) {
      critical_seconds_ += slowest_.begin()->second;
      slowest_.erase(slowest_.begin());
    }
  }
  member.phase_seconds += seconds;
  double& slowest = slowest_[phase];
  slowest = std::max(slowest, member.phase_seconds);
}

void ThreadCrew::forget_done() {
  std::size_t done = first_ + log_.size();
  for (const Member& member : members_) done = std::min(done, member.position);
  for (; first_ < done; ++first_) log_.pop_front();
}

}  // namespace gnomon::slices
