#include "race.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <poll.h>
#include <sstream>

#include "race_process.h"
#include "result_wire.h"
#include "task/turns.h"

namespace gnomon::cli {

namespace {

using RaceClock = std::chrono::steady_clock;

// What an engine is to do wrong: `sat:lie` in this variable of the environment, or `*:lie` for all; of several with
// commas between them, the first that is about the engine. For tests.
constexpr const char* kFaultVariable = "GNOMON_TEST_PORTFOLIO_FAULT";

std::string fault_of(const std::string& racer) {
  const char* text = std::getenv(kFaultVariable);
  std::istringstream list(text != nullptr ? text : "");
  for (std::string wanted; std::getline(list, wanted, ',');) {
    const std::size_t colon = std::min(wanted.find(':'), wanted.size());
    const std::string whom = wanted.substr(0, colon);
    if (whom == racer || whom == "*") return wanted.substr(std::min(colon + 1, wanted.size()));
  }
  return "";
}

// The more a reason says about what would help, the earlier it comes.
std::size_t rank(api::ReasonKind kind) {
  constexpr std::array<api::ReasonKind, 6> kOrder = {api::ReasonKind::Interrupted, api::ReasonKind::Time,
                                                     api::ReasonKind::Memory,      api::ReasonKind::Size,
                                                     api::ReasonKind::Bound,       api::ReasonKind::Unsupported};
  return static_cast<std::size_t>(std::find(kOrder.begin(), kOrder.end(), kind) - kOrder.begin());
}

// Formulas that are left when all states are known are shared by the process that knows them and so many copies of it.
std::size_t copies_for(const std::vector<std::size_t>& formulas, const RaceOptions& options) {
  constexpr std::size_t kMost = 7;
  if (options.compare || formulas.empty()) return 0;
  return std::min({std::max<std::size_t>(options.jobs, 1) - 1, formulas.size() - 1, kMost});
}

class Race {
 public:
  Race(api::Run& run, const std::vector<std::size_t>& indices, const RaceOptions& options, const OnRaced& decided);

  RaceResult perform();

 private:
  struct Lane {
    const Racer* racer = nullptr;
    RaceTask task;
    RaceProcess process;
    double share = 1;           // to begin with
    double seconds_before = 0;  // of the processor, in processes before this one
    task::Contender turn;
    bool finished = false;  // it has told that it is done, or nothing is left for it
    bool complete = false;  // it has found all reachable states
    bool is_copy = false;   // of another one's process
    std::size_t won = 0;    // formulas
    std::string failure;
  };
  struct Entry {
    api::FormulaResult result;  // as listed, then as decided
    Lane* winner = nullptr;
    bool told = false;
    bool contradicted = false;
  };

  void enter(const Racer& racer, const std::vector<std::size_t>& indices, api::Run& run);
  bool over() const;
  double share_of(const Lane& lane) const;
  void schedule();
  void listen();
  void hear(Lane& lane, RaceMessage kind, std::string_view text);
  void hear_verdict(Lane& lane, api::FormulaResult result);
  void hear_copied(Lane& original, std::string_view text);
  void hear_end(Lane& lane);
  void keep_reason(Entry& entry, const Racer& racer, const std::string& words, api::ReasonKind kind);
  void announce(std::size_t place, const Lane& winner);
  void tell(Entry& entry);
  void give_up(const std::string& words, api::ReasonKind kind);
  Entry* entry_of(std::size_t index);

