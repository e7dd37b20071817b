#include "model/reach_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <fmt/format.h>
#include <map>
#include <sstream>
#include <unordered_map>
#include <vector>

#include "bdd/held_order.h"
#include "ispl/load.h"

namespace gnomon::model {

namespace {

constexpr std::string_view kMagic = "gnomon reachable 1";
constexpr std::size_t kWordBytes = 4;
constexpr std::size_t kRecordWords = 3;
constexpr std::size_t kChecksumBytes = 2 * kWordBytes;

// FNV-1a, from a starting value of one's choice.
std::uint64_t hash_of_bytes(std::string_view bytes, std::uint64_t hash) {
  for (char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash ^ (hash >> 29);
}

std::uint64_t checksum(std::string_view bytes) {
  return hash_of_bytes(bytes, 0xcbf29ce484222325);
}

// A bit of the encoding, by what it stands for.
enum class BitKind : std::uint32_t { Current, Next, Action };
using BitName = std::array<std::uint32_t, kRecordWords>;

std::map<BitName, bdd::Var> bits_of(const SymbolicModel& model) {
  std::map<BitName, bdd::Var> bits;
  auto add = [&](BitKind kind, std::size_t owner, const std::vector<bdd::Var>& vars) {
    for (std::size_t b = 0; b < vars.size(); ++b) {
      bits[{static_cast<std::uint32_t>(kind), static_cast<std::uint32_t>(owner), static_cast<std::uint32_t>(b)}] =
          vars[b];
    }
  };
  for (std::size_t v = 0; v < model.source().variables.size(); ++v) {
    const Field& field = model.encoding().variable(ispl::VarId(v));
    add(BitKind::Current, v, field.current);
    add(BitKind::Next, v, field.next);
  }
  for (std::size_t a = 0; a < model.source().agents.size(); ++a) {
    add(BitKind::Action, a, model.encoding().action(ispl::AgentId(a)).current);
  }
  return bits;
}

class Writer {
 public:
  void line(std::string_view word, std::string_view value) { bytes_ += fmt::format("{} {}\n", word, value); }
  void text(std::string_view text) { bytes_ += text; }
  void word(std::uint32_t value) {
    for (std::size_t i = 0; i < kWordBytes; ++i) bytes_ += static_cast<char>((value >> (8 * i)) & 0xff);
  }
  void records(const std::vector<std::array<std::uint32_t, kRecordWords>>& list) {
    for (const auto& record : list) {
      for (std::uint32_t one : record) word(one);
    }
  }
  std::string finish() {
    const std::uint64_t sum = checksum(bytes_);
    word(static_cast<std::uint32_t>(sum));
    word(static_cast<std::uint32_t>(sum >> 32));
    return std::move(bytes_);
  }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  // The value of the next line, which begins with this word; the word alone has none.
  std::string_view line(std::string_view word) {
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos || rest_.substr(0, word.size()) != word) damaged();
    std::string_view value = rest_.substr(word.size(), end - word.size());
    rest_.remove_prefix(end + 1);
    if (value.empty()) return value;
    if (value.front() != ' ') damaged();
    return value.substr(1);
  }
  std::uint64_t number(std::string_view text) const {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) damaged();
    return value;
  }
  std::uint32_t word() {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < kWordBytes; ++i) {
      value |= static_cast<std::uint32_t>(static_cast<unsigned char>(rest_[i])) << (8 * i);
    }
    rest_.remove_prefix(kWordBytes);
    return value;
  }
  std::array<std::uint32_t, kRecordWords> record() {
    std::array<std::uint32_t, kRecordWords> words{};
    for (std::uint32_t& one : words) one = word();
    return words;
  }
  std::size_t left() const { return rest_.size(); }
  [[noreturn]] static void damaged() { throw ReachFileError("the file with reachable states is damaged"); }

 private:
  std::string_view rest_;
};

// The functions below one, each after its cofactors, by bit and cofactors.
std::vector<std::array<std::uint32_t, kRecordWords>> nodes_of(const bdd::Bdd& root,
                                                              const std::vector<std::uint32_t>& place_of_var) {
  std::unordered_map<bdd::Bdd, std::uint32_t> numbers;
  std::vector<std::array<std::uint32_t, kRecordWords>> nodes;
  auto known = [&](const bdd::Bdd& f) -> std::optional<std::uint32_t> {
    if (f.is_constant()) return f.is_true() ? 1 : 0;
    auto at = numbers.find(f);
    return at == numbers.end() ? std::nullopt : std::optional(at->second);
  };
  std::vector<bdd::Bdd> open{root};
  while (!open.empty()) {
    const bdd::Bdd f = open.back();
    if (known(f)) {
      open.pop_back();
      continue;
    }
    const std::optional<std::uint32_t> low = known(f.low());
    const std::optional<std::uint32_t> high = known(f.high());
    if (!low) open.push_back(f.low());
    if (!high) open.push_back(f.high());
    if (!low || !high) continue;
    open.pop_back();
    numbers.emplace(f, static_cast<std::uint32_t>(nodes.size() + 2));
    nodes.push_back({place_of_var[f.top().index()], *low, *high});
  }
  return nodes;
}

}  // namespace

