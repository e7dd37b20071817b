#include "enumerate/guard_tables.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/sorted.h"

namespace gnomon::enumerate {

namespace {

constexpr std::size_t kChunkBits = 10;
constexpr std::size_t kOpenChunks = 8;  // a guard is put into one of the last few chunks

// What a chunk would read.
struct ChunkPlan {
  std::vector<Word> masks;
  std::vector<std::uint32_t> guards;
};

std::size_t bits_of(const std::vector<Word>& a, const std::vector<Word>& b) {
  std::size_t bits = 0;
  for (std::size_t w = 0; w < a.size(); ++w) bits += static_cast<std::size_t>(std::popcount(a[w] | b[w]));
  return bits;
}

}  // namespace

GuardTables::GuardTables(const Layout& layout, const Cubes& cubes) : layout_(&layout), cubes_(&cubes) {
  std::vector<ChunkPlan> plans;
  for (std::uint32_t g = 0; g < cubes.guards(); ++g) {
    const std::vector<Word> masks = layout.mask(cubes.guard(g).expression.variables());
    if (bits_of(masks, masks) > kChunkBits) {
      wide_.push_back({g, ValueTable(KeyReader(masks))});
      continue;
    }
    std::size_t at = plans.size() > kOpenChunks ? plans.size() - kOpenChunks : 0;
    while (at < plans.size() && bits_of(plans[at].masks, masks) > kChunkBits) ++at;
    if (at == plans.size()) plans.push_back({masks, {}});
    for (std::size_t w = 0; w < masks.size(); ++w) plans[at].masks[w] |= masks[w];
    plans[at].guards.push_back(g);
  }
  for (ChunkPlan& plan : plans) {
    Chunk chunk;
    chunk.reads = KeyReader(plan.masks);
    for (std::uint32_t g : plan.guards) {
      for (const CubeBits& part : cubes.guarded(g)) chunk.words.push_back(part.word);
    }
    sort_unique(chunk.words);
    chunk.guards = std::move(plan.guards);
    chunks_.push_back(std::move(chunk));
  }
}

bool GuardTables::holds(std::uint32_t guard, const Word* state, Expression::Scratch& scratch) const {
  const Literal& literal = cubes_->guard(guard);
  const Inputs inputs{layout_, state, nullptr, nullptr};
  return literal.expression.value(inputs, scratch).is_true() == literal.positive;
}

void GuardTables::compute(Chunk& chunk, Word key, const Word* state, Expression::Scratch& scratch) const {
  if (chunk.known.empty()) {
    chunk.known.assign(std::size_t{1} << chunk.reads.bits(), 0);
    chunk.entries.assign(chunk.known.size() * chunk.words.size(), ~Word{0});
  }
  Word* entry = chunk.entries.data() + key * chunk.words.size();
  for (std::uint32_t guard : chunk.guards) {
    if (holds(guard, state, scratch)) continue;
    std::size_t at = 0;
    for (const CubeBits& part : cubes_->guarded(guard)) {
      while (chunk.words[at] != part.word) ++at;
      entry[at] &= ~part.bits;
    }
  }
  chunk.known[key] = 1;
}

void GuardTables::read(const Word* state, std::vector<Word>& possible, Expression::Scratch& scratch) {
  possible.assign(cubes_->words(), ~Word{0});
  if (cubes_->size() % 64 != 0) possible.back() = (Word{1} << (cubes_->size() % 64)) - 1;
  for (Chunk& chunk : chunks_) {
    const Word key = chunk.reads.key(state);
    if (chunk.known.empty() || chunk.known[key] == 0) compute(chunk, key, state, scratch);
    const Word* entry = chunk.entries.data() + key * chunk.words.size();
    for (std::size_t i = 0; i < chunk.words.size(); ++i) possible[chunk.words[i]] &= entry[i];
  }
  for (Wide& wide : wide_) {
    const std::vector<CubeBits>& concerned = cubes_->guarded(wide.guard);
    const bool open = std::any_of(concerned.begin(), concerned.end(),
                                  [&](const CubeBits& part) { return (possible[part.word] & part.bits) != 0; });
    if (!open) continue;
    if (wide.table.value(state, [&] { return holds(wide.guard, state, scratch) ? 1U : 0U; }) != 0) continue;
    for (const CubeBits& part : concerned) possible[part.word] &= ~part.bits;
  }
}

}  // namespace gnomon::enumerate
