// Small models for the tests of the facade.
#pragma once

#include <fstream>
#include <iterator>
#include <string>

#include "gnomon/gnomon.h"

namespace gnomon::api {

using ModelRun = Run;  // inside a test `Run` is a member of GoogleTest's base class

// A light that may be switched on and then stays on; the robot sees nothing. `extra` goes before the formulas.
inline std::string light(const std::string& formulas, const std::string& extra = "") {
  return R"(Agent Environment
  Vars: on : boolean; end Vars
  Actions = {switch, wait};
  Protocol: on = false : {switch, wait}; Other : {wait}; end Protocol
  Evolution: on = true if Action = switch; end Evolution
end Agent
Agent Robot
  Vars: busy : boolean; end Vars
  Actions = {work};
  Protocol: Other : {work}; end Protocol
  Evolution: busy = true if Action = work; end Evolution
end Agent
Evaluation lit if Environment.on = true; busy if Robot.busy = true; end Evaluation
InitStates Environment.on = false and Robot.busy = false; end InitStates
Groups g = {Robot}; end Groups
)" + extra +
         "Formulae\n" + formulas + "\nend Formulae\n";
}

// Counts from 0 to `last` and stops there for want of a successor.
inline std::string counter(const std::string& last, const std::string& formulas) {
  return "Agent Counter\n  Vars: x : 0 .. " + last +
         R"(; end Vars
  Actions = {up};
  Protocol: Other : {up}; end Protocol
  Evolution: x = x + 1 if Action = up; end Evolution
end Agent
Evaluation end_reached if Counter.x = )" +
         last + R"(; end Evaluation
InitStates Counter.x = 0; end InitStates
Formulae
)" + formulas +
         "\nend Formulae\n";
}

// The shift register of tests/support: 2^N - 1 steps, with N = 31 more than any test waits for.
inline std::string endless_register() {
  std::ifstream file(std::string(GNOMON_SOURCE) + "/tests/support/register.ispl");
  return std::string(std::istreambuf_iterator<char>(file), {});
}

}  // namespace gnomon::api
