// The results of a sweep as a table, as CSV and as JSON.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sweep_runs.h"

namespace gnomon::cli {

// How many formulas have which verdict, and how many another one than the model states.
struct SweepVerdicts {
  std::size_t is_true = 0;
  std::size_t is_false = 0;
  std::size_t unknown = 0;
  std::size_t unexpected = 0;
};
SweepVerdicts verdicts_of(const SweepRun& run);
// Whether the runs compare engines, or formulas one by one.
bool compares_engines(const std::vector<SweepRun>& runs);
bool compares_formulas(const std::vector<SweepRun>& runs);
// The number of reachable states, in decimal digits; empty if it is not known.
std::string states_of(const SweepRun& run);

// A table that is written line by line while the runs go on: column widths are known from the parameters.
class SweepTable {
 public:
  explicit SweepTable(const std::vector<SweepRun>& runs);
  std::string head() const;
  std::string row(const SweepRun& run) const;

 private:
  std::vector<std::string> values_of(const SweepRun& run) const;
  // A column with the text of each run, shown if the runs differ in it.
  struct Column {
    std::string name;
    std::size_t width = 0;
    bool left = false;  // words stand at the left, numbers at the right
  };
  std::string line(const std::vector<std::string>& values, const std::string& states, const std::string& seconds,
                   const std::string& memory, const std::string& rest) const;

  bool several_files_ = false;
  std::vector<Column> columns_;
};

std::string sweep_csv(const std::vector<SweepRun>& runs);
std::string sweep_json(const std::vector<SweepRun>& runs);

}  // namespace gnomon::cli
