// The coordinator's side of a model in slices: finds workers, gives each a task that says that it is to help, and notices
// when one of them is lost. What the letters say is the business of src/slices.
//
// There are no more helpers than free places at workers, so that none waits for another. If some task is not taken, because
// somebody else was faster or it was lost on the way, all are dismissed, and those that came are asked again.
//
// A worker that has sent three letters that are no good is excluded: its places do not count, and tasks name it as one who
// is to leave them to others.
//
// Incarnations grow with each gathering, and by much more with each process that takes the run up again. A coordinator
// that hears of a later process of its run stops.
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "base/budget.h"
#include "cluster/cluster.h"
#include "cluster/nats/life.h"
#include "cluster/nats/packet_post.h"
#include "task/journal.h"
#include "task/sha256.h"

namespace gnomon::cluster {

namespace {

constexpr std::chrono::milliseconds kListenFor{1200};  // everybody gives a sign of life each second
constexpr std::chrono::seconds kUntilNote{3};          // without workers
constexpr std::chrono::seconds kUntilGreeting{6};      // of helpers whose tasks were published
constexpr std::chrono::milliseconds kBetweenPolls{20};
constexpr std::size_t kGatherings = 1'000'000;  // of a process, at most

class Helpers : public PacketPost, public HelperPost {
 public:
  Helpers(std::unique_ptr<Connection> connection, const HelperOptions& options)
      : PacketPost(*connection),
        owner_(std::move(connection)),
        options_(options),
        incarnation_((options.incarnation - 1) * kGatherings) {
    lives_ = connection_.listen("gnomon.worker.*");
    cancellations_ = connection_.listen("gnomon.cancel." + options_.run);
    results_ = connection_.listen("gnomon.result." + options_.run);
    runs_ = connection_.listen("gnomon.run." + options_.run);
    start();
  }
  ~Helpers() override {
    dismiss();
    stop();
    close();
    lives_.reset();
    cancellations_.reset();
    results_.reset();
    runs_.reset();
  }

  void send(std::size_t to, std::string bytes) override { send_letter(to, bytes); }
  std::optional<Letter> receive(std::chrono::milliseconds most) override {
    tell_notes();
    return next_letter(most);
  }
  bool broken() const override { return broken_; }
  std::size_t gather(std::size_t most, const std::function<void()>& poll) override;
  std::size_t spare() const override {
    const std::lock_guard lock(mutex_);
    // Workers say every second what they are busy with.
    return Clock::now() - complete_since_ > 3 * kSignOfLife ? places() : 0;
  }
  std::string name(std::size_t helper) const override {
    const std::lock_guard lock(mutex_);
    return helper <= names_.size() && helper > 0 ? names_[helper - 1] : std::string("unknown");
  }
  void blame(std::size_t helper, const std::string& why) override;
  std::string at_work() const override;
  std::string why_lost() const override {
    const std::lock_guard lock(mutex_);
    return failure_;
  }

 private:
  struct Heard {
    WorkerFacts facts;
    Clock::time_point last;
  };

  std::string task_subject() const {
    return fmt::format("gnomon.task.{}.{}", version_token(options_.version), options_.run);
  }
  std::size_t await_places(const std::function<void()>& poll);
  bool begin(std::size_t count, const std::function<void()>& poll);
  void publish_tasks(std::size_t count);
  void introduce_all();
  void dismiss();
  void pause(const std::function<void()>& poll);
  void tell_notes();

  // What follows is called with the mutex held.
  void meet(const Packet& packet, Clock::time_point now) override;
  void look(Clock::time_point now) override;
  void damaged() override { note("a damaged message was dropped; what it was about is asked for again"); }
  void hear_workers(Clock::time_point now);
  void hear_runs();
  void hear_results();
  void find_silent(Clock::time_point now);
  void lose(std::size_t helper);
  void say_alive(Clock::time_point now);
  void note(std::string text) {
    if (notes_.empty() || notes_.back() != text) notes_.push_back(std::move(text));
  }
  std::size_t places() const;
  bool excluded(const std::string& worker) const {
    auto found = bad_.find(worker);
    return found != bad_.end() && found->second >= kMostBadMessages;
  }

