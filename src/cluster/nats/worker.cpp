// The worker: takes tasks from the queue, performs them in processes of their own, publishes the results, and only then
// acknowledges the tasks. What it has taken it keeps by saying so every second; if it falls silent for the time of a lease,
// the server lends the tasks to others.
#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <map>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

#include "cluster/nats/connection.h"
#include "cluster/nats/life.h"
#include "task/pool.h"
#include "task/sha256.h"

namespace gnomon::cluster {

namespace {

using WorkClock = std::chrono::steady_clock;

constexpr std::size_t kMostAttempts = 5;  // after which a task is taken to be what ends its workers
constexpr int kUnknownStatus = 3;
constexpr std::chrono::seconds kTimeForOthers{2};  // to take what is not for this worker

// A task that was taken from the queue.
struct Taken {
  std::size_t number = 0;
  Message message;
  Envelope envelope;                   // without its body
  std::optional<task::Result> result;  // once it has ended; it stays here until the server has it
  bool has_slices = false;
};

class Worker {
 public:
  Worker(Connection& connection, const WorkerOptions& options)
      : connection_(connection), options_(options), pool_(options.program) {
    life_.facts.host = host_name();
    life_.facts.id = fmt::format("{}-{}", life_.facts.host, getpid());
    life_.facts.version = options.version;
    life_.facts.jobs = options.jobs;
  }

  void work();

 private:
  bool stopped() const { return options_.stop != nullptr && options_.stop->load(); }
  std::string queue_name() const { return "workers_" + version_token(options_.version); }
  std::vector<std::string> helper_words(std::size_t memory) const;
  void take();
  void begin(Message message);
  void count_bad(const std::string& run);
  void drop_cancelled();
  void hand_in();
  void say_alive();
  void leave();