std::string fingerprint(const ispl::CheckedModel& model) {
  std::istringstream text(ispl::elaborated_text(model));
  std::string kept;
  bool keep = true;
  for (std::string line; std::getline(text, line);) {
    const bool section =
        line == "Evaluation" || line == "Groups" || line == "Observations" || line == "Fairness" || line == "Formulae";
    if (section) keep = false;
    if (line == "InitStates") keep = true;
    if (keep) kept += line + "\n";
  }
  return fmt::format("{:016x}{:016x}", hash_of_bytes(kept, 0xcbf29ce484222325),
                     hash_of_bytes(kept, 0x9ae16a3b2f90404f));
}

std::string reachable_to_bytes(SymbolicModel& model) {
  const StateSet& reachable = model.reachable();
  bdd::Manager& manager = model.manager();
  const bdd::HeldOrder held(manager);
  std::vector<BitName> order;
  std::vector<std::uint32_t> place(manager.var_count(), 0);
  std::unordered_map<std::uint32_t, BitName> names;
  for (const auto& [name, var] : bits_of(model)) names.emplace(var.value, name);
  for (std::size_t level = 0; level < manager.var_count(); ++level) {
    const bdd::Var var = manager.var_at(level);
    auto name = names.find(var.value);
    if (name == names.end()) continue;  // of an automaton
    place[var.index()] = static_cast<std::uint32_t>(order.size());
    order.push_back(name->second);
  }
  const auto nodes = nodes_of(reachable.bdd(), place);
  const std::optional<std::size_t> depth = model.explorer().depth();
  Writer writer;
  writer.text(fmt::format("{}\n", kMagic));
  writer.line("model", fingerprint(model.source()));
  writer.line("states", model.count(reachable).get_str());
  writer.line("depth", depth ? std::to_string(*depth) : "-");
  writer.line("order", std::to_string(order.size()));
  writer.line("nodes", std::to_string(nodes.size()));
  const std::size_t root = reachable.bdd().is_constant() ? (reachable.empty() ? 0 : 1) : nodes.size() + 1;
  writer.line("set", std::to_string(root));
  writer.text("data\n");
  writer.records(order);
  writer.records(nodes);
  return writer.finish();
}

void adopt_reachable(SymbolicModel& model, std::string_view bytes) {
  if (bytes.substr(0, kMagic.size()) != kMagic) {
    throw ReachFileError("this is no file with reachable states, or one of another version");
  }
  if (bytes.size() < kChecksumBytes) Reader::damaged();
  const std::string_view content = bytes.substr(0, bytes.size() - kChecksumBytes);
  Reader end(bytes.substr(content.size()));
  const std::uint64_t low_half = end.word();
  if ((low_half | (std::uint64_t{end.word()} << 32)) != checksum(content)) Reader::damaged();
  Reader reader(content);
  reader.line(kMagic);
  if (reader.line("model") != fingerprint(model.source())) {
    throw ReachFileError("these are the reachable states of another model");
  }
  const std::string states(reader.line("states"));
  const std::string_view depth_text = reader.line("depth");
  const std::optional<std::size_t> depth =
      depth_text == "-" ? std::nullopt : std::optional<std::size_t>(reader.number(depth_text));
  const std::uint64_t order_size = reader.number(reader.line("order"));
  const std::uint64_t node_count = reader.number(reader.line("nodes"));
  const std::uint64_t root = reader.number(reader.line("set"));
  reader.line("data");
  constexpr std::size_t kRecordBytes = kRecordWords * kWordBytes;
  const std::size_t records = reader.left() / kRecordBytes;
  const bool fits = reader.left() % kRecordBytes == 0 && order_size <= records && node_count == records - order_size;
  if (!fits || root >= node_count + 2) Reader::damaged();

  bdd::Manager& manager = model.manager();
  const std::map<BitName, bdd::Var> bits = bits_of(model);
  if (order_size != bits.size() || order_size != manager.var_count()) Reader::damaged();
  std::vector<bdd::Var> order;
  std::vector<bool> is_current;
  for (std::uint64_t i = 0; i < order_size; ++i) {
    const BitName name = reader.record();
    auto known = bits.find(name);
    if (known == bits.end()) Reader::damaged();
    order.push_back(known->second);
    is_current.push_back(name[0] == static_cast<std::uint32_t>(BitKind::Current));
  }
  std::vector<bdd::Var> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) Reader::damaged();
  try {
    manager.set_order(order);
  } catch (const bdd::UsageError&) {
    Reader::damaged();
  }

  const bdd::HeldOrder held(manager);
  std::vector<bdd::Bdd> made{manager.constant(false), manager.constant(true)};
  made.reserve(node_count + 2);
  for (std::uint64_t i = 0; i < node_count; ++i) {
    const auto [bit, low, high] = reader.record();
    if (bit >= order_size || !is_current[bit] || low >= made.size() || high >= made.size()) Reader::damaged();
    made.push_back(bdd::ite(manager.literal(order[bit]), made[high], made[low]));
  }
  const StateSet reachable(made[root]);
  const bool right = model.initial().subset_of(reachable) && reachable.subset_of(model.valid()) &&
                     model.count(reachable).get_str() == states;
  if (!right) Reader::damaged();
  model.explorer().adopt(reachable, depth);
}

}  // namespace gnomon::model
