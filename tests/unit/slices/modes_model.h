// A model whose states are worth splitting.
#pragma once

namespace gnomon::test {

// Each mode has a relation of its own between x and y, so that parts by mode share little.
constexpr const char* kModes = R"(
Agent A
  Vars: m : 0 .. 7; x : 0 .. 31; y : 0 .. 63; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution:
    x = x + 1 and y = y + 7 * m + 1 if x < 31 and y + 7 * m + 1 <= 63;
    x = x + 1 and y = y + 7 * m - 63 if x < 31 and y + 7 * m + 1 > 63;
  end Evolution
end Agent
Evaluation p if A.x = 3; end Evaluation
InitStates A.x = 0 and A.y = 0; end InitStates
Formulae EF p; end Formulae
)";

}  // namespace gnomon::test
