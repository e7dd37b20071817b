// What one agent may do, and how one unit changes, in a given state: computed once for each combination of the few
// values that it depends on, and remembered. After the first few thousand states almost everything is a lookup, so that
// the size of conditions hardly matters.
//
// For a unit this happens in stages. The values of the variables that it reads leave a *remainder*: the lines whose
// condition can still hold, what these assign, and the comparisons with actions that decide between them. Remainders are
// found by all that the unit reads or, if that hardly ever repeats, by their lines and what these assign, each of which
// depends on few variables and is looked up in a table of its own. Each action
// that becomes known leaves a smaller remainder, until no comparison is left: then the lines that hold are the
// alternatives. Actions that a remainder does not compare have the same effect, so one of them stands for all.
//
// Caches grow to a fixed size and are then emptied. An object is for one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "enumerate/memo.h"
#include "enumerate/program.h"

namespace gnomon::enumerate {

// The enabled actions of an agent.
class ProtocolTable {
 public:
  ProtocolTable(const Program& program, std::size_t agent)
      : layout_(&program.layout()), protocol_(&program.protocol(agent)) {}

  // Local numbers, ascending. Valid until the next call.
  std::span<const std::uint32_t> enabled(const Word* state, Expression::Scratch& scratch);

 private:
  void compute(const Word* state, Expression::Scratch& scratch);

  const Layout* layout_;
  const Protocol* protocol_;
  Memo known_;
  struct List {
    std::size_t first = 0;
    std::size_t count = 0;
  };
  std::vector<List> lists_;
  std::vector<std::uint32_t> actions_;
};

// An expression without actions as a table by the variables that it reads. Values are numbers of the owner's making, less
// than Memo::kAbsent.
class ValueTable {
 public:
  ValueTable(const Layout& layout, const Expression& expression)
      : expression_(&expression), reads_(layout, expression.variables()) {}
  const Expression& expression() const { return *expression_; }

  template <class Compute>
  std::uint32_t value(const Word* state, Compute&& compute) {
    if (!reads_.fits()) return compute();
    const Word key = reads_.key(state);
    if (reads_.bits() <= kDirectBits) {
      if (direct_.empty()) direct_.assign(std::size_t{1} << reads_.bits(), Memo::kAbsent);
      if (direct_[key] == Memo::kAbsent) direct_[key] = compute();
      return direct_[key];
    }
    std::uint32_t known = known_.find(key);
    if (known != Memo::kAbsent) return known;
    known = compute();
    if (known_.size() >= kMostKnown) known_.clear();
    known_.add(key, 0, known);
    return known;
  }

 private:
  static constexpr std::size_t kDirectBits = 8;
  static constexpr std::size_t kMostKnown = std::size_t{1} << 14;
  const Expression* expression_;
  KeyReader reads_;
  std::vector<std::uint32_t> direct_;
  Memo known_;
};

// The remainders of a unit, by number.
class UnitTable {
 public:
  UnitTable(const Program& program, const Unit& unit);

  // The remainder in this state, before any action is known. Numbers are valid until the next call.
  std::uint32_t enter(const Word* state, Expression::Scratch& scratch);
  // The remainder after an agent has chosen. Requires the state that was entered last, and an agent whose actions the
  // remainder compares.
  std::uint32_t refine(std::uint32_t remainder, std::uint32_t agent, std::uint32_t action, const Word* state,
                       Expression::Scratch& scratch);

  // The comparisons that are left, by agent and action, ascending.
  const std::vector<ActionRef>& compared(std::uint32_t remainder) const { return remainders_[remainder].compared; }
  // Whose actions these are, ascending.
  const std::vector<std::uint32_t>& agents(std::uint32_t remainder) const { return remainders_[remainder].agents; }
  // Settled, and nothing changes.
  bool unchanged(std::uint32_t remainder) const { return remainders_[remainder].unchanged; }
  bool settled(std::uint32_t remainder) const { return remainders_[remainder].compared.empty(); }

  // `count` alternatives; each has, for every word of the unit, the bits that it keeps and those that it sets.
  struct Alternatives {
    const Word* words = nullptr;
    std::size_t count = 0;
    bool overflow = false;  // some line holds that assigns a value out of range
  };
  // Requires a settled remainder. Valid until the next call of another member.
  Alternatives alternatives(std::uint32_t remainder) const {
    const Remainder& settled = remainders_[remainder];
    return {words_.data() + settled.first, settled.count, settled.overflow};
  }
  const Unit& unit() const { return *unit_; }

 private:
  struct Line {
    std::uint32_t number = 0;  // in the unit
    bool certain = false;      // holds whatever is done
    bool overflow = false;     // assigns a value out of range
    std::size_t change = 0;    // where its words are
  };
  struct Remainder {
    std::vector<Line> lines;
    std::vector<ActionRef> known;  // the actions that led here
    std::vector<ActionRef> compared;
    std::vector<std::uint32_t> agents;
    // What each compared action leaves, and for each of the agents what any other action does; kAbsent: not known yet.
    std::vector<std::uint32_t> next;
    std::size_t first = 0;  // if settled: the alternatives
    std::size_t count = 0;
    bool overflow = false;
    bool unchanged = false;
  };
  struct LineTables {
    std::vector<ValueTable> guards;  // 0 or 1
    std::vector<ValueTable> values;  // of assignments: the position of the value in its type, or kOutOfRange
  };
  static constexpr std::uint32_t kOutOfRange = 0xfffffffeu;
  std::size_t stride() const { return 2 * unit_->words.size(); }
  void clear();
  std::uint32_t look_up(const Word* state, Expression::Scratch& scratch);
  bool guarded(std::size_t line, const Word* state, Expression::Scratch& scratch);
  std::uint32_t position(std::size_t line, std::size_t assignment, const Word* state, Expression::Scratch& scratch);
  bool add_change(std::size_t line, const Word* state, Expression::Scratch& scratch);
  // Keeps of `lines` those that can hold with the known actions, and finds out what decides between them.
  std::uint32_t add_remainder(Remainder&& found, const Word* state, Expression::Scratch& scratch);
  void settle(Remainder& found);

  const Program* program_;
  const Unit* unit_;
  std::vector<LineTables> tables_;  // by line
  Memo entered_;                    // by all that is read
  std::size_t entries_ = 0;         // how often it was asked for
  std::size_t misses_ = 0;
  bool whole_key_ = true;  // whether that is tried
  bool exact_ = true;      // signatures say all; otherwise nothing is remembered
  // By signature: the lines that can hold, and the numbers that decide what they leave and assign.
  Memo by_signature_;  // of its hash; signatures with equal hashes are told apart
  struct Signature {
    std::size_t first = 0;
    std::size_t length = 0;
  };
  std::vector<Signature> signatures_;  // by remainder; no length: it has none
  std::vector<Word> signature_words_;
  std::vector<Word> signature_;
  std::vector<std::uint32_t> possible_;  // lines
  std::vector<Remainder> remainders_;
  std::vector<Word> changes_;           // of lines
  std::vector<Word> words_;             // of alternatives
  std::vector<std::uint32_t> actions_;  // by agent, for evaluations
};

}  // namespace gnomon::enumerate
