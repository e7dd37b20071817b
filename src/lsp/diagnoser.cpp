#include "lsp/diagnoser.h"

#include <algorithm>
#include <exception>
#include <new>
#include <numeric>
#include <unistd.h>
#include <utility>

namespace gnomon::lsp {

namespace {

// Facts for people are collected only as long as people can look at them.
constexpr std::size_t kMostObservations = 200'000;
constexpr std::size_t kMostElaborated = 20'000;  // variables

std::string name_of(const std::string& uri) {
  std::size_t slash = uri.find_last_of('/');
  return slash == std::string::npos ? uri : uri.substr(slash + 1);
}

}  // namespace

Checked read_model(const std::string& name, std::string text, api::Parameters parameters, const ReadingLimits& limits,
                   const std::atomic<bool>* interrupt) {
  Checked checked;
  api::RunOptions options;
  options.parameters = std::move(parameters);
  options.timeout_seconds = limits.seconds;
  options.memory_bytes = limits.bytes;
  options.interrupt = interrupt;
  try {
    api::Run run(name, std::move(text), options);
    checked.diagnostics = run.diagnostics();
    checked.has_errors = run.has_errors();
    checked.stopped = run.stopped();
    if (run.has_errors()) return checked;
    checked.formulas = run.formulas();
    checked.agents = run.agents();
    checked.parameters = run.parameters();
    auto observed = std::accumulate(checked.agents.begin(), checked.agents.end(), std::size_t{0},
                                    [](std::size_t sum, const api::AgentFacts& agent) { return sum + agent.observes; });
    if (observed <= kMostObservations) checked.variables = run.variables();
    bool stop = interrupt != nullptr && interrupt->load();
    bool elaborates = !checked.parameters.empty() && checked.variables.size() <= kMostElaborated && !stop;
    if (elaborates && observed <= kMostObservations) checked.elaborated = run.elaborate().text;
  } catch (const std::bad_alloc&) {
    checked.stopped = "out of memory";
  } catch (const std::exception& error) {
    checked.stopped = std::string("internal error: ") + error.what();
  }
  return checked;
}

Diagnoser::Diagnoser(int wake, ReadingLimits limits) : wake_(wake), limits_(limits), thread_([this] { work(); }) {}

Diagnoser::~Diagnoser() {
  {
    std::lock_guard lock(mutex_);
    ending_ = true;
    interrupt_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Diagnoser::drop(const std::string& uri) {
  waiting_.erase(std::remove_if(waiting_.begin(), waiting_.end(), [&](const Job& job) { return job.uri == uri; }),
                 waiting_.end());
  if (current_ == uri) interrupt_ = true;
}

void Diagnoser::submit(const std::string& uri, std::int64_t version, std::string text, api::Parameters parameters) {
  {
    std::lock_guard lock(mutex_);
    drop(uri);
    waiting_.push_back({uri, version, std::move(text), std::move(parameters)});
  }
  changed_.notify_all();
}

void Diagnoser::forget(const std::string& uri) {
  std::lock_guard lock(mutex_);
  drop(uri);
}

std::vector<Diagnoser::Result> Diagnoser::take() {
  std::lock_guard lock(mutex_);
  return std::exchange(done_, {});
}

void Diagnoser::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return ending_ || !waiting_.empty(); });
    if (ending_) return;
    Job job = std::move(waiting_.front());
    waiting_.pop_front();
    current_ = job.uri;
    interrupt_ = false;
    lock.unlock();
    std::string uri = job.uri;
    auto checked = std::make_shared<Checked>(
        read_model(name_of(uri), std::move(job.text), std::move(job.parameters), limits_, &interrupt_));
    checked->version = job.version;
    lock.lock();
    current_.clear();
    if (interrupt_) continue;  // another version waits, or nobody wants to know
    done_.push_back({std::move(uri), std::move(checked)});
    char byte = 0;
    // A full pipe wakes the server as well.
    [[maybe_unused]] ssize_t written = write(wake_, &byte, 1);
  }
}

}  // namespace gnomon::lsp
