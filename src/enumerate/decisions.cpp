#include "enumerate/decisions.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>
namespace gnomon::enumerate {

namespace {

constexpr std::size_t kMostOptionLists = 16;  // of one node

Word hash_of_key(std::span<const Word> key) {
  Word hash = 0;
  for (Word word : key) hash = mixed(hash + word + 0x9e3779b97f4a7c15U);
  return hash;
}

// States of units while a node is made.
constexpr std::uint8_t kUntouched = 0, kCandidate = 1, kWaiting = 2;

}  // namespace

Decisions::Decisions(const Program& program, const Sector& sector, std::size_t patience)
    : program_(&program),
      sector_(&sector),
      cubes_(&sector.cubes),
      words_(cubes_->words()),
      agent_words_((sector.agents.size() + 63) / 64),
      position_(sector.agents.empty() ? 0 : sector.agents.back() + 1, 0),
      patience_(patience),
      waiting_(position_.size(), 0),
      unit_state_(sector.units.size(), kUntouched),
      parts_(sector.units.size()),
      places_(cubes_->size()) {
  for (std::uint32_t unit = 0; unit < sector.units.size(); ++unit) {
    const std::vector<Unit::Line>& lines = sector.units[unit].lines;
    for (std::uint32_t line = 0; line < lines.size(); ++line) {
      for (std::uint32_t cube : lines[line].cubes) places_[cube].push_back({unit, line});
    }
  }
  for (std::uint32_t i = 0; i < sector.agents.size(); ++i) position_[sector.agents[i]] = i;
}

void Decisions::clear() {
  nodes_.clear();
  by_number_.clear();
  numbers_.clear();
  kept_words_ = 0;
}

template <class Visit>
void Decisions::for_cubes(std::span<const Word> cubes, Visit&& visit) const {
  for (std::size_t w = 0; w < cubes.size(); ++w) {
    for (Word rest = cubes[w]; rest != 0; rest &= rest - 1) {
      visit(w * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
    }
  }
}

void Decisions::choose(std::size_t agent, std::uint32_t action, std::span<Word> cubes) const {
  const std::vector<CubeBits>& allowing = cubes_->allowing(agent, action);
  auto allowed = allowing.begin();
  for (const CubeBits& part : cubes_->reading(agent)) {
    Word gone = part.bits;
    if (allowed != allowing.end() && allowed->word == part.word) gone &= ~(allowed++)->bits;
    cubes[part.word] &= ~gone;
  }
}

// Agents on which none of the cubes depends make no difference.
void Decisions::drop_irrelevant(std::vector<Word>& key) const {
  bool some = false;
  for (std::size_t w = words_; w < key.size(); ++w) some = some || key[w] != 0;
  if (!some) return;
  Word few = 0;
  std::vector<Word> many(agent_words_ > 1 ? agent_words_ : 0, 0);
  Word* relevant = agent_words_ > 1 ? many.data() : &few;
  for_cubes({key.data(), words_}, [&](std::size_t cube) {
    for (std::uint32_t agent : cubes_->agents(cube)) {
      relevant[position_[agent] / 64] |= Word{1} << (position_[agent] % 64);
    }
  });
  for (std::size_t w = 0; w < agent_words_; ++w) key[words_ + w] &= relevant[w];
}

Decisions::Node& Decisions::keep(std::span<const Word> cubes, std::span<const Word> decided) {
  key_.assign(cubes.begin(), cubes.end());
  key_.insert(key_.end(), decided.begin(), decided.end());
  drop_irrelevant(key_);
  return intern(key_);
}

Decisions::Node& Decisions::enter(std::span<const Word> cubes, std::span<const Word> decided) {
  if (keep_first_) {
    const std::size_t before = nodes_.size();
    ++entries_;
    Node& found = keep(cubes, decided);
    if (nodes_.size() > before && ++misses_ >= patience_ && misses_ * 4 > entries_) keep_first_ = false;
    return found;
  }
  first_.key.assign(cubes.begin(), cubes.end());
  first_.key.insert(first_.key.end(), decided.begin(), decided.end());
  if (!fill_as_before(first_)) fill(first_);
  return first_;
}

Decisions::Node& Decisions::intern(const std::vector<Word>& key) {
  const Word hash = hash_of_key(key);
  const std::uint32_t number = numbers_.find(hash);
  Node* last = number == Memo::kAbsent ? nullptr : by_number_[number];
  for (Node* known = last; known != nullptr; known = known->same_hash) {
    bool same = true;
    for (std::size_t w = 0; w < key.size() && same; ++w) same = known->key[w] == key[w];
    if (same) return *known;
    last = known;
  }
  Node& fresh = nodes_.emplace_back();
  fresh.key = key;
  fill(fresh);
  if (last != nullptr) {
    last->same_hash = &fresh;
  } else {
    numbers_.add(hash, static_cast<std::uint32_t>(by_number_.size()));
    by_number_.push_back(&fresh);
  }
  if (fresh.agent != kNobody) {
    fresh.children.assign(program_->source().agents[fresh.agent].actions.size(), nullptr);
  }
  kept_words_ += 2 * key.size() + fresh.children.size() + fresh.constants.size() + fresh.assignments.size();
  return fresh;
}

// If all cubes wait for the agent that the last first node has asked, it is asked again: nothing is settled.
bool Decisions::fill_as_before(Node& node) {
  if (asked_ == kNobody || is_decided(node.key, asked_)) return false;
  bool some = false;
  for (std::size_t w = 0; w < words_; ++w) {
    if ((node.key[w] & ~asked_reading_[w]) != 0) return false;
    some = some || node.key[w] != 0;
  }
  if (!some) return false;
  node.constants.clear();
  node.assignments.clear();
  node.branchings.clear();
  node.agent = asked_;
  node.rest = node.key;
  node.all_differ = false;
  for (const CubeBits& part : cubes_->residual(asked_)) {
    node.all_differ = node.all_differ || (node.key[part.word] & part.bits) != 0;
  }
  return true;
}

void Decisions::fill(Node& node) {
  node.constants.clear();
  node.assignments.clear();
  node.branchings.clear();
  node.rest = node.key;
  node.agent = kNobody;
  node.all_differ = false;
  settled_.assign(words_, 0);
  std::uint32_t most = 0;
  for_cubes({node.key.data(), words_}, [&](std::size_t cube) {
    bool waits = false;
    for (std::uint32_t agent : cubes_->agents(cube)) {
      if (is_decided(node.key, agent)) continue;
      waits = true;
      const std::uint32_t count = ++waiting_[agent];
      if (count < most || (count == most && agent > node.agent)) continue;
      most = count;
      node.agent = agent;
    }
    if (!waits) settled_[cube / 64] |= Word{1} << (cube % 64);
  });
  if (node.agent != kNobody) {
    for_cubes({node.key.data(), words_}, [&](std::size_t cube) {
      for (std::uint32_t agent : cubes_->agents(cube)) waiting_[agent] = 0;
    });
    for (const CubeBits& part : cubes_->residual(node.agent)) {
      node.all_differ = node.all_differ || (node.key[part.word] & part.bits) != 0;
    }
    if (&node == &first_) {
      asked_ = node.agent;
      asked_reading_.assign(words_, 0);
      for (const CubeBits& part : cubes_->reading(asked_)) asked_reading_[part.word] = part.bits;
    }
  }
  settle(node, settled_);
}

// The lines of the touched units, with the cubes that are left of them.
void Decisions::find_parts(std::span<const Word> cubes) {
  for_cubes(cubes, [&](std::size_t cube) {
    for (const Place& place : places_[cube]) {
      if (unit_state_[place.unit] == kUntouched) continue;
      parts_[place.unit].push_back({place.line, static_cast<std::uint32_t>(cube)});
    }
  });
  for (std::uint32_t unit : touched_) std::sort(parts_[unit].begin(), parts_[unit].end());
}

bool Decisions::waits(std::uint32_t unit, std::span<const Word> settled) const {
  return std::any_of(parts_[unit].begin(), parts_[unit].end(), [&](const Part& part) {
    const std::vector<std::uint32_t>& owners = sector_->owners[part.cube];
    return (settled[part.cube / 64] >> (part.cube % 64) & 1) == 0 ||
           std::any_of(owners.begin(), owners.end(), [&](std::uint32_t u) { return unit_state_[u] != kCandidate; });
  });
}

// Units change as soon as none of their cubes waits, nor any cube that they share with others which wait: so a cube goes
// with all its units at once.
void Decisions::settle(Node& node, std::span<const Word> settled) {
  touched_.clear();
  for_cubes(settled, [&](std::size_t cube) {
    for (std::uint32_t unit : sector_->owners[cube]) {
      if (unit_state_[unit] != kUntouched) continue;
      unit_state_[unit] = kCandidate;
      touched_.push_back(unit);
    }
  });
  find_parts({node.key.data(), words_});
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t unit : touched_) {
      if (unit_state_[unit] != kCandidate || !waits(unit, settled)) continue;
      unit_state_[unit] = kWaiting;
      changed = true;
    }
  }
  for (std::uint32_t unit : touched_) {
    if (unit_state_[unit] == kCandidate) apply(node, unit);
    unit_state_[unit] = kUntouched;
    parts_[unit].clear();
  }
  std::sort(node.constants.begin(), node.constants.end(),
            [](const Change& a, const Change& b) { return a.word < b.word; });
  std::size_t kept = 0;
  for (const Change& change : node.constants) {
    if (kept > 0 && node.constants[kept - 1].word == change.word) {
      node.constants[kept - 1].keep &= change.keep;
      node.constants[kept - 1].set |= change.set;
    } else {
      node.constants[kept++] = change;
    }
  }
  node.constants.resize(kept);
}

