#include "reference_semantics.h"

#include <functional>

namespace gnomon::logic::testing {

Model random_model(std::uint32_t seed) {
  std::mt19937 random(seed);
  Model model;
  model.size = 2 + static_cast<int>(random() % 2);
  auto some_states = [&] { return static_cast<States>(random()) & model.all(); };
  for (int s = 0; s < model.size; ++s) model.successors.push_back(some_states());
  for (const char* name : {"p", "q", "r"}) model.propositions[name] = some_states();
  for (const char* agent : {"i", "j"}) {
    model.red[agent] = some_states();
    for (int s = 0; s < model.size; ++s) model.view[agent].push_back(static_cast<int>(random() % 2));
  }
  model.groups = {{"g", {"i", "j"}}, {"h", {"j"}}, {"nobody", {}}};
  return model;
}

namespace {

bool contains(States set, int state) {
  return (set >> state & 1u) != 0;
}

// All lassos of at most three positions from a state.
std::vector<Lasso> short_lassos(const Model& model, int start) {
  std::vector<Lasso> found;
  std::vector<std::vector<int>> paths{{start}};
  for (int length = 1; length <= 3; ++length) {
    std::vector<std::vector<int>> longer;
    for (const auto& path : paths) {
      for (std::size_t loop = 0; loop < path.size(); ++loop) {
        if (contains(model.successors[static_cast<std::size_t>(path.back())], path[loop]))
          found.push_back({path, loop});
      }
      for (int t = 0; t < model.size; ++t) {
        if (!contains(model.successors[static_cast<std::size_t>(path.back())], t)) continue;
        longer.push_back(path);
        longer.back().push_back(t);
      }
    }
    paths = longer;
  }
  return found;
}

}  // namespace

Reference::Reference(const FormulaPool& pool, const Model& model, Traces tests)
    : pool_(pool), model_(model), tests_(tests) {
  for (int s = 0; s < model.size; ++s) lassos_.push_back(short_lassos(model, s));
}

// States with some successor in the target, or with no successor outside it.
States Reference::successors_within(States target, bool all) const {
  States found = 0;
  for (int s = 0; s < model_.size; ++s) {
    States next = model_.successors[static_cast<std::size_t>(s)];
    if (all ? (next & ~target) == 0 : (next & target) != 0) found |= States{1} << s;
  }
  return found;
}

bool Reference::alike(const std::string& agent, int s, int t) const {
  auto view = model_.view.find(agent);
  return view == model_.view.end() ||
         view->second[static_cast<std::size_t>(s)] == view->second[static_cast<std::size_t>(t)];
}

States Reference::knows(const std::vector<std::string>& agents, Op op, States f) const {
  std::vector<States> related(static_cast<std::size_t>(model_.size));
  for (int s = 0; s < model_.size; ++s) {
    for (int t = 0; t < model_.size; ++t) {
      bool some = false;
      bool every = true;
      for (const auto& agent : agents) {
        some = some || alike(agent, s, t);
        every = every && alike(agent, s, t);
      }
      bool linked = op == Op::Distributed ? every : some || (op == Op::Common && s == t);
      if (linked) related[static_cast<std::size_t>(s)] |= States{1} << t;
    }
  }
  if (op == Op::Common) {
    for (int round = 0; round < model_.size; ++round) {
      for (auto& row : related) {
        for (int t = 0; t < model_.size; ++t) {
          if (contains(row, t)) row |= related[static_cast<std::size_t>(t)];
        }
      }
    }
  }
  States found = 0;
  for (int s = 0; s < model_.size; ++s) {
    if ((related[static_cast<std::size_t>(s)] & ~f) == 0) found |= States{1} << s;
  }
  return found;
}

// By the unfolding: one step after the other, from the last one down.
States Reference::bounded(const Node& node) {
  const Interval interval = pool_.interval(node);
  const Op plain = without_bound(node.op);
  const bool all = plain == Op::AX || plain == Op::AF || plain == Op::AG || plain == Op::AU;
  const bool group = family_of(plain) == Family::Strategic;
  const bool globally = plain == Op::EG || plain == Op::AG || plain == Op::CanG;
  const States f = states(node.left);
  const States goal = node.right.is_none() ? f : states(node.right);
  const States way = node.right.is_none() ? model_.all() : f;
  auto next = [&](States z) {
    if (group) return successors_within(z, true) & successors_within(model_.all(), false);
    return successors_within(z, all);
  };
  States value = goal;
  std::uint64_t steps = interval.is_open() ? interval.first : interval.last;
  if (interval.is_open()) {
    // So many more steps reach the fixpoint of a model with three states.
    for (int more = 0; more < 8; ++more) value = globally ? goal & next(value) : goal | (way & next(value));
  }
  for (; steps > 0; --steps) {
    const States later = way & next(value);
    if (interval.first >= steps) {
      value = later;
    } else {
      value = globally ? goal & later : goal | later;
    }
  }
  return value;
}

States Reference::states(Formula f) {
  if (auto known = memo_.find(f); known != memo_.end()) return known->second;
  const Node node = pool_[f];
  States all = model_.all();
  auto name = [&] { return pool_.text(node.name); };
  auto left = [&] { return states(node.left); };
  auto right = [&] { return states(node.right); };
  auto complement = [&](States set) { return all & ~set; };
  auto fixpoint = [&](States start, const std::function<States(States)>& step) {
    for (States next = step(start);; next = step(start)) {
      if (next == start) return start;
      start = next;
    }
  };
  auto exists_until = [&](States x, States y) {
    return fixpoint(0, [&](States z) { return y | (x & successors_within(z, false)); });
  };
  auto exists_always = [&](States x) {
    return fixpoint(all, [&](States z) { return x & successors_within(z, false); });
  };
  // One joint action per transition and nobody with a choice: the group enforces what every outcome has, if there is
  // one.
  auto can_next = [&](States x) { return successors_within(x, true) & successors_within(all, false); };
  auto quantified = [&](bool exists, bool finite) {
    States found = 0;
    for (int s = 0; s < model_.size; ++s) {
      if (!pool_[node.left].is_path) return states(node.left);
      bool value = !exists;
      for (const Lasso& lasso : lassos_from(s)) {
        for (std::size_t length = 1; length <= (finite ? longest_trace() : 1); ++length) {
          bool holds = finite ? on_trace(node.left, lasso, length) : on_path(node.left, lasso);
          if (holds == exists) value = exists;
        }
      }
      if (value) found |= States{1} << s;
    }
    return found;
  };
  States found = 0;
  switch (node.op) {
    case Op::True:
      found = all;
      break;
    case Op::False:
      break;
    case Op::Atom:
      if (auto at = model_.propositions.find(name()); at != model_.propositions.end()) found = at->second;
      break;
    case Op::Green:
    case Op::Red:
      if (auto at = model_.red.find(name()); at != model_.red.end()) found = at->second;
      if (node.op == Op::Green) found = complement(found);
      break;
    case Op::Not:
      found = complement(left());
      break;
    case Op::And:
      found = left() & right();
      break;
    case Op::Or:
      found = left() | right();
      break;
    case Op::Implies:
      found = complement(left()) | right();
      break;
    case Op::Iff:
      found = complement(left() ^ right());
      break;
    case Op::EX:
      found = successors_within(left(), false);
      break;
    case Op::AX:
      found = successors_within(left(), true);
      break;
    case Op::EF:
      found = exists_until(all, left());
      break;
    case Op::AG:
      found = complement(exists_until(all, complement(left())));
      break;
    case Op::EG:
      found = exists_always(left());
      break;
    case Op::AF:
      found = complement(exists_always(complement(left())));
      break;
    case Op::EU:
      found = exists_until(left(), right());
      break;
    case Op::AU: {
      States not_f = complement(left());
      States not_g = complement(right());
      found = complement(exists_until(not_g, not_f & not_g) | exists_always(not_g));
      break;
    }
    case Op::Knows:
      found = knows({name()}, Op::Knows, left());
      break;
    case Op::Everybody:
    case Op::Common:
    case Op::Distributed:
      found = knows(model_.groups.at(name()), node.op, left());
      break;
    case Op::Ought: {
      auto red = model_.red.find(name());
      States green = red == model_.red.end() ? all : complement(red->second);
      if ((green & ~left()) == 0) found = all;
      break;
    }
    case Op::CanX:
      found = can_next(left());
      break;
    case Op::CanF:
      found = fixpoint(0, [&](States z) { return left() | can_next(z); });
      break;
    case Op::CanG:
      found = fixpoint(all, [&](States z) { return left() & can_next(z); });
      break;
    case Op::CanU:
      found = fixpoint(0, [&](States z) { return right() | (left() & can_next(z)); });
      break;
    case Op::EXn:
    case Op::AXn:
    case Op::EFn:
    case Op::AFn:
    case Op::EGn:
    case Op::AGn:
    case Op::EUn:
    case Op::AUn:
    case Op::CanXn:
    case Op::CanFn:
    case Op::CanGn:
    case Op::CanUn:
      found = bounded(node);
      break;
    case Op::Delta:
      found = left();
      break;
    case Op::PathA:
    case Op::PathE:
      found = quantified(node.op == Op::PathE, false);
      break;
    case Op::PathAf:
    case Op::PathEf:
      found = quantified(node.op == Op::PathEf, true);
      break;
    default:
      break;
  }
  memo_[f] = found;
  return found;
}

std::size_t Reference::fold(const Lasso& lasso, std::size_t position) const {
  std::size_t size = lasso.states.size();
  return position < size ? position : lasso.loop + (position - lasso.loop) % (size - lasso.loop);
}

bool Reference::on_path(Formula f, const Lasso& lasso) {
  return truth(f, {&lasso, lasso.states.size(), false})[0];
}

bool Reference::on_trace(Formula f, const Lasso& lasso, std::size_t length) {
  return truth(f, {&lasso, length, true})[0];
}

const Reference::Truth& Reference::truth(Formula f, const Line& line) {
  const auto key = std::make_tuple(f, line.lasso->states, line.lasso->loop, line.length, line.finite);
  if (auto known = on_lines_.find(key); known != on_lines_.end()) return known->second;
  Truth found = evaluate(f, line);
  return on_lines_.emplace(key, std::move(found)).first->second;
}

Reference::Truth Reference::evaluate(Formula f, const Line& line) {
  const Node node = pool_[f];
  std::size_t n = line.length;
  Truth found(n, false);
  if (!node.is_path) {
    States set = states(f);
    for (std::size_t i = 0; i < n; ++i) found[i] = contains(set, line.lasso->states[fold(*line.lasso, i)]);
    return found;
  }
  auto next = [&](std::size_t i) { return line.finite ? i + 1 : i + 1 < n ? i + 1 : line.lasso->loop; };
  // The positions from i on, each at least once: the rest of the trace, or once more around the loop.
  auto future = [&](std::size_t i) {
    std::vector<std::size_t> positions;
    for (std::size_t count = 0; i < n && count < 2 * n; ++count, i = next(i)) positions.push_back(i);
    return positions;
  };
  // f U g: some later position has g and all before it have f.
  auto until = [&](const Truth& x, const Truth& y, std::size_t i) {
    for (std::size_t j : future(i)) {
      if (y[j]) return true;
      if (!x[j]) return false;
    }
    return false;
  };
  const Interval interval = node.bound.is_none() ? Interval{} : pool_.interval(node);
  // Whether so many steps may have been made.
  auto counts = [&](std::uint64_t steps) {
    return steps >= interval.first && (interval.is_open() || steps <= interval.last);
  };
  // On an infinite path positions repeat; beyond so many steps nothing new is seen.
  const std::uint64_t farthest = interval.is_open() ? interval.first + 2 * n : interval.last;
  if (node.op == Op::Diamondn || node.op == Op::Boxn) {
    const Truth x = truth(node.right, line);
    const bool diamond = node.op == Op::Diamondn;
    for (std::size_t i = 0; i < n; ++i) {
      const std::vector<std::vector<bool>> reached = matches(node.left, line, i, farthest);
      bool some = false;
      for (std::uint64_t k = 0; k <= farthest; ++k) {
        for (std::size_t j = 0; j < n; ++j) some = some || (counts(k) && reached[k][j] && x[j] == diamond);
      }
      found[i] = some == diamond;
    }
    return found;
  }
  if (node.op == Op::Diamond || node.op == Op::Box) {
    Relation related = relation(node.left, line);
    Truth x = truth(node.right, line);
    bool diamond = node.op == Op::Diamond;
    for (std::size_t i = 0; i < n; ++i) {
      bool some = false;
      for (std::size_t j = 0; j < n; ++j) some = some || (related[i][j] && x[j] == diamond);
      found[i] = some == diamond;
    }
    return found;
  }
  Truth x = truth(node.left, line);
  Truth y = node.right.is_none() ? Truth(n, false) : truth(node.right, line);
  // What holds on the way of U, W and R is a test: f U g is <(f?;true)*>g.
  Truth test = x;
  if (line.finite && tests_ == Traces::FiniteWithInfiniteTests) {
    Truth beyond = truth(node.left, Line{line.lasso, line.lasso->states.size(), false});
    for (std::size_t i = 0; i < n; ++i) test[i] = beyond[fold(*line.lasso, i)];
  }
  Truth always(n, true);
  auto negated = [](Truth values) {
    values.flip();
    return values;
  };
  // f U[a,b] g
  auto until_within = [&](const Truth& x1, const Truth& y1, std::size_t i, const Interval& within) {
    for (std::uint64_t k = 0; i < n && k <= farthest; ++k, i = next(i)) {
      const bool in = k >= within.first && (within.is_open() || k <= within.last);
      if (in && y1[i]) return true;
      if (!x1[i]) return false;
    }
    return false;
  };
  const Interval to_end{0, interval.last};
  for (std::size_t i = 0; i < n; ++i) {
    switch (node.op) {
      case Op::Xn:
      case Op::Fn:
        found[i] = until_within(always, x, i, interval);
        break;
      case Op::Gn:
        found[i] = !until_within(always, negated(x), i, interval);
        break;
      case Op::Un:
        found[i] = until_within(test, y, i, interval);
        break;
      case Op::Wn:
        found[i] = until_within(test, y, i, interval) || !until_within(always, negated(x), i, to_end);
        break;
      case Op::Rn:
        found[i] = !until_within(negated(test), negated(y), i, interval);
        break;
      case Op::Not:
        found[i] = !x[i];
        break;
      case Op::And:
        found[i] = x[i] && y[i];
        break;
      case Op::Or:
        found[i] = x[i] || y[i];
        break;
      case Op::Implies:
        found[i] = !x[i] || y[i];
        break;
      case Op::Iff:
        found[i] = x[i] == y[i];
        break;
      case Op::Delta:
        found[i] = x[i];
        break;
      case Op::X:
        found[i] = next(i) < n && x[next(i)];
        break;
      case Op::F:
        found[i] = until(always, x, i);
        break;
      case Op::G:
        found[i] = !until(always, negated(x), i);
        break;
      case Op::U:
        found[i] = until(test, y, i);
        break;
      case Op::W:
        found[i] = until(test, y, i) || !until(always, negated(x), i);
        break;
      case Op::R:
        found[i] = !until(negated(test), negated(y), i);
        break;
      default:
        break;
    }
  }
  return found;
}

// By number of steps, by position: what rho leads to from position i, following the expression through a list of pairs.
std::vector<std::vector<bool>> Reference::matches(Formula rho, const Line& line, std::size_t start,
                                                  std::uint64_t farthest) {
  std::vector<std::vector<bool>> from(farthest + 1, std::vector<bool>(line.length, false));
  from[0][start] = true;
  return after(rho, line, from);
}

std::vector<std::vector<bool>> Reference::after(Formula rho, const Line& line,
                                                const std::vector<std::vector<bool>>& from) {
  const Node node = pool_[rho];
  std::vector<std::vector<bool>> found(from.size(), std::vector<bool>(line.length, false));
  auto add = [&](std::vector<std::vector<bool>>& to, const std::vector<std::vector<bool>>& more) {
    for (std::size_t k = 0; k < to.size(); ++k) {
      for (std::size_t j = 0; j < line.length; ++j) to[k][j] = to[k][j] || more[k][j];
    }
  };
  if (node.op == Op::Step || node.op == Op::Test) {
    const Relation once = relation(rho, line);
    const std::size_t step = node.op == Op::Step ? 1 : 0;
    for (std::size_t k = 0; k + step < from.size(); ++k) {
      for (std::size_t i = 0; i < line.length; ++i) {
        for (std::size_t j = 0; from[k][i] && j < line.length; ++j) {
          found[k + step][j] = found[k + step][j] || once[i][j];
        }
      }
    }
  } else if (node.op == Op::Alt) {
    found = after(node.left, line, from);
    add(found, after(node.right, line, from));
  } else if (node.op == Op::Seq) {
    found = after(node.right, line, after(node.left, line, from));
  } else {
    const Interval times = node.op == Op::Star ? Interval{} : pool_.interval(node);
    std::vector<std::vector<bool>> here = from;
    for (std::uint64_t k = 0; k < times.first; ++k) here = after(node.left, line, here);
    found = here;
    // A round that brings nothing new is the last one that could: what follows from it is there already.
    for (std::uint64_t k = times.first; times.is_open() || k < times.last; ++k) {
      here = after(node.left, line, here);
      const std::vector<std::vector<bool>> before = found;
      add(found, here);
      if (found == before) break;
    }
  }
  return found;
}

Reference::Relation Reference::relation(Formula rho, const Line& line) {
  const Node node = pool_[rho];
  std::size_t n = line.length;
  Relation found(n, std::vector<bool>(n, false));
  auto compose = [&](const Relation& a, const Relation& b) {
    Relation c(n, std::vector<bool>(n, false));
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t k = 0; a[i][j] && k < n; ++k) c[i][k] = c[i][k] || b[j][k];
      }
    }
    return c;
  };
  switch (node.op) {
    case Op::Step: {
      Truth x = truth(node.left, line);
      for (std::size_t i = 0; i < n; ++i) {
        std::size_t j = line.finite || i + 1 < n ? i + 1 : line.lasso->loop;
        if (j < n) found[i][j] = x[i];
      }
      return found;
    }
    case Op::Test: {
      bool beyond = line.finite && tests_ == Traces::FiniteWithInfiniteTests;
      Line used = beyond ? Line{line.lasso, line.lasso->states.size(), false} : line;
      Truth x = truth(node.left, used);
      for (std::size_t i = 0; i < n; ++i) found[i][i] = x[beyond ? fold(*line.lasso, i) : i];
      return found;
    }
    case Op::Alt: {
      Relation a = relation(node.left, line);
      Relation b = relation(node.right, line);
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) found[i][j] = a[i][j] || b[i][j];
      }
      return found;
    }
    case Op::Seq:
      return compose(relation(node.left, line), relation(node.right, line));
    case Op::Repeat: {
      const Interval times = pool_.interval(node);
      const Relation a = relation(node.left, line);
      Relation power = found;
      for (std::size_t i = 0; i < n; ++i) power[i][i] = true;
      // Powers of a relation on n positions repeat before 2^n; the models here have few positions.
      const std::uint64_t most = times.is_open() ? times.first + (std::uint64_t{1} << n) : times.last;
      for (std::uint64_t k = 0; k <= most; ++k) {
        for (std::size_t i = 0; i < n; ++i) {
          for (std::size_t j = 0; j < n; ++j) found[i][j] = found[i][j] || (k >= times.first && power[i][j]);
        }
        power = compose(power, a);
      }
      return found;
    }
    case Op::Star: {
      Relation a = relation(node.left, line);
      for (std::size_t i = 0; i < n; ++i) a[i][i] = true;
      for (found = a;;) {
        Relation longer = compose(found, a);
        if (longer == found) return found;
        found = longer;
      }
    }
    default:
      return found;
  }
}

}  // namespace gnomon::logic::testing