  const RaceOptions& options_;
  const OnRaced& decided_;
  std::size_t copies_;  // that one engine may make of itself
  Scoreboard board_;
  std::vector<Entry> entries_;
  std::vector<std::unique_ptr<Lane>> lanes_;
  RaceClock::time_point begin_;
  std::optional<RaceClock::time_point> deadline_;
  RaceResult result_;
};

Race::Race(api::Run& run, const std::vector<std::size_t>& indices, const RaceOptions& options, const OnRaced& decided)
    : options_(options),
      decided_(decided),
      copies_(copies_for(indices, options)),
      board_(indices.size(), racers().size() + copies_),
      begin_(RaceClock::now()) {
  std::vector<std::size_t> once;
  for (std::size_t index : indices) {
    if (std::find(once.begin(), once.end(), index) != once.end()) continue;
    once.push_back(index);
    entries_.push_back({run.formulas()[index - 1], nullptr, false, false});
  }
  for (const Racer& racer : racers()) enter(racer, once, run);
  for (const auto& lane : lanes_)
    lane->task.settings.run.memory_bytes = options.memory_bytes / (lanes_.size() + copies_);
  // Most models are done by then, and the others lose little.
  constexpr double kAlone = 0.1;
  if (!lanes_.empty()) lanes_.front()->turn.first_turn = kAlone;
  if (options.seconds) {
    deadline_ = begin_ + std::chrono::duration_cast<RaceClock::duration>(
                             std::chrono::duration<double>(std::max(0.0, *options.seconds)));
  }
}

// An engine takes part for the formulas that it does not refuse, unless there are none.
void Race::enter(const Racer& racer, const std::vector<std::size_t>& indices, api::Run& run) {
  auto lane = std::make_unique<Lane>();
  lane->racer = &racer;
  lane->task = {lanes_.size() + 1,
                {run.options(), std::nullopt},
                racer.work,
                indices,
                {},
                &board_,
                &options_,
                &run,
                fault_of(racer.name),
                racer.work == RacerWork::States ? copies_ : 0,
                racers().size() + 1};
  RacerSettings& settings = lane->task.settings;
  settings.run.timeout_seconds.reset();  // the race is ended from outside
  settings.run.interrupt = nullptr;
  settings.run.jobs = 1;
  settings.run.engine = api::Engine::Diagrams;
  racer.choose(settings);
  for (std::size_t place = 0; place < indices.size(); ++place) {
    const std::string refusal = settings.bounded ? run.refusal(indices[place], settings.bounded->engine)
                                                 : run.refusal(indices[place], settings.run.engine);
    if (refusal.empty()) {
      lane->task.places.push_back(place);
    } else {
      keep_reason(entries_[place], racer, refusal, api::ReasonKind::Unsupported);
    }
  }
  // Somebody must work out the states for what cannot be proved, and decides the rest with little more work.
  constexpr double kOfPartialProofs = 0.25;
  const bool partial = racer.work == RacerWork::Proofs && lane->task.places.size() < indices.size();
  lane->share = partial ? kOfPartialProofs * racer.share : racer.share;
  if (!lane->task.places.empty()) lanes_.push_back(std::move(lane));
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

double Race::share_of(const Lane& lane) const {
  constexpr double kOfWinners = 3;
  constexpr double kOfProofsThen = 0.25;
  constexpr double kOfStatesThen = 0.05;
  const bool known = std::any_of(lanes_.begin(), lanes_.end(),
                                 [](const auto& other) { return other->complete && !other->process.ended(); });
  if (!known) return lane.won > 0 ? kOfWinners * lane.share : lane.share;
  if (lane.complete) return lane.share;
  return lane.share * (lane.racer->work == RacerWork::Proofs ? kOfProofsThen : kOfStatesThen);
}

void Race::schedule() {
  constexpr std::chrono::milliseconds kHeadStart{20};  // of the first engine, also where there is room for others
  const std::size_t jobs = RaceClock::now() < begin_ + kHeadStart ? 1 : options_.jobs;
  std::vector<task::Contender*> turns;
  std::vector<bool> were_running;
  for (const auto& lane : lanes_) {
    were_running.push_back(lane->turn.running);
    if (lane->process.ended() || lane->finished) continue;
    lane->turn.share = share_of(*lane);
    lane->turn.seconds = lane->seconds_before + lane->process.processor_seconds();
    turns.push_back(&lane->turn);
  }
  task::allot_turns(turns, jobs);
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    Lane& lane = *lanes_[i];
    if (lane.process.ended() || lane.turn.running == were_running[i]) continue;
    if (!lane.turn.running) {
      lane.process.pause();
    } else if (lane.process.begun()) {
      lane.process.resume();
    } else if (!lane.process.begin(lane.task, lane.failure)) {
      hear_end(lane);
    }
  }
}

// The most helpful of the reasons is kept for the case that nobody knows more.
void Race::keep_reason(Entry& entry, const Racer& racer, const std::string& words, api::ReasonKind kind) {
  api::FormulaResult& kept = entry.result;
  if (entry.winner != nullptr || (kept.reason_kind && rank(*kept.reason_kind) <= rank(kind))) return;
  kept.reason = fmt::format("{}, by {}", words, racer.name);
  kept.reason_kind = kind;
}

// Tells the processes that a formula is decided. Whoever was about to prove it begins anew with the next one, in a new
// process; a set of reachable states is good for other formulas too, and is not given up. When all is decided only those are
// left who still explain.
void Race::announce(std::size_t place, const Lane& winner) {
  board_.set_winner(place, winner.task.number);
  if (options_.compare) return;
  const bool all = std::all_of(entries_.begin(), entries_.end(), [](const Entry& e) { return e.winner != nullptr; });
  for (const auto& lane : lanes_) {
    const bool explains = std::any_of(entries_.begin(), entries_.end(),
                                      [&](const Entry& e) { return e.winner == lane.get() && !e.told; });
    if (all && !explains) {
      lane->finished = true;
      lane->process.kill();
      continue;
    }
    if (lane.get() != &winner && lane->racer->work == RacerWork::Proofs && !explains &&
        board_.works_at(lane->task.number, place)) {
      lane->seconds_before += lane->process.processor_seconds();
      lane->process.start_over();
      lane->turn.running = false;
    }
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
    return keep_reason(*entry, *lane.racer, result.reason, result.reason_kind.value_or(api::ReasonKind::Unsupported));
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
  ++lane.won;
  announce(static_cast<std::size_t>(entry - entries_.data()), lane);
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
    case RaceMessage::Complete:
      lane.complete = true;
      return;
    case RaceMessage::Copied:
      return hear_copied(lane, text);
    case RaceMessage::Nothing:
      result_.nothing_begins = true;
      return;
    case RaceMessage::Failure:
      lane.failure = text;
      return;
    case RaceMessage::Done:
      lane.finished = true;
      lane.process.resume();  // if it was its turn no longer: it only has to end
      return;
  }
}

// A process that knows all states has made a copy of itself, which is at work and takes turns like the others.
void Race::hear_copied(Lane& original, std::string_view text) {
  std::size_t copy = 0;
  pid_t pid = 0;
  const char* end = text.data() + text.size();
  const char* middle = std::from_chars(text.data(), end, copy).ptr;
  std::from_chars(std::min(middle + 1, end), end, pid);
  auto lane = std::make_unique<Lane>();
  lane->racer = original.racer;
  lane->task = original.task;
  lane->task.number = original.task.first_copy + copy;
  lane->share = original.share;
  lane->complete = lane->is_copy = lane->turn.running = true;
  lane->process.adopt(original.process, copy, pid);
  lanes_.push_back(std::move(lane));
}

// An engine has left the race. What it has decided stays, though perhaps without an explanation.
void Race::hear_end(Lane& lane) {
  lane.turn.running = false;
  if (lane.finished || result_.nothing_begins) return;
  if (lane.is_copy && lane.failure.empty()) lane.failure = "a copy of its process ended early";
  if (lane.failure.empty()) {
    const int status = lane.process.status();
    lane.failure = status < 0 ? fmt::format("its process was ended by signal {} ({})", -status, strsignal(-status))
                              : fmt::format("its process ended with status {}", status);
    if (status == -SIGKILL) lane.failure += "; perhaps the machine ran out of memory";
  }
  // A copy leaves its formulas to the original.
  const char* what = lane.is_copy ? "the engine `{}` goes on alone: {}" : "the engine `{}` has left the race: {}";
  result_.lost.push_back(fmt::format(fmt::runtime(what), lane.racer->name, lane.failure));
  for (Entry& entry : entries_) {
    const std::optional<api::ReasonKind> known = entry.result.reason_kind;
    if (entry.winner == &lane && !entry.told) {
      entry.result.no_witness =
          fmt::format("the engine `{}` that decided it has ended: {}", lane.racer->name, lane.failure);
      tell(entry);
    } else if (entry.winner == nullptr && !lane.is_copy && (!known || rank(api::ReasonKind::Memory) < rank(*known))) {
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

void Race::give_up(const std::string& words, api::ReasonKind kind) {
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
      give_up("interrupted", api::ReasonKind::Interrupted);
      break;
    }
    if (deadline_ && RaceClock::now() >= *deadline_) {
      give_up(options_.time_limit, api::ReasonKind::Time);
      break;
    }
    schedule();
    listen();
  }
  // All at once: a process with much memory takes its time to give it back.
  for (const auto& lane : lanes_) lane->process.kill();
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

RaceResult race(api::Run& run, const std::vector<std::size_t>& indices, const RaceOptions& options,
                const OnRaced& decided) {
  return Race(run, indices, options, decided).perform();
}

}  // namespace gnomon::cli
