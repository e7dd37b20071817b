#include "race.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <poll.h>

#include "race_process.h"
#include "result_wire.h"

namespace gnomon::cli {

namespace {

using RaceClock = std::chrono::steady_clock;

// What an engine is to do wrong: `sat:lie` in this variable of the environment, or `*:lie` for all. For tests.
constexpr const char* kFaultVariable = "GNOMON_TEST_PORTFOLIO_FAULT";

std::string fault_of(const std::string& racer) {
  const char* text = std::getenv(kFaultVariable);
  const std::string wanted = text != nullptr ? text : "";
  const std::size_t colon = wanted.find(':');
  const bool meant = colon != std::string::npos && (wanted.substr(0, colon) == racer || wanted.substr(0, colon) == "*");
  return meant ? wanted.substr(colon + 1) : "";
}

// The more a reason says about what would help, the earlier it comes.
std::size_t rank(api::ReasonKind kind) {
  constexpr std::array<api::ReasonKind, 6> kOrder = {api::ReasonKind::Interrupted, api::ReasonKind::Time,
                                                     api::ReasonKind::Memory,      api::ReasonKind::Size,
                                                     api::ReasonKind::Bound,       api::ReasonKind::Unsupported};
  return static_cast<std::size_t>(std::find(kOrder.begin(), kOrder.end(), kind) - kOrder.begin());
}

class Race {
 public:
  Race(const std::vector<api::FormulaResult>& formulas, const api::RunOptions& run, const RaceOptions& options,
       const BeginRun& begin, const OnRaced& decided);

  RaceResult perform();

 private:
  struct Lane {
    const Racer* racer = nullptr;
    RaceTask task;
    RaceProcess process;
    bool running = false;
    bool finished = false;  // it has told that it is done
    double slice = 0;       // seconds of the processor in this turn
    double used = 0;        // when the turn began
    std::string failure;
  };
  struct Entry {
    api::FormulaResult result;  // as listed, then as decided
    Lane* winner = nullptr;
    bool told = false;
    bool contradicted = false;
  };

  bool over() const;
  void schedule();
  void listen();
  void hear(Lane& lane, RaceMessage kind, std::string_view text);
  void hear_verdict(Lane& lane, api::FormulaResult result);
  void hear_end(Lane& lane);
  void tell(Entry& entry);
  void stop_all(const std::string& words, api::ReasonKind kind);
  Entry* entry_of(std::size_t index);

  const RaceOptions& options_;
  const OnRaced& decided_;
  Scoreboard board_;
  std::vector<Entry> entries_;
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::optional<RaceClock::time_point> deadline_;
  RaceResult result_;
};

Race::Race(const std::vector<api::FormulaResult>& formulas, const api::RunOptions& run, const RaceOptions& options,
           const BeginRun& begin, const OnRaced& decided)
    : options_(options), decided_(decided), board_(formulas.size()) {
  std::vector<std::size_t> indices;
  for (const api::FormulaResult& formula : formulas) {
    if (std::find(indices.begin(), indices.end(), formula.index) != indices.end()) continue;
    indices.push_back(formula.index);
    entries_.push_back({formula, nullptr, false, false});
  }
  for (const Racer& racer : racers()) {
    auto lane = std::make_unique<Lane>();
    constexpr double kFirstSlice = 0.05;
    lane->racer = &racer;
    lane->slice = kFirstSlice;
    lane->task = {lanes_.size() + 1, {run, std::nullopt}, indices, &board_, &options, &begin, fault_of(racer.name)};
    api::RunOptions& settings = lane->task.settings.run;
    settings.timeout_seconds.reset();  // the race is ended from outside
    settings.interrupt = nullptr;
    settings.progress = nullptr;
    settings.jobs = 1;
    settings.engine = api::Engine::Diagrams;
    settings.memory_bytes = options.memory_bytes / racers().size();
    racer.choose(lane->task.settings);
    lanes_.push_back(std::move(lane));
  }
  if (options.seconds) {
    deadline_ = RaceClock::now() + std::chrono::duration_cast<RaceClock::duration>(
                                       std::chrono::duration<double>(std::max(0.0, *options.seconds)));
  }
}

Race::Entry* Race::entry_of(std::size_t index) {
  auto at = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.result.index == index; });
  return at == entries_.end() ? nullptr : &*at;
}

