#include "enumerate/diagram_of_list.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "base/pace.h"
#include "bdd/held_order.h"

namespace gnomon::enumerate {

namespace {

constexpr std::size_t kKeyBits = 64;

// A bit of a state, and the variable of diagrams that stands for it.
struct StateBit {
  std::uint32_t word = 0;
  std::uint32_t shift = 0;
  bdd::Var var;
};

// All bits of states, from the top of the order down.
std::vector<StateBit> bits_by_level(const Graph& graph, const model::Encoding& encoding) {
  std::vector<StateBit> bits;
  for (std::size_t i = 0; i < encoding.variables(); ++i) {
    const auto id = ispl::VarId(static_cast<std::uint32_t>(i));
    const Field& field = graph.layout().field(id);
    const std::vector<bdd::Var>& vars = encoding.variable(id).current;  // most significant first
    for (std::size_t k = 0; k < vars.size(); ++k) {
      bits.push_back({field.word, static_cast<std::uint32_t>(field.shift + field.bits - 1 - k), vars[k]});
    }
  }
  const bdd::Manager& manager = encoding.manager();
  std::sort(bits.begin(), bits.end(),
            [&](const StateBit& a, const StateBit& b) { return manager.level_of(a.var) < manager.level_of(b.var); });
  return bits;
}

// The states with their bits in the given order, the first one on top of the first word; sorted.
class SortedStates {
 public:
  SortedStates(const Graph& graph, const std::vector<StateBit>& bits)
      : words_((bits.size() + kKeyBits - 1) / kKeyBits), states_(graph.size() * words_), order_(graph.size()) {
    Pace pace(&graph.budget());
    for (std::size_t s = 0; s < graph.size(); ++s) {
      pace.step(bits.size());
      const Word* from = graph.state(static_cast<StateIndex>(s));
      for (std::size_t k = 0; k < bits.size(); ++k) {
        const Word bit = from[bits[k].word] >> bits[k].shift & 1;
        states_[s * words_ + k / kKeyBits] |= bit << (kKeyBits - 1 - k % kKeyBits);
      }
    }
    std::iota(order_.begin(), order_.end(), StateIndex{0});
    std::sort(order_.begin(), order_.end(), [&](StateIndex a, StateIndex b) {
      return std::lexicographical_compare(begin(a), begin(a) + words_, begin(b), begin(b) + words_);
    });
  }

  std::size_t size() const { return order_.size(); }
  bool bit(std::size_t place, std::size_t k) const {
    return (begin(order_[place])[k / kKeyBits] >> (kKeyBits - 1 - k % kKeyBits) & 1) != 0;
  }
  // Whether the states at both places agree on the first k bits.
  bool same_beginning(std::size_t a, std::size_t b, std::size_t k) const {
    const Word* left = begin(order_[a]);
    const Word* right = begin(order_[b]);
    const std::size_t whole = k / kKeyBits;
    if (!std::equal(left, left + whole, right)) return false;
    const std::size_t rest = k % kKeyBits;
    return rest == 0 || (left[whole] ^ right[whole]) >> (kKeyBits - rest) == 0;
  }

 private:
  const Word* begin(StateIndex s) const { return states_.data() + s * words_; }

  std::size_t words_;
  std::vector<Word> states_;
  std::vector<StateIndex> order_;
};

// What stands for all states with one beginning, and where the first of them stands.
struct Part {
  std::size_t place;
  bdd::Bdd diagram;
};

}  // namespace

model::StateSet diagram_of(const Graph& graph, const model::Encoding& encoding) {
  bdd::Manager& manager = encoding.manager();
  if (graph.size() == 0) return model::StateSet(manager.constant(false));
  const bdd::HeldOrder held(manager);
  const std::vector<StateBit> bits = bits_by_level(graph, encoding);
  const SortedStates states(graph, bits);
  std::vector<Part> parts;
  parts.reserve(states.size());
  for (std::size_t place = 0; place < states.size(); ++place) parts.push_back({place, manager.constant(true)});
  const bdd::Bdd none = manager.constant(false);
  Pace pace(&graph.budget());
  for (std::size_t k = bits.size(); k-- > 0;) {
    const bdd::Bdd literal = manager.literal(bits[k].var);
    std::size_t made = 0;
    for (std::size_t i = 0; i < parts.size(); ++made) {
      pace.step(1);
      const std::size_t place = parts[i].place;
      const bool first_goes_on_with_1 = states.bit(place, k);
      const bool two = i + 1 < parts.size() && states.same_beginning(place, parts[i + 1].place, k);
      const bdd::Bdd& zero = first_goes_on_with_1 ? none : parts[i].diagram;
      const bdd::Bdd& one = first_goes_on_with_1 ? parts[i].diagram : two ? parts[i + 1].diagram : none;
      parts[made] = {place, ite(literal, one, zero)};
      i += two ? 2 : 1;
    }
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(made), parts.end());
  }
  return model::StateSet(parts.front().diagram);
}

}  // namespace gnomon::enumerate
