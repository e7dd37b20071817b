// Models for the tests of src/enumerate.
#pragma once

#include <cstddef>
#include <string>

namespace gnomon::test {

// A scheduler picks one of n workers; a worker that is picked and goes leaves its number. All others may go or wait, as
// they like: 2^n n joint actions in each of n + 1 states.
inline std::string scheduled(std::size_t workers) {
  std::string picks, lines, agents;
  for (std::size_t i = 1; i <= workers; ++i) {
    const std::string n = std::to_string(i);
    picks += (i == 1 ? "" : ", ") + ("t" + n);
    lines += "    last = " + n + " if Action = t" + n + " and W" + n + ".Action = go;\n";
    agents += "Agent W" + n + "\n  Vars: x : boolean; end Vars\n  Actions = {go, wait};\n" +
              "  Evolution: x = true if Action = go and Environment.Action = t" + n + " and x = true; end Evolution\n" +
              "end Agent\n";
  }
  return "Agent Environment\n  Vars: last : 0 .. " + std::to_string(workers) + "; end Vars\n  Actions = {" + picks +
         "};\n  Evolution:\n" + lines + "  end Evolution\nend Agent\n" + agents +
         "Evaluation first if Environment.last = 1; end Evaluation\nInitStates Environment.last = 0" +
         [&] {
           std::string rest;
           for (std::size_t i = 1; i <= workers; ++i) rest += " and W" + std::to_string(i) + ".x = false";
           return rest;
         }() +
         "; end InitStates\nFormulae\n  EF first;\n  AG !first;\nend Formulae\n";
}

// n switches that anybody may turn on or off: every state has 2^n successors.
inline std::string switches(std::size_t count) {
  std::string agents, initial;
  for (std::size_t i = 1; i <= count; ++i) {
    const std::string n = std::to_string(i);
    agents += "Agent S" + n + "\n  Vars: on : boolean; end Vars\n  Actions = {flip, wait};\n" +
              "  Evolution: on = ~on if Action = flip; end Evolution\nend Agent\n";
    initial += (i == 1 ? "" : " and ") + ("S" + n + ".on = false");
  }
  return agents + "Evaluation on if S1.on; end Evaluation\nInitStates " + initial +
         "; end InitStates\nFormulae\n  EF on;\n  AG !on;\nend Formulae\n";
}

// Counts in `agents` digits of base 2^20 that all change by themselves; more than 64 bits with four or more.
inline std::string wide(std::size_t agents, std::size_t last) {
  std::string text, initial;
  for (std::size_t i = 1; i <= agents; ++i) {
    const std::string n = std::to_string(i);
    text += "Agent C" + n + "\n  Vars: x : 0 .. 1048575; end Vars\n  Evolution: x = x + " + n + " if x < " +
            std::to_string(last * i) + "; end Evolution\nend Agent\n";
    initial += (i == 1 ? "" : " and ") + ("C" + n + ".x = 0");
  }
  return text + "Evaluation done if C" + std::to_string(agents) + ".x = " + std::to_string(last * agents) +
         "; end Evaluation\nInitStates " + initial + "; end InitStates\nFormulae\n  AF done;\nend Formulae\n";
}

// Two counters that go up or stay, one after the other or together: (last + 1)^2 states.
inline std::string square(std::size_t last) {
  std::string text;
  for (const char* name : {"A", "B"}) {
    text += "Agent " + std::string(name) + "\n  Vars: x : 0 .. " + std::to_string(last) +
            "; end Vars\n  Actions = {up, stay};\n  Evolution: x = x + 1 if Action = up and x < " +
            std::to_string(last) + "; end Evolution\nend Agent\n";
  }
  return text + "Evaluation five if A.x = 5; corner if A.x = " + std::to_string(last) +
         " and B.x = " + std::to_string(last) +
         "; end Evaluation\nInitStates A.x = 0 and B.x = 0; end InitStates\nFormulae\n" +
         "  AG !five;\n  EF corner;\n  AG !corner;\n  AG EF corner;\nend Formulae\n";
}

}  // namespace gnomon::test
