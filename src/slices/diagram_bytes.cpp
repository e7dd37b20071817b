#include "slices/diagram_bytes.h"

#include <optional>
#include <unordered_map>
#include <utility>

#include "bdd/held_order.h"

namespace gnomon::slices {

namespace {

constexpr std::string_view kMagic = "GNOMBDD2";
constexpr std::size_t kLeastNodeBytes = 3;

// Numbers the nodes below some functions. A function and its negation share a node.
class NodeWriter {
 public:
  explicit NodeWriter(const Bits& bits) : bits_(bits) {}

  void add(const bdd::Bdd& root) {
    std::vector<bdd::Bdd> open{root};
    while (!open.empty()) {
      const bdd::Bdd f = open.back();
      if (known(f)) {
        open.pop_back();
        continue;
      }
      const bdd::Bdd low = f.low();
      if (!known(low)) {
        open.push_back(low);
        continue;
      }
      const bdd::Bdd high = f.high();
      if (!known(high)) {
        open.push_back(high);
        continue;
      }
      open.pop_back();
      put_number(nodes_, bits_.number(f.top()));
      put_number(nodes_, reference(low));
      put_number(nodes_, reference(high));
      places_.emplace(f, count_++);
    }
  }
  // As the next node would write it.
  std::uint64_t reference(const bdd::Bdd& f) const {
    if (f.is_constant()) return f.is_true() ? 1 : 0;
    if (auto at = places_.find(f); at != places_.end()) return 2 + 2 * (count_ - 1 - at->second);
    return 3 + 2 * (count_ - 1 - places_.at(!f));
  }
  std::uint64_t count() const { return count_; }
  const std::string& nodes() const { return nodes_; }

 private:
  bool known(const bdd::Bdd& f) const { return f.is_constant() || places_.contains(f) || places_.contains(!f); }

  const Bits& bits_;
  std::unordered_map<bdd::Bdd, std::uint64_t> places_;
  std::uint64_t count_ = 0;
  std::string nodes_;
};

}  // namespace

std::string to_bytes(std::span<const bdd::Bdd> roots, const Bits& bits) {
  const bdd::HeldOrder held(bits.manager());
  NodeWriter writer(bits);
  for (const bdd::Bdd& root : roots) writer.add(root);
  std::string bytes(kMagic);
  put_number(bytes, bits.of_model());
  put_number(bytes, writer.count());
  put_number(bytes, roots.size());
  bytes += writer.nodes();
  for (const bdd::Bdd& root : roots) put_number(bytes, writer.reference(root));
  return bytes;
}

std::vector<bdd::Bdd> from_bytes(std::string_view bytes, const Bits& bits, Mentions mentions) {
  if (bytes.substr(0, kMagic.size()) != kMagic) throw BadBytes("these bytes are no diagram");
  ByteReader reader(bytes.substr(kMagic.size()));
  if (reader.number() != bits.of_model()) throw BadBytes("this is a diagram of another encoding");
  const std::uint64_t count = reader.number();
  const std::uint64_t roots = reader.number();
  if (count > reader.left() / kLeastNodeBytes || roots > reader.left() - count * kLeastNodeBytes) {
    throw BadBytes("a diagram is cut off");
  }
  bdd::Manager& manager = bits.manager();
  const bdd::HeldOrder held(manager);
  const std::size_t most = mentions == Mentions::States ? bits.of_states() : bits.of_model();
  std::vector<bdd::Bdd> made;
  made.reserve(count);
  auto function = [&](std::uint64_t reference) {
    if (reference < 2) return manager.constant(reference == 1);
    const std::uint64_t back = reference / 2 - 1;
    if (back >= made.size()) throw BadBytes("a node of a diagram refers to none that is known");
    const bdd::Bdd& f = made[made.size() - 1 - back];
    return reference % 2 == 0 ? f : !f;
  };
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t bit = reader.number();
    const std::uint64_t low = reader.number();
    const std::uint64_t high = reader.number();
    const bool allowed = bits.has(bit) && (bit < most || bit >= bits.of_model());
    if (!allowed) throw BadBytes("a diagram mentions a bit that it may not mention");
    if (low == high) throw BadBytes("a node of a diagram is superfluous");
    made.push_back(bdd::ite(manager.literal(bits.var(bit)), function(high), function(low)));
  }
  std::vector<bdd::Bdd> found;
  for (std::uint64_t i = 0; i < roots; ++i) found.push_back(function(reader.number()));
  reader.end();
  return found;
}

bdd::Bdd one_from_bytes(std::string_view bytes, const Bits& bits, Mentions mentions) {
  std::vector<bdd::Bdd> found = from_bytes(bytes, bits, mentions);
  if (found.size() != 1) throw BadBytes("these bytes are not one diagram");
  return std::move(found.front());
}

}  // namespace gnomon::slices