// The lines of a unit that the cubes leave, none of which waits. Lines that assign the same are one.
void Decisions::apply(Node& node, std::uint32_t unit) {
  const std::vector<Unit::Line>& lines = sector_->units[unit].lines;
  Branching branching{unit, {}};
  for (const Part& part : parts_[unit]) {
    node.rest[part.cube / 64] &= ~(Word{1} << (part.cube % 64));
    auto same = std::find_if(branching.alternatives.begin(), branching.alternatives.end(), [&](const Alternative& a) {
      return lines[a.line].assignments == lines[part.line].assignments;
    });
    const bool certain = (*cubes_)[part.cube].residues.empty();
    if (same == branching.alternatives.end()) {
      branching.alternatives.push_back({part.line, {}});
      if (!certain) branching.alternatives.back().cubes.push_back(part.cube);
    } else if (certain) {
      same->cubes.clear();
    } else if (!same->cubes.empty()) {
      same->cubes.push_back(part.cube);
    }
  }
  if (branching.alternatives.size() > 1 || !branching.alternatives.front().cubes.empty()) {
    node.branchings.push_back(std::move(branching));
    return;
  }
  for (std::uint32_t number : lines[branching.alternatives.front().line].assignments) {
    const Assignment& assignment = program_->assignments()[number];
    if (assignment.kind == Assignment::Kind::Constant) {
      node.constants.push_back({assignment.field.word, ~assignment.field.mask(), assignment.constant});
    } else {
      node.assignments.push_back(number);
    }
  }
}

