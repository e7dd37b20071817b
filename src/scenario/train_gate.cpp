// The faulty train-gate-controller: trains that share a tunnel, a controller that counts instead of looking, and trains
// that break down when they have not been serviced for long.
//
// A train is away, waits, or is in the tunnel, and counts its moves since the last service. The controller lets a
// waiting train in and shows red for three steps, trusting that it has left by then; it attends to one event per
// step. Trains with at least D moves since the last service may break down in the tunnel:
//   type 1   a broken train stays in the tunnel for ever, and a train whose counter is full is sure to break;
//   type 2   a train may be stuck for a step, as often as it likes;
//   type 3   trains do not break, and leave the tunnel after one step.
// A train whose counter is full (M) must be serviced before it goes on. The types may be mixed: the trains of `type`
// come first, then so many of type 1, of type 2 and of type 3.
//
// A train can get into the tunnel with M moves since its service, so that every train of type 1 or 2 can still be there
// when the light is green again, and stay. This settles all verdicts (b(i): train i is of type 1 or 2):
//   about train i alone (1)               false iff b(i)
//   about trains i and j (2, 3, 4, 5)     false iff b(i) or b(j): one is stuck, the other is let in
//   about train i and all others (6, 7)   false iff b(j) for some train j, be it i or another
// A third train that breaks does no harm to two trains of type 3: each is in the tunnel only in the step after the
// light turned red. The false ones are refuted at a depth that grows with D.
#include <algorithm>
#include <fmt/format.h>
#include <functional>

#include "scenario/generators.h"
#include "scenario/model_text.h"

namespace gnomon::scenario {

namespace {

struct Railway {
  std::int64_t trains;
  std::int64_t full;                // largest value of a train's counter
  std::int64_t depth;               // from this value on it may break
  std::vector<std::int64_t> types;  // by train, the first at 0
  bool every;                       // formulas about every train and every pair, not only about trains 1 and 2