// All is told, or nobody is left who could tell more.
bool Race::over() const {
  if (result_.nothing_begins) return true;
  const bool all_told = std::all_of(entries_.begin(), entries_.end(), [](const Entry& e) { return e.told; });
  if (all_told && !options_.compare) return true;
  return std::all_of(lanes_.begin(), lanes_.end(), [](const auto& lane) { return lane->process.ended(); });
}

void Race::schedule() {
  std::vector<Lane*> waiting;
  std::size_t running = 0;
  for (const auto& lane : lanes_) {
    if (lane->process.ended()) continue;
    if (lane->running) {
      ++running;
    } else {
      waiting.push_back(lane.get());
    }
  }
  for (const auto& lane : lanes_) {
    if (!lane->running || waiting.empty() || lane->process.ended()) continue;
    if (lane->process.processor_seconds() - lane->used < lane->slice) continue;
    lane->process.pause();
    lane->running = false;
    lane->slice *= 2;
    --running;
    waiting.push_back(lane.get());
  }
  // When the next turn would end if each engine had a processor as fast as its share is large.
  auto claim = [](const Lane* lane) { return (lane->process.processor_seconds() + lane->slice) / lane->racer->share; };
  std::stable_sort(waiting.begin(), waiting.end(), [&](const Lane* a, const Lane* b) { return claim(a) < claim(b); });
  for (std::size_t i = 0; i < waiting.size() && running < options_.jobs; ++i) {
    Lane& lane = *waiting[i];
    if (lane.process.begun()) {
      lane.process.resume();
    } else if (!lane.process.begin(lane.task, lane.failure)) {
      hear_end(lane);
      continue;
    }
    lane.used = lane.process.processor_seconds();
    lane.running = true;
    ++running;
  }
}

void Race::tell(Entry& entry) {
  entry.told = true;
  decided_(entry.result);
}

void Race::hear_verdict(Lane& lane, api::FormulaResult result) {
  Entry* entry = entry_of(result.index);
  if (entry == nullptr) return;
  result.engine = lane.racer->name;
  if (result.verdict == api::Verdict::Unknown) {
    // The most helpful of the reasons is kept for the case that nobody knows more.
    api::FormulaResult& kept = entry->result;
    const bool better = !kept.reason_kind || rank(*result.reason_kind) < rank(*kept.reason_kind);
    if (entry->winner != nullptr || !better) return;
    kept.reason = fmt::format("{}, by {}", result.reason, lane.racer->name);
    kept.reason_kind = result.reason_kind;
    return;
  }
  if (entry->winner != nullptr && entry->result.verdict != result.verdict && !entry->contradicted) {
    entry->contradicted = true;
    const bool is_true = result.verdict == api::Verdict::True;
    const std::string& first = entry->winner->racer->name;
    const std::string& second = lane.racer->name;
    result_.contradictions.push_back({result.index, is_true ? second : first, is_true ? first : second});
  }
  if (entry->winner != nullptr) return;
  entry->winner = &lane;
  entry->result = std::move(result);
  board_.set_winner(static_cast<std::size_t>(entry - entries_.data()), lane.task.number);
  if (!options_.witness) tell(*entry);
}

