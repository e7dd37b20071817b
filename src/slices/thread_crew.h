// Slices on the threads of one process. They share the log and the pieces that travel, as the bytes that would go over a
// network, and nothing else: each slice has a manager of its own, which one thread at a time works with. There may be
// more slices than threads; a thread stays with a slice until that has to wait. The coordinator's thread is one of them:
// it works while it waits for an answer. Nothing is done before one is asked for.
//
// A limit that one slice reaches stops all of them when they have finished what they are doing. The coordinator is told,
// and its next question lets them go on, with the limits of then.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "slices/crew.h"
#include "slices/slice.h"

namespace gnomon::slices {

class ThreadCrew : public Crew {
 public:
  // With so many threads, that of the caller included. The budget must outlive the crew.
  ThreadCrew(std::vector<SliceStart> starts, std::size_t threads, const Budget& budget);
  ~ThreadCrew() override;
  ThreadCrew(const ThreadCrew&) = delete;
  ThreadCrew& operator=(const ThreadCrew&) = delete;

  std::size_t size() const override { return members_.size(); }
  void append(Command command) override;
  std::vector<Answer> ask(Command command) override;
  [[noreturn]] void refuse(std::size_t slice, const std::string& why) override;
  void abandon() override;
  void adopt_limits() override;
  CrewFigures figures() const override;

 private:
  struct Replies {
    std::vector<Answer> answers;
    std::size_t given = 0;
  };
  struct Entry {
    Command command;
    std::shared_ptr<Replies> replies;  // of a question
    std::size_t phase = 0;
  };
  struct Member {
    SliceStart start;
    std::unique_ptr<Slice> slice;  // made by the first thread that comes to it
    std::size_t position = 0;      // in the log
    bool running = false;
    std::size_t phase = 0;
    double phase_seconds = 0;
    CrewFigures::One figures = {};
  };
  struct Mail {
    std::vector<std::vector<std::shared_ptr<const std::string>>> to;  // by receiver
    std::size_t sent = 0;
    std::size_t received = 0;
  };

  // What follows expects that the mutex is held.
  void add(Command command, std::shared_ptr<Replies> replies);
  bool may_go_on(const Member& member) const;
  Member* next_member();
  void work();
  void work_on(std::unique_lock<std::mutex>& lock, Member& member);
  void step(std::unique_lock<std::mutex>& lock, std::size_t who);
  void post(std::size_t sender, SetNumber set, std::vector<std::string> pieces);
  std::vector<std::shared_ptr<const std::string>> fetch(std::size_t receiver, SetNumber set);
  void spent(Member& member, std::size_t phase, double seconds);
  void forget_done();
  void pause(std::unique_lock<std::mutex>& lock);
  Budget budget_of_slices() const;

  const Budget* budget_;
  mutable std::mutex mutex_;
  std::condition_variable work_;   // something may have to be done
  std::condition_variable quiet_;  // an answer is there, or nobody works
  std::deque<Entry> log_;
  std::size_t first_ = 0;  // the place of its front
  std::vector<Member> members_;
  std::unordered_map<SetNumber, Mail> mail_;
  std::size_t running_ = 0;
  bool paused_ = true;
  std::atomic<bool> ends_ = false;
  std::exception_ptr failure_;
  std::size_t phase_ = 0;
  std::map<std::size_t, double> slowest_;  // of phases that are not over
  double critical_seconds_ = 0;
  std::size_t exchanges_ = 0;
  std::vector<std::thread> threads_;
};

}  // namespace gnomon::slices