Decisions::Node& Decisions::after(Node& node, std::uint32_t action) {
  if (!node.children.empty() && node.children[action] != nullptr) return *node.children[action];
  key_ = node.rest;
  choose(node.agent, action, {key_.data(), words_});
  const std::uint32_t at = position_[node.agent];
  key_[words_ + at / 64] |= Word{1} << (at % 64);
  drop_irrelevant(key_);
  Node& found = intern(key_);
  if (!node.children.empty()) node.children[action] = &found;
  return found;
}

void Decisions::list_options(Node& node, std::span<const std::uint32_t> enabled, std::vector<Option>& options) {
  options.clear();
  ++stamp_;
  for (std::uint32_t action : enabled) {
    Node& next = after(node, action);
    if (!node.all_differ && next.seen == stamp_) continue;
    next.seen = stamp_;
    options.push_back({action, &next});
  }
}

void Decisions::find_options(Node& node, std::span<const std::uint32_t> actions, const std::vector<Option>& options,
                             std::vector<std::uint32_t>& option_of) {
  option_of.resize(actions.size());
  std::iota(option_of.begin(), option_of.end(), 0U);
  if (actions.size() == options.size()) return;
  option_of.clear();
  for (std::uint32_t action : actions) {
    const Node* next = &after(node, action);
    const auto at = std::find_if(options.begin(), options.end(), [&](const Option& option) {
      return option.node == next && (!node.all_differ || option.action == action);
    });
    option_of.push_back(static_cast<std::uint32_t>(at - options.begin()));
  }
}

const std::vector<Decisions::Option>& Decisions::options(Node& node, std::uint32_t list,
                                                         std::span<const std::uint32_t> enabled,
                                                         std::vector<Option>& room) {
  for (const Node::Known& known : node.known) {
    if (known.enabled == list) return known.options;
  }
  if (&node == &first_ || node.known.size() >= kMostOptionLists) {
    list_options(node, enabled, room);
    return room;
  }
  std::vector<Option> options;
  list_options(node, enabled, options);
  kept_words_ += 2 * options.size();
  node.known.push_back({list, std::move(options)});
  return node.known.back().options;
}

}  // namespace gnomon::enumerate
