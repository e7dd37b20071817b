#include "enumerate/successors.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>

#include "base/budget.h"

namespace gnomon::enumerate {

namespace {

constexpr std::uint32_t kOutOfRange = 0xfffffffeU;
constexpr Word kNoBits = ~Word{0};  // no field has all 64 bits

bool may_block(const Protocol& protocol) {
  return protocol.takes_part &&
         (protocol.otherwise.empty() || std::any_of(protocol.lines.begin(), protocol.lines.end(),
                                                    [](const Protocol::Line& line) { return line.actions.empty(); }));
}

}  // namespace

Successors::Successors(const Program& program, const StepMemory& memory)
    : program_(&program),
      most_combinations_(memory.most_combinations),
      most_evaluated_(memory.most_evaluated),
      words_(program.layout().words()),
      lists_(program.agents(), ValueTable::kAbsent),
      anything_(program.agents(), kOpen),
      actions_(program.agents(), kOpen) {
  for (std::uint32_t agent = 0; agent < program.agents(); ++agent) {
    protocols_.emplace_back(program, agent);
    if (may_block(program.protocol(agent))) may_block_.push_back(agent);
  }
  for (const Sector& sector : program.sectors()) sectors_.emplace_back(program, sector, memory);
  for (const Assignment& assignment : program.assignments()) {
    values_.emplace_back(KeyReader(program.layout(), assignment.value.variables()));
  }
}

void Successors::check_count(std::size_t count) const {
  if (count <= most_combinations_) return;
  throw LimitReached(Limit::Size,
                     "more than " + std::to_string(most_combinations_) + " combinations in the step from one state");
}

void Successors::check_steps() const {
  if (scratch_.steps - steps_before_ <= most_evaluated_) return;
  throw LimitReached(Limit::Size, "conditions take too long in the step from one state");
}

// Nodes know lists of enabled actions by their numbers, so they go together.
void Successors::forget() {
  const bool lists =
      std::any_of(protocols_.begin(), protocols_.end(), [](const auto& table) { return table.crowded(); });
  for (SectorTables& sector : sectors_) {
    if (!lists && !sector.decisions.crowded()) continue;
    sector.decisions.clear();
    std::fill(sector.known.begin(), sector.known.end(), nullptr);
  }
  if (!lists) return;
  for (ProtocolTable& table : protocols_) table.clear();
}

std::uint32_t Successors::enabled_list(std::size_t agent) {
  if (lists_[agent] == ValueTable::kAbsent) lists_[agent] = protocols_[agent].list(state_, scratch_);
  return lists_[agent];
}

std::span<const std::uint32_t> Successors::enabled(std::size_t agent) {
  return protocols_[agent].actions(enabled_list(agent));
}

void Successors::enter(const Word* state) {
  forget();
  state_ = state;
  steps_before_ = scratch_.steps;
  std::fill(lists_.begin(), lists_.end(), ValueTable::kAbsent);
  blocked_ = std::any_of(may_block_.begin(), may_block_.end(), [&](std::uint32_t a) { return enabled(a).empty(); });
  if (blocked_) return;
  for (std::size_t sector = 0; sector < sectors_.size(); ++sector) enter_sector(sector);
}

void Successors::enter_sector(std::size_t sector) {
  SectorTables& tables = sectors_[sector];
  if (tables.known.empty()) {
    read_cubes(sector);
    tables.first = &tables.decisions.enter(tables.cubes, tables.decided);
    return;
  }
  Decisions::Node*& known = tables.known[program_->sectors()[sector].reads.key(state_)];
  if (known == nullptr) {
    read_cubes(sector);
    known = &tables.decisions.keep(tables.cubes, tables.decided);
  }
  tables.first = known;
}

void Successors::read_cubes(std::size_t sector) {
  SectorTables& tables = sectors_[sector];
  const std::vector<std::uint32_t>& agents = program_->sectors()[sector].agents;
  tables.guards.read(state_, tables.possible, scratch_);
  tables.cubes = tables.possible;
  std::fill(tables.decided.begin(), tables.decided.end(), 0);
  for (std::size_t i = 0; i < agents.size(); ++i) {
    const std::span<const std::uint32_t> actions = enabled(agents[i]);
    if (actions.size() != 1) continue;
    actions_[agents[i]] = actions.front();
    tables.decisions.choose(agents[i], actions.front(), tables.cubes);
    tables.decided[i / 64] |= Word{1} << (i % 64);
  }
}

void Successors::expand(const Word* state) {
  enter(state);
  complete(anything_);
}

// Two actions are alike if they leave the same of the possible cubes that depend on the agent's action. Where residues
// look at it, all differ.
std::uint32_t Successors::kinds(std::size_t agent, std::vector<std::uint32_t>& kind_of) {
  const std::span<const std::uint32_t> all = enabled(agent);
  const std::uint32_t sector = program_->sector_of(agent);
  kind_of.assign(all.size(), 0);
  if (sector == Program::kNoSector || all.size() < 2) return all.empty() ? 0 : 1;
  const Cubes& cubes = program_->sectors()[sector].cubes;
  std::vector<Word>& possible = sectors_[sector].possible;
  sectors_[sector].guards.read(state_, possible, scratch_);
  const std::vector<CubeBits>& reading = cubes.reading(agent);
  const std::vector<CubeBits>& residual = cubes.residual(agent);
  const bool all_differ = std::any_of(residual.begin(), residual.end(),
                                      [&](const CubeBits& part) { return (possible[part.word] & part.bits) != 0; });
  std::uint32_t count = 0;
  left_.clear();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::vector<CubeBits>& allowing = cubes.allowing(agent, all[i]);
    auto allowed = allowing.begin();
    for (const CubeBits& part : reading) {
      const bool some = allowed != allowing.end() && allowed->word == part.word;
      left_.push_back(some ? possible[part.word] & (allowed++)->bits : 0);
    }
    const auto last = left_.end() - static_cast<std::ptrdiff_t>(reading.size());
    std::uint32_t kind = all_differ ? count : 0;
    auto at = left_.begin();
    while (kind < count && !std::equal(last, left_.end(), at)) {
      ++kind;
      at += static_cast<std::ptrdiff_t>(reading.size());
    }
    kind_of[i] = kind;
    if (kind == count) {
      ++count;
    } else {
      left_.erase(last, left_.end());
    }
  }
  return count;
}

