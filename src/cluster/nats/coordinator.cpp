// The coordinator: publishes tasks, takes in results, and publishes again what was lost on the way.
//
// It keeps no more tasks in the queue than some for each worker, so that tasks which turn out to be superfluous are never
// sent. A result is acknowledged after the caller has been told, who has written it down by then; if this process ends in
// between, the result comes again. Results of tasks that are not open are dropped.
#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <map>
#include <set>
#include <thread>
#include <unordered_map>

#include "cluster/nats/connection.h"
#include "cluster/nats/life.h"
#include "task/sha256.h"

namespace gnomon::cluster {

namespace {

using RunClock = std::chrono::steady_clock;

double seconds_between(RunClock::time_point begin, RunClock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

class Coordinator {
 public:
  Coordinator(Connection& connection, const RunOptions& run, const std::vector<task::Task>& tasks,
              const task::Hooks& hooks)
      : connection_(connection), run_(run), tasks_(tasks), hooks_(hooks) {}

  std::string perform();

 private:
  struct Open {
    std::vector<std::size_t> numbers;  // of tasks with this content
    std::size_t attempts = 0;          // how often it was published
    RunClock::time_point published;
    RunClock::time_point worked_on;  // when a worker last said so
  };
  struct Heard {
    WorkerFacts facts;
    RunClock::time_point last;
  };

  bool stopped() const { return run_.interrupt != nullptr && run_.interrupt->load(); }
  bool late() const { return run_.deadline && seconds_between(start_, RunClock::now()) > *run_.deadline; }
  std::string task_subject() const { return fmt::format("gnomon.task.{}.{}", version_token(run_.version), run_.run); }
  std::string result_consumer() const { return fmt::format("run_{}_{}", run_.run, run_.incarnation); }

  void begin_more();
  bool publish(const std::string& name, Open& open);
  bool take_results();
  void take(natsMsg* message);
  void hear_workers();
  void hear_runs();
  void find_lost();
  void notice_a_server_that_forgot();
  void say_alive();
  void show_progress();
  void end_open(task::Ending ending, const std::string& reason);
  void clean_up();

  Connection& connection_;
  const RunOptions& run_;
  const std::vector<task::Task>& tasks_;
  const task::Hooks& hooks_;
  RunClock::time_point start_ = RunClock::now();
  std::size_t next_ = 0;  // the first task that was not begun
  std::size_t ended_ = 0;
  std::unordered_map<std::string, Open> open_;
  std::map<std::string, Heard> workers_;
  std::set<std::string> strangers_;  // workers of other versions that were told of
  Subscription results_;
  Subscription lives_;
  Subscription runs_;
  Subscription cancellations_;
  RunClock::time_point next_life_;
  RunClock::time_point next_look_ = RunClock::now() + kSignOfLife;
  RunClock::time_point next_result_look_;
  RunClock::time_point idle_since_ = RunClock::now();
  std::uint64_t last_sequence_ = 0;
  bool cancelled_ = false;
  bool replaced_ = false;  // a later incarnation of this run is at work
};

// False if the server has not taken it.
bool Coordinator::publish(const std::string& name, Open& open) {
  Envelope envelope;
  envelope.kind = Kind::Task;
  envelope.run = run_.run;
  envelope.incarnation = run_.incarnation;
  envelope.task = name;
  envelope.body = task::encode_task(tasks_[open.numbers.front()]);
  const std::string id = fmt::format("{}.{}.{}.{}", run_.run, run_.incarnation, name, open.attempts);
  // Without an answer it is not known whether the server has it; the next attempt has the same id.
  if (!connection_.send(task_subject(), std::move(envelope), id)) return false;
  ++open.attempts;
  open.published = RunClock::now();
  return true;
}

void Coordinator::begin_more() {
  constexpr std::size_t kLeast = 32;
  constexpr std::size_t kPerJob = 4;
  std::size_t jobs = 0;
  for (const auto& [id, worker] : workers_) jobs += worker.facts.jobs;
  const std::size_t most = std::max(kLeast, jobs * kPerJob);
  while (next_ < tasks_.size() && open_.size() < most && connection_.connected()) {
    const std::size_t number = next_++;
    if (hooks_.skip(number)) {
      ++ended_;
      continue;
    }
    const std::string name = task::sha256_text(task::encode_task(tasks_[number]));
    auto [found, added] = open_.try_emplace(name);
    found->second.numbers.push_back(number);
    // A server that does not answer lets us wait; there is a clock to look at.
    if (added && !publish(name, found->second)) return;
  }
  // Those that the server has not taken.
  for (auto& [name, open] : open_) {
    if (open.attempts == 0 && connection_.connected() && !publish(name, open)) return;
  }
}

void Coordinator::take(natsMsg* message) {
  bool absent = false;
  const std::optional<Envelope> envelope = connection_.receive(message, absent);
  const bool good = envelope && envelope->kind == Kind::Result && envelope->run == run_.run;
  if (!good) {
    // If it was about a task of ours, that task will be found to be nobody's, and be published again.
    hooks_.note(absent ? "a result came without all its pieces; it is asked for again"
                       : "a damaged message was dropped; what it was about is asked for again");
    natsMsg_Term(message, nullptr);
    return;
  }
  auto found = open_.find(envelope->task);
  std::optional<task::Result> result = found != open_.end() ? task::decode_result(envelope->body) : std::nullopt;
  if (result) {
    const Open open = std::move(found->second);
    open_.erase(found);
    for (std::size_t number : open.numbers) {
      ++ended_;
      hooks_.ended(number, *result);
    }
  }
  natsMsg_Ack(message, nullptr);
}

// False if nothing could be asked for.
bool Coordinator::take_results() {
  constexpr int kMost = 64;
  constexpr std::chrono::milliseconds kPatience{100};
  constexpr std::int64_t kMostPending = 10'000;
  if (!connection_.connected()) return false;
  if (!results_) {
    results_ = connection_.pull(kResultStream, result_consumer(), "gnomon.result." + run_.run, kMostPending);
  }
  if (!results_) return false;
  bool broken = false;
  // One at a time waits for the first only; the rest of what is there comes with the next call.
  std::vector<Message> messages = fetch(results_.get(), 1, kPatience, broken);
  if (!messages.empty() && !broken) {
    for (Message& more : fetch(results_.get(), kMost, std::chrono::milliseconds(1), broken)) {
      messages.push_back(std::move(more));
    }
  }
  if (messages.empty() && RunClock::now() > next_result_look_) {
    next_result_look_ = RunClock::now() + kSignOfLife;
    broken = broken || !connection_.has_consumer(kResultStream, result_consumer());
  }
  for (const Message& message : messages) take(message.get());
  if (broken) results_.reset();
  return !broken;
}

void Coordinator::hear_workers() {
  const RunClock::time_point now = RunClock::now();
  for (const Message& message : waiting_messages(lives_.get())) {
    const std::optional<std::string> text = connection_.unsealed(message.get());
    const std::optional<WorkerLife> life = text ? decode_worker(*text) : std::nullopt;
    if (!life) continue;
    if (life->facts.version != run_.version) {
      if (strangers_.insert(life->facts.id).second) {
        hooks_.note(stranger_note(life->facts, run_.version));
      }
      continue;
    }
    workers_[life->facts.id] = {life->facts, now};
    for (const auto& [run, task] : life->tasks) {
      auto found = open_.find(task);
      if (run == run_.run && found != open_.end()) found->second.worked_on = now;
    }
  }
  std::erase_if(workers_, [&](const auto& entry) {
    const bool lost = now - entry.second.last > kSilence && connection_.connected();
    if (lost && entry.second.facts.busy > 0)
      hooks_.note(fmt::format("worker {} lost; its tasks go to others", entry.first));
    return lost;
  });
}

void Coordinator::hear_runs() {
  for (const Message& message : waiting_messages(runs_.get())) {
    const std::optional<std::string> text = connection_.unsealed(message.get());
    const std::optional<RunFacts> life = text ? decode_run(*text) : std::nullopt;
    if (life && life->run == run_.run && life->incarnation > run_.incarnation) replaced_ = true;
  }
  for (const Message& message : waiting_messages(cancellations_.get())) {
    const std::optional<std::string> text = connection_.unsealed(message.get());
    const std::optional<Cancellation> life = text ? decode_cancellation(*text) : std::nullopt;
    if (!life || life->run != run_.run) continue;
    if (life->incarnation == 0 || life->incarnation == run_.incarnation) cancelled_ = true;
    if (life->incarnation > run_.incarnation) replaced_ = true;
  }
}

// With a worker that has nothing to do, tasks that were published a while ago and that nobody works on are lost.
void Coordinator::find_lost() {
  constexpr std::chrono::seconds kWhile{3};
  const RunClock::time_point now = RunClock::now();
  const bool idle = std::any_of(workers_.begin(), workers_.end(),
                                [](const auto& entry) { return entry.second.facts.busy < entry.second.facts.jobs; });
  if (!idle || !connection_.connected()) idle_since_ = now;
  if (now - idle_since_ < kWhile) return;
  std::size_t lost = 0;
  for (auto& [name, open] : open_) {
    if (now - open.published < kWhile || now - open.worked_on < kWhile) continue;
    publish(name, open);
    ++lost;
  }
  if (lost > 0)
    hooks_.note(fmt::format("{} lost on the way; published again",
                            lost == 1 ? "a task was" : fmt::format("{} tasks were", lost)));
  idle_since_ = now;
}

// Numbers of messages only grow, unless the server has lost what it had.
void Coordinator::notice_a_server_that_forgot() {
  if (RunClock::now() < next_look_ || !connection_.connected()) return;
  next_look_ = RunClock::now() + kSignOfLife;
  const StreamInfo info = connection_.stream_info(kTaskStream);
  const std::uint64_t now = info ? info->State.LastSeq : 0;
  if (!info && !connection_.connected()) return;
  if (info && now >= last_sequence_) {
    last_sequence_ = now;
    return;
  }
  if (!connection_.ensure_streams().empty()) return;
  hooks_.note("the server forgot the run; publishing again");
  results_.reset();
  last_sequence_ = 0;
  for (auto& [name, open] : open_) publish(name, open);
}

void Coordinator::say_alive() {
  if (RunClock::now() < next_life_) return;
  next_life_ = RunClock::now() + kSignOfLife;
  const RunFacts facts{run_.run,      host_name(), run_.incarnation,
                       tasks_.size(), ended_,      seconds_between(start_, RunClock::now())};
  connection_.publish("gnomon.run." + run_.run, connection_.sealed(encode_life(facts)));
}

void Coordinator::show_progress() {
  task::Progress progress;
  progress.ended = ended_;
  const RunClock::time_point now = RunClock::now();
  for (const auto& [name, open] : open_) {
    if (now - open.worked_on < 2 * kSignOfLife) progress.under_way.push_back(open.numbers.front());
  }
  std::sort(progress.under_way.begin(), progress.under_way.end());
  progress.seconds = seconds_between(start_, now);
  progress.note = !connection_.connected() ? "no connection"
                  : workers_.empty()       ? "waiting for workers"
                                     : fmt::format("{} worker{}", workers_.size(), workers_.size() == 1 ? "" : "s");
  hooks_.progress(progress);
}

// Tells what has not ended, and what was not begun.
void Coordinator::end_open(task::Ending ending, const std::string& reason) {
  constexpr int kUnknownStatus = 3;
  task::Result result;
  result.ending = ending;
  result.answer.status = kUnknownStatus;
  result.reason = reason;
  for (; next_ < tasks_.size(); ++next_) {
    if (!hooks_.skip(next_)) hooks_.ended(next_, result);
  }
  result.seconds = seconds_between(start_, RunClock::now());
  for (const auto& [name, open] : open_) {
    for (std::size_t number : open.numbers) hooks_.ended(number, result);
  }
  open_.clear();
}

// Nothing of the run stays on the server; workers that are still at it stop.
void Coordinator::clean_up() {
  if (!connection_.connected()) return;
  connection_.publish("gnomon.cancel." + run_.run,
                      connection_.sealed(encode_life(Cancellation{run_.run, run_.incarnation})));
  connection_.purge(kTaskStream, task_subject());
  connection_.purge(kResultStream, "gnomon.result." + run_.run);
  results_.reset();
  connection_.forget_consumer(kResultStream, result_consumer());
}

std::string Coordinator::perform() {
  constexpr std::chrono::milliseconds kOffline{100};
  lives_ = connection_.listen("gnomon.worker.*");
  runs_ = connection_.listen("gnomon.run.*");
  cancellations_ = connection_.listen("gnomon.cancel." + run_.run);
  // What an earlier incarnation left in the queue is published by this one, if it is still open.
  if (run_.incarnation > 1) connection_.purge(kTaskStream, task_subject());
  while (next_ < tasks_.size() || !open_.empty()) {
    connection_.tell_changes(hooks_.note);
    begin_more();
    if (open_.empty() && next_ >= tasks_.size()) break;
    if (!take_results()) std::this_thread::sleep_for(kOffline);
    hear_workers();
    hear_runs();
    say_alive();
    find_lost();
    notice_a_server_that_forgot();
    show_progress();
    if (replaced_) return "another coordinator has taken over this run";
    if (stopped() || cancelled_) {
      end_open(task::Ending::Interrupted, cancelled_ ? "interrupted: the run was cancelled" : "interrupted");
    } else if (late()) {
      end_open(task::Ending::TimeOver, fmt::format("time limit of {} s reached", *run_.deadline));
    }
  }
  clean_up();
  return "";
}

class ClusterPerformer : public task::Performer {
 public:
  ClusterPerformer(ClusterOptions cluster, RunOptions run) : cluster_(std::move(cluster)), run_(std::move(run)) {}

  std::string perform(const std::vector<task::Task>& tasks, const task::Hooks& hooks) override {
    std::string problem;
    Connection connection(cluster_, "gnomon coordinator", problem);
    if (problem.empty()) problem = connection.ensure_streams();
    return problem.empty() ? Coordinator(connection, run_, tasks, hooks).perform() : problem;
  }

 private:
  ClusterOptions cluster_;
  RunOptions run_;
};

}  // namespace

std::string missing_cluster() {
  return "";
}

std::unique_ptr<task::Performer> cluster_performer(const ClusterOptions& cluster, const RunOptions& run) {
  return std::make_unique<ClusterPerformer>(cluster, run);
}

}  // namespace gnomon::cluster