  Connection& connection_;
  const WorkerOptions& options_;
  task::Pool pool_;
  WorkerLife life_;
  Subscription queue_;
  Subscription cancellations_;
  std::vector<Taken> taken_;
  std::map<std::string, std::size_t> cancelled_;  // runs, up to which incarnation
  std::map<std::string, std::size_t> bad_;        // messages that were no good, by run
  std::size_t next_number_ = 0;
  WorkClock::time_point next_life_;
  WorkClock::time_point next_take_;
  WorkClock::time_point next_look_;  // at the queue itself
  WorkClock::time_point last_work_ = WorkClock::now();
};

task::Result refused(std::string reason) {
  task::Result result;
  result.answer.status = kUnknownStatus;
  result.reason = std::move(reason);
  return result;
}

std::vector<std::string> Worker::helper_words(std::size_t memory) const {
  std::vector<std::string> words = options_.helper_words;
  words.insert(words.end(), {"--worker", life_.facts.id});
  if (memory > 0) words.insert(words.end(), {"--memory", std::to_string(memory)});
  return words;
}

// A run whose tasks are no good gets no more from this worker.
void Worker::count_bad(const std::string& run) {
  constexpr std::size_t kMostRemembered = 1000;
  if (bad_.size() >= kMostRemembered) bad_.clear();
  if (++bad_[run] == kMostBadMessages) {
    options_.note(fmt::format("run {} is excluded: {} of its messages were no good", run, kMostBadMessages));
  }
}

void Worker::begin(Message message) {
  bool absent = false;
  std::optional<Envelope> envelope = connection_.receive(message.get(), absent);
  if (absent) {
    natsMsg_NakWithDelay(message.get(), kSignOfLife / std::chrono::milliseconds(1), nullptr);
    return;
  }
  const bool good = envelope && envelope->kind == Kind::Task && task::sha256_text(envelope->body) == envelope->task;
  std::optional<task::Task> task = good ? task::decode_task(envelope->body) : std::nullopt;
  const std::optional<HelperRecord> helper = good && !task ? decode_helper(envelope->body) : std::nullopt;
  if (helper) task = helper->task;
  if (helper && std::find(helper->excluded.begin(), helper->excluded.end(), life_.facts.id) != helper->excluded.end()) {
    natsMsg_Nak(message.get(), nullptr);
    next_take_ = WorkClock::now() + kTimeForOthers;
    return;
  }
  if (!task) {
    // The coordinator notices that nobody works on it.
    ++life_.facts.rejected;
    natsMsg_Term(message.get(), nullptr);
    if (envelope) count_bad(envelope->run);
    return;
  }
  if (auto bad = bad_.find(envelope->run); bad != bad_.end() && bad->second >= kMostBadMessages) {
    ++life_.facts.rejected;
    natsMsg_Nak(message.get(), nullptr);
    next_take_ = WorkClock::now() + kTimeForOthers;
    return;
  }
  auto cancelled = cancelled_.find(envelope->run);
  if (cancelled != cancelled_.end() && envelope->incarnation <= cancelled->second) {
    natsMsg_Term(message.get(), nullptr);
    return;
  }
  const std::string body = std::exchange(envelope->body, {});
  Taken taken{next_number_++, std::move(message), std::move(*envelope), std::nullopt, helper.has_value()};
  jsMsgMetaData* facts = nullptr;
  std::uint64_t deliveries = 1;
  if (natsMsg_GetMetaData(&facts, taken.message.get()) == NATS_OK) deliveries = facts->NumDelivered;
  jsMsgMetaData_Destroy(facts);
  if (options_.memory > 0) task->memory = task->memory == 0 ? options_.memory : std::min(task->memory, options_.memory);
  if (deliveries > kMostAttempts) {
    taken.result = refused(fmt::format("{} workers have begun this task and were lost with it", kMostAttempts));
  } else {
    try {
      if (helper) {
        pool_.begin(taken.number, helper_words(task->memory), body);
      } else {
        pool_.begin(taken.number, *task);
      }
    } catch (const std::system_error& error) {
      taken.result = refused(fmt::format("cannot begin a process: {}", error.what()));
    }
  }
  last_work_ = WorkClock::now();
  taken_.push_back(std::move(taken));
}

void Worker::take() {
  constexpr std::chrono::milliseconds kPatience{250};
  constexpr std::chrono::milliseconds kGlance{5};
  constexpr std::int64_t kMostPending = 100'000;
  if (taken_.size() >= options_.jobs || !connection_.connected() || WorkClock::now() < next_take_) return;
  if (!queue_) {
    const std::string subjects = fmt::format("gnomon.task.{}.>", version_token(options_.version));
    if (connection_.ensure_streams().empty()) {
      queue_ = connection_.pull(kTaskStream, queue_name(), subjects, kMostPending);
    }
    if (!queue_) return;
  }
  bool broken = false;
  const int free = static_cast<int>(options_.jobs - taken_.size());
  std::vector<Message> messages = fetch(queue_.get(), free, pool_.size() > 0 ? kGlance : kPatience, broken);
  if (messages.empty() && WorkClock::now() > next_look_) {
    next_look_ = WorkClock::now() + kSignOfLife;
    broken = broken || !connection_.has_consumer(kTaskStream, queue_name());
  }
  for (Message& message : messages) begin(std::move(message));
  if (broken) queue_.reset();
}

void Worker::drop_cancelled() {
  constexpr std::size_t kMostRemembered = 1000;
  for (const Message& message : waiting_messages(cancellations_.get())) {
    const std::optional<std::string> text = connection_.unsealed(message.get());
    const std::optional<Cancellation> cancellation = text ? decode_cancellation(*text) : std::nullopt;
    if (!cancellation) continue;
    if (cancelled_.size() >= kMostRemembered) cancelled_.clear();
    std::size_t& incarnation = cancelled_[cancellation->run];
    incarnation = std::max(incarnation, cancellation->incarnation);
    std::erase_if(taken_, [&](const Taken& one) {
      const bool all = cancellation->incarnation == 0 || one.envelope.incarnation <= cancellation->incarnation;
      if (one.envelope.run != cancellation->run || !all) return false;
      pool_.drop(one.number);
      natsMsg_Term(one.message.get(), nullptr);
      return true;
    });
  }
}

// A result that the server does not take is offered again later.
void Worker::hand_in() {
  std::erase_if(taken_, [&](const Taken& one) {
    if (!one.result) return false;
    Envelope envelope = one.envelope;
    envelope.kind = Kind::Result;
    envelope.digest.clear();
    envelope.size = envelope.pieces = 0;
    envelope.body = task::encode_result(*one.result);
    const std::string id =
        fmt::format("{}.{}.{}.{}", envelope.run, envelope.incarnation, envelope.task, life_.facts.id);
    const std::string subject = "gnomon.result." + envelope.run;
    if (!connection_.send(subject, std::move(envelope), id)) return false;
    natsMsg_Ack(one.message.get(), nullptr);
    ++life_.facts.done;
    last_work_ = WorkClock::now();
    return true;
  });
}

void Worker::say_alive() {
  if (WorkClock::now() < next_life_) return;
  next_life_ = WorkClock::now() + kSignOfLife;
  life_.facts.busy = taken_.size();
  life_.facts.slices = static_cast<std::size_t>(
      std::count_if(taken_.begin(), taken_.end(), [](const Taken& one) { return one.has_slices; }));
  life_.facts.memory = pool_.resident_bytes();
  life_.tasks.clear();
  for (const Taken& one : taken_) {
    natsMsg_InProgress(one.message.get(), nullptr);
    life_.tasks.emplace_back(one.envelope.run, one.envelope.task);
  }
  connection_.publish("gnomon.worker." + std::to_string(getpid()), connection_.sealed(encode_life(life_)));
}

// Others get at once what this worker does not finish.
void Worker::leave() {
  hand_in();
  for (const Taken& one : taken_) {
    pool_.drop(one.number);
    natsMsg_Nak(one.message.get(), nullptr);
  }
}

void Worker::work() {
  constexpr std::chrono::milliseconds kWait{20};
  constexpr std::chrono::milliseconds kOffline{100};
  cancellations_ = connection_.listen("gnomon.cancel.*");
  while (!stopped()) {
    connection_.tell_changes(options_.note);
    say_alive();
    drop_cancelled();
    take();
    if (pool_.size() > 0) {
      for (auto& [number, result] : pool_.wait(kWait)) {
        for (Taken& one : taken_) {
          if (one.number != number) continue;
          result.worker = life_.facts.id;
          one.result = std::move(result);
          break;
        }
      }
    } else if (!queue_ || !connection_.connected()) {
      std::this_thread::sleep_for(kOffline);
    }
    hand_in();
    const bool idle = taken_.empty() && options_.idle &&
                      WorkClock::now() - last_work_ > std::chrono::duration<double>(*options_.idle);
    if (idle) break;
  }
  leave();
}

}  // namespace

std::string work(const ClusterOptions& cluster, const WorkerOptions& options) {
  std::string problem;
  Connection connection(cluster, "gnomon worker", problem);
  if (problem.empty()) problem = connection.ensure_streams();
  if (!problem.empty()) return problem;
  options.note(fmt::format("working for {}", cluster.url));
  Worker(connection, options).work();
  return "";
}

}  // namespace gnomon::cluster
