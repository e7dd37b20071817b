#include "model/partition.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace gnomon::model {

using bdd::Bdd;
using bdd::Var;

struct Partition::Cluster {
  Bdd relation;
  std::vector<Var> support;
  double centre = 0;  // average level of the support
};

namespace {

double average_level(const bdd::Manager& manager, const std::vector<Var>& vars) {
  double sum = 0;
  for (Var var : vars) sum += static_cast<double>(manager.level_of(var));
  return vars.empty() ? 0 : sum / static_cast<double>(vars.size());
}

// How many relations mention each bit.
template <class Clusters>
std::vector<std::uint32_t> mentions(const Clusters& clusters, std::size_t bits) {
  std::vector<std::uint32_t> count(bits, 0);
  for (const auto& cluster : clusters) {
    for (Var var : cluster.support) ++count[var.index()];
  }
  return count;
}

}  // namespace

Partition::Partition(const Encoding& encoding, std::vector<Conjunct> conjuncts, Bdd guard, std::span<const Var> keep,
                     std::size_t cluster_nodes)
    : encoding_(&encoding), guard_(std::move(guard)) {
  bdd::Manager& manager = encoding.manager();
  std::vector<char> quantified_forward(manager.var_count(), 0);
  std::vector<char> quantified_backward(manager.var_count(), 0);
  kept_.assign(manager.var_count(), true);
  for (Var var : encoding.action_vars().vars()) {
    kept_[var.index()] = false;
    quantified_forward[var.index()] = quantified_backward[var.index()] = 1;
  }
  for (Var var : keep) {
    kept_[var.index()] = true;
    quantified_forward[var.index()] = quantified_backward[var.index()] = 0;
  }
  std::vector<std::pair<Var, Var>> up, down;
  for (const Conjunct& conjunct : conjuncts) {
    for (ispl::VarId id : conjunct.writes) {
      const Field& field = encoding.variable(id);
      for (std::size_t b = 0; b < field.current.size(); ++b) {
        up.emplace_back(field.current[b], field.next[b]);
        down.emplace_back(field.next[b], field.current[b]);
        quantified_forward[field.current[b].index()] = 1;
        quantified_backward[field.next[b].index()] = 1;
      }
    }
  }
  up_ = manager.map(up);
  down_ = manager.map(down);
  pairs_ = manager.pairs(up);
  std::vector<Var> free_actions;
  for (Var var : encoding.action_vars().vars()) {
    if (!kept_[var.index()]) free_actions.push_back(var);
  }
  free_actions_ = manager.set(free_actions);
  std::vector<Var> written;
  for (const auto& [current, next] : up) written.push_back(current);
  written_ = manager.set(written);
  std::vector<Cluster> clusters = make_clusters(std::move(conjuncts), cluster_nodes);
  clusters_ = clusters.size();
  if (clusters_ == 1) single_ = clusters.front().relation;
  forward_ = schedule(clusters, quantified_forward);
  backward_ = schedule(clusters, quantified_backward);
}

std::vector<Partition::Cluster> Partition::make_clusters(std::vector<Conjunct> conjuncts,
                                                         std::size_t cluster_nodes) const {
  bdd::Manager& manager = encoding_->manager();
  std::vector<Cluster> parts;
  for (Conjunct& conjunct : conjuncts) {
    if (conjunct.relation.is_true()) continue;
    Cluster cluster{std::move(conjunct.relation), {}, 0};
    cluster.support = support(cluster.relation).vars();
    cluster.centre = average_level(manager, cluster.support);
    parts.push_back(std::move(cluster));
  }
  std::stable_sort(parts.begin(), parts.end(), [](const Cluster& a, const Cluster& b) { return a.centre < b.centre; });
  std::vector<std::uint32_t> count = mentions(parts, manager.var_count());

  // Action bits that only this cluster mentions can be quantified here.
  auto hide_private = [&](Cluster& cluster) {
    std::vector<Var> hidden;
    for (Var var : cluster.support) {
      if (!kept_[var.index()] && count[var.index()] == 1) hidden.push_back(var);
    }
    if (hidden.empty()) return;
    cluster.relation = exists(cluster.relation, manager.set(hidden));
    for (Var var : hidden) count[var.index()] = 0;
    cluster.support = support(cluster.relation).vars();
  };

  std::vector<Cluster> clusters;
  for (Cluster& part : parts) {
    hide_private(part);
    if (part.relation.is_true()) continue;
    if (!clusters.empty()) {
      Cluster& last = clusters.back();
      constexpr std::size_t kWorstProduct = 4'000'000;  // an attempt must not itself be the problem
      std::size_t a = last.relation.node_count();
      std::size_t b = part.relation.node_count();
      if (a + b <= cluster_nodes && a * b <= kWorstProduct) {
        Bdd both = last.relation & part.relation;
        if (both.node_count() <= cluster_nodes) {
          for (Var var : part.support) {
            if (std::find(last.support.begin(), last.support.end(), var) != last.support.end()) --count[var.index()];
          }
          last.relation = std::move(both);
          last.support = support(last.relation).vars();
          hide_private(last);
          continue;
        }
      }
    }
    clusters.push_back(std::move(part));
  }
  return clusters;
}

