#include "support/random_parametric.h"

#include <string>
#include <vector>

#include "support/rng.h"

namespace gnomon::test {

namespace {

class ParametricGenerator {
 public:
  explicit ParametricGenerator(std::uint64_t seed) : rng_(seed) {}
  std::string model();

 private:
  // `own`: inside Node[i], where `i`, `x`, `flag` and the families `c` and `f` are visible; otherwise outside agents.
  std::string number(bool own, int depth);
  std::string boolean(bool own, int depth);
  std::string value_index(bool own);
  std::string pick(const std::vector<std::string>& texts) { return rng_.pick(texts); }

  Rng rng_;
};

std::string ParametricGenerator::value_index(bool own) {
  // The family c has the indices 1..N; k and x can leave them.
  if (own) return pick({"1", "N", "k", "x", "x + 1", "next(i)", "if flag then 1 else N", "i", "(x mod N) + 1"});
  return pick({"1", "N", "Node[1].k", "Node[N].x", "Node[1].x + 1", "next(1)"});
}

std::string ParametricGenerator::number(bool own, int depth) {
  std::string x = own ? "x" : "Node[1].x";
  std::string k = own ? "k" : "Node[N].k";
  std::string c = (own ? "c[" : "Node[1].c[") + value_index(own) + "]";
  if (depth == 0) return pick({x, k, c, "N", "1", "0", "2", own ? "limit[i]" : "limit[N]"});
  std::string a = number(own, depth - 1);
  std::string b = number(own, depth - 1);
  std::string cond = boolean(own, depth - 1);
  return pick({"(" + a + " + " + b + ")", "(" + a + " - " + b + ")", "min(" + a + ", " + b + ")",
               "max(" + a + ", " + b + ")", "abs(" + a + " - " + b + ")", "((" + a + ") mod 2)", "((" + a + ") div 2)",
               "(if " + cond + " then " + a + " else " + b + ")",
               own ? "count (j : Id) (c[j] > 0)" : "count (j : Id) Node[j].flag",
               own ? "sum (j : Id, j <> i) c[j]" : "sum (j : Id) Node[j].x",
               own ? "max (j : Id) c[j]" : "min (j : Id) Node[j].x", a});
}

std::string ParametricGenerator::boolean(bool own, int depth) {
  std::string flag = own ? "flag" : "Node[1].flag";
  std::string f = (own ? "f[" : "Node[N].f[") + value_index(own) + "]";
  std::string at =
      own ? "at = " + pick({"none", "here[1]", "here[k]", "here[x]"}) : "Node[1].at = " + pick({"none", "here[1]"});
  if (depth == 0)
    return pick({flag, f, at, own ? "high" : "Node[N].side = left", number(own, 0) + " = " + number(own, 0),
                 number(own, 0) + " < " + number(own, 0)});
  std::string a = boolean(own, depth - 1);
  std::string b = boolean(own, depth - 1);
  return pick({"(" + a + " and " + b + ")", "(" + a + " or " + b + ")", "!(" + a + ")", "(" + a + " -> " + b + ")",
               number(own, depth) + pick({" = ", " <> ", " <= ", " > "}) + number(own, depth),
               own ? "forall (j : Id) (c[j] <= " + number(own, 0) + ")" : "exists (j : Id) (Node[j].x = 1)",
               own ? "(xor (j : Id) f[j])" : "(xor (j : Id) Node[j].flag)", a, "big(" + number(own, 0) + ")"});
}

std::string ParametricGenerator::model() {
  std::string n = std::to_string(rng_.between(1, 2));
  std::string text = rng_.chance(40) ? "Semantics = SingleAssignment;\n" : "";
  text += "Constants\n  N : 1..3 = " + n +
          ";\n  Id = 1..N;\n  limit[j : Id] = j mod 2;\n  Side = {left, right};\nend Constants\n";
  text +=
      "Definitions\n  next(i : Id) = i mod N + 1;\n  big(v : integer) = v > 1;\n"
      "  formula sure(a : agent, f : formula) = K(a, f) or K(a, !(f));\nend Definitions\n";
  text +=
      "Agent Node[i : Id]\n  Definitions high = x > limit[i]; end Definitions\n  Vars:\n    x : 0..2;\n    k : 0..N;\n "
      "   flag : boolean;\n    c[j : Id] : 0..1;\n"
      "    f[j : Id] : boolean;\n    at : {none, here[j : Id]};\n    side : Side;\n  end Vars\n"
      "  Actions = {rest, go[j : Id]};\n  Protocol:\n";
  for (std::size_t lines = rng_.below(3); lines > 0; --lines) {
    text += "    " + boolean(true, 1) + " : {" +
            pick({"rest", "go[k]", "go[i], rest", "for (j : Id) go[j]", "go[x], rest"}) + "};\n";
  }
  text += "    Other : {rest, go[1]};\n  end Protocol\n  Evolution:\n";
  std::vector<std::string> assigns;
  for (std::size_t lines = 1 + rng_.below(4); lines > 0; --lines) {
    std::string left = pick({"x = " + number(true, 1), "k = " + number(true, 1), "flag = (" + boolean(true, 1) + ")",
                             "c[" + value_index(true) + "] = " + number(true, 1),
                             "f[k] = (" + boolean(true, 0) + ") and c[k] = " + number(true, 0),
                             "c[x] = 1 and x = " + number(true, 0), "forall (j : Id) (c[j] = 1 - c[j])",
                             "at = here[" + pick({"k", "1", "x"}) + "]", "at = (if flag then none else here[i])",
                             "side = (if high then left else side)", "c[k] = 0 and flag = f[k]"});
    std::string when = pick({"true", boolean(true, 1), "Action = go[k]", "Node[next(i)].Action = go[i]",
                             "Action = rest and " + boolean(true, 0), "Node[k].Action = rest"});
    if (rng_.chance(25)) {
      text += "    for (m : Id) f[m] = true if Action = go[m];\n";
    } else {
      text += "    " + left + " if " + when + ";\n";
    }
  }
  text += "  end Evolution\nend Agent\nEvaluation\n";
  text += "  p if " + boolean(false, 2) + ";\n  q[j : Id] if " +
          pick({"Node[j].flag", "Node[j].x > 0", "Node[j].c[1] = 1"}) + ";\n";
  text += "end Evaluation\nInitStates\n";
  text += "  forall (j : Id) (Node[j].x = " + pick({"0", "1", "N - 1"}) + " and Node[j].k = " + pick({"1", "0", "j"}) +
          " and Node[j].at = none and Node[j].side = right and forall (m : Id) (Node[j].c[m] = 0 and Node[j].f[m] = (m "
          "= j)))";
  if (rng_.chance(60)) text += " and count (j : Id) Node[j].flag <= 1";
  text += ";\nend InitStates\nGroups g[j : Id] = {Node[j]}; all = {for (j : Id) Node[j]}; end Groups\nFormulae\n";
  text += "  one : AG (p -> AX exists (j : Id) (q[j]));\n  two[j : Id] : EF (q[j] and !p);\n";
  text += "  AG (q[1] -> sure(Node[N], p));\n  K(Node[1], p) or EX !q[N];\n  GCK(all, " + pick({"p", "!p", "q[1]"}) +
          ") -> <g[N]>X q[1];\n";
  text += "  for (j : Id) EG (" + pick({"p or q[j]", "!q[j]", "p -> K(Node[j], q[j])"}) + ");\nend Formulae\n";
  return text;
}

}  // namespace

std::string random_parametric_model(std::uint64_t seed) {
  return ParametricGenerator(seed).model();
}

}  // namespace gnomon::test
