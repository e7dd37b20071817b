// Go-back-N: a sender with a buffer of B bits and a window of W packets, a receiver, and a channel that loses messages.
//
// A packet carries its number and its bit. The channel is a pipe of three places in either direction: what is put into
// place 1 is read from place 3 two steps later, unless the channel drops it in one of the two steps between. In every
// step the channel works in both directions, forth only, back only, or not at all, and remembers which.
//
// The receiver takes the packets in order only and answers every packet that reaches him with the number of the last
// packet he has taken. The sender goes from packet to packet; at the end of the window, or of the buffer, she goes back
// to the first packet without an acknowledgement. She may also go back when what she reads from the channel is no
// news (the number she has already, or nothing as long as she has none); so she need not be deterministic.
//
// All places of the channel are empty in the beginning; the bits and the state of the channel are arbitrary.
#include <algorithm>
#include <fmt/format.h>

#include "scenario/generators.h"
#include "scenario/model_text.h"

namespace gnomon::scenario {

namespace {

void write_channel(std::int64_t buffer, ModelText& out) {
  out.line(0, "Agent Environment");
  out.line(1, "Vars:");
  out.line(2, "state : {both, forth, back, none};  -- where the last messages got through");
  for (int place = 1; place <= 3; ++place) {
    out.line(2, fmt::format("bit{} : {{empty, zero, one}};", place));
    out.line(2, fmt::format("number{} : 0..{};", place, buffer));
    out.line(2, fmt::format("ack{} : 0..{};", place, buffer));
  }
  out.line(1, "end Vars");
  out.line(1, "Actions = {both, forth, back, none};");
  out.line(1, "Protocol:");
  out.line(2, "Other : {both, forth, back, none};");
  out.line(1, "end Protocol");
  out.line(1, "Evolution:");
  for (const std::string_view what : {"both", "forth", "back", "none"}) {
    out.line(2, fmt::format("state = {0} if Action = {0};", what));
  }
  const std::string forth = "Action = both or Action = forth";
  const std::string no_forth = "Action = back or Action = none";
  const std::string back = "Action = both or Action = back";
  const std::string no_back = "Action = forth or Action = none";
  for (int place = 3; place >= 2; --place) {
    out.line(2, fmt::format("bit{} = bit{} if {};", place, place - 1, forth));
    out.line(2, fmt::format("bit{} = empty if {};", place, no_forth));
    out.line(2, fmt::format("number{} = number{} if {};", place, place - 1, forth));
    out.line(2, fmt::format("number{} = 0 if {};", place, no_forth));
    out.line(2, fmt::format("ack{} = ack{} if {};", place, place - 1, back));
    out.line(2, fmt::format("ack{} = 0 if {};", place, no_back));
  }
  std::vector<std::string> zeros;
  std::vector<std::string> ones;
  out.line(2, "bit1 = empty if Sender.Action = rest;");
  out.line(2, "number1 = 0 if Sender.Action = rest;");
  out.line(2, "ack1 = 0 if Receiver.Action = listen;");
  for (std::int64_t i = 1; i <= buffer; ++i) {
    zeros.push_back(fmt::format("Sender.Action = send{}zero", i));
    ones.push_back(fmt::format("Sender.Action = send{}one", i));
    out.line(2, fmt::format("number1 = {} if {} or {};", i, zeros.back(), ones.back()));
    out.line(2, fmt::format("ack1 = {0} if Receiver.Action = ack{0};", i));
  }
  out.line(2, fmt::format("bit1 = zero if {};", join(zeros, " or ")));
  out.line(2, fmt::format("bit1 = one if {};", join(ones, " or ")));
  out.line(1, "end Evolution");
  out.line(0, "end Agent");
}

void write_sender(std::int64_t window, std::int64_t buffer, ModelText& out) {
  const std::string open = fmt::format("next < acked + {} and next < {}", window, buffer);
  std::vector<std::string> actions = {"rest"};
  for (std::int64_t i = 1; i <= buffer; ++i) {
    actions.push_back(fmt::format("send{}zero", i));
    actions.push_back(fmt::format("send{}one", i));
  }
  out.blank();
  out.line(0, "Agent Sender");
  out.line(1, "Lobsvars = {bit1, number1, ack3};");
  out.line(1, "Vars:");
  out.line(2, fmt::format("acked : 0..{};  -- the last acknowledgement", buffer));
  out.line(2, fmt::format("next : 1..{};  -- the packet to send", buffer));
  for (std::int64_t i = 1; i <= buffer; ++i) out.line(2, fmt::format("value{} : boolean;", i));
  out.line(1, "end Vars");
  out.line(1, fmt::format("Actions = {{{}}};", join(actions, ", ")));
  out.line(1, "Protocol:");
  out.line(2, fmt::format("acked = {} : {{rest}};", buffer));
  for (std::int64_t i = 1; i <= buffer; ++i) {
    out.line(2, fmt::format("acked < {0} and next = {1} and value{1} = false : {{send{1}zero}};", buffer, i));
    out.line(2, fmt::format("acked < {0} and next = {1} and value{1} = true : {{send{1}one}};", buffer, i));
  }
  out.line(1, "end Protocol");
  out.line(1, "Evolution:");
  for (std::int64_t i = 1; i <= buffer; ++i) out.line(2, fmt::format("acked = {0} if Environment.ack3 = {0};", i));
  out.line(2, fmt::format("next = next + 1 if acked < {} and {};", buffer, open));
  out.line(2, fmt::format("next = acked + 1 if acked < {} and (Environment.ack3 = acked or !({}));", buffer, open));
  out.line(1, "end Evolution");
  out.line(0, "end Agent");
}

void write_receiver(std::int64_t buffer, ModelText& out) {
  out.blank();
  out.line(0, "Agent Receiver");
  out.line(1, "Lobsvars = {bit3, number3, ack1};");
  out.line(1, "Vars:");
  for (std::int64_t i = 1; i <= buffer; ++i) out.line(2, fmt::format("got{} : {{empty, zero, one}};", i));
  out.line(1, "end Vars");
  std::vector<std::string> actions = {"listen"};
  for (std::int64_t i = 1; i <= buffer; ++i) actions.push_back(numbered("ack", i));
  out.line(1, fmt::format("Actions = {{{}}};", join(actions, ", ")));
  out.line(1, "Protocol:");
  for (std::int64_t i = 1; i < buffer; ++i) {
    out.line(2,
             fmt::format("Environment.bit3 <> empty and got{0} <> empty and got{1} = empty : {{ack{0}}};", i, i + 1));
  }
  out.line(2, fmt::format("Environment.bit3 <> empty and got{0} <> empty : {{ack{0}}};", buffer));
  out.line(2, "Other : {listen};");
  out.line(1, "end Protocol");
  out.line(1, "Evolution:");
  for (std::int64_t i = 1; i <= buffer; ++i) {
    const std::string in_order = i == 1 ? "" : fmt::format(" and got{} <> empty", i - 1);
    for (const std::string_view bit : {"zero", "one"}) {
      out.line(
          2, fmt::format("got{0} = {1} if got{0} = empty{2} and Environment.number3 = {0} and Environment.bit3 = {1};",
                         i, bit, in_order));
    }
  }
  out.line(1, "end Evolution");
  out.line(0, "end Agent");
}

void write_formulas(std::int64_t buffer, ModelText& out) {
  std::vector<std::string> agree;
  for (std::int64_t i = 1; i <= buffer; ++i) agree.push_back(numbered("!mismatch", i));
  const std::string no_conflict = join(agree, " and ");
  const std::string success = "GK(both_ends, K(Receiver, last_zero) or K(Receiver, last_one))";
  const std::string bursts = "((envworks; envbroken) + (envworks; envworks; envbroken))*";
  out.begin_formulas();
  out.always(1, no_conflict, true);
  out.formula(1, Logic::LdlfK, fmt::format("LDLf [true*] ({})", no_conflict), true);
  out.formula(1, Logic::CdlStarfK, fmt::format("CDL*f A ([true*] ({}))", no_conflict), true);
  out.formula(2, Logic::Ltlk, fmt::format("LTL (G envworks) -> F {}", success), true);
  out.formula(2, Logic::CtlStarK, fmt::format("CTL* A ((G envworks) -> F {})", success), true);
  out.formula(2, Logic::Ldlk, fmt::format("LDL ([true*] envworks) -> <true*> {}", success), true);
  out.formula(2, Logic::CdlStarK, fmt::format("CDL* A (([true*] envworks) -> <true*> {})", success), true);
  // A finite trace may end before the last bit has arrived.
  out.formula(2, Logic::LdlfK, fmt::format("LDLf ([true*] envworks) -> <true*> {}", success), false);
  out.formula(2, Logic::CdlStarfK, fmt::format("CDL*f A (([true*] envworks) -> <true*> {})", success), false);
  out.formula(3, Logic::CdlStarK, fmt::format("CDL* envworks -> E (<{}> {})", bursts, success), true);
  out.formula(3, Logic::CdlStarfK, fmt::format("CDL*f envworks -> E (<{}> {})", bursts, success), true);
  out.always(4, "acknowledged -> K(Sender, K(Receiver, last_zero) or K(Receiver, last_one))", true);
  out.end_formulas();
}

void write_go_back_n(const Values& values, ModelText& out) {
  const std::int64_t window = values[0];
  const std::int64_t buffer = values[1];
  out.line(0, "Semantics = SingleAssignment;");
  out.blank();
  write_channel(buffer, out);
  write_sender(window, buffer, out);
  write_receiver(buffer, out);
  out.blank();
  out.propositions_here();
  for (std::int64_t i = 1; i <= buffer; ++i) {
    out.proposition(numbered("mismatch", i), fmt::format("(Receiver.got{0} = zero and Sender.value{0} = true) or "
                                                         "(Receiver.got{0} = one and Sender.value{0} = false)",
                                                         i));
  }
  out.proposition("last_zero", fmt::format("Receiver.got{} = zero", buffer));
  out.proposition("last_one", fmt::format("Receiver.got{} = one", buffer));
  out.proposition("acknowledged", fmt::format("Sender.acked = {}", buffer));
  out.proposition("envworks", "Environment.state = both");
  out.proposition("envbroken", "Environment.state = none");
  out.line(0, "InitStates");
  for (int place = 1; place <= 3; ++place) {
    out.line(1, fmt::format("Environment.bit{0} = empty and Environment.number{0} = 0 and Environment.ack{0} = 0 and",
                            place));
  }
  for (std::int64_t i = 1; i <= buffer; ++i) out.line(1, fmt::format("Receiver.got{} = empty and", i));
  out.line(1, "Sender.acked = 0 and Sender.next = 1;");
  out.line(0, "end InitStates");
  out.group("both_ends", "Sender, Receiver");
  write_formulas(buffer, out);
}

// Counted by explicit enumeration.
std::optional<BigInt> counted_states(const Values& values) {
  constexpr std::int64_t kCounted[][3] = {{1, 2, 836}, {2, 2, 3516}, {2, 3, 14584}, {2, 4, 44832}, {3, 3, 26392}};
  for (const auto& row : kCounted) {
    if (std::equal(values.begin(), values.end(), row)) return BigInt(static_cast<long>(row[2]));
  }
  return std::nullopt;
}

}  // namespace

Scenario go_back_n() {
  Scenario s;
  s.name = "go_back_n";
  s.description = "The go-back-N protocol: a window of W packets, a buffer of B bits, a pipe that loses messages.";
  s.parameters = {{"W", 2, 1, 1000, "window: packets without acknowledgement on their way"},
                  {"B", 2, 2, 1000, "buffer: bits to send"}};
  std::vector<Logic> with_finite = all_infinite_logics();
  with_finite.insert(with_finite.end(), {Logic::LdlfK, Logic::CdlStarfK});
  s.specifications = {
      {"Sender and receiver never disagree about a bit that was received.", with_finite},
      {"If the channel always works, both ends come to know that the receiver knows the last bit (not so on finite "
       "traces, which may end too early).",
       {Logic::Ltlk, Logic::CtlStarK, Logic::Ldlk, Logic::CdlStarK, Logic::LdlfK, Logic::CdlStarfK}},
      {"Even if the channel works for one or two steps at a time and then fails for one, both ends can come to know "
       "it.",
       {Logic::CdlStarK, Logic::CdlStarfK}},
      {"A sender with the last acknowledgement knows that the receiver knows the last bit.", all_infinite_logics()}};
  s.states = counted_states;
  s.write = write_go_back_n;
  return s;
}

}  // namespace gnomon::scenario