Successors::Level& Successors::level(std::size_t depth) {
  while (levels_.size() <= depth) levels_.push_back(std::make_unique<Level>());
  return *levels_[depth];
}

void Successors::complete(std::span<const std::uint32_t> given) {
  find_all(given, nullptr);
}

void Successors::complete(const ChoiceRecord& record) {
  find_all(anything_, &record);
}

void Successors::find_all(std::span<const std::uint32_t> given, const ChoiceRecord* record) {
  const std::size_t own = program_->layout().words();
  words_ = own + (record == nullptr ? 0 : record->bits.words());
  record_ = record;
  count_ = 0;
  overflow_ = false;
  found_.clear();
  if (blocked_) return;
  given_ = given;
  Level& first = level(0);
  first.states.assign(state_, state_ + own);
  first.states.resize(words_, 0);
  first.count = 1;
  Decisions::Node* node = sectors_.empty() ? nullptr : sectors_.front().first;
  if (record == nullptr) {
    branch<false>(0, 0, node);
  } else {
    branch<true>(0, 0, node);
  }
  drop_duplicates();
}

// The changes of this node and of all that follow. A level is for choices between several actions only, so that levels
// are few where there are few successors.
template <bool kRecording>
void Successors::branch(std::size_t depth, std::size_t sector, Decisions::Node* node) {
  Level& now = level(depth);
  while (node != nullptr) {
    if (!apply(sector, *node, now)) return;
    const std::uint32_t agent = node->agent;
    if (agent == Decisions::kNobody) {
      ++sector;
      node = sector < sectors_.size() ? sectors_[sector].first : nullptr;
      continue;
    }
    Decisions& decisions = sectors_[sector].decisions;
    if (given_[agent] != kOpen) {
      actions_[agent] = given_[agent];
      node = &decisions.after(*node, given_[agent]);
      continue;
    }
    const std::uint32_t list = enabled_list(agent);
    const std::vector<Decisions::Option>& options =
        decisions.options(*node, list, protocols_[agent].actions(list), now.options);
    const bool noted = kRecording && options.size() > 1 && record_->member[agent] != ChoiceRecord::kNone;
    if (noted) decisions.find_options(*node, record_->choices[record_->member[agent]], options, now.option_of);
    Level& next = level(depth + 1);
    for (std::size_t i = 0; i + 1 < options.size(); ++i) {
      actions_[agent] = options[i].action;
      if (ends(sector, *options[i].node)) {
        add_found(now);
        const std::size_t first = (count_ - now.count) * words_;
        if (!change(*options[i].node, found_.data() + first, now.count)) {
          found_.resize(first);
          count_ -= now.count;
        } else if (noted) {
          record(agent, now, i, found_.data() + first, now.count);
        }
        continue;
      }
      next.states.assign(now.states.begin(), now.states.begin() + static_cast<std::ptrdiff_t>(now.count * words_));
      next.count = now.count;
      if (noted) record(agent, now, i, next.states.data(), next.count);
      branch<kRecording>(depth + 1, sector, options[i].node);
    }
    if (noted) record(agent, now, options.size() - 1, now.states.data(), now.count);
    actions_[agent] = options.back().action;
    node = options.back().node;
  }
  add_found(now);
}

