// Pictures of diagrams for Graphviz: solid edges are high, dashed are low, a dot at the head marks a complemented edge.
#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "bdd/engine.h"
#include "bdd/traversal.h"

namespace gnomon::bdd {

namespace {

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

}  // namespace

std::string to_dot(std::span<const Bdd> functions, std::span<const std::string> names) {
  std::string out = "digraph bdd {\n";
  if (functions.empty()) return out + "}\n";
  Engine& e = Engine::of(functions.front());
  std::vector<Edge> roots;
  for (const Bdd& f : functions) {
    Engine::of(functions.front(), f);
    roots.push_back(Engine::edge(f));
  }
  const std::vector<Index> nodes = e.nodes_bottom_up(roots);
  const NodeNumbers numbers(nodes);
  const auto edge = [&](const std::string& from, Edge to, const char* style) {
    out += fmt::format("  {} -> n{} [style={}, arrowhead={}];\n", from, numbers[index_of(to)], style,
                       (to & 1) != 0 ? "dot" : "normal");
  };
  for (std::size_t i = 0; i < roots.size(); ++i) {
    out += fmt::format("  f{} [shape=plaintext, label=\"f{}\"];\n", i, i);
    edge(fmt::format("f{}", i), roots[i], "solid");
  }
  for (std::size_t i = nodes.size(); i-- > 0;) {
    const Node& n = e.node(nodes[i] * 2);
    const std::size_t var = e.var_at(n.level).index();
    const std::string name = var < names.size() ? names[var] : fmt::format("x{}", var);
    out += fmt::format("  n{} [shape=circle, label={}];\n", i, quoted(name));
    edge(fmt::format("n{}", i), n.high, "solid");
    edge(fmt::format("n{}", i), n.low, "dashed");
  }
  out += fmt::format("  n{} [shape=box, label=\"0\"];\n}}\n", nodes.size());
  return out;
}

}  // namespace gnomon::bdd
