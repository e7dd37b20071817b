// Witnesses and counterexamples in the output of `gnomon check`, or in files of their own.
#pragma once

#include <cstddef>
#include <string>

#include "gnomon/gnomon.h"

namespace gnomon::cli {

enum class WitnessFormat { Text, Dot, Json };

struct WitnessArguments {
  std::string format;  // empty: none are requested
  std::string output;  // folder for files; empty: standard output
  bool full = false;
  std::size_t depth = api::WitnessOptions().depth;

  bool requested() const { return !format.empty() || !output.empty(); }
  WitnessFormat chosen() const;
  api::WitnessOptions options() const { return {depth, full}; }
};

// What is printed below a verdict: the witness in its format, or why there is none.
std::string witness_lines(const api::FormulaResult& result, WitnessFormat format);

// Writes the witness to `witness_N.txt`, `.dot` or `.json` in the folder, which is made if need be. The sentence about
// what went wrong, or empty.
std::string write_witness(const api::FormulaResult& result, WitnessFormat format, const std::string& folder);

}  // namespace gnomon::cli
