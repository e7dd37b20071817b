#include "sat/cnf.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

#include "bdd/manager.h"
#include "bdd/work_limit.h"

namespace gnomon::sat {

using bdd::Bdd;
using bdd::Var;

ClauseTemplate::ClauseTemplate(const Bdd& f, CnfMethod method) {
  if (!f.is_constant() && f.low().is_constant() && f.high().is_constant()) single_ = Input{f.top(), f.high().is_true()};
  switch (method) {
    case CnfMethod::Cubes:
      read_cubes(f, std::numeric_limits<std::size_t>::max());
      break;
    case CnfMethod::Nodes:
      read_nodes(f);
      break;
    case CnfMethod::Automatic:
      if (!read_few_cubes(f)) read_nodes(f);
      break;
  }
}

// Beyond so many clauses, or so much work, the cover itself takes too long to find.
bool ClauseTemplate::read_few_cubes(const Bdd& f) {
  constexpr std::size_t kMostCubes = 2000;
  constexpr std::uint64_t kWork = 50'000;
  constexpr std::uint64_t kWorkPerNode = 300;
  const std::size_t nodes = f.node_count();
  bool found = false;
  bdd::within(f.manager(), kWork + kWorkPerNode * nodes,
              [&] { found = read_cubes(f, std::min(2 * nodes, kMostCubes)); });
  if (!found) {
    symbols_.clear();
    ends_.clear();
  }
  return found;
}

bool ClauseTemplate::read_cubes(const Bdd& f, std::size_t max_clauses) {
  const Bdd outside = !f;
  bdd::Manager& manager = f.manager();
  Bdd left = outside;
  while (!left.is_false()) {
    if (clauses() == max_clauses) return false;
    std::vector<std::pair<Var, bool>> literals;
    bdd::for_each_cube(left, [&](std::span<const bdd::Literal> cube) {
      for (std::size_t v = 0; v < cube.size(); ++v) {
        if (cube[v] != bdd::Literal::Absent) literals.emplace_back(Var(v), cube[v] == bdd::Literal::Positive);
      }
      return false;
    });
    Bdd cube = manager.constant(true);
    for (auto [var, positive] : literals) cube &= manager.literal(var, positive);
    symbols_.push_back({Kind::Guard, false, 0});
    for (auto [var, positive] : literals) {
      Bdd without = exists(cube, manager.set(std::span(&var, 1)));
      if (without.subset_of(outside)) {
        cube = std::move(without);
      } else {
        symbols_.push_back({Kind::Input, !positive, var.value});
      }
    }
    close_clause();
    left = left.minus(cube);
  }
  return true;
}

void ClauseTemplate::read_nodes(const Bdd& f) {
  if (f.is_true()) return;
  if (f.is_false()) {
    symbols_.push_back({Kind::Guard, false, 0});
    close_clause();
    return;
  }
  // Reading makes handles and nothing else, so the order of the variables stays the same meanwhile.
  std::unordered_map<Bdd, Symbol> known{{f, {Kind::Guard, true, 0}}};
  std::vector<Bdd> open{f};
  while (!open.empty()) {
    const Bdd node = std::move(open.back());
    open.pop_back();
    const Symbol self = known.at(node);
    for (bool branch : {false, true}) {
      Bdd child = branch ? node.high() : node.low();
      if (child.is_true()) continue;
      symbols_.push_back({self.kind, false, self.index});
      symbols_.push_back({Kind::Input, !branch, node.top().value});
      if (!child.is_false()) {
        auto [at, added] = known.try_emplace(child, Symbol{Kind::Auxiliary, true, 0});
        if (added) {
          at->second.index = static_cast<std::uint32_t>(auxiliaries_++);
          open.push_back(child);
        }
        symbols_.push_back(at->second);
      }
      close_clause();
    }
  }
}

void ClauseTemplate::instantiate(Solver& solver, Lit guard, std::span<const Lit> inputs) const {
  std::vector<Lit> auxiliary(auxiliaries_);
  for (Lit& lit : auxiliary) lit = solver.new_switch();
  std::vector<Lit> clause;
  std::size_t next = 0;
  for (std::uint32_t end : ends_) {
    clause.clear();
    for (; next < end; ++next) {
      const Symbol& symbol = symbols_[next];
      Lit lit = symbol.kind == Kind::Guard   ? guard
                : symbol.kind == Kind::Input ? inputs[symbol.index]
                                             : auxiliary[symbol.index];
      clause.push_back(symbol.positive ? lit : !lit);
    }
    solver.add(clause);
  }
}

}  // namespace gnomon::sat
