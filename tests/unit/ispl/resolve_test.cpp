// Texts whose names and types are wrong: every message, its place and its hint.
#include "support.h"

namespace gnomon::ispl::test {
namespace {

TEST(Resolve, ReportsWrongNamesAndTypes) {
  const std::vector<Wrong> table = {
      {"text", "Agent A end Agent Agent A end Agent", {"1:25 a second agent `A`"}},
      {"text", "Agent Environment end Agent Agent Environment end Agent", {"1:35 a second agent `Environment`"}},
      {"environment",
       "Lobsvars = {seen};",
       {"7:1 the Environment has no Lobsvars | the Environment observes its own variables"}},
      {"environment",
       "Protocol: Ag.x = 1 : {none}; end Protocol",
       {"7:11 agent `Environment` does not observe `Ag.x` | an agent reads its own variables and those of the "
        "Environment that it observes"}},
      {"environment",
       "Evolution: hid = true if Ag.Action = go and Ag.x = 1; end Evolution",
       {"7:45 agent `Environment` does not observe `Ag.x` | an agent reads its own variables and those of the "
        "Environment that it observes"}},
      {"lobsvars", "Lobsvars = {hid, hide};", {"10:18 the Environment has no variable `hide` | did you mean `hid`?"}},
      {"lobsvars",
       "Obsvars: o : boolean; end Obsvars",
       {"10:1 only the Environment has Obsvars | every agent observes its own variables; declare them in Vars"}},
      {"vars", "x : boolean;", {"15:1 agent `Ag` has a second variable `x`"}},
      {"vars", "y : {a, b, a};", {"15:12 the value `a` occurs twice"}},
      {"vars", "y : 3 .. 1;", {"15:5 the range 3 .. 1 is empty | did you mean `1 .. 3`?"}},
      {"vars", "y : 0 .. 4294967296;", {"15:5 a range has at most 2^32 values"}},
      {"vars", "y : 0 .. 2000000000000;", {"15:5 the bounds of a range lie between -2^40 and 2^40"}},
      {"vars", "y : -1099511627777 .. 0;", {"15:5 the bounds of a range lie between -2^40 and 2^40"}},
      {"red",
       "RedStates: x; end RedStates",
       {"17:12 expected a condition, found `Ag.x` (an integer) | compare it, or write `true` or `false`"}},
      {"red",
       "RedStates: Action = go; end RedStates",
       {"17:12 actions cannot be used in the condition of RedStates | actions are visible in evolution conditions "
        "only"}},
      {"red", "RedStates: xx = 1; end RedStates", {"17:12 agent `Ag` has no variable `xx` | did you mean `x`?"}},
      {"protocol", "x = 1 : {goo};", {"20:10 agent `Ag` has no action `goo` | did you mean `go`?"}},
      {"protocol",
       "x = 1 : {stop, fly};",
       {"20:10 agent `Ag` has no action `stop`", "20:16 agent `Ag` has no action `fly`"}},
      {"protocol",
       "Action = go : {go};",
       {"20:1 actions cannot be used in a protocol condition | actions are visible in evolution conditions only"}},
      {"protocol",
       "Environment.hid = true : {go};",
       {"20:1 agent `Ag` does not observe `Environment.hid` | declare it in Obsvars, or write `Lobsvars = {hid};` in "
        "`Ag`"}},
      {"protocol",
       "Environment.sen = 1 : {go};",
       {"20:13 agent `Environment` has no variable `sen` | did you mean `seen`?"}},
      {"protocol",
       "Enviroment.seen = 1 : {go};",
       {"20:1 there is no agent `Enviroment` | did you mean `Environment`?"}},
      {"protocol", "B.x = 1 : {go};", {"20:1 there is no agent `B`"}},
      {"protocol", "seen = 1 : {go};", {"20:1 agent `Ag` has no variable `seen` | write `Environment.seen`"}},
      {"protocol", "y = 1 : {go};", {"20:1 agent `Ag` has no variable `y`"}},
      {"protocol", "xs = 1 : {go};", {"20:1 agent `Ag` has no variable `xs` | did you mean `x`?"}},
      {"protocol",
       "x = red : {go};",
       {"20:5 the enumeration value `red` does not fit here | compare it with a variable, or assign it to one, whose "
        "type has this value"}},
      {"protocol", "e = rad : {go};", {"20:5 `rad` is not a value of `Ag.e` | did you mean `red`?"}},
      {"protocol", "e = x : {go};", {"20:1 `Ag.e` (an enumeration value) is compared with `Ag.x` (an integer)"}},
      {"protocol",
       "b = 1 : {go};",
       {"20:1 `Ag.b` (a Boolean) is compared with an integer | Boolean values are written `true` and `false`"}},
      {"protocol", "b = e : {go};", {"20:1 `Ag.b` (a Boolean) is compared with `Ag.e` (an enumeration value)"}},
      {"protocol",
       "x : {go};",
       {"20:1 expected a condition, found `Ag.x` (an integer) | compare it, or write `true` or `false`"}},
      {"protocol", "e : {go};", {"20:1 expected a condition, found `Ag.e` (an enumeration value)"}},
      {"protocol",
       "red : {go};",
       {"20:1 the enumeration value `red` does not fit here | compare it with a variable, or assign it to one, whose "
        "type has this value"}},
      {"protocol",
       "1 + 2 : {go};",
       {"20:1 expected a condition, found an integer | compare it, or write `true` or `false`"}},
      {"protocol", "e < red : {go};", {"20:1 only integers are ordered | use `=` or `<>`"}},
      {"protocol", "b < true : {go};", {"20:1 only integers are ordered | use `=` or `<>`"}},
      {"protocol", "b + 1 = 2 : {go};", {"20:1 expected an integer, found `Ag.b` (a Boolean)"}},
      {"protocol", "e + 1 = 2 : {go};", {"20:1 expected an integer, found `Ag.e` (an enumeration value)"}},
      {"protocol",
       "!x : {go};",
       {"20:2 expected a condition, found `Ag.x` (an integer) | compare it, or write `true` or `false`"}},
      {"protocol",
       "x and b : {go};",
       {"20:1 expected a condition, found `Ag.x` (an integer) | compare it, or write `true` or `false`"}},
      {"protocol",
       "~x = 1 : {go};",
       {"20:2 expected a condition, found `Ag.x` (an integer) | compare it, or write `true` or `false`"}},
      {"protocol",
       "x & 1 = 1 : {go};",
       {"20:1 expected a condition, found `Ag.x` (an integer) | compare it, or write `true` or `false`",
        "20:5 expected a condition, found an integer | compare it, or write `true` or `false`"}},
      {"protocol", "-b = 1 : {go};", {"20:2 expected an integer, found `Ag.b` (a Boolean)"}},
      {"protocol", "red = purple : {go};", {"20:7 agent `Ag` has no variable `purple`"}},
      {"protocol",
       "x * x * x * x * x * 2000000000000000000 = 1 : {go};",
       {"20:1 the value of this expression may not fit 63 bits | numerators and denominators of exact values are "
        "bounded by the ranges of the variables"}},
      {"protocol",
       "x = 5000000000000000000 : {go};",
       {"20:1 the values of this comparison may not fit 63 bits | numerators and denominators of exact values are "
        "bounded by the ranges of the variables"}},
      {"protocol",
       "x / 3000000000 + 1 / 3000000000 = 1 : {go};",
       {"20:1 the value of this expression may not fit 63 bits | numerators and denominators of exact values are "
        "bounded by the ranges of the variables"}},
      {"protocol",
       "x = 1 : {go}; zz = 1 : {go}; e = zz : {go}; b = 1 : {no};",
       {"20:15 agent `Ag` has no variable `zz`", "20:34 `zz` is not a value of `Ag.e`",
        "20:45 `Ag.b` (a Boolean) is compared with an integer | Boolean values are written `true` and `false`",
        "20:54 agent `Ag` has no action `no` | did you mean `go`?"}},
      {"evolution", "y = 1 if b;", {"23:1 agent `Ag` has no variable `y`"}},
      {"evolution",
       "seen = 1 if b;",
       {"23:1 agent `Ag` has no variable `seen` | an agent changes its own variables only, not those of the "
        "Environment"}},
      {"evolution",
       "Environment.seen = 1 if b;",
       {"23:1 agent `Ag` cannot assign to a variable of `Environment` | an agent changes its own variables only"}},
      {"evolution",
       "x = 1 and x = 2 if b;",
       {"23:11 `x` is assigned twice in one line | write two lines for two alternatives"}},
      {"evolution", "x = true if b;", {"23:5 expected an integer, found a Boolean"}},
      {"evolution",
       "x = red if b;",
       {"23:5 the enumeration value `red` does not fit here | compare it with a variable, or assign it to one, whose "
        "type has this value"}},
      {"evolution",
       "b = 1 if b;",
       {"23:5 expected a Boolean, found an integer | compare it, or write `true` or `false`"}},
      {"evolution",
       "b = red if b;",
       {"23:5 the enumeration value `red` does not fit here | compare it with a variable, or assign it to one, whose "
        "type has this value"}},
      {"evolution", "e = 1 if b;", {"23:5 expected an enumeration value, found an integer"}},
      {"evolution", "e = rd if b;", {"23:5 `rd` is not a value of `Ag.e` | did you mean `red`?"}},
      {"evolution", "e = b if b;", {"23:5 expected an enumeration value, found `Ag.b` (a Boolean)"}},
      {"evolution",
       "e = Action if b;",
       {"23:5 actions cannot be used in the value of an assignment | actions are visible in evolution conditions "
        "only"}},
      {"evolution", "x = y + 1 if b;", {"23:5 agent `Ag` has no variable `y`"}},
      {"evolution",
       "x = Environment.hid if b;",
       {"23:5 agent `Ag` does not observe `Environment.hid` | declare it in Obsvars, or write `Lobsvars = {hid};` in "
        "`Ag`"}},
      {"evolution",
       "x = 1 if x;",
       {"23:10 expected a condition, found `Ag.x` (an integer) | compare it, or write `true` or `false`"}},
      {"evolution", "x = 1 if Action;", {"23:10 an action stands here on its own | compare it: `Action = a`"}},
      {"evolution", "x = 1 if Action = goo;", {"23:19 agent `Ag` has no action `goo` | did you mean `go`?"}},
      {"evolution", "x = 1 if Action = red;", {"23:19 agent `Ag` has no action `red`"}},
      {"evolution",
       "x = 1 if Action = 1;",
       {"23:19 an action is compared with something that is no action | write the name of an action"}},
      {"evolution", "x = 1 if Action < go;", {"23:10 actions are compared with `=` or `<>`"}},
      {"evolution",
       "x = 1 if Action = Environment.Action;",
       {"23:19 an action is compared with something that is no action | write the name of an action"}},
      {"evolution", "x = 1 if Environment.Action = go;", {"23:31 agent `Environment` has no action `go`"}},
      {"evolution", "x = 1 if Foo.Action = go;", {"23:10 there is no agent `Foo`"}},
      {"evolution", "x = 1 if Action and b;", {"23:10 an action stands here on its own | compare it: `Action = a`"}},
      {"evaluation", "p if Ag.x = 1; p if Ag.x = 2;", {"27:16 a second proposition `p`"}},
      {"evaluation", "p if x = 1;", {"27:6 `x` needs its agent | write `Ag.x`"}},
      {"evaluation", "p if y = 1;", {"27:6 unknown name `y` | variables are written `Agent.x` here"}},
      {"evaluation", "p if Ag.y = 1;", {"27:9 agent `Ag` has no variable `y`"}},
      {"evaluation", "p if Ga.x = 1;", {"27:6 there is no agent `Ga` | did you mean `Ag`?"}},
      {"evaluation",
       "p if Ag.Action = go;",
       {"27:6 actions cannot be used in the condition of a proposition | actions are visible in evolution conditions "
        "only"}},
      {"evaluation",
       "p if Ag.x;",
       {"27:6 expected a condition, found `Ag.x` (an integer) | compare it, or write `true` or `false`"}},
      {"evaluation", "p if Ag.e = Ag.x;", {"27:6 `Ag.e` (an enumeration value) is compared with `Ag.x` (an integer)"}},
      {"evaluation", "p if Ag.e = redd;", {"27:13 `redd` is not a value of `Ag.e` | did you mean `red`?"}},
      {"initial", "Ag.x = 0 and b = true;", {"30:14 `b` needs its agent | write `Ag.b`"}},
      {"initial",
       "Ag.x + 1;",
       {"30:1 expected a condition, found an integer | compare it, or write `true` or `false`"}},
      {"more",
       "Groups g = {Ag}; g = {Ag}; h = {Agg}; end Groups",
       {"32:18 a second group `g`", "32:33 there is no agent `Agg` | did you mean `Ag`?"}},
      {"more",
       "Observations o of Ag = {Ag.x}; o of Ag = {}; end Observations",
       {"32:32 a second observation `o` of `Ag`"}},
      {"more",
       "Observations own of Ag = {Ag.x}; Ag starts with o; Ag starts with own; end Observations",
       {"32:14 the observation `own` is predefined | it means the agent's own view; choose another name",
        "32:49 agent `Ag` has no observation `o`", "32:52 a second initial observation of `Ag`"}},
      {"more",
       "Observations cam of Foo = {}; cam of Ag = {Ag.y, Foo.x, z}; Ag starts with can; Foo starts with cam; end "
       "Observations",
       {"32:21 there is no agent `Foo`", "32:47 agent `Ag` has no variable `y`", "32:50 there is no agent `Foo`",
        "32:57 agent `Ag` has no variable `z`", "32:76 agent `Ag` has no observation `can` | did you mean `cam`?",
        "32:81 there is no agent `Foo`"}},
      {"formulas", "AG q;", {"34:4 there is no proposition `q` | propositions are declared in Evaluation"}},
      {"formulas", "AG pp;", {"34:4 there is no proposition `pp` | did you mean `p`?"}},
      {"formulas", "K(Agg, p);", {"34:3 there is no agent `Agg` | did you mean `Ag`?"}},
      {"formulas", "GK(g, p);", {"34:4 there is no group `g` | groups are declared in Groups"}},
      {"formulas", "GK(Ag, p);", {"34:4 there is no group `Ag` | `Ag` is an agent; a group of one is written `{Ag}`"}},
      {"formulas", "<gg>X p;", {"34:2 there is no group `gg` | groups are declared in Groups"}},
      {"formulas",
       "@recall CTL* A G Delta(Ag, cam, p);",
       {"34:28 agent `Ag` has no observation `cam` | observations are declared in Observations"}},
      {"formulas", "Foo.RedStates;", {"34:1 there is no agent `Foo`"}},
      {"formulas",
       "AG q; EF r; K(Foo, s);",
       {"34:4 there is no proposition `q` | propositions are declared in Evaluation",
        "34:10 there is no proposition `r` | propositions are declared in Evaluation", "34:15 there is no agent `Foo`",
        "34:20 there is no proposition `s` | propositions are declared in Evaluation"}},
      {"protocol",
       "e = b : {go}; x = e : {go}; ",
       {"20:1 `Ag.e` (an enumeration value) is compared with `Ag.b` (a Boolean)",
        "20:15 `Ag.x` (an integer) is compared with `Ag.e` (an enumeration value)"}},
  };
  for (const Wrong& wrong : table) {
    Loaded loaded(whole_text(wrong));
    EXPECT_EQ(loaded.errors(), wrong.errors) << wrong.part << ": " << wrong.text;
    EXPECT_FALSE(loaded.model) << wrong.text;
  }
}

TEST(Resolve, PointsAtTheWholeOperand) {
  Template t;
  t.protocol = "b = (x + 1 - 2) : {go};";
  Loaded loaded(t.text());
  ASSERT_EQ(loaded.diagnostics.all().size(), 1u);
  EXPECT_EQ(loaded.source.text(loaded.diagnostics.all()[0].span), "b = (x + 1 - 2)");
  t.protocol = "(b and (x + 1)) : {go};";
  Loaded second(t.text());
  ASSERT_EQ(second.diagnostics.all().size(), 1u);
  EXPECT_EQ(second.source.text(second.diagnostics.all()[0].span), "(x + 1)");
}

TEST(Resolve, WarnsAboutNamesListedTwice) {
  Template t;
  t.lobsvars = "Lobsvars = {hid, hid};";
  t.protocol = "Other : {go, stay, go};";
  t.more = "Groups g = {Ag, Ag}; end Groups";
  Loaded loaded(t.text());
  ASSERT_TRUE(loaded.model);
  EXPECT_EQ(loaded.warnings(), (std::vector<std::string>{"10:18 repeated-name: `hid` occurs twice in this list",
                                                         "20:20 repeated-name: `go` occurs twice in this list",
                                                         "32:17 repeated-name: `Ag` occurs twice in this list"}));
  EXPECT_EQ(loaded.model->agents[1].other->size(), 2u);
  EXPECT_EQ(loaded.model->groups[0].members.size(), 1u);
  EXPECT_EQ(loaded.model->agents[1].observes.size(), 5u);
}

TEST(Resolve, AllowsArithmeticThatFits) {
  Template t;
  t.vars = "w : -1099511627776 .. -1095216660481; v : 0 .. 1048575;";
  t.protocol = "w + w * 2 - 1 < w : {go}; v * v * v / 2 >= 1000 : {go}; x / 2 / 3 = 1 / 7 : {go};";
  EXPECT_EQ(Loaded(t.text()).errors(), std::vector<std::string>{});
  t.protocol = "w * w = 1 : {go};";
  EXPECT_EQ(Loaded(t.text()).errors().size(), 1u);
}

}  // namespace
}  // namespace gnomon::ispl::test
