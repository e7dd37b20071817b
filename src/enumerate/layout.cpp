#include "enumerate/layout.h"

#include <algorithm>
#include <bit>

namespace gnomon::enumerate {

using ispl::VarId;

namespace {

constexpr std::uint32_t kWordBits = 64;

}  // namespace

Layout::Layout(const ispl::CheckedModel& model) : model_(&model), fields_(model.variables.size()) {
  std::uint32_t word = 0;
  std::uint32_t used = 0;
  for (const ispl::Agent& agent : model.agents) {
    for (VarId var : agent.vars) {
      const auto bits = static_cast<std::uint32_t>(std::bit_width(model.variable(var).type.size() - 1));
      if (used + bits > kWordBits) {
        ++word;
        used = 0;
      }
      fields_[var.index()] = {word, bits == 0 ? 0 : used, bits};
      used += bits;
      state_bits_ += bits;
    }
  }
  words_ = word + 1;
}

ispl::Value Layout::value(const Word* state, VarId var) const {
  return model_->variable(var).type.value_at(field(var).code(state));
}

std::optional<Word> Layout::bits(VarId var, ispl::Value value) const {
  std::optional<std::uint64_t> position = model_->variable(var).type.position_of(value);
  if (!position) return std::nullopt;
  return *position << field(var).shift;
}

std::vector<ispl::Value> Layout::decode(const Word* state) const {
  std::vector<ispl::Value> values;
  values.reserve(fields_.size());
  for (std::size_t v = 0; v < fields_.size(); ++v) values.push_back(value(state, VarId(v)));
  return values;
}

std::optional<std::vector<Word>> Layout::encode(const std::vector<ispl::Value>& values) const {
  std::vector<Word> state(words_, 0);
  for (std::size_t v = 0; v < fields_.size(); ++v) {
    const std::optional<Word> written = bits(VarId(v), values[v]);
    if (!written) return std::nullopt;
    state[fields_[v].word] |= *written;
  }
  return state;
}

std::vector<Word> Layout::mask(const std::vector<VarId>& vars) const {
  std::vector<Word> masks(words_, 0);
  for (VarId var : vars) masks[field(var).word] |= field(var).mask();
  return masks;
}

KeyReader::KeyReader(const std::vector<Word>& masks) {
  for (std::uint32_t w = 0; w < masks.size(); ++w) {
    Word rest = masks[w];
    while (rest != 0) {
      const auto shift = static_cast<std::uint32_t>(std::countr_zero(rest));
      const auto length = static_cast<std::uint32_t>(std::countr_one(rest >> shift));
      const Word mask = ~Word{0} >> (kWordBits - length);
      pieces_.push_back({w, shift, static_cast<std::uint32_t>(bits_ % kWordBits), mask});
      rest &= ~(mask << shift);
      bits_ += length;
    }
  }
}

}  // namespace gnomon::enumerate
