// Witnesses and counterexamples in the output of `gnomon check`, or in files of their own.
#pragma once

#include <cstddef>
#include <string>

#include "gnomon/gnomon.h"

namespace gnomon::cli {

enum class WitnessFormat { Text, Json, Dot, Svg, Html };

struct WitnessArguments {
  std::string format;  // empty: none are requested
  std::string output;  // folder for files; empty: standard output
  bool full = false;
  std::size_t depth = api::WitnessOptions().depth;

  bool requested() const { return !format.empty() || !output.empty(); }
  WitnessFormat chosen() const;
  // The witnesses are all that standard output has.
  bool alone() const { return requested() && output.empty() && chosen() != WitnessFormat::Text; }
  api::WitnessOptions options() const { return {depth, full}; }
};

// The witness of the result in the format. `problem` says what went wrong, if something did: there is no Graphviz.
std::string witness_content(const api::FormulaResult& result, WitnessFormat format, std::string& problem);

// Writes the witness, if there is one, to `witness_N.txt`, `.json`, `.dot`, `.svg` or `.html` in the folder, which is made
// if need be. The sentence about what went wrong, or empty.
std::string write_witness(const api::FormulaResult& result, WitnessFormat format, const std::string& folder);

}  // namespace gnomon::cli
