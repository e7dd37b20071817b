#include "enumerate/graph.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <limits>
#include <thread>
#include <utility>

#include "base/pace.h"
#include "enumerate/initial.h"

namespace gnomon::enumerate {

namespace {

// Joins when it goes.
class Threads {
 public:
  Threads() = default;
  ~Threads() { join(); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  template <class Work>
  void start(Work&& work) {
    threads_.emplace_back(std::forward<Work>(work));
  }
  void join() {
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

 private:
  std::vector<std::thread> threads_;
};

}  // namespace

struct Graph::Share {
  std::vector<Word> states;  // copies: the table moves while threads work
  std::size_t count = 0;
  std::size_t done = 0;     // of these states, fewer than count if the limits ended the work
  std::vector<Word> found;  // their successors, one after the other
  std::vector<Word> hashes;
  std::vector<std::uint32_t> counts;
  std::vector<std::uint8_t> overflow;
  std::exception_ptr failure;
};

struct Graph::Row {
  std::vector<Word> states;
  std::vector<Word> hashes;
  std::size_t count = 0;
  bool overflow = false;
};

struct Graph::Worker {
  Worker(const Program& program, const StepMemory& memory) : successors(program, memory) {}
  Successors successors;
  std::array<Share, 2> shares;  // one is worked on while the other is added to the graph
};

Graph::Graph(const Program& program, const Budget& budget, const ExploreOptions& options)
    : program_(&program),
      budget_(&budget),
      options_(options),
      table_(program.layout().words(), program.layout().state_bits()),
      levels_{0} {
  for (std::size_t i = 0; i < std::max<std::size_t>(options.jobs, 1); ++i)
    workers_.push_back(std::make_unique<Worker>(program, options.memory));
  rows_.push_back(0);
}

Graph::~Graph() = default;

// Initial states that a failed attempt has left are found again.
bool Graph::start(std::uint64_t most_steps) {
  if (started_) return true;
  started_ = for_initial_states(*program_, *budget_, most_steps,
                                [&](const Word* state) { table_.add(state, table_.hash(state), *budget_); });
  initial_ = level_end_ = table_.size();
  return started_;
}

void Graph::seal() {
  while (rows_.size() <= size()) rows_.push_back(targets_.size());
}

void Graph::unseal() {
  if (complete() || rows_.size() == expanded_ + 1) return;
  rows_.shrink(expanded_ + 1);
  into_.clear();
  sources_.clear();
}

bool Graph::explore(std::size_t states) {
  start(std::numeric_limits<std::uint64_t>::max());
  unseal();
  const std::size_t end = states > std::numeric_limits<std::size_t>::max() - expanded_ ? states : expanded_ + states;
  budget_->poll();
  while (expanded_ < std::min(end, table_.size())) {
    if (workers_.size() > 1 && table_.size() - expanded_ >= options_.fewest_shared) {
      explore_together(end);
    } else {
      explore_alone(end);
    }
  }
  return complete();
}

// The table is read at random, and most of it is not in the cache. So the places of the successors of a state are asked
// for, and while they come, those of the next state are found.
void Graph::explore_alone(std::size_t end) {
  Successors& successors = workers_.front()->successors;
  Pace pace(budget_);
  Row waiting;
  Row next;
  bool some_waiting = false;
  while (true) {
    const std::size_t s = expanded_ + (some_waiting ? 1 : 0);
    const bool together = workers_.size() > 1 && table_.size() - s >= options_.fewest_shared;
    const bool more = s < std::min(end, table_.size()) && !together;
    if (more) {
      successors.expand(table_[static_cast<StateIndex>(s)]);
      next.overflow = successors.overflow();
      next.count = successors.count();
      successors.take(next.states);
      next.hashes.clear();
      for (std::size_t i = 0; i < next.count; ++i) {
        next.hashes.push_back(table_.hash(next.states.data() + i * layout().words()));
        table_.prefetch(next.hashes.back());
      }
    }
    if (some_waiting) {
      for (std::size_t i = 0; i < waiting.count; ++i) {
        table_.prefetch_words(waiting.states.data() + i * layout().words(), waiting.hashes[i]);
      }
      add_row(waiting.states.data(), waiting.hashes.data(), waiting.count, waiting.overflow);
      pace.step(1 + waiting.count);
    } else if (!more) {
      return;
    }
    std::swap(waiting, next);
    some_waiting = more;
  }
}

// The row of the next state. If a limit is reached the row is not begun; states that were added are successors of that
// state all the same.
void Graph::add_row(const Word* successors, const Word* hashes, std::size_t count, bool overflow) {
  const std::size_t words = layout().words();
  const Word* state = table_[static_cast<StateIndex>(expanded_)];
  try {
    for (std::size_t i = 0; i < count; ++i) {
      const Word* successor = successors + i * words;
      const bool itself = std::equal(successor, successor + words, state);
      targets_.push_back(itself ? static_cast<StateIndex>(expanded_) : table_.add(successor, hashes[i], *budget_));
    }
  } catch (...) {
    targets_.shrink(rows_[expanded_]);
    throw;
  }
  if (overflow) overflows_.push_back(static_cast<StateIndex>(expanded_));
  rows_.push_back(targets_.size());
  ++expanded_;
  if (expanded_ == level_end_ && table_.size() > expanded_) {
    levels_.push_back(static_cast<StateIndex>(expanded_));
    level_end_ = table_.size();
  }
}

// While threads find the successors of one block of states, those of the block before are added.
void Graph::explore_together(std::size_t end) {
  std::size_t given_out = expanded_;
  for (const std::unique_ptr<Worker>& worker : workers_) {
    for (Share& share : worker->shares) share.count = 0;
  }
  bool more = true;
  for (std::size_t turn = 0; more; turn = 1 - turn) {
    const std::size_t available = std::min(end, table_.size()) - given_out;
    const std::size_t block = std::min(available, options_.share * workers_.size());
    assign_shares(given_out, block, turn);
    given_out += block;
    {
      Threads threads;
      for (std::unique_ptr<Worker>& worker : workers_) {
        if (worker->shares[turn].count == 0) continue;
        threads.start([this, &worker, turn] { work(*worker, worker->shares[turn]); });
      }
      add_shares(1 - turn);
    }
    budget_->poll();
    more = block != 0;
  }
}

void Graph::assign_shares(std::size_t first, std::size_t count, std::size_t turn) {
  const std::size_t words = layout().words();
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    Share& share = workers_[i]->shares[turn];
    const std::size_t begin = first + count * i / workers_.size();
    const std::size_t end = first + count * (i + 1) / workers_.size();
    share.count = end - begin;
    share.states.clear();
    for (std::size_t s = begin; s < end; ++s) {
      const Word* state = table_[static_cast<StateIndex>(s)];
      share.states.insert(share.states.end(), state, state + words);
    }
  }
}

// In a thread: touches nothing of the graph that changes.
void Graph::work(Worker& worker, Share& share) const {
  const std::size_t words = layout().words();
  share.done = 0;
  share.found.clear();
  share.hashes.clear();
  share.counts.clear();
  share.overflow.clear();
  share.failure = nullptr;
  try {
    for (std::size_t i = 0; i < share.count; ++i) {
      const bool interrupted = budget_->interrupt != nullptr && budget_->interrupt->load(std::memory_order_relaxed);
      constexpr std::size_t kLookAtClock = 64;
      const bool late = i % kLookAtClock == 0 && budget_->deadline && Budget::Clock::now() >= *budget_->deadline;
      if (interrupted || late) return;
      worker.successors.expand(share.states.data() + i * words);
      for (std::size_t k = 0; k < worker.successors.count(); ++k) {
        const Word* successor = worker.successors[k];
        share.found.insert(share.found.end(), successor, successor + words);
        share.hashes.push_back(table_.hash(successor));
      }
      share.counts.push_back(static_cast<std::uint32_t>(worker.successors.count()));
      share.overflow.push_back(worker.successors.overflow() ? 1 : 0);
      share.done = i + 1;
    }
  } catch (...) {
    share.failure = std::current_exception();
  }
}

// Raises what a thread has raised, after the states before that.
void Graph::add_shares(std::size_t turn) {
  const std::size_t words = layout().words();
  Pace pace(budget_);
  for (std::unique_ptr<Worker>& worker : workers_) {
    Share& share = worker->shares[turn];
    std::size_t at = 0;
    for (std::size_t i = 0; i < share.done && share.count != 0; ++i) {
      constexpr std::size_t kAhead = 8;
      for (std::size_t k = at; k < at + share.counts[i]; ++k) {
        if (k + kAhead < share.hashes.size()) table_.prefetch(share.hashes[k + kAhead]);
      }
      add_row(share.found.data() + at * words, share.hashes.data() + at, share.counts[i], share.overflow[i] != 0);
      at += share.counts[i];
      pace.step(1 + share.counts[i]);
    }
    if (share.count == 0) continue;
    const bool finished = share.done == share.count;
    share.count = 0;
    if (share.failure) std::rethrow_exception(share.failure);
    if (!finished) {
      budget_->poll();
      throw LimitReached(Limit::Time, "time limit reached");
    }
  }
}

std::size_t Graph::depth(StateIndex s) const {
  return static_cast<std::size_t>(std::upper_bound(levels_.begin(), levels_.end(), s) - levels_.begin()) - 1;
}

std::optional<StateIndex> Graph::lookup(const std::vector<ispl::Value>& values) const {
  const std::optional<std::vector<Word>> state = layout().encode(values);
  return state ? table_.lookup(state->data()) : std::nullopt;
}

void Graph::index_predecessors() const {
  const std::size_t bytes = (size() + 1) * sizeof(std::uint64_t) + edges() * sizeof(StateIndex);
  budget_->poll();
  if (bytes > budget_->memory_left()) throw LimitReached(Limit::Memory, "memory limit reached");
  std::vector<std::uint64_t> begin(size() + 2, 0);
  for (std::size_t e = 0; e < edges(); ++e) ++begin[targets_[e] + 2];
  for (std::size_t s = 2; s < begin.size(); ++s) begin[s] += begin[s - 1];
  sources_.resize(edges());
  for (StateIndex s = 0; s < size(); ++s) {
    for_successors(s, [&](StateIndex t) { sources_[begin[t + 1]++] = s; });
  }
  begin.pop_back();
  into_ = std::move(begin);
}

std::uint64_t Graph::effort() const {
  std::uint64_t sum = 0;
  for (const std::unique_ptr<Worker>& worker : workers_) sum += worker->successors.effort();
  return sum;
}

std::size_t Graph::bytes() const {
  return table_.bytes() + rows_.bytes() + targets_.bytes() + into_.capacity() * sizeof(std::uint64_t) +
         sources_.capacity() * sizeof(StateIndex);
}

}  // namespace gnomon::enumerate
