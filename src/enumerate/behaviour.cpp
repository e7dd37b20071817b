#include "enumerate/behaviour.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/sorted.h"

namespace gnomon::enumerate {

namespace {

constexpr std::size_t kMostEntries = std::size_t{1} << 15;
constexpr std::size_t kMostWords = std::size_t{1} << 18;
// After so many misses, a table by the whole key is given up if fewer than three in four questions were answered by it.
constexpr std::size_t kPatience = 4096;

}  // namespace

std::span<const std::uint32_t> ProtocolTable::enabled(const Word* state, Expression::Scratch& scratch) {
  const bool remember = protocol_->reads.fits();
  const Word key = remember ? protocol_->reads.key(state) : 0;
  std::uint32_t number = remember ? known_.find(key) : Memo::kAbsent;
  if (number == Memo::kAbsent) {
    if (!remember || lists_.size() >= kMostEntries || actions_.size() >= kMostWords) {
      known_.clear();
      lists_.clear();
      actions_.clear();
    }
    number = static_cast<std::uint32_t>(lists_.size());
    compute(state, scratch);
    if (remember) known_.add(key, 0, number);
  }
  const List& list = lists_[number];
  return {actions_.data() + list.first, list.count};
}

void ProtocolTable::compute(const Word* state, Expression::Scratch& scratch) {
  const std::size_t first = actions_.size();
  bool some_line = false;
  const Inputs inputs{layout_, state, nullptr, nullptr};
  for (const Protocol::Line& line : protocol_->lines) {
    if (!line.condition.value(inputs, scratch).is_true()) continue;
    some_line = true;
    actions_.insert(actions_.end(), line.actions.begin(), line.actions.end());
  }
  if (!some_line) actions_.insert(actions_.end(), protocol_->otherwise.begin(), protocol_->otherwise.end());
  const auto begin = actions_.begin() + static_cast<std::ptrdiff_t>(first);
  std::sort(begin, actions_.end());
  actions_.erase(std::unique(begin, actions_.end()), actions_.end());
  lists_.push_back({first, actions_.size() - first});
}

UnitTable::UnitTable(const Program& program, const Unit& unit)
    : program_(&program), unit_(&unit), whole_key_(unit.reads.fits()) {
  for (const Unit::Line& line : unit.lines) {
    LineTables tables;
    for (const KeyReader& reads : line.mixed) exact_ = exact_ && reads.fits();
    for (const Expression& guard : line.guards) tables.guards.emplace_back(program.layout(), guard);
    for (const Unit::Assignment& assignment : line.assignments) {
      tables.values.emplace_back(program.layout(), assignment.value);
    }
    tables_.push_back(std::move(tables));
  }
}

void UnitTable::clear() {
  entered_.clear();
  by_signature_.clear();
  signatures_.clear();
  signature_words_.clear();
  remainders_.clear();
  changes_.clear();
  words_.clear();
}

std::uint32_t UnitTable::enter(const Word* state, Expression::Scratch& scratch) {
  if (remainders_.size() >= kMostEntries ||
      words_.size() + changes_.size() + signature_words_.size() + entered_.size() >= kMostWords) {
    clear();
  }
  if (!whole_key_) return look_up(state, scratch);
  const Word key = unit_->reads.key(state);
  ++entries_;
  if (const std::uint32_t known = entered_.find(key); known != Memo::kAbsent) return known;
  if (++misses_ >= kPatience && misses_ * 4 > entries_) {
    whole_key_ = false;
    entered_.clear();
    return look_up(state, scratch);
  }
  const std::uint32_t number = look_up(state, scratch);
  entered_.add(key, 0, number);
  return number;
}

bool UnitTable::guarded(std::size_t line, const Word* state, Expression::Scratch& scratch) {
  const Inputs inputs{&program_->layout(), state, nullptr, nullptr};
  for (ValueTable& guard : tables_[line].guards) {
    const std::uint32_t holds =
        guard.value(state, [&] { return guard.expression().value(inputs, scratch).is_true() ? 1u : 0u; });
    if (holds == 0) return false;
  }
  return true;
}

std::uint32_t UnitTable::position(std::size_t line, std::size_t assignment, const Word* state,
                                  Expression::Scratch& scratch) {
  const ispl::VarId var = unit_->lines[line].assignments[assignment].var;
  const ispl::Type& type = program_->source().variable(var).type;
  ValueTable& table = tables_[line].values[assignment];
  return table.value(state, [&] {
    const Number value = table.expression().value({&program_->layout(), state, nullptr, nullptr}, scratch);
    const std::optional<std::uint64_t> found = value.whole() ? type.position_of(value.numerator) : std::nullopt;
    return found ? static_cast<std::uint32_t>(*found) : kOutOfRange;
  });
}

std::uint32_t UnitTable::look_up(const Word* state, Expression::Scratch& scratch) {
  signature_.clear();
  possible_.clear();
  for (std::uint32_t l = 0; l < unit_->lines.size(); ++l) {
    if (!guarded(l, state, scratch)) continue;
    const Unit::Line& line = unit_->lines[l];
    possible_.push_back(l);
    signature_.push_back(l);
    for (const KeyReader& reads : line.mixed) signature_.push_back(reads.key(state));
    for (std::size_t a = 0; a < line.assignments.size(); ++a) signature_.push_back(position(l, a, state, scratch));
  }
  if (!exact_) clear();
  Word hash = signature_.size();
  for (Word word : signature_) hash = mixed(hash + word + 0x9e3779b97f4a7c15u);
  // Signatures with equal hashes have consecutive owners.
  for (std::uint32_t owner = 0;; ++owner) {
    const std::uint32_t known = by_signature_.find(hash, owner);
    if (known == Memo::kAbsent) {
      Remainder found;
      for (std::uint32_t l : possible_) found.lines.push_back({l, false, false, 0});
      const std::uint32_t number = add_remainder(std::move(found), state, scratch);
      by_signature_.add(hash, owner, number);
      signatures_.resize(number + 1);
      signatures_[number] = {signature_words_.size(), signature_.size()};
      signature_words_.insert(signature_words_.end(), signature_.begin(), signature_.end());
      return number;
    }
    const Signature& same = signatures_[known];
    const Word* words = signature_words_.data() + same.first;
    if (same.length == signature_.size() && std::equal(signature_.begin(), signature_.end(), words)) return known;
  }
}

std::uint32_t UnitTable::refine(std::uint32_t remainder, std::uint32_t agent, std::uint32_t action, const Word* state,
                                Expression::Scratch& scratch) {
  const ActionRef chosen{ispl::AgentId(agent), ispl::ActionId(action)};
  const Remainder& before = remainders_[remainder];
  std::size_t at = static_cast<std::size_t>(std::find(before.compared.begin(), before.compared.end(), chosen) -
                                            before.compared.begin());
  if (at == before.compared.size()) {
    at +=
        static_cast<std::size_t>(std::find(before.agents.begin(), before.agents.end(), agent) - before.agents.begin());
  }
  if (before.next[at] != Memo::kAbsent) return before.next[at];
  Remainder found;
  found.lines = before.lines;
  found.known = before.known;
  found.known.push_back(chosen);
  const std::uint32_t number = add_remainder(std::move(found), state, scratch);
  remainders_[remainder].next[at] = number;
  return number;
}

// Adds the words of what the line assigns; false, and nothing added, if a value is out of range.
bool UnitTable::add_change(std::size_t line, const Word* state, Expression::Scratch& scratch) {
  const std::size_t first = changes_.size();
  for (std::size_t w = 0; w < unit_->words.size(); ++w) {
    changes_.push_back(~Word{0});
    changes_.push_back(0);
  }
  const std::vector<Unit::Assignment>& assignments = unit_->lines[line].assignments;
  for (std::size_t a = 0; a < assignments.size(); ++a) {
    const std::uint32_t value = position(line, a, state, scratch);
    if (value == kOutOfRange) {
      changes_.resize(first);
      return false;
    }
    const Field& field = program_->layout().field(assignments[a].var);
    const auto at = static_cast<std::size_t>(std::find(unit_->words.begin(), unit_->words.end(), field.word) -
                                             unit_->words.begin());
    changes_[first + 2 * at] &= ~field.mask();
    changes_[first + 2 * at + 1] |= Word{value} << field.shift;
  }
  return true;
}

std::uint32_t UnitTable::add_remainder(Remainder&& found, const Word* state, Expression::Scratch& scratch) {
  actions_.assign(program_->agents(), kOpen);
  for (const ActionRef& action : found.known) actions_[action.agent.index()] = action.action.value;
  const Inputs inputs{&program_->layout(), state, actions_.data(), nullptr};
  const bool first = found.known.empty();
  std::size_t kept = 0;
  for (Line line : found.lines) {
    const Unit::Line& source = unit_->lines[line.number];
    if (!line.certain) {
      const std::optional<Number> holds = source.condition.value_if_known(inputs, scratch);
      if (holds && !holds->is_true()) continue;
      line.certain = holds.has_value();
      if (!holds) source.condition.relevant_actions(scratch, found.compared);
    }
    if (first) {
      line.change = changes_.size();
      line.overflow = !add_change(line.number, state, scratch);
    }
    found.lines[kept++] = line;
  }
  found.lines.resize(kept);
  sort_unique(found.compared);
  for (const ActionRef& action : found.compared) {
    if (found.agents.empty() || found.agents.back() != action.agent.value) found.agents.push_back(action.agent.value);
  }
  found.next.assign(found.compared.size() + found.agents.size(), Memo::kAbsent);
  if (found.compared.empty()) settle(found);
  remainders_.push_back(std::move(found));
  return static_cast<std::uint32_t>(remainders_.size() - 1);
}

void UnitTable::settle(Remainder& found) {
  found.first = words_.size();
  for (const Line& line : found.lines) {
    found.overflow = found.overflow || line.overflow;
    if (line.overflow) continue;
    const Word* change = changes_.data() + line.change;
    bool fresh = true;
    for (std::size_t k = 0; k < found.count && fresh; ++k) {
      fresh = !std::equal(change, change + stride(), words_.data() + found.first + k * stride());
    }
    if (!fresh) continue;
    words_.insert(words_.end(), change, change + stride());
    ++found.count;
  }
  if (!found.lines.empty()) return;
  for (std::size_t w = 0; w < unit_->words.size(); ++w) {
    words_.push_back(~Word{0});
    words_.push_back(0);
  }
  found.count = 1;
  found.unchanged = true;
}

}  // namespace gnomon::enumerate
