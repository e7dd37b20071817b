// Runs each workload in this engine and in BuDDy, alternating, each time in a process of its own, and prints a table of
// medians: processor time, ratio, peak memory, memory per node. Numbers that both engines must agree on are compared.
// With --rows FILE the rows are also written as JSON.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

#include "rows.h"

namespace {

using namespace gnomon::bench;

// In a child process; reports through a pipe. Exits if the child fails: a benchmark without one side has no meaning.
Result measure(const Row& row, Result (*run)(const Row&)) {
  int ends[2];
  if (pipe(ends) != 0) std::exit(2);
  const pid_t child = fork();
  if (child == 0) {
    const Result result = run(row);
    const bool written = write(ends[1], &result, sizeof result) == static_cast<ssize_t>(sizeof result);
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  Result result;
  const bool complete = read(ends[0], &result, sizeof result) == static_cast<ssize_t>(sizeof result);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!complete || status != 0) {
    fmt::print(stderr, "{}: a run failed with status {}\n", row.name, status);
    std::exit(2);
  }
  return result;
}

Result median(std::vector<Result> runs) {
  std::sort(runs.begin(), runs.end(), [](const Result& a, const Result& b) { return a.seconds < b.seconds; });
  return runs[runs.size() / 2];
}

std::vector<Row> all_rows() {
  std::vector<Row> rows;
  const auto add = [&](Kind kind, const char* name, std::initializer_list<int> sizes) {
    for (const int size : sizes)
      rows.push_back(Row{.kind = kind, .size = size, .name = fmt::format("{}-{}", name, size)});
  };
  add(Kind::Queens, "queens", {8, 9, 10, 11, 12});
  add(Kind::Multiplier, "multiplier", {8, 9, 10, 11, 13, 15});
  add(Kind::HiddenWeightedBit, "hwb", {20, 24, 28, 40, 48});
  add(Kind::RandomCnf, "cnf", {30, 36, 40, 48});
  add(Kind::RingParts, "ring-parts", {16, 32, 64, 100});
  add(Kind::RingWhole, "ring-whole", {16, 32, 64, 250});
  add(Kind::SiftMultiplier, "sift-multiplier", {6, 7, 8, 10, 11});
  add(Kind::SiftRing, "sift-ring", {4, 6, 7, 8});
  add(Kind::SiftAdder, "sift-adder", {10, 12, 14, 18});
  return rows;
}

constexpr double kMegabyte = 1 << 20;

bool is_sift(Kind kind) {
  return kind == Kind::SiftMultiplier || kind == Kind::SiftRing || kind == Kind::SiftAdder;
}

}  // namespace

int main(int argc, char** argv) {
  int repetitions = 3;
  int cache_ratio = Row{}.buddy_nodes_per_cache_entry;
  const char* rows_file = nullptr;
  std::vector<std::string_view> wanted;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--reps") == 0 && i + 1 < argc) {
      repetitions = std::max(1, std::atoi(argv[++i]));
    } else if (std::strcmp(argv[i], "--buddy-cache-ratio") == 0 && i + 1 < argc) {
      cache_ratio = std::max(1, std::atoi(argv[++i]));
    } else if (std::strcmp(argv[i], "--rows") == 0 && i + 1 < argc) {
      rows_file = argv[++i];
    } else if (argv[i][0] == '-') {
      fmt::print("usage: bench_bdd [--reps N] [--buddy-cache-ratio N] [--rows FILE] [ROW-PREFIX...]\n");
      return std::strcmp(argv[i], "--help") == 0 ? 0 : 2;
    } else {
      wanted.emplace_back(argv[i]);
    }
  }
  fmt::print("{:<20} {:>10} {:>10} {:>7} {:>10} {:>10} {:>10} {:>10} {:>8} {:>8}\n", "row", "gnomon s", "buddy s",
             "ratio", "gnomon MB", "buddy MB", "nodes", "buddy", "B/node", "buddy");
  bool agree = true;
  nlohmann::json written = nlohmann::json::array();
  std::vector<Row> rows = all_rows();
  for (Row& row : rows) {
    row.buddy_nodes_per_cache_entry = cache_ratio;
    const auto matches = [&](std::string_view prefix) { return row.name.starts_with(prefix); };
    if (!wanted.empty() && std::none_of(wanted.begin(), wanted.end(), matches)) continue;
    std::vector<Result> ours, theirs;
    int runs = repetitions;
    for (int r = 0; r < runs; ++r) {
      ours.push_back(measure(row, run_gnomon));
      theirs.push_back(measure(row, run_buddy));
      // Short runs are noisy and cost little.
      if (r == 0 && theirs.front().seconds < 0.1) runs = repetitions * 5;
    }
    const Result a = median(ours);
    const Result b = median(theirs);
    const bool same =
        std::abs(a.check - b.check) <= 1e-9 * std::abs(b.check) && (is_sift(row.kind) || a.nodes == b.nodes);
    agree = agree && same;
    const double largest = std::max({a.nodes, is_sift(row.kind) ? a.check : 0, 1.0});
    const double ours_per_node = a.megabytes * kMegabyte / largest;
    const double theirs_per_node = b.megabytes * kMegabyte / largest;
    fmt::print("{:<20} {:>10.4f} {:>10.4f} {:>7.2f} {:>10.1f} {:>10.1f} {:>10.0f} {:>10.0f} {:>8.0f} {:>8.0f}{}\n",
               row.name, a.seconds, b.seconds, b.seconds / a.seconds, a.megabytes, b.megabytes, a.nodes, b.nodes,
               ours_per_node, theirs_per_node, same ? "" : "  DISAGREE");
    std::fflush(stdout);
    written.push_back({{"name", row.name},
                       {"parameters", {row.size}},
                       {"options", nlohmann::json::array()},
                       {"seconds", a.seconds},
                       {"buddy_seconds", b.seconds},
                       {"ratio", b.seconds / a.seconds},
                       {"setup_seconds", a.setup},
                       {"buddy_setup_seconds", b.setup},
                       {"megabytes", a.megabytes},
                       {"buddy_megabytes", b.megabytes},
                       {"nodes", a.nodes},
                       {"buddy_nodes", b.nodes},
                       {"bytes_per_node", ours_per_node},
                       {"buddy_bytes_per_node", theirs_per_node},
                       {"ok", same}});
  }
  if (rows_file && !(std::ofstream(rows_file) << written.dump(1) << '\n')) {
    fmt::print(stderr, "cannot write {}\n", rows_file);
    return 2;
  }
  return agree ? 0 : 1;
}
