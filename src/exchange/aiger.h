// Circuits as AIGER files (Biere, Heljanko, Wieringa: AIGER 1.9 and beyond, 2011), in ASCII and in the compact binary form.
//
//   aig M I L O A B C J F      the largest variable; inputs, latches, outputs (none), conjunctions, bad states, invariant
//                              constraints (none), justice properties, fairness constraints
//
// Variables are numbered: inputs first, then latches, then the conjunctions that something depends on, operands before
// their users. The symbol table names inputs, latches and properties; a comment may follow.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "exchange/aig.h"

namespace gnomon::exchange {

enum class AigerForm : std::uint8_t { Binary, Ascii };

struct AigerFile {
  struct Signal {
    Wire wire;
    std::string name;
  };
  struct Justice {
    std::vector<Wire> signals;
    std::string name;
  };
  std::vector<Signal> bad;
  std::vector<Justice> justice;
  std::vector<Signal> fairness;
  std::string comment;  // lines
};

std::string write_aiger(const Aig& aig, const AigerFile& file, AigerForm form);

}  // namespace gnomon::exchange
