// What the comments of a bundled model say: the description of the scenario, the meaning of its parameters, the
// sentences of its specifications.
//
//   -- The first lines are the description.               up to a line `--` or to the end of the comment
//   Constants
//     N : 3..2000 = 3;  -- number of cryptographers       a parameter: bounds, standard value, meaning
//   Formulae
//     -- 2. Nobody ever knows who paid.                   the second specification; longer sentences go on below it,
//     --    On and on.                                    indented by four
//     AG (secret) expect true;                            its formulas
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scenario/scenario.h"

namespace gnomon::scenario {

struct SpecificationText {
  std::string meaning;
  std::size_t position = 0;  // in the text; the formulas behind it are its own, up to the next specification
};

struct ModelFile {
  std::string description;
  std::vector<Parameter> parameters;
  std::vector<SpecificationText> specifications;

  // From 1; 0 for a place before the first specification.
  int specification_at(std::size_t position) const;
};

ModelFile read_model_file(std::string_view text);

// The logic of a formula as it is written: by its prefix and its attribute.
Logic logic_of(std::string_view formula);

}  // namespace gnomon::scenario
