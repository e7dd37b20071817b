// Random ISPL texts that are correct: every construct of the language, all operators, nested as deeply as asked.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace gnomon::ispl::test {

class RandomModel {
 public:
  explicit RandomModel(std::uint64_t seed) : random_(seed) {}
  std::string text();

 private:
  struct Var {
    std::string name;
    char kind = 'b';  // b: Boolean, i: integer, e: enumeration
    std::vector<std::string> values;
    bool visible = true;  // to other agents, of the Environment
  };
  struct Agent {
    std::string name;
    std::vector<Var> vars;
    std::vector<std::string> actions;
    std::vector<std::size_t> lobsvars;
  };

  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }
  void make_agents();
  Var make_var(int number);
  std::string type_text(const Var& var);
  // The variables that an agent (or, with -1, a global place) can write, as they are written there.
  std::vector<Var> readable(int agent);
  std::string pick(const std::vector<Var>& vars, char kind, const std::string& otherwise);
  std::string boolean(int depth);
  std::string integer(int depth);
  std::string condition(int depth);
  std::string comparison(int depth);
  std::string agent_text(int index);
  std::string action_set(const Agent& agent);
  std::string variables_text(int index);
  std::string globals_text();

  std::mt19937_64 random_;
  std::vector<Agent> agents_;  // the Environment is number 0
  bool has_environment_ = true;
  std::vector<Var> vars_;  // readable where we are
  int actions_of_ = -1;    // the agent in whose evolution we are
};

}  // namespace gnomon::ispl::test
