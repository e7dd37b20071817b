// The faulty train-gate-controller: trains that share a tunnel, a controller that counts instead of looking, and trains
// that break down when they have not been serviced for long.
//
// A train is away, waits, or is in the tunnel, and counts its moves since the last service. The controller lets a
// waiting train in and shows red for three steps, trusting that it has left by then; it attends to one event per
// step. Trains with at least D moves since the last service may break down in the tunnel:
//   type 1   a broken train stays in the tunnel for ever, and a train whose counter is full is sure to break;
//   type 2   a train may be stuck for a step, as often as it likes;
//   type 3   trains do not break, and leave the tunnel after one step.
// A train whose counter is full (M) must be serviced before it goes on. With trains of type 3 all specifications are
// true; the others refute them at a depth that grows with D.
#include <algorithm>
#include <fmt/format.h>

#include "scenario/generators.h"
#include "scenario/model_text.h"

namespace gnomon::scenario {

namespace {

struct Railway {
  std::int64_t trains;
  std::int64_t full;   // largest value of a train's counter
  std::int64_t depth;  // from this value on it may break
  std::int64_t type;
};

std::string train(std::int64_t i) {
  return numbered("Train", i);
}

void write_controller(const Railway& r, ModelText& out) {
  std::vector<std::string> actions;
  for (std::int64_t i = 1; i <= r.trains; ++i) actions.push_back(numbered("admit", i));
  out.line(0, "Agent Environment");
  out.line(1, "Vars:");
  out.line(2, "light : {red, green};");
  out.line(2, "clock : 0..2;  -- steps since the light turned red");
  for (std::int64_t i = 1; i <= r.trains; ++i) out.line(2, fmt::format("waiting{} : boolean;", i));
  out.line(1, "end Vars");
  out.line(1, fmt::format("Actions = {{{}, idle}};", join(actions, ", ")));
  out.line(1, "Protocol:");
  for (std::int64_t i = 1; i <= r.trains; ++i) {
    out.line(2, fmt::format("light = green and waiting{0} = true : {{admit{0}}};", i));
  }
  out.line(2, "Other : {idle};");
  out.line(1, "end Protocol");
  out.line(1, "Evolution:");
  out.line(2, "clock = clock + 1 if light = red and clock < 2;");
  out.line(2, "light = green and clock = 0 if light = red and clock = 2;");
  for (std::int64_t i = 1; i <= r.trains; ++i) {
    out.line(
        2, fmt::format("light = red and waiting{0} = false if Action = admit{0} and {1}.Action = enter;", i, train(i)));
    out.line(2, fmt::format("waiting{} = true if Action = idle and {}.Action = signal;", i, train(i)));
  }
  out.line(1, "end Evolution");
  out.line(0, "end Agent");
}

void write_tunnel_protocol(const Railway& r, ModelText& out) {
  switch (r.type) {
    case 1:
      out.line(2, fmt::format("place = tunnel and broken = false and moves < {} : {{leave}};", r.full));
      out.line(2, fmt::format("place = tunnel and broken = false and moves >= {} : {{break}};", r.depth));
      out.line(2, "place = tunnel and broken = true : {break};");
      break;
    case 2:
      out.line(2, "place = tunnel : {leave};");
      out.line(2, fmt::format("place = tunnel and moves >= {} : {{break}};", r.depth));
      break;
    default:
      out.line(2, "place = tunnel : {leave};");
      break;
  }
}

void write_train(std::int64_t i, const Railway& r, ModelText& out) {
  const std::string fresh = fmt::format("moves < {}", r.full);
  out.blank();
  out.line(0, fmt::format("Agent {}", train(i)));
  out.line(1, "Vars:");
  out.line(2, "place : {away, wait, tunnel};");
  out.line(2, fmt::format("moves : 0..{};  -- since the last service", r.full));
  if (r.type == 1) out.line(2, "broken : boolean;");
  out.line(1, "end Vars");
  out.line(1, r.type == 3 ? "Actions = {back, signal, enter, leave, service};"
                          : "Actions = {back, signal, enter, leave, service, break};");
  out.line(1, "Protocol:");
  out.line(2, "place <> tunnel : {service};");
  out.line(2, fmt::format("place = away and {} : {{back}};", fresh));
  out.line(2, fmt::format("place = wait and {} : {{signal, enter}};", fresh));
  write_tunnel_protocol(r, out);
  out.line(1, "end Protocol");
  out.line(1, "Evolution:");
  out.line(2, "moves = 0 if Action = service;");
  out.line(2, "place = wait and moves = moves + 1 if Action = back;");
  out.line(2, "moves = moves + 1 if Action = signal;");
  out.line(2,
           fmt::format("place = tunnel and moves = moves + 1 if Action = enter and Environment.Action = admit{};", i));
  out.line(2, fmt::format("place = away and moves = moves + 1 if Action = leave and {};", fresh));
  if (r.type != 1) out.line(2, fmt::format("place = away if Action = leave and moves = {};", r.full));
  if (r.type == 1) out.line(2, "broken = true if Action = break;");
  out.line(1, "end Evolution");
  out.line(0, "end Agent");
}

std::string in_tunnel(std::int64_t i) {
  return fmt::format("train{}_in_tunnel", i);
}

void write_formulas(const Railway& r, ModelText& out) {
  const bool expected = r.type == 3;
  std::vector<std::string> free;
  std::vector<std::string> free_next;
  for (std::int64_t j = 2; j <= r.trains; ++j) {
    free.push_back("!" + in_tunnel(j));
    free_next.push_back(fmt::format("AX !{}", in_tunnel(j)));
  }
  const std::string one = in_tunnel(1);
  const std::string two = in_tunnel(2);
  out.begin_formulas();
  out.formula(1, Logic::Ctlk, fmt::format("AG (AF !{})", one), expected);
  out.formula(1, Logic::Ltlk, fmt::format("LTL G (F !{})", one), expected);
  out.formula(1, Logic::CtlStarK, fmt::format("CTL* A (G (F !{}))", one), expected);
  out.formula(1, Logic::Ldlk, fmt::format("LDL [true*] <true*> !{}", one), expected);
  out.formula(1, Logic::CdlStarK, fmt::format("CDL* A ([true*] <true*> !{})", one), expected);
  out.always(2, fmt::format("!{} or !{}", one, two), expected);
  out.always(3, fmt::format("{} -> K(Train1, !{})", one, two), expected);
  out.always(4, fmt::format("K(Train1, !{} or !{})", one, two), expected);
  out.formula(5, Logic::Ctlk, fmt::format("AG ({} -> K(Train1, AX !{}))", one, two), expected);
  out.formula(5, Logic::CtlStarK, fmt::format("CTL* A (G ({} -> K(Train1, A (X !{}))))", one, two), expected);
  out.formula(5, Logic::CdlStarK, fmt::format("CDL* A ([true*] ({} -> K(Train1, A (<true> !{}))))", one, two),
              expected);
  out.formula(5, Logic::Ltlk, fmt::format("LTL G ({} -> K(Train1, X !{}))", one, two), expected);
  out.formula(5, Logic::Ldlk, fmt::format("LDL [true*] ({} -> K(Train1, <true> !{}))", one, two), expected);
  out.formula(6, Logic::Ctlk, fmt::format("AG ({} -> K(Train1, {}))", one, join(free, " and ")), expected);
  out.formula(7, Logic::Ctlk, fmt::format("AG ({} -> K(Train1, {}))", one, join(free_next, " and ")), expected);
  out.end_formulas();
}

void write_train_gate(const Values& values, ModelText& out) {
  const Railway r{values[0], values[1], values[2], values[3]};
  write_controller(r, out);
  for (std::int64_t i = 1; i <= r.trains; ++i) write_train(i, r, out);
  out.blank();
  out.propositions_here();
  for (std::int64_t i = 1; i <= r.trains; ++i) {
    out.proposition(in_tunnel(i), fmt::format("{}.place = tunnel", train(i)));
  }
  out.line(0, "InitStates");
  for (std::int64_t i = 1; i <= r.trains; ++i) {
    out.line(1, fmt::format("Environment.waiting{0} = false and {1}.place = away and {1}.moves = 0 and{2}", i, train(i),
                            r.type == 1 ? fmt::format(" {}.broken = false and", train(i)) : ""));
  }
  out.line(1, "Environment.light = green and Environment.clock = 0;");
  out.line(0, "end InitStates");
  write_formulas(r, out);
}

// Counted by explicit enumeration.
std::optional<BigInt> counted_states(const Values& values) {
  constexpr std::int64_t kCounted[][5] = {{2, 4, 3, 1, 735},   {2, 4, 3, 2, 782},     {2, 4, 3, 3, 547},
                                          {2, 10, 4, 2, 5129}, {2, 20, 10, 2, 17413}, {3, 4, 3, 2, 13010}};
  for (const auto& row : kCounted) {
    if (std::equal(values.begin(), values.end(), row)) return BigInt(static_cast<long>(row[4]));
  }
  return std::nullopt;
}

}  // namespace

Scenario train_gate() {
  Scenario s;
  s.name = "train_gate";
  s.description = "The faulty train-gate-controller: trains share a tunnel, and may break down in it.";
  s.parameters = {{"trains", 2, 2, 100, "number of trains"},
                  {"M", 4, 3, 100000, "largest number of moves without service"},
                  {"D", 3, 1, 100000, "moves without service after which a train may break"},
                  {"type", 2, 1, 3, "1: breaks for good, 2: is stuck now and then, 3: does not break"}};
  s.specifications = {
      {"Train 1 always leaves the tunnel again.", all_infinite_logics()},
      {"Trains 1 and 2 are never in the tunnel together.", all_infinite_logics()},
      {"In the tunnel, train 1 knows that train 2 is not there.", all_infinite_logics()},
      {"Train 1 always knows that it does not share the tunnel with train 2.", all_infinite_logics()},
      {"In the tunnel, train 1 knows that train 2 will not be there in the next step.", all_infinite_logics()},
      {"In the tunnel, train 1 knows that no other train is there.", {Logic::Ctlk}},
      {"In the tunnel, train 1 knows that no other train will be there in the next step.", {Logic::Ctlk}}};
  s.conflict = [](const Values& v) { return std::string(v[2] <= v[1] ? "" : "D must not be larger than M"); };
  s.states = counted_states;
  s.write = write_train_gate;
  return s;
}

}  // namespace gnomon::scenario