// Adds the choices that lead to an option to the patterns of successors.
void Successors::record(std::uint32_t agent, const Level& asked, std::size_t option, Word* states,
                        std::size_t count) const {
  const std::size_t own = program_->layout().words();
  for (std::size_t choice = 0; choice < asked.option_of.size(); ++choice) {
    if (asked.option_of[choice] != option) continue;
    for (std::size_t i = 0; i < count; ++i) {
      record_->bits.set(record_->member[agent], choice, states + i * words_ + own);
    }
  }
}

void Successors::add_found(const Level& level) {
  check_count(count_ + level.count);
  const std::size_t first = count_ * words_;
  found_.resize(first + level.count * words_);
  for (std::size_t w = 0; w < level.count * words_; ++w) found_[first + w] = level.states[w];
  count_ += level.count;
}

// What an assignment puts into its field; kNoBits if the value is out of range.
Word Successors::bits(std::uint32_t assignment) {
  const Assignment& now = program_->assignments()[assignment];
  switch (now.kind) {
    case Assignment::Kind::Constant:
      return now.constant;
    case Assignment::Kind::Copy:
      return now.copied.code(state_) << now.field.shift;
    case Assignment::Kind::Value:
      break;
  }
  const std::uint32_t position = values_[assignment].value(state_, [&] {
    const ispl::Type& type = program_->source().variable(now.var).type;
    const Number value = now.value.value({&program_->layout(), state_, nullptr, nullptr}, scratch_);
    const std::optional<std::uint64_t> found = value.whole() ? type.position_of(value.numerator) : std::nullopt;
    return found ? static_cast<std::uint32_t>(*found) : kOutOfRange;
  });
  return position == kOutOfRange ? kNoBits : Word{position} << now.field.shift;
}

// What changes at this node without a choice; false if a value is out of range.
bool Successors::change(const Decisions::Node& node, Word* states, std::size_t count) {
  for (const Decisions::Change& constant : node.constants) {
    for (std::size_t i = 0; i < count; ++i) {
      Word& word = states[i * words_ + constant.word];
      word = (word & constant.keep) | constant.set;
    }
  }
  for (std::uint32_t assignment : node.assignments) {
    const Word set = bits(assignment);
    if (set == kNoBits) {
      overflow_ = true;
      return false;
    }
    const Field& field = program_->assignments()[assignment].field;
    for (std::size_t i = 0; i < count; ++i) {
      Word& word = states[i * words_ + field.word];
      word = (word & ~field.mask()) | set;
    }
  }
  return true;
}

// What changes at this node, in all unfinished successors; false if nothing can come of it.
bool Successors::apply(std::size_t sector, const Decisions::Node& node, Level& at) {
  return change(node, at.states.data(), at.count) &&
         std::all_of(node.branchings.begin(), node.branchings.end(), [&](const Decisions::Branching& branching) {
           return branch_unit(program_->sectors()[sector], branching, at);
         });
}