  std::int64_t type(std::int64_t i) const { return types[static_cast<std::size_t>(i - 1)]; }
  bool breaks(std::int64_t i) const { return type(i) != 3; }
  bool some_break() const {
    return std::any_of(types.begin(), types.end(), [](std::int64_t t) { return t != 3; });
  }
  bool mixed() const { return std::adjacent_find(types.begin(), types.end(), std::not_equal_to<>()) != types.end(); }
};

// The values of the parameters, in the order of their declaration below.
Railway railway(const Values& v) {
  Railway r{v[0], v[1], v[2], {}, v[7] == 1};
  r.types.assign(static_cast<std::size_t>(v[0] - v[4] - v[5] - v[6]), v[3]);
  for (const std::int64_t type : {1, 2, 3}) {
    r.types.insert(r.types.end(), static_cast<std::size_t>(v[static_cast<std::size_t>(3 + type)]), type);
  }
  return r;
}

constexpr std::string_view kBehaviour[] = {"it may break down for good", "it may be stuck for a while",
                                           "it does not break"};

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

void write_tunnel_protocol(std::int64_t type, const Railway& r, ModelText& out) {
  switch (type) {
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
  const std::int64_t type = r.type(i);
  const std::string fresh = fmt::format("moves < {}", r.full);
  out.blank();
  if (r.mixed()) out.comment(0, fmt::format("A train of type {}: {}.", type, kBehaviour[type - 1]));
  out.line(0, fmt::format("Agent {}", train(i)));
  out.line(1, "Vars:");
  out.line(2, "place : {away, wait, tunnel};");
  out.line(2, fmt::format("moves : 0..{};  -- since the last service", r.full));
  if (type == 1) out.line(2, "broken : boolean;");
  out.line(1, "end Vars");
  out.line(1, type == 3 ? "Actions = {back, signal, enter, leave, service};"
                        : "Actions = {back, signal, enter, leave, service, break};");
  out.line(1, "Protocol:");
  out.line(2, "place <> tunnel : {service};");
  out.line(2, fmt::format("place = away and {} : {{back}};", fresh));
  out.line(2, fmt::format("place = wait and {} : {{signal, enter}};", fresh));
  write_tunnel_protocol(type, r, out);
  out.line(1, "end Protocol");
  out.line(1, "Evolution:");
  out.line(2, "moves = 0 if Action = service;");
  out.line(2, "place = wait and moves = moves + 1 if Action = back;");
  out.line(2, "moves = moves + 1 if Action = signal;");
  out.line(2,
           fmt::format("place = tunnel and moves = moves + 1 if Action = enter and Environment.Action = admit{};", i));
  out.line(2, fmt::format("place = away and moves = moves + 1 if Action = leave and {};", fresh));
  if (type != 1) out.line(2, fmt::format("place = away if Action = leave and moves = {};", r.full));
  if (type == 1) out.line(2, "broken = true if Action = break;");
  out.line(1, "end Evolution");
  out.line(0, "end Agent");
}

std::string in_tunnel(std::int64_t i) {
  return fmt::format("train{}_in_tunnel", i);
}

void write_leaving(std::int64_t i, const Railway& r, ModelText& out) {
  const std::string here = in_tunnel(i);
  const bool expected = !r.breaks(i);
  out.formula(1, Logic::Ctlk, fmt::format("AG (AF !{})", here), expected);
  out.formula(1, Logic::Ltlk, fmt::format("LTL G (F !{})", here), expected);
  out.formula(1, Logic::CtlStarK, fmt::format("CTL* A (G (F !{}))", here), expected);
  out.formula(1, Logic::Ldlk, fmt::format("LDL [true*] <true*> !{}", here), expected);
  out.formula(1, Logic::CdlStarK, fmt::format("CDL* A ([true*] <true*> !{})", here), expected);
}

void write_pair(int specification, std::int64_t i, std::int64_t j, const Railway& r, ModelText& out) {
  const std::string self = train(i);
  const std::string here = in_tunnel(i);
  const std::string there = in_tunnel(j);
  const bool expected = !r.breaks(i) && !r.breaks(j);
  switch (specification) {
    case 2:
      out.always(2, fmt::format("!{} or !{}", here, there), expected);
      break;
    case 3:
      out.always(3, fmt::format("{} -> K({}, !{})", here, self, there), expected);
      break;
    case 4:
      out.always(4, fmt::format("K({}, !{} or !{})", self, here, there), expected);
      break;
    default:
      out.formula(5, Logic::Ctlk, fmt::format("AG ({} -> K({}, AX !{}))", here, self, there), expected);
      out.formula(5, Logic::CtlStarK, fmt::format("CTL* A (G ({} -> K({}, A (X !{}))))", here, self, there), expected);
      out.formula(5, Logic::CdlStarK, fmt::format("CDL* A ([true*] ({} -> K({}, A (<true> !{}))))", here, self, there),
                  expected);
      out.formula(5, Logic::Ltlk, fmt::format("LTL G ({} -> K({}, X !{}))", here, self, there), expected);
      out.formula(5, Logic::Ldlk, fmt::format("LDL [true*] ({} -> K({}, <true> !{}))", here, self, there), expected);
      break;
  }
}

// `next` is "" or "AX ".
void write_all_others(int specification, std::int64_t i, std::string_view next, const Railway& r, ModelText& out) {
  if (!out.wants(specification, Logic::Ctlk)) return;
  std::vector<std::string> free;
  for (std::int64_t j = 1; j <= r.trains; ++j) {
    if (j != i) free.push_back(fmt::format("{}!{}", next, in_tunnel(j)));
  }
  out.formula(specification, Logic::Ctlk,
              fmt::format("AG ({} -> K({}, {}))", in_tunnel(i), train(i), join(free, " and ")), !r.some_break());
}

void write_formulas(const Railway& r, ModelText& out) {
  const std::int64_t last_first = r.every ? r.trains : 1;   // the last train that takes the place of train 1
  const std::int64_t last_second = r.every ? r.trains : 2;  // and of train 2
  out.begin_formulas();
  if (r.every) {
    out.comment(1, "Trains 1 and 2 stand for all: each specification is written for every train or pair of trains.");
    out.blank();
  }
  for (std::int64_t i = 1; i <= last_first; ++i) write_leaving(i, r, out);
  for (int specification = 2; specification <= 5; ++specification) {
    const bool symmetric = specification == 2;
    for (std::int64_t i = 1; i <= last_first; ++i) {
      for (std::int64_t j = symmetric ? i + 1 : 1; j <= last_second; ++j) {
        if (i != j) write_pair(specification, i, j, r, out);
      }
    }
  }
  for (std::int64_t i = 1; i <= last_first; ++i) write_all_others(6, i, "", r, out);
  for (std::int64_t i = 1; i <= last_first; ++i) write_all_others(7, i, "AX ", r, out);
  out.end_formulas();
}

void write_train_gate(const Values& values, ModelText& out) {
  const Railway r = railway(values);
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
                            r.type(i) == 1 ? fmt::format(" {}.broken = false and", train(i)) : ""));
  }
  out.line(1, "Environment.light = green and Environment.clock = 0;");
  out.line(0, "end InitStates");
  write_formulas(r, out);
}

