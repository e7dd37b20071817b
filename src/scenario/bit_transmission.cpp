// The bit transmission protocol (R. Fagin, J. Halpern, Y. Moses, M. Vardi, Reasoning about Knowledge, 1995) over a
// channel that may lose messages in either direction, with formulas of growing size.
//
// The sender repeats her bit until an acknowledgement arrives; the receiver acknowledges from the moment he has the
// bit. The channel remembers in `state` what it did in the last step (both directions, one, or none). 22 reachable
// states; the size K goes into two of the specifications only.
#include <fmt/format.h>

#include "scenario/generators.h"
#include "scenario/model_text.h"

namespace gnomon::scenario {

namespace {

void write_model(ModelText& out) {
  constexpr std::string_view lines[] = {
      "Agent Environment",
      "  Vars:",
      "    state : {both, forth, back, none};  -- where the last messages got through",
      "  end Vars",
      "  Actions = {both, forth, back, none};",
      "  Protocol:",
      "    Other : {both, forth, back, none};",
      "  end Protocol",
      "  Evolution:",
      "    state = both if Action = both;",
      "    state = forth if Action = forth;",
      "    state = back if Action = back;",
      "    state = none if Action = none;",
      "  end Evolution",
      "end Agent",
      "",
      "Agent Sender",
      "  Vars:",
      "    bit : boolean;",
      "    acknowledged : boolean;",
      "  end Vars",
      "  Actions = {send_zero, send_one, rest};",
      "  Protocol:",
      "    acknowledged = true : {rest};",
      "    acknowledged = false and bit = false : {send_zero};",
      "    acknowledged = false and bit = true : {send_one};",
      "  end Protocol",
      "  Evolution:",
      "    acknowledged = true if Receiver.Action = acknowledge and",
      "      (Environment.Action = both or Environment.Action = back);",
      "  end Evolution",
      "end Agent",
      "",
      "Agent Receiver",
      "  Vars:",
      "    got : {nothing, zero, one};",
      "  end Vars",
      "  Actions = {listen, acknowledge};",
      "  Protocol:",
      "    got = nothing : {listen};",
      "    Other : {acknowledge};",
      "  end Protocol",
      "  Evolution:",
      "    got = zero if got = nothing and Sender.Action = send_zero and",
      "      (Environment.Action = both or Environment.Action = forth);",
      "    got = one if got = nothing and Sender.Action = send_one and",
      "      (Environment.Action = both or Environment.Action = forth);",
      "  end Evolution",
      "end Agent",
      ""};
  for (const std::string_view text : lines) {
    const std::size_t indent = text.empty() ? 0 : text.find_first_not_of(' ');
    if (text.empty()) {
      out.blank();
    } else {
      out.line(static_cast<int>(indent / 2), text.substr(indent));
    }
  }
  out.propositions_here();
  out.proposition("recbit", "Receiver.got <> nothing");
  out.proposition("recack", "Sender.acknowledged = true");
  out.proposition("bit0", "Sender.bit = false");
  out.proposition("bit1", "Sender.bit = true");
  out.proposition("envworks", "Environment.state = both");
  out.line(0, "InitStates");
  out.line(1, "Receiver.got = nothing and Sender.acknowledged = false;");
  out.line(0, "end InitStates");
}

// Specification 1, of nesting depth K.
void write_nested_next(std::int64_t k, ModelText& out) {
  const bool expected = k >= 2;
  if (out.wants(1, Logic::Ctlk)) out.formula(1, Logic::Ctlk, nest("EX ", "recack", "", k), expected);
  if (out.wants(1, Logic::CtlStarK)) {
    out.formula(1, Logic::CtlStarK, fmt::format("CTL* {}", nest("E (X (", "recack", "))", k)), expected);
  }
  if (out.wants(1, Logic::CdlStarK)) {
    out.formula(1, Logic::CdlStarK, fmt::format("CDL* {}", nest("E ([true] (", "recack", "))", k)), expected);
  }
}

// Specification 2: K working steps, then the acknowledgement is there one step later.
void write_working_prefix(std::int64_t k, ModelText& out) {
  const bool expected = k >= 2;
  if (out.wants(2, Logic::Ltlk) || out.wants(2, Logic::CtlStarK)) {
    const std::string works = nest("X (envworks and ", "X envworks", ")", k - 1);
    const std::string then = nest("X ", "recack", "", k + 1);
    out.formula(2, Logic::Ltlk, fmt::format("LTL {} -> {}", works, then), expected);
    out.formula(2, Logic::CtlStarK, fmt::format("CTL* A ({} -> {})", works, then), expected);
  }
  if (out.wants(2, Logic::Ldlk) || out.wants(2, Logic::CdlStarK)) {
    const std::string path = nest("", "true", "; envworks", k);
    out.formula(2, Logic::Ldlk, fmt::format("LDL [{}] recack", path), expected);
    out.formula(2, Logic::CdlStarK, fmt::format("CDL* A ([{}] recack)", path), expected);
  }
}

void write_bit_transmission(const Values& values, ModelText& out) {
  write_model(out);
  out.begin_formulas();
  write_nested_next(values[0], out);
  write_working_prefix(values[0], out);
  out.eventually(3, "recbit", false);
  out.always(4, "recack -> K(Sender, K(Receiver, bit0) or K(Receiver, bit1))", true);
  out.formula(5, Logic::Ctlk, "EF recbit", true);
  out.formula(5, Logic::CtlStarK, "CTL* E (F recbit)", true);
  out.formula(5, Logic::CdlStarK, "CDL* E (<true*> recbit)", true);
  out.formula(6, Logic::Ctlk, "AG (EF recbit)", true);
  out.formula(6, Logic::CtlStarK, "CTL* A (G (E (F recbit)))", true);
  out.formula(6, Logic::CdlStarK, "CDL* A ([true*] E (<true*> recbit))", true);
  out.formula(7, Logic::Ltlk, "LTL (F recbit) -> (F recack)", false);
  out.formula(7, Logic::CtlStarK, "CTL* A ((F recbit) -> (F recack))", false);
  out.formula(7, Logic::Ldlk, "LDL (<true*> recbit) -> (<true*> recack)", false);
  out.formula(7, Logic::CdlStarK, "CDL* A ((<true*> recbit) -> (<true*> recack))", false);
  const std::string every_other = "([(true; true)*] envworks)";
  out.formula(8, Logic::Ldlk, fmt::format("LDL {} -> (<true*> recack)", every_other), true);
  out.formula(8, Logic::CdlStarK, fmt::format("CDL* A ({} -> (<true*> recack))", every_other), true);
  const std::string arrives = "(!recack and <true> recack)";
  out.formula(9, Logic::Ldlk, fmt::format("LDL {} -> (<(true; true)*> {})", every_other, arrives), false);
  out.formula(9, Logic::CdlStarK, fmt::format("CDL* A ({} -> (<(true; true)*> {}))", every_other, arrives), false);
  out.formula(10, Logic::Ldlk, fmt::format("LDL {} -> (<true; (true; true)*> {})", every_other, arrives), false);
  out.formula(10, Logic::CdlStarK, fmt::format("CDL* A ({} -> (<true; (true; true)*> {}))", every_other, arrives),
              false);
  out.end_formulas();
}

}  // namespace

Scenario bit_transmission() {
  Scenario s;
  s.name = "bit_transmission";
  s.description = "The bit transmission protocol over a channel that may lose messages, with formulas of size K.";
  s.parameters = {{"K", 3, 1, 1000000, "size of the formulas of specifications 1 and 2"}};
  const std::vector<Logic> dynamic = {Logic::Ldlk, Logic::CdlStarK};
  const std::vector<Logic> branching = {Logic::Ctlk, Logic::CtlStarK, Logic::CdlStarK};
  const std::vector<Logic> linear = {Logic::Ltlk, Logic::CtlStarK, Logic::Ldlk, Logic::CdlStarK};
  s.specifications = {
      {"The acknowledgement can be there after K steps (if K is at least 2).", branching},
      {"If the channel works in the first K steps, the acknowledgement is there one step later (if K is at least 2).",
       linear},
      {"The bit arrives.", all_infinite_logics()},
      {"A sender who has the acknowledgement knows that the receiver knows the bit.", all_infinite_logics()},
      {"The bit can arrive.", branching},
      {"The bit can always still arrive.", branching},
      {"If the bit arrives, so does the acknowledgement.", linear},
      {"If the channel works in every other step, the acknowledgement arrives.", dynamic},
      {"If the channel works in every other step, the acknowledgement arrives in an odd step.", dynamic},
      {"If the channel works in every other step, the acknowledgement arrives in an even step.", dynamic}};
  s.states = [](const Values&) { return std::optional<BigInt>(22); };
  s.write = write_bit_transmission;
  return s;
}

}  // namespace gnomon::scenario
