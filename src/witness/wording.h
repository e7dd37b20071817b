// The words that renderers share: names of states, values, joint actions, claims as sentences.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "explicit/facts.h"
#include "explicit/interpreter.h"
#include "explicit/witness_data.h"
#include "witness/truth_rows.h"

namespace gnomon::witness {

class Wording {
 public:
  // Both must outlive this.
  Wording(const ispl::CheckedModel& model, const explicit_state::Witness& witness, std::size_t formula_limit);

  static std::string state(explicit_state::WitnessState s) { return "s" + std::to_string(s); }
  std::string formula(logic::Formula f) const;
  std::string variable(ispl::VarId var) const;  // Agent.x
  std::string value(explicit_state::WitnessState s, ispl::VarId var) const;
  const std::string& agent(ispl::AgentId agent) const { return model_->agent(agent).name; }
  std::string agents(const std::vector<ispl::AgentId>& agents) const;                // "Sender and Receiver"
  std::vector<std::string> actions(const explicit_state::JointAction& joint) const;  // "Sender: send"; none left out
  // The propositions (and green and red states) of the checked formula that hold in the state; if the witness is about
  // no formula, all propositions that do.
  std::vector<std::string> propositions(explicit_state::WitnessState s);

  // "AG p is false in s0"
  std::string claim(const explicit_state::Claim& claim) const;
  // Of a path with a stretch that is walked more than once.
  static std::string repeated(const explicit_state::WitnessPath& path);
  // Why, for a claim that is not taken.
  std::string reason(const explicit_state::Claim& claim);
  // "p is true, K(Sender, q) is false": what is known of the operands.
  std::string parts(const explicit_state::Claim& claim);

  std::vector<TruthRow> truth_rows(const explicit_state::WitnessPath& path) {
    return witness::truth_rows(model_->pool, facts_, *witness_, path);
  }

 private:
  std::string path_reason(const explicit_state::Claim& claim) const;
  std::string counted_reason(const explicit_state::Claim& claim, const explicit_state::WitnessPath& path) const;
  std::string link_reason(const explicit_state::Claim& claim) const;
  std::string possible_reason(const explicit_state::Claim& claim) const;
  std::string table_reason(const explicit_state::Claim& claim) const;

  const ispl::CheckedModel* model_;
  const explicit_state::Witness* witness_;
  std::size_t limit_;
  explicit_state::Interpreter interpreter_;
  explicit_state::Facts facts_;
  std::vector<logic::Formula> atoms_;
};

std::string joined(const std::vector<std::string>& items, const std::string& separator);

}  // namespace gnomon::witness