void Race::hear(Lane& lane, RaceMessage kind, std::string_view text) {
  switch (kind) {
    case RaceMessage::Verdict:
      return hear_verdict(lane, result_from_wire(text));
    case RaceMessage::Explained: {
      api::FormulaResult result = result_from_wire(text);
      result.engine = lane.racer->name;
      Entry* entry = entry_of(result.index);
      if (entry == nullptr || entry->winner != &lane || entry->told) return;
      entry->result = std::move(result);
      return tell(*entry);
    }
    case RaceMessage::Diagnostic: {
      std::vector<std::string>& known = result_.diagnostics;
      if (std::find(known.begin(), known.end(), text) == known.end()) known.emplace_back(text);
      return;
    }
    case RaceMessage::Nothing:
      result_.nothing_begins = true;
      return;
    case RaceMessage::Failure:
      lane.failure = text;
      return;
    case RaceMessage::Done:
      lane.finished = true;
      return;
  }
}

// An engine has left the race. What it has decided stays, though perhaps without an explanation.
void Race::hear_end(Lane& lane) {
  lane.running = false;
  if (lane.finished || result_.nothing_begins) return;
  if (lane.failure.empty()) {
    const int status = lane.process.status();
    lane.failure = status < 0 ? fmt::format("its process was ended by signal {} ({})", -status, strsignal(-status))
                              : fmt::format("its process ended with status {}", status);
    if (status == -SIGKILL) lane.failure += "; perhaps the machine ran out of memory";
  }
  result_.lost.push_back(fmt::format("the engine `{}` has left the race: {}", lane.racer->name, lane.failure));
  for (Entry& entry : entries_) {
    if (entry.winner == &lane && !entry.told) {
      entry.result.no_witness =
          fmt::format("the engine `{}` that decided it has ended: {}", lane.racer->name, lane.failure);
      tell(entry);
    } else if (entry.winner == nullptr && !entry.result.reason_kind) {
      entry.result.reason = result_.lost.back();
      entry.result.reason_kind = api::ReasonKind::Memory;
    }
  }
}

void Race::listen() {
  constexpr int kInterval = 5;  // milliseconds between looks at the clocks
  std::vector<pollfd> pipes;
  std::vector<Lane*> heard;
  for (const auto& lane : lanes_) {
    if (lane->process.output() < 0) continue;
    pipes.push_back({lane->process.output(), POLLIN, 0});
    heard.push_back(lane.get());
  }
  if (poll(pipes.data(), pipes.size(), kInterval) <= 0) return;
  for (std::size_t i = 0; i < heard.size(); ++i) {
    if (pipes[i].revents == 0) continue;
    Lane& lane = *heard[i];
    lane.process.listen([&](RaceMessage kind, std::string_view text) { hear(lane, kind, text); });
    if (lane.process.ended()) hear_end(lane);
  }
}

void Race::stop_all(const std::string& words, api::ReasonKind kind) {
  for (const auto& lane : lanes_) lane->process.stop();
  for (Entry& entry : entries_) {
    if (entry.told) continue;
    if (entry.winner != nullptr) {
      entry.result.no_witness = words;
    } else {
      entry.result.reason = words;
      entry.result.reason_kind = kind;
    }
  }
}

RaceResult Race::perform() {
  while (!over()) {
    if (options_.interrupt != nullptr && options_.interrupt->load()) {
      stop_all("interrupted", api::ReasonKind::Interrupted);
      break;
    }
    if (deadline_ && RaceClock::now() >= *deadline_) {
      stop_all(options_.time_limit, api::ReasonKind::Time);
      break;
    }
    schedule();
    listen();
  }
  for (const auto& lane : lanes_) lane->process.stop();
  if (result_.nothing_begins) return std::move(result_);
  for (Entry& entry : entries_) {
    if (entry.told) continue;
    if (entry.winner == nullptr && !entry.result.reason_kind) {
      entry.result.reason = "no engine gave an answer";
      entry.result.reason_kind = api::ReasonKind::Unsupported;
    }
    tell(entry);
  }
  return std::move(result_);
}

}  // namespace

RaceResult race(const std::vector<api::FormulaResult>& formulas, const api::RunOptions& run, const RaceOptions& options,
                const BeginRun& begin, const OnRaced& decided) {
  return Race(formulas, run, options, begin, decided).perform();
}

}  // namespace gnomon::cli