bool Successors::holds(const Sector& sector, const Decisions::Alternative& alternative) {
  if (alternative.cubes.empty()) return true;
  const Inputs inputs{&program_->layout(), state_, actions_.data(), nullptr};
  return std::any_of(alternative.cubes.begin(), alternative.cubes.end(), [&](std::uint32_t cube) {
    const std::vector<std::uint32_t>& residues = sector.cubes[cube].residues;
    return std::all_of(residues.begin(), residues.end(), [&](std::uint32_t residue) {
      const Literal& literal = sector.cubes.residue(residue);
      check_steps();
      return literal.expression.value(inputs, scratch_).is_true() == literal.positive;
    });
  });
}

// Adds the words of what a line assigns; false, and nothing added, if a value is out of range.
bool Successors::add_change(const std::vector<std::uint32_t>& assignments) {
  const std::size_t first = changes_.size();
  changes_.resize(first + 2 * words_, 0);
  for (std::size_t w = 0; w < words_; ++w) changes_[first + 2 * w] = ~Word{0};
  for (std::uint32_t assignment : assignments) {
    const Field& field = program_->assignments()[assignment].field;
    const Word set = bits(assignment);
    if (set == kNoBits) {
      changes_.resize(first);
      return false;
    }
    changes_[first + 2 * field.word] &= ~field.mask();
    changes_[first + 2 * field.word + 1] |= set;
  }
  return true;
}

// A unit with a choice between lines; false if some line holds but none can be taken.
bool Successors::branch_unit(const Sector& sector, const Decisions::Branching& branching, Level& at) {
  changes_.clear();
  bool some_line = false;
  for (const Decisions::Alternative& alternative : branching.alternatives) {
    if (!holds(sector, alternative)) continue;
    some_line = true;
    if (!add_change(sector.units[branching.unit].lines[alternative.line].assignments)) overflow_ = true;
  }
  const std::size_t count = changes_.size() / (2 * words_);
  if (count == 0) return !some_line;
  check_count(at.count * count);
  const std::size_t before = at.count;
  at.states.resize(before * count * words_);
  Word* states = at.states.data();
  for (std::size_t k = count; k > 0; --k) {  // the first alternative changes the states themselves
    const Word* change = changes_.data() + (k - 1) * 2 * words_;
    for (std::size_t i = 0; i < before; ++i) {
      const Word* from = states + i * words_;
      Word* to = states + ((k - 1) * before + i) * words_;
      for (std::size_t w = 0; w < words_; ++w) to[w] = (from[w] & change[2 * w]) | change[2 * w + 1];
    }
  }
  at.count = before * count;
  return true;
}

// Keeps the first of each kind, in order.
void Successors::drop_duplicates() {
  combinations_ += count_;
  if (count_ <= 1) return;
  constexpr std::size_t kFew = 8;
  constexpr std::uint32_t kFree = 0xffffffffu;
  Word* all = found_.data();
  std::size_t kept = 0;
  auto equal = [&](std::size_t i, std::size_t k) {
    bool same = true;
    for (std::size_t w = 0; w < words_ && same; ++w) same = all[i * words_ + w] == all[k * words_ + w];
    return same;
  };
  auto keep = [&](std::size_t i) {
    if (i != kept) std::copy(all + i * words_, all + (i + 1) * words_, all + kept * words_);
    ++kept;
  };
  if (count_ <= kFew) {
    for (std::size_t i = 0; i < count_; ++i) {
      bool fresh = true;
      for (std::size_t k = 0; k < kept && fresh; ++k) fresh = !equal(i, k);
      if (fresh) keep(i);
    }
    count_ = kept;
    return;
  }
  slots_.assign(std::bit_ceil(2 * count_), kFree);
  for (std::size_t i = 0; i < count_; ++i) {
    Word hash = 0;
    for (std::size_t w = 0; w < words_; ++w) hash = mixed(hash ^ all[i * words_ + w]);
    std::size_t at = hash & (slots_.size() - 1);
    while (slots_[at] != kFree && !equal(i, slots_[at])) at = (at + 1) & (slots_.size() - 1);
    if (slots_[at] != kFree) continue;
    slots_[at] = static_cast<std::uint32_t>(kept);
    keep(i);
  }
  count_ = kept;
}

}  // namespace gnomon::enumerate