// Greedy: repeatedly the cluster with the best balance of bits freed over bits introduced.
Partition::Schedule Partition::schedule(const std::vector<Cluster>& clusters,
                                        const std::vector<char>& quantified) const {
  bdd::Manager& manager = encoding_->manager();
  std::vector<std::uint32_t> left = mentions(clusters, manager.var_count());
  std::vector<bool> present(manager.var_count(), false);
  std::vector<bool> used(clusters.size(), false);
  Schedule steps;
  for (std::size_t round = 0; round < clusters.size(); ++round) {
    std::size_t best = clusters.size();
    long best_score = std::numeric_limits<long>::min();
    for (std::size_t c = 0; c < clusters.size(); ++c) {
      if (used[c]) continue;
      long score = 0;
      for (Var var : clusters[c].support) {
        if (quantified[var.index()] && left[var.index()] == 1) score += 2;
        if (!quantified[var.index()] && !present[var.index()]) score -= 1;
      }
      if (score > best_score) {
        best_score = score;
        best = c;
      }
    }
    used[best] = true;
    std::vector<Var> now;
    for (Var var : clusters[best].support) {
      present[var.index()] = true;
      if (--left[var.index()] == 0 && quantified[var.index()]) now.push_back(var);
    }
    steps.push_back({clusters[best].relation, manager.set(now)});
  }
  // Written bits that no cluster mentions (a variable whose new value ignores the old one) are quantified at the start.
  std::vector<Var> unmentioned;
  std::vector<std::uint32_t> total = mentions(clusters, manager.var_count());
  for (std::size_t v = 0; v < quantified.size(); ++v) {
    if (quantified[v] && total[v] == 0) unmentioned.emplace_back(v);
  }
  if (!unmentioned.empty()) {
    bdd::VarSet set = manager.set(unmentioned);
    steps.insert(steps.begin(), {manager.constant(true), set});
  }
  return steps;
}

Bdd Partition::image(const Bdd& states) const {
  Bdd from = guard_.is_true() ? states : states & guard_;
  if (single_.valid()) return bdd::image(from, single_, pairs_, free_actions_);
  for (std::size_t i = 0; i < forward_.size(); ++i) {
    if (from.is_false()) return from;
    const Step& step = forward_[i];
    from = i + 1 == forward_.size() ? and_exists_rename(from, step.relation, step.quantify, down_)
                                    : and_exists(from, step.relation, step.quantify);
  }
  return from;
}

Bdd Partition::preimage(const Bdd& states) const {
  if (single_.valid()) return bdd::preimage(states, single_, pairs_, free_actions_) & guard_;
  Bdd to = rename(states, up_);
  for (const Step& step : backward_) {
    if (to.is_false()) return to;
    to = and_exists(to, step.relation, step.quantify);
  }
  return to & guard_;
}

Bdd Partition::range() const {
  std::vector<bool> is_next(kept_.size(), false);
  for (Var var : encoding_->next_vars().vars()) is_next[var.index()] = true;
  auto without_others = [&](const Bdd& relation) {
    std::vector<Var> others = support(relation).vars();
    std::erase_if(others, [&](Var var) { return is_next[var.index()]; });
    return exists(relation, encoding_->manager().set(others));
  };
  Bdd next = encoding_->manager().constant(true);
  for (const Step& step : forward_) next &= without_others(step.relation);
  return rename(next, down_) & exists(guard_, written_);
}

Bdd Partition::relation() const {
  Bdd steps = guard_;
  for (const Step& step : forward_) steps &= step.relation;
  steps = exists(steps, encoding_->action_vars());
  const std::vector<Var> written = written_.vars();
  for (std::size_t v = 0; v < encoding_->variables(); ++v) {
    const ispl::VarId var(v);
    const std::vector<Var>& bits = encoding_->variable(var).current;
    if (!bits.empty() && std::find(written.begin(), written.end(), bits.front()) == written.end()) {
      steps &= encoding_->unchanged(var);
    }
  }
  return steps;
}

std::size_t Partition::nodes() const {
  std::vector<Bdd> relations;
  for (const Step& step : forward_) relations.push_back(step.relation);
  return bdd::node_count(relations);
}

}  // namespace gnomon::model
