// Results for people: verdict lines, facts, statistics.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gnomon/gnomon.h"

namespace gnomon::cli {

// Verdict lines with a common column for the places: `TRUE   AG p    model.ispl:12`.
class VerdictLines {
 public:
  // Very long formulas are cut in the middle unless `whole`. The column of the formulas has at least this width.
  VerdictLines(const std::vector<api::FormulaResult>& formulas, bool whole, bool color = false, std::size_t width = 0);
  std::string line(const api::FormulaResult& result) const;
  std::size_t width() const { return width_; }

 private:
  std::string shown(const api::FormulaResult& formula) const;

  bool whole_;
  bool color_;
  std::size_t width_;
};

// "4 slices: 23 exchanges, 14.0 MB sent; the largest 47.1 MB; critical path 3.900 s"
std::string slicing_line(const api::SlicingFacts& facts);

// "3 formulas: 2 true, 1 false; 18 reachable states, depth 4, 6 bits; 1200 nodes, 8.1 MB, 0.005 s"
std::string statistics_line(const std::vector<api::FormulaResult>& results, const api::ModelFacts& facts,
                            const api::Statistics& statistics);
// What a search for deadlocks or overflows found, with an example.
std::string search_lines(const std::string& title, const std::string& what, const api::StatesFound& found);
std::string info_lines(const api::Run& run);
// What verdicts depend on besides the text: "uniform strategies, knowledge with perfect recall". With `all` also what is
// as it is without options; empty if that is everything.
std::string semantics_text(const api::RunOptions& options, bool all);
// "for x >= 4 (smallest 4)"
std::string values_text(const api::StepValues& values);
// "1 state", "2 states"
std::string plural(const std::string& count, const std::string& noun);
std::string memory_text(std::size_t bytes);

}  // namespace gnomon::cli
