// Saving functions to a stream and loading them into any manager.
//
// The format, version 1: the eight bytes "GNOMBDD1", the length of the body and its FNV-1a checksum as 64-bit
// little-endian words, and the body, a sequence of numbers in base 128 (seven bits per byte, lowest first, the high bit
// set on all but the last):
//   number of variables, then their numbers from the top of the order to the bottom
//   number of nodes, then for each, children first: position of its variable, low, high
//   number of functions, then each of them
// where low, high and functions are references: 2 * k + c, with k = 0 for the terminal false, k = i + 1 for node i, and
// c for complement. Loading rebuilds each node by if-then-else and so does not depend on the order of the receiving
// manager.
#include <algorithm>
#include <istream>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "bdd/engine.h"
#include "bdd/traversal.h"

namespace gnomon::bdd {

namespace {

constexpr std::string_view kMagic = "GNOMBDD1";

std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t sum = 0xcbf29ce484222325ull;
  for (const char c : bytes) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return sum;
}

void put_number(std::string& out, std::uint64_t number) {
  while (number >= 0x80) {
    out += static_cast<char>((number & 0x7f) | 0x80);
    number >>= 7;
  }
  out += static_cast<char>(number);
}

void put_word(std::string& out, std::uint64_t word) {
  for (int i = 0; i < 8; ++i) out += static_cast<char>(word >> 8 * i & 0xff);
}

std::uint64_t word_at(std::string_view bytes, std::size_t place) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < 8; ++i)
    word |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[place + i])) << 8 * i;
  return word;
}

// Exactly `length` bytes, in pieces, so that a wrong length costs no more memory than there is input.
std::string read_bytes(std::istream& in, std::uint64_t length) {
  constexpr std::uint64_t kPiece = 1 << 16;
  std::string bytes;
  while (bytes.size() < length) {
    const auto wanted = static_cast<std::size_t>(std::min(kPiece, length - bytes.size()));
    const std::size_t old = bytes.size();
    bytes.resize(old + wanted);
    in.read(bytes.data() + old, static_cast<std::streamsize>(wanted));
    if (static_cast<std::size_t>(in.gcount()) != wanted) throw LoadError("the file of diagrams ends too early");
  }
  return bytes;
}

class Reader {
 public:
  explicit Reader(std::string_view body) : rest_(body) {}
  std::uint64_t number() {
    std::uint64_t result = 0;
    for (unsigned shift = 0;; shift += 7) {
      if (rest_.empty() || shift > 56) throw LoadError("the file of diagrams contains a malformed number");
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      result |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return result;
    }
  }
  // A number of items that take at least `bytes_each` bytes each.
  std::size_t count(std::size_t bytes_each) {
    const std::uint64_t result = number();
    if (result > rest_.size() / bytes_each) throw LoadError("the file of diagrams announces more than it contains");
    return static_cast<std::size_t>(result);
  }
  bool done() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

}  // namespace

void save(std::span<const Bdd> functions, std::ostream& out) {
  std::string body;
  if (functions.empty()) {
    body.assign(3, '\0');
  } else {
    Engine& e = Engine::of(functions.front());
    std::vector<Edge> roots;
    for (const Bdd& f : functions) {
      Engine::of(functions.front(), f);
      roots.push_back(Engine::edge(f));
    }
    const std::vector<Level> levels = e.support_levels(roots);
    std::vector<std::size_t> position(e.var_count(), 0);
    put_number(body, levels.size());
    for (std::size_t i = 0; i < levels.size(); ++i) {
      position[levels[i]] = i;
      put_number(body, e.var_at(levels[i]).index());
    }
    const std::vector<Index> nodes = e.nodes_bottom_up(roots);
    const NodeNumbers numbers(nodes);
    const auto put_edge = [&](Edge edge) {
      put_number(body, (is_constant(edge) ? 0 : numbers[index_of(edge)] + 1) * 2 + (edge & 1));
    };
    put_number(body, nodes.size());
    for (const Index i : nodes) {
      const Node& n = e.node(i * 2);
      put_number(body, position[n.level]);
      put_edge(n.low);
      put_edge(n.high);
    }
    put_number(body, roots.size());
    for (const Edge root : roots) put_edge(root);
  }
  std::string head(kMagic);
  put_word(head, body.size());
  put_word(head, checksum(body));
  out.write(head.data(), static_cast<std::streamsize>(head.size()));
  out.write(body.data(), static_cast<std::streamsize>(body.size()));
}

std::vector<Bdd> load(Manager& manager, std::istream& in) {
  const std::string head = read_bytes(in, kMagic.size() + 16);
  if (!std::string_view(head).starts_with(kMagic))
    throw LoadError("this is not a file of diagrams, or of another version");
  const std::string body = read_bytes(in, word_at(head, kMagic.size()));
  if (checksum(body) != word_at(head, kMagic.size() + 8)) throw LoadError("the file of diagrams is damaged");

  Reader reader(body);
  std::vector<Var> vars(reader.count(1));
  std::vector<bool> seen;
  for (Var& var : vars) {
    const std::uint64_t number = reader.number();
    if (number >= kMaxVariables) throw LoadError("the file of diagrams names a variable with too large a number");
    if (seen.size() <= number) seen.resize(number + 1, false);
    if (seen[number]) throw LoadError("the file of diagrams names a variable twice");
    seen[number] = true;
    var = Var(static_cast<std::size_t>(number));
  }

  struct Stored {
    std::size_t position;
    std::uint64_t low, high;
  };
  std::vector<Stored> nodes(reader.count(3));
  const auto check_reference = [&](std::uint64_t reference, std::size_t known) {
    if (reference / 2 > known) throw LoadError("the file of diagrams refers to a node that it does not contain");
    return reference;
  };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Stored& n = nodes[i];
    const std::uint64_t position = reader.number();
    if (position >= vars.size()) throw LoadError("the file of diagrams contains a node without a variable");
    n.position = static_cast<std::size_t>(position);
    n.low = check_reference(reader.number(), i);
    n.high = check_reference(reader.number(), i);
    const auto below = [&](std::uint64_t child) { return child < 2 || nodes[child / 2 - 1].position > n.position; };
    if (n.low % 2 != 0 || n.low == n.high || !below(n.low) || !below(n.high)) {
      throw LoadError("the file of diagrams contains a node that is not in normal form");
    }
  }
  std::vector<std::uint64_t> roots(reader.count(1));
  for (std::uint64_t& root : roots) root = check_reference(reader.number(), nodes.size());
  if (!reader.done()) throw LoadError("the file of diagrams contains more than it announces");

  // Everything is known to be well formed: only now the manager changes.
  while (manager.var_count() < seen.size()) manager.new_var();
  std::vector<Bdd> built(nodes.size() + 1);
  built[0] = manager.constant(false);
  const auto function = [&](std::uint64_t reference) {
    const Bdd& plain = built[reference / 2];
    return reference % 2 == 0 ? plain : !plain;
  };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Stored& n = nodes[i];
    built[i + 1] = ite(manager.literal(vars[n.position]), function(n.high), function(n.low));
  }
  std::vector<Bdd> result;
  result.reserve(roots.size());
  for (const std::uint64_t root : roots) result.push_back(function(root));
  return result;
}

}  // namespace gnomon::bdd
