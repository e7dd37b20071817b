#include "enumerate/replies.h"

#include <algorithm>
#include <bit>

namespace gnomon::enumerate {

Replies::Replies(const Graph& graph, const check::Coalition& group, std::size_t most_joint_choices)
    : graph_(&graph),
      most_joint_choices_(most_joint_choices),
      successors_(graph.program()),
      avoidance_(graph.budget()),
      pace_(&graph.budget()),
      by_state_(graph.size()) {
  for (ispl::AgentId agent : group) {
    const bool listed = std::find(members_.begin(), members_.end(), agent) != members_.end();
    if (graph.program().protocol(agent.index()).takes_part && !listed) members_.push_back(agent);
  }
  record_.choices.resize(members_.size());
}

void Replies::add_state(StateIndex s) {
  State found;
  successors_.enter(graph_->state(s));
  if (successors_.blocked()) {
    found.shape = kBlocked;
  } else {
    name_choices();
    found.shape = kAlike;
    if (record_.bits.words() > 0) {
      successors_.complete(record_);
      find_runs();
      add_groups(found);
      pace_.step(successors_.count());
    }
  }
  by_state_[s] = found;
  pace_.step();
}

// The members that have several kinds of actions, each kind as a choice.
void Replies::name_choices() {
  record_.bits.clear();
  record_.member.assign(graph_->program().agents(), ChoiceRecord::kNone);
  for (ispl::AgentId member : members_) {
    const std::uint32_t kinds = successors_.kinds(member.index(), kind_of_);
    if (kinds < 2) continue;
    const std::size_t number = record_.bits.slots().size();
    record_.member[member.index()] = static_cast<std::uint32_t>(number);
    record_.bits.add(kinds);
    std::vector<std::uint32_t>& choices = record_.choices[number];
    choices.clear();
    const std::span<const std::uint32_t> enabled = successors_.enabled(member.index());
    for (std::size_t i = 0; i < enabled.size(); ++i) {
      if (kind_of_[i] == choices.size()) choices.push_back(enabled[i]);
    }
  }
}

int Replies::compare(const Word* a, const Word* b) const {
  for (std::size_t w = 0; w < record_.bits.words(); ++w) {
    if (a[w] != b[w]) return a[w] < b[w] ? -1 : 1;
  }
  return 0;
}

void Replies::find_runs() {
  runs_.clear();
  for (std::uint32_t i = 0; i < successors_.count(); ++i) {
    const Run next{i, 1};
    if (!runs_.empty() && compare(pattern(runs_.back()), pattern(next)) == 0) {
      ++runs_.back().count;
    } else {
      runs_.push_back(next);
    }
  }
  std::sort(runs_.begin(), runs_.end(), [&](const Run& a, const Run& b) {
    const int order = compare(pattern(a), pattern(b));
    return order < 0 || (order == 0 && a.first < b.first);
  });
}

// Runs of one pattern follow one another.
void Replies::add_groups(State& state) {
  const std::size_t words = record_.bits.words();
  const Word* last = runs_.empty() ? nullptr : pattern(runs_.back());
  if (last == nullptr || (compare(last, pattern(runs_.front())) == 0 &&
                          std::all_of(last, last + words, [](Word word) { return word == 0; }))) {
    return;
  }
  state.shape = shape_of(record_.bits);
  state.first = groups_.size();
  state.pattern = patterns_.size();
  const Word* before = nullptr;
  for (const Run& run : runs_) {
    const Word* now = pattern(run);
    if (before == nullptr || compare(before, now) != 0) {
      groups_.push_back({outcomes_.size(), 0});
      keep_pattern(shapes_[state.shape], now);
      before = now;
    }
    for (std::size_t i = 0; i < run.count; ++i) outcomes_.push_back(graph_->find(successors_[run.first + i]));
    groups_[groups_.size() - 1].count += run.count;
  }
  state.count = static_cast<std::uint32_t>(groups_.size() - state.first);
}

// States that follow one another often have the same.
std::uint32_t Replies::shape_of(const ChoiceBits& bits) {
  if (last_shape_ < shapes_.size() && shapes_[last_shape_].bits == bits) return last_shape_;
  const auto [at, added] = shape_numbers_.try_emplace(bits, static_cast<std::uint32_t>(shapes_.size()));
  if (added) {
    shapes_.push_back({bits, {}, 0});
    number_joint_choices(shapes_.back());
  }
  return last_shape_ = at->second;
}

// Members have two choices or more, so that the bits of a pattern are not more than the joint choices.
void Replies::number_joint_choices(Shape& shape) const {
  std::size_t count = 1;
  for (const ChoiceBits::Slot& slot : shape.bits.slots()) {
    if (slot.choices > most_joint_choices_ / count) return;
    count *= slot.choices;
  }
  shape.joint.assign(64, 0);
  for (std::size_t number = 0; number < count; ++number) {
    const Word bit = Word{1} << number;
    shape.all |= bit;
    std::size_t rest = number;
    for (const ChoiceBits::Slot& slot : shape.bits.slots()) {
      shape.joint[slot.shift + rest % slot.choices] |= bit;
      rest /= slot.choices;
    }
  }
}

void Replies::keep_pattern(const Shape& shape, const Word* pattern) {
  if (shape.joint.empty()) {
    for (std::size_t w = 0; w < shape.bits.words(); ++w) patterns_.push_back(pattern[w]);
    return;
  }
  Word met = shape.all;
  for (const ChoiceBits::Slot& slot : shape.bits.slots()) {
    Word rest = *pattern & slot.first;
    if (rest == 0) continue;
    Word some = 0;
    for (; rest != 0; rest &= rest - 1) some |= shape.joint[static_cast<std::size_t>(std::countr_zero(rest))];
    met &= some;
  }
  patterns_.push_back(met);
}

}  // namespace gnomon::enumerate