// Counted by explicit enumeration. The last parameter only chooses formulas.
std::optional<BigInt> counted_states(const Values& values) {
  constexpr std::int64_t kCounted[][8] = {{2, 4, 3, 1, 0, 0, 0, 735},     {2, 4, 3, 2, 0, 0, 0, 782},
                                          {2, 4, 3, 3, 0, 0, 0, 547},     {2, 10, 4, 2, 0, 0, 0, 5129},
                                          {2, 20, 10, 2, 0, 0, 0, 17413}, {3, 4, 3, 2, 0, 0, 0, 13010},
                                          {2, 4, 3, 1, 0, 1, 0, 760},     {2, 4, 3, 1, 0, 0, 1, 635},
                                          {2, 4, 3, 2, 0, 0, 1, 656},     {3, 4, 3, 1, 0, 1, 1, 10734}};
  for (const auto& row : kCounted) {
    if (std::equal(row, row + 7, values.begin())) return BigInt(static_cast<long>(row[7]));
  }
  return std::nullopt;
}

}  // namespace

Scenario train_gate() {
  Scenario s;
  s.name = "train_gate";
  s.description = "The faulty train-gate-controller: trains share a tunnel, and may break down in it.";
  s.parameters = {
      {"trains", 2, 2, 100, "number of trains"},
      {"M", 4, 3, 100000, "largest number of moves without service"},
      {"D", 3, 1, 100000, "moves without service after which a train may break"},
      {"type", 2, 1, 3, "1: breaks for good, 2: is stuck now and then, 3: does not break"},
      {"type1", 0, 0, 100, "so many trains at the end are of type 1 instead", true},
      {"type2", 0, 0, 100, "so many trains at the end are of type 2 instead", true},
      {"type3", 0, 0, 100, "so many trains at the end are of type 3 instead", true},
      {"every", 0, 0, 1, "1: specifications about every train and pair, 0: about trains 1 and 2 only", true}};
  s.specifications = {
      {"Train 1 always leaves the tunnel again.", all_infinite_logics()},
      {"Trains 1 and 2 are never in the tunnel together.", all_infinite_logics()},
      {"In the tunnel, train 1 knows that train 2 is not there.", all_infinite_logics()},
      {"Train 1 always knows that it does not share the tunnel with train 2.", all_infinite_logics()},
      {"In the tunnel, train 1 knows that train 2 will not be there in the next step.", all_infinite_logics()},
      {"In the tunnel, train 1 knows that no other train is there.", {Logic::Ctlk}},
      {"In the tunnel, train 1 knows that no other train will be there in the next step.", {Logic::Ctlk}}};
  s.conflict = [](const Values& v) -> std::string {
    if (v[2] > v[1]) return "D must not be larger than M";
    if (v[4] + v[5] + v[6] > v[0]) return "type1, type2 and type3 must not be more than there are trains";
    return "";
  };
  s.states = counted_states;
  s.write = write_train_gate;
  return s;
}

}  // namespace gnomon::scenario