  std::unique_ptr<Connection> owner_;
  HelperOptions options_;
  std::size_t incarnation_;
  std::size_t count_ = 0;           // of helpers that were asked for
  std::vector<std::string> names_;  // of those that have greeted, by number
  std::vector<std::string> tasks_;  // their names
  std::map<std::string, Heard> workers_;
  std::map<std::string, std::size_t> bad_;  // letters that were no good, by worker
  std::set<std::string> strangers_;         // workers of other versions that were told of
  std::vector<std::string> notes_;          // for people, told by the thread that waits
  std::size_t failures_ = 0;                // of processes, since helpers are being gathered
  std::string failure_;                     // the last one
  bool cancelled_ = false;
  bool replaced_ = false;  // a later process has taken up the run
  Clock::time_point begin_ = Clock::now();
  Clock::time_point complete_since_ = Clock::now();  // all helpers have come
  Clock::time_point next_life_;
  Subscription lives_;
  Subscription cancellations_;
  Subscription results_;
  Subscription runs_;
};

void Helpers::tell_notes() {
  std::vector<std::string> notes;
  bool cancelled = false;
  bool replaced = false;
  {
    const std::lock_guard lock(mutex_);
    notes.swap(notes_);
    cancelled = cancelled_;
    replaced = replaced_;
  }
  for (const std::string& text : notes) options_.note(text);
  if (replaced) throw LimitReached(Limit::Size, "another coordinator has taken over this run");
  if (cancelled) throw LimitReached(Limit::Interrupt, "the run was cancelled");
}

// Each worker once; of many, only the range.
std::string Helpers::at_work() const {
  constexpr std::size_t kFew = 4;
  constexpr double kMegabyte = 1e6;
  const std::lock_guard lock(mutex_);
  std::map<std::string, double> megabytes;
  for (const std::string& name : names_) {
    auto found = workers_.find(name);
    if (!name.empty() && found != workers_.end()) {
      megabytes[name] = static_cast<double>(found->second.facts.memory) / kMegabyte;
    }
  }
  std::string text = fmt::format("{} worker{}", megabytes.size(), megabytes.size() == 1 ? "" : "s");
  if (megabytes.size() > kFew) {
    auto less = [](const auto& one, const auto& other) { return one.second < other.second; };
    const auto [least, most] = std::minmax_element(megabytes.begin(), megabytes.end(), less);
    return fmt::format("{} with {:.0f} to {:.0f} MB", text, least->second, most->second);
  }
  for (const auto& [name, used] : megabytes) {
    text += fmt::format("{} {} {:.0f} MB", text.ends_with('B') ? "," : ":", name, used);
  }
  return text;
}

void Helpers::pause(const std::function<void()>& poll) {
  tell_notes();
  poll();
  std::this_thread::sleep_for(kBetweenPolls);
}

std::size_t Helpers::places() const {
  std::size_t free = 0;
  for (const auto& [id, worker] : workers_) {
    if (!excluded(id)) free += worker.facts.jobs - std::min(worker.facts.busy, worker.facts.jobs);
  }
  return free;
}

// Free places at workers; waits until there is one, and until all have had the time to give a sign of life.
std::size_t Helpers::await_places(const std::function<void()>& poll) {
  const Clock::time_point since = incarnation_ == 0 ? begin_ : Clock::now();
  bool noted = false;
  while (true) {
    const Clock::time_point now = Clock::now();
    {
      const std::lock_guard lock(mutex_);
      const std::size_t free = places();
      if (free > 0 && now - since > kListenFor && connection_.connected()) return free;
      if (!noted && now - since > kUntilNote) {
        note("waiting for workers");
        noted = true;
      }
    }
    pause(poll);
  }
}

std::size_t Helpers::gather(std::size_t most, const std::function<void()>& poll) {
  constexpr std::size_t kMostFailures = 5;
  dismiss();
  {
    const std::lock_guard lock(mutex_);
    failures_ = 0;
  }
  std::size_t wanted = most;
  while (true) {
    const std::size_t count = std::min(wanted, await_places(poll));
    if (begin(count, poll)) return count;
    std::size_t came = 0;
    {
      const std::lock_guard lock(mutex_);
      if (failures_ >= kMostFailures) throw LimitReached(Limit::Size, "workers cannot host slices: " + failure_);
      came = static_cast<std::size_t>(
          std::count_if(names_.begin(), names_.end(), [](const std::string& one) { return !one.empty(); }));
    }
    dismiss();
    wanted = came > 0 ? came : most;
  }
}

// Whether all helpers have come.
bool Helpers::begin(std::size_t count, const std::function<void()>& poll) {
  const std::string life = task::new_run_name();
  {
    const std::lock_guard lock(mutex_);
    ++incarnation_;
    count_ = count;
    names_.assign(count, "");
    tasks_.clear();
  }
  if (!open(options_.run, incarnation_, 0, life)) {
    pause(poll);
    return false;
  }
  publish_tasks(count);
  const Clock::time_point end = Clock::now() + kUntilGreeting;
  std::size_t came = 0;
  while (came < count && Clock::now() < end && !broken_) {
    if (const std::optional<Letter> greeting = next_letter(kBetweenPolls)) {
      const std::lock_guard lock(mutex_);
      if (excluded(greeting->bytes)) break;
      names_.at(greeting->from - 1) = greeting->bytes;
      ++came;
    }
    tell_notes();
    poll();
  }
  if (came < count || broken_) return false;
  introduce_all();
  const std::lock_guard lock(mutex_);
  complete_since_ = Clock::now();
  return true;
}

void Helpers::publish_tasks(std::size_t count) {
  for (std::size_t party = 1; party <= count; ++party) {
    Envelope envelope;
    envelope.kind = Kind::Task;
    envelope.run = options_.run;
    envelope.incarnation = incarnation_;
    {
      const std::lock_guard lock(mutex_);
      std::vector<std::string> excluded_ones;
      for (const auto& [worker, times] : bad_) {
        if (excluded(worker)) excluded_ones.push_back(worker);
      }
      envelope.body =
          encode_helper({options_.run, incarnation_, party, mail_->life(), std::move(excluded_ones), options_.task});
      envelope.task = task::sha256_text(envelope.body);
      tasks_.push_back(envelope.task);
    }
    const std::string id = fmt::format("{}.{}.{}", options_.run, incarnation_, envelope.task);
    connection_.send(task_subject(), std::move(envelope), id);  // if the server has not taken it, nobody will come
  }
}

void Helpers::introduce_all() {
  nlohmann::json lives = nlohmann::json::array();
  {
    const std::lock_guard lock(mutex_);
    for (std::size_t party = 1; party <= count_; ++party) lives.push_back(mail_->life_of(party));
  }
  const std::string text = lives.dump();
  for (std::size_t party = 1; party <= count_; ++party) send_letter(party, text);
}

// Whoever is at work for this run stops; nothing of it stays on the server.
void Helpers::dismiss() {
  close();
  if (incarnation_ == 0 || replaced_ || !connection_.connected()) return;
  connection_.publish("gnomon.cancel." + options_.run,
                      connection_.sealed(encode_life(Cancellation{options_.run, incarnation_})));
  connection_.purge(kTaskStream, task_subject());
  connection_.purge(kResultStream, "gnomon.result." + options_.run);
}

// The first process that greets as this helper. If its task was lent to another worker meanwhile, the first one stays.
void Helpers::meet(const Packet& packet, Clock::time_point now) {
  const bool ours = packet.run == options_.run && packet.incarnation == incarnation_ && packet.to == 0 &&
                    packet.other_life == mail_->life() && packet.from >= 1 && packet.from <= count_;
  if (ours) mail_->introduce(packet.from, packet.life, now);
}

void Helpers::lose(std::size_t helper) {
  if (broken_) return;
  const std::string& name = names_[helper - 1];
  note(fmt::format("worker {} lost; its slices go to others, and the work on all slices begins anew", name));
  workers_.erase(name);  // it is there again when it gives a sign of life
  broken_ = true;
}

void Helpers::blame(std::size_t helper, const std::string& why) {
  const std::lock_guard lock(mutex_);
  if (broken_ || helper == 0 || helper > names_.size()) return;
  const std::string name = names_[helper - 1];
  failure_ = fmt::format("worker {} sent a message that is no good: {}", name, why);
  note(failure_);
  if (++bad_[name] == kMostBadMessages) {
    note(fmt::format("worker {} is excluded: {} of its messages were no good", name, kMostBadMessages));
  }
  lose(helper);
}

void Helpers::find_silent(Clock::time_point now) {
  if (!mail_ || broken_) return;
  for (std::size_t helper = 1; helper <= count_; ++helper) {
    if (!mail_->knows(helper) || names_[helper - 1].empty()) continue;
    if (now - std::max(mail_->last_heard(helper), listening_since()) <= kSilence) continue;
    failure_ = fmt::format("worker {} fell silent", names_[helper - 1]);
    lose(helper);
    return;
  }
}

void Helpers::hear_workers(Clock::time_point now) {
  for (const Message& message : pending_messages(lives_.get())) {
    const std::optional<std::string> text = connection_.unsealed(message.get());
    const std::optional<WorkerLife> life = text ? decode_worker(*text) : std::nullopt;
    if (!life) continue;
    if (life->facts.version != options_.version) {
      if (strangers_.insert(life->facts.id).second) note(stranger_note(life->facts, options_.version));
      continue;
    }
    workers_[life->facts.id] = {life->facts, now};
  }
  std::erase_if(workers_,
                [&](const auto& entry) { return now - std::max(entry.second.last, listening_since()) > kSilence; });
}

// Others of this run, and those who end it.
void Helpers::hear_runs() {
  const std::size_t last = incarnation_ - incarnation_ % kGatherings + kGatherings - 1;  // of this process
  for (const Message& message : pending_messages(runs_.get())) {
    const std::optional<std::string> text = connection_.unsealed(message.get());
    const std::optional<RunFacts> life = text ? decode_run(*text) : std::nullopt;
    if (life && life->run == options_.run && life->incarnation > last) replaced_ = true;
  }
  for (const Message& message : pending_messages(cancellations_.get())) {
    const std::optional<std::string> text = connection_.unsealed(message.get());
    const std::optional<Cancellation> life = text ? decode_cancellation(*text) : std::nullopt;
    if (!life || life->run != options_.run) continue;
    if (life->incarnation == 0) cancelled_ = true;
    if (life->incarnation > last) replaced_ = true;
  }
}

// A worker tells the result of a task: the process of a helper has ended.
void Helpers::hear_results() {
  for (const Message& message : pending_messages(results_.get())) {
    bool absent = false;
    const std::optional<Envelope> envelope = connection_.receive(message.get(), absent);
    if (!envelope || envelope->run != options_.run || envelope->incarnation != incarnation_) continue;
    const auto found = std::find(tasks_.begin(), tasks_.end(), envelope->task);
    const std::optional<task::Result> result = task::decode_result(envelope->body);
    if (found == tasks_.end() || !result || !mail_) continue;
    const auto helper = static_cast<std::size_t>(found - tasks_.begin());
    // Another worker that the task was lent to has given up; the one that is at work goes on.
    if (!names_[helper].empty() && names_[helper] != result->worker) continue;
    names_[helper] = result->worker;
    ++failures_;
    failure_ = result->reason;
    note(fmt::format("worker {}: {}", result->worker, result->reason));
    lose(helper + 1);
  }
}

void Helpers::say_alive(Clock::time_point now) {
  if (now < next_life_) return;
  next_life_ = now + kSignOfLife;
  const RunFacts facts{options_.run, host_name(), incarnation_,
                       count_,       0,           std::chrono::duration<double>(now - begin_).count()};
  connection_.publish("gnomon.run." + options_.run, connection_.sealed(encode_life(facts)));
}

void Helpers::look(Clock::time_point now) {
  connection_.tell_changes([this](const std::string& text) { note(text); });
  hear_workers(now);
  hear_runs();
  hear_results();
  find_silent(now);
  say_alive(now);
}

}  // namespace

std::unique_ptr<HelperPost> slice_helpers(const ClusterOptions& cluster, const HelperOptions& options,
                                          std::string& problem) {
  auto connection = std::make_unique<Connection>(cluster, "gnomon coordinator", problem);
  if (problem.empty()) problem = connection->ensure_streams();
  if (!problem.empty()) return nullptr;
  return std::make_unique<Helpers>(std::move(connection), options);
}

}  // namespace gnomon::cluster
