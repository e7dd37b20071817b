// The workloads, written once over a small vocabulary that both engines provide:
//   Api::F                           a function; copyable; !, &, |, ^
//   F var(i), constant(b), ite(f, g, h)
//   new_vars(n)                      n variables in this order from the top
//   Step step(cells)                 registers current/next pairs (c, n) by variable number
//   F image(S, T, step)              (exists current. S and T)[next := current]
//   double count(f)                  satisfying assignments over all variables
//   double nodes(fs)                 distinct subfunctions
//   void sift()
#pragma once

#include <ctime>
#include <random>
#include <sys/resource.h>
#include <utility>
#include <vector>

#include "rows.h"

namespace gnomon::bench {

inline double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

inline double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

template <class Api>
class Workloads {
  using F = typename Api::F;
  using Functions = std::vector<F>;

 public:
  explicit Workloads(Api& api) : api_(api) {}

  // n queens on a board of n x n, square by square.
  F queens(int n) {
    api_.new_vars(n * n);
    const auto square = [&](int i, int j) { return api_.var(i * n + j); };
    F board = api_.constant(true);
    for (int i = 0; i < n; ++i) {
      F row = api_.constant(false);
      for (int j = 0; j < n; ++j) row = row | square(i, j);
      board = board & row;
    }
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        F alone = api_.constant(true);
        for (int k = 0; k < n; ++k) {
          for (int l = 0; l < n; ++l) {
            const bool attacks = k == i || l == j || k - i == l - j || k - i == j - l;
            if (attacks && !(k == i && l == j)) alone = alone & !(square(i, j) & square(k, l));
          }
        }
        board = board & alone;
      }
    }
    return board;
  }

  // Bits 0 to n - 1 of the product of two n-bit numbers, by adding up partial products.
  Functions multiplier_bits(int n, int bits) {
    Functions sum(static_cast<std::size_t>(bits), api_.constant(false));
    for (int i = 0; i < n; ++i) {
      F carry = api_.constant(false);
      for (int j = 0; i + j < bits; ++j) {
        const F product = j < n ? api_.var(i) & api_.var(n + j) : api_.constant(false);
        F& s = sum[static_cast<std::size_t>(i + j)];
        const F half = s ^ product;
        const F next = (s & product) | (carry & half);
        s = half ^ carry;
        carry = next;
      }
    }
    return sum;
  }

  F multiplier(int n) {
    api_.new_vars(2 * n);
    return multiplier_bits(n, n).back();
  }

  // x_w with w the number of ones in x_1 .. x_n (false for w = 0).
  F hidden_weighted_bit(int n) {
    api_.new_vars(n);
    Functions weight;
    for (int i = 0; i < n; ++i) {
      F carry = api_.var(i);
      for (F& bit : weight) {
        const F next = bit & carry;
        bit = bit ^ carry;
        carry = next;
      }
      if (carry != api_.constant(false)) weight.push_back(carry);
    }
    F result = api_.constant(false);
    for (int w = 1; w <= n; ++w) {
      F equal = api_.constant(true);
      for (std::size_t b = 0; b < weight.size(); ++b) {
        equal = equal & ((w >> b & 1) != 0 ? weight[b] : !weight[b]);
      }
      result = result | (equal & api_.var(w - 1));
    }
    return result;
  }

  // A conjunction of random clauses of three literals, 1.9 per variable.
  F random_cnf(int n) {
    api_.new_vars(n);
    std::mt19937 rng(2024);
    const auto below = [&](int bound) { return static_cast<int>(rng() % static_cast<unsigned>(bound)); };
    F formula = api_.constant(true);
    for (int c = 0; c < n * 19 / 10; ++c) {
      F clause = api_.constant(false);
      for (int k = 0; k < 3; ++k) {
        const F x = api_.var(below(n));
        clause = clause | (below(2) == 0 ? x : !x);
      }
      formula = formula & clause;
    }
    return formula;
  }

  // A ring of n cells, each with a token and a request bit; variables of cell i: token 4i, its next 4i + 1, request 4i
  // + 2, its next 4i + 3. A cell may raise its request; the token moves on when its holder has no request, else clears
  // it.
  int token(int i) const { return 4 * i; }
  int request(int i) const { return 4 * i + 2; }
  F same(int v) { return !(api_.var(v) ^ api_.var(v + 1)); }

  F ring_initial(int n) {
    F states = api_.constant(true);
    for (int i = 0; i < n; ++i) {
      states = states & (i == 0 ? api_.var(token(i)) : !api_.var(token(i))) & !api_.var(request(i));
    }
    return states;
  }
  // The moves of cell i, over the variables of cells i and i + 1.
  F ring_move(int n, int i) {
    const int j = (i + 1) % n;
    const F idle = !api_.var(request(i));
    const F raise = idle & api_.var(request(i) + 1) & same(token(i)) & same(token(j)) & same(request(j));
    const F pass = api_.var(token(i)) & idle & !api_.var(token(i) + 1) & !api_.var(request(i) + 1) &
                   api_.var(token(j) + 1) & same(request(j));
    const F serve = api_.var(token(i)) & api_.var(request(i)) & api_.var(token(i) + 1) & !api_.var(request(i) + 1) &
                    same(token(j)) & same(request(j));
    return raise | pass | serve;
  }
  std::vector<std::pair<int, int>> ring_pairs(const std::vector<int>& cells) const {
    std::vector<std::pair<int, int>> pairs;
    for (const int i : cells) {
      pairs.emplace_back(token(i), token(i) + 1);
      pairs.emplace_back(request(i), request(i) + 1);
    }
    return pairs;
  }

  // Breadth first, one image per cell and step.
  F ring_parts(int n) {
    api_.new_vars(4 * n);
    Functions moves;
    std::vector<typename Api::Step> steps;
    for (int i = 0; i < n; ++i) {
      moves.push_back(ring_move(n, i));
      steps.push_back(api_.step(ring_pairs({i, (i + 1) % n})));
    }
    F reached = ring_initial(n);
    F frontier = reached;
    while (true) {
      F next = reached;
      for (int i = 0; i < n; ++i) {
        next = next | api_.image(frontier, moves[static_cast<std::size_t>(i)], steps[static_cast<std::size_t>(i)]);
      }
      if (next == reached) return reached;
      frontier = next & !reached;
      reached = next;
    }
  }

  F ring_relation(int n) {
    F relation = api_.constant(false);
    for (int i = 0; i < n; ++i) {
      F move = ring_move(n, i);
      for (int k = 0; k < n; ++k) {
        if (k != i && k != (i + 1) % n) move = move & same(token(k)) & same(request(k));
      }
      relation = relation | move;
    }
    return relation;
  }

  // Breadth first with the relation of the whole ring.
  F ring_whole(int n) {
    api_.new_vars(4 * n);
    const F relation = ring_relation(n);
    std::vector<int> cells;
    for (int i = 0; i < n; ++i) cells.push_back(i);
    const typename Api::Step step = api_.step(ring_pairs(cells));
    F reached = ring_initial(n);
    F frontier = reached;
    while (true) {
      const F next = reached | api_.image(frontier, relation, step);
      if (next == reached) return reached;
      frontier = next & !reached;
      reached = next;
    }
  }

  // Addition of two numbers whose bits are not interleaved: exponential in this order, linear in a good one.
  Functions adder(int n) {
    api_.new_vars(2 * n);
    Functions bits;
    F carry = api_.constant(false);
    for (int i = 0; i < n; ++i) {
      const F a = api_.var(i);
      const F b = api_.var(n + i);
      bits.push_back(a ^ b ^ carry);
      carry = (a & b) | (carry & (a ^ b));
    }
    bits.push_back(carry);
    return bits;
  }

  // The relation of a ring whose next variables all lie below the current ones.
  F separated_ring(int n) {
    api_.new_vars_separated(4 * n);
    return ring_relation(n);
  }

  Result run(const Row& row) {
    const double start = cpu_seconds();
    switch (row.kind) {
      case Kind::Queens:
        return finish(start, queens(row.size));
      case Kind::Multiplier:
        return finish(start, multiplier(row.size));
      case Kind::HiddenWeightedBit:
        return finish(start, hidden_weighted_bit(row.size));
      case Kind::RandomCnf:
        return finish(start, random_cnf(row.size));
      case Kind::RingParts:
        return finish(start, ring_parts(row.size));
      case Kind::RingWhole:
        return finish(start, ring_whole(row.size));
      case Kind::SiftMultiplier:
        api_.new_vars(2 * row.size);
        return sift(multiplier_bits(row.size, 2 * row.size));
      case Kind::SiftRing:
        return sift({separated_ring(row.size)});
      case Kind::SiftAdder:
        return sift(adder(row.size));
    }
    return {};
  }

 private:
  Result finish(double start, const F& f) {
    Result result;
    result.seconds = cpu_seconds() - start;
    result.megabytes = peak_megabytes();
    result.check = api_.count(f);
    result.nodes = api_.nodes({f});
    return result;
  }
  Result sift(const Functions& functions) {
    Result result;
    result.check = api_.nodes(functions);
    const double start = cpu_seconds();
    api_.sift();
    result.seconds = cpu_seconds() - start;
    result.megabytes = peak_megabytes();
    result.nodes = api_.nodes(functions);
    return result;
  }

  Api& api_;
};

template <class Api>
Result run_in(const Row& row) {
  const double start = cpu_seconds();
  Api api(row);
  const double setup = cpu_seconds() - start;
  Result result = Workloads<Api>(api).run(row);
  result.setup = setup;
  return result;
}

}  // namespace gnomon::bench
