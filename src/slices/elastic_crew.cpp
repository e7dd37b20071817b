#include "slices/elastic_crew.h"

#include <algorithm>
#include <utility>

#include "base/assert.h"
#include "slices/bytes.h"

namespace gnomon::slices {

namespace {

// Which sets a command leaves that lie anywhere.
bool leaves_loose(Op op) {
  return (op >= Op::Image && op <= Op::Outcomes);
}

}  // namespace

ElasticCrew::ElasticCrew(Maker make, SliceStart start, std::size_t count, History* history)
    : make_(std::move(make)), start_(std::move(start)), count_(count), chronicle_(history) {
  if (!chronicle_.replays()) make_slices();
}

void ElasticCrew::make_slices() {
  std::vector<SliceStart> starts(count_, start_);
  for (std::size_t i = 0; i < count_; ++i) starts[i].number = i;
  inner_ = make_(std::move(starts));
  for (Command& command : std::exchange(kept_, {})) inner_->append(std::move(command));
}

void ElasticCrew::append(Command command) {
  switch (command.op) {
    case Op::Drop:
      sets_.erase(command.a);
      loose_.erase(command.a);
      touched_.insert(command.a);
      break;
    case Op::Variables:
      variables_ = command.index;
      break;
    case Op::TakeOrder:
      order_ = command.bits;
      break;
    case Op::SetReachable:
      reachable_ = command.a;
      break;
    default:
      for (const SetNumber made : {command.result, command.second}) {
        if (made == 0) continue;
        sets_.insert(made);
        touched_.insert(made);
      }
      if (leaves_loose(command.op)) loose_.insert(command.result);
      if (command.op == Op::Closed) loose_.insert(command.second);
      break;
  }
  chronicle_.append(command);
  if (inner_) {
    inner_->append(std::move(command));
  } else {
    kept_.push_back(std::move(command));
  }
}

std::vector<Answer> ElasticCrew::ask(Command command) {
  const std::uint64_t key = chronicle_.key(command);
  std::vector<Answer> answers;
  if (chronicle_.replays()) {
    answers = chronicle_.answers(key);
  } else {
    chronicle_.check();
    if (!inner_) make_slices();
    try {
      answers = inner_->ask(std::move(command));
    } catch (const LimitReached& limit) {
      chronicle_.tell_limit(key, limit);
      throw;
    }
    chronicle_.tell(key, answers);
  }
  touched_.clear();
  kept_answered_ = kept_.size();
  return answers;
}

bool ElasticCrew::may_abandon() const {
  return std::none_of(touched_.begin(), touched_.end(), [&](SetNumber set) { return sets_.contains(set); });
}

void ElasticCrew::abandon() {
  GNOMON_ASSERT(may_abandon(), "only sets that were dropped are abandoned");
  chronicle_.go_on();
  std::vector<Command> again;
  // Some slices may have made, and others not have forgotten, what nobody needs.
  for (const SetNumber set : touched_) again.push_back({.op = Op::Drop, .a = set});
  // What is no set may be among what was forgotten; it can be said twice. Orders may differ, and a change needs memory.
  if (variables_ > 0) again.push_back({.op = Op::Variables, .index = variables_});
  if (reachable_ != 0) again.push_back({.op = Op::SetReachable, .a = reachable_});
  if (inner_) {
    inner_->abandon();
    for (Command& command : again) inner_->append(std::move(command));
  } else {
    kept_.resize(kept_answered_);
    kept_.insert(kept_.end(), again.begin(), again.end());
  }
}

bool ElasticCrew::snapshot() {
  GNOMON_ASSERT(loose_.empty(), "a snapshot is taken between operations");
  const std::uint64_t key = chronicle_.key({.op = Op::Bytes});
  if (chronicle_.replays()) return replay_snapshot(key);
  chronicle_.check();
  if (!inner_) make_slices();
  bool taken = false;
  try {
    taken = take_snapshot();
  } catch (const LimitReached& limit) {
    chronicle_.tell_limit(key, limit);
    throw;
  }
  touched_.clear();
  if (!chronicle_.tells()) return taken;
  const std::string text = taken ? snapshot_text() : "";
  chronicle_.tell_snapshot(key, taken ? &text : nullptr);
  return taken;
}

bool ElasticCrew::take_snapshot() {
  constexpr std::size_t kRestOfACommand = 64;
  const std::size_t longest = inner_->longest_command() - kRestOfACommand;
  std::vector<Saved> all;
  for (const SetNumber set : sets_) {
    Saved& one = all.emplace_back();
    one.number = set;
    for (Answer& answer : inner_->ask({.op = Op::Bytes, .a = set, .index = longest})) {
      if (!answer.yes) return false;
      one.parts.push_back(std::make_shared<const std::string>(std::move(answer.bytes)));
    }
  }
  saved_ = std::move(all);
  inner_->begin_from(saved());
  return true;
}

std::string ElasticCrew::snapshot_text() const {
  std::string text;
  put_number(text, saved_.size());
  for (const Saved& one : saved_) {
    put_number(text, one.number);
    put_number(text, one.parts.size());
    for (const auto& part : one.parts) put_text(text, *part);
  }
  return text;
}

// The sets of all snapshots but the last one are not needed, because no slices begin with them.
bool ElasticCrew::replay_snapshot(std::uint64_t key) {
  const std::optional<std::string> text = chronicle_.snapshot(key);
  touched_.clear();
  if (!text) return false;
  saved_.clear();
  if (text->empty()) {
    for (const SetNumber set : sets_) saved_.push_back({set, {}});
  } else {
    ByteReader reader(*text);
    for (std::size_t left = reader.count(2); left > 0; --left) {
      Saved& one = saved_.emplace_back();
      one.number = reader.number();
      for (std::size_t parts = reader.count(); parts > 0; --parts) {
        one.parts.push_back(std::make_shared<const std::string>(reader.text()));
      }
    }
    reader.end();
  }
  kept_ = saved();
  kept_answered_ = kept_.size();
  return true;
}

std::size_t ElasticCrew::snapshot_bytes() const {
  std::size_t bytes = 0;
  for (const Saved& one : saved_) {
    for (const auto& part : one.parts) bytes += part->size();
  }
  return bytes;
}

// Parts are united through a number that no other set has: 0.
std::vector<Command> ElasticCrew::saved() const {
  constexpr SetNumber kPart = 0;
  std::vector<Command> commands;
  if (variables_ > 0) commands.push_back({.op = Op::Variables, .index = variables_});
  if (!order_.empty()) commands.push_back({.op = Op::TakeOrder, .bits = order_});
  for (const Saved& one : saved_) {
    if (!sets_.contains(one.number)) continue;
    commands.push_back({.op = Op::None, .result = one.number});
    for (const auto& part : one.parts) {
      commands.push_back({.op = Op::Load, .result = kPart, .with_actions = true, .bytes = part});
      commands.push_back({.op = Op::Or, .result = one.number, .a = one.number, .b = kPart});
    }
  }
  commands.push_back({.op = Op::Drop, .a = kPart});
  if (reachable_ != 0) commands.push_back({.op = Op::SetReachable, .a = reachable_});
  return commands;
}

void ElasticCrew::recut(std::string windows, std::size_t count) {
  GNOMON_ASSERT(reachable_ == 0 || sets_.contains(reachable_), "the reachable states are kept");
  GNOMON_ASSERT(std::all_of(sets_.begin(), sets_.end(),
                            [&](SetNumber set) {
                              return std::any_of(saved_.begin(), saved_.end(),
                                                 [&](const Saved& one) { return one.number == set; });
                            }),
                "the snapshot has all sets");
  past_ = figures();
  start_.windows = std::move(windows);
  count_ = count;
  kept_ = saved();
  kept_answered_ = 0;
  if (std::exchange(inner_, nullptr)) make_slices();
  touched_ = sets_;  // until the slices have answered something
}

// What was done before the windows changed counts for the slice of the same number.
CrewFigures ElasticCrew::figures() const {
  CrewFigures all;
  if (inner_) all = inner_->figures();
  all.slices.resize(count_);
  all.exchanges += past_.exchanges;
  all.critical_seconds += past_.critical_seconds;
  for (std::size_t i = 0; i < past_.slices.size(); ++i) {
    CrewFigures::One& one = all.slices[std::min(i, all.slices.size() - 1)];
    one.seconds += past_.slices[i].seconds;
    one.pieces += past_.slices[i].pieces;
    one.bytes += past_.slices[i].bytes;
    one.waited += past_.slices[i].waited;
  }
  return all;
}

}  // namespace gnomon::slices
