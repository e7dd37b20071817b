// A model written for other tools: the text, what became of each formula, and where the variables are.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "exchange/aiger.h"
#include "ispl/checked_model.h"
#include "model/symbolic_model.h"

namespace gnomon::exchange {

struct Asked {
  std::size_t number = 0;  // of the formula in the model
  const logic::Property* property = nullptr;
  std::string text;  // as the user wrote it
};

struct Told {
  // The properties that the formula became: it is true iff the other tool finds nothing of them. Of AIGER b0, b1, ... and
  // j0, j1, ...; of SMV the numbers of its specifications, from 0, in the order of the text.
  std::vector<std::string> properties;
  std::string left_out;  // or why there are none
};

struct Exported {
  std::string text;
  std::vector<Told> formulas;  // as they were asked
  // AIGER: by VarId the latches of its code, most significant first. SMV: by VarId its name there.
  std::vector<std::vector<std::size_t>> latches;
  std::vector<std::string> names;
};

// Something of the model that the format has no words for.
struct Unsayable {
  Span span;
  std::string message;
  std::string hint;
};

// Requires an initial state.
Exported export_aiger(model::SymbolicModel& model, logic::FormulaPool& pool, const std::vector<Asked>& formulas,
                      AigerForm form, const std::string& title, const Budget& budget);

// `problems` gets what cannot be said; then there is no text. `endless`: every state has a successor.
Exported export_smv(ispl::CheckedModel& model, bool endless, const std::vector<Asked>& formulas,
                    const std::string& title, const Budget& budget, std::vector<Unsayable>& problems);

}  // namespace gnomon::exchange
