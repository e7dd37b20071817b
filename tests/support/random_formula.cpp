#include "support/random_formula.h"

namespace gnomon::test {

namespace {

std::string prefix(Fragment fragment) {
  switch (fragment) {
    case Fragment::Ctlk:
    case Fragment::Atlk:
      return "";
    case Fragment::Ltl:
      return "LTL ";
    case Fragment::CtlStar:
      return "CTL* ";
    case Fragment::Ldl:
      return "LDL ";
    case Fragment::CdlStar:
      return "CDL* ";
    case Fragment::LtlFinite:
      return "LTLf ";
    case Fragment::CtlStarFinite:
      return "CTL*f ";
    case Fragment::LdlFinite:
      return "LDLf ";
    case Fragment::CdlStarFinite:
      return "CDL*f ";
  }
  return "";
}

// Writes formulas of one fragment. Sizes are shared among operands; a size of 1 or less gives an atom.
class Writer {
 public:
  Writer(Rng& rng, Fragment fragment, const Vocabulary& vocabulary, const FormulaOptions& options)
      : rng_(rng), fragment_(fragment), vocabulary_(vocabulary), options_(options) {}

  std::string property() {
    std::string body = is_linear() ? path(options_.size) : state(options_.size);
    return prefix(fragment_) + body;
  }

 private:
  bool is_plain() const { return fragment_ == Fragment::Ctlk || fragment_ == Fragment::Atlk; }
  bool is_linear() const {
    return fragment_ == Fragment::Ltl || fragment_ == Fragment::Ldl || fragment_ == Fragment::LtlFinite ||
           fragment_ == Fragment::LdlFinite;
  }
  bool is_dynamic() const {
    return fragment_ == Fragment::Ldl || fragment_ == Fragment::CdlStar || fragment_ == Fragment::LdlFinite ||
           fragment_ == Fragment::CdlStarFinite;
  }

  std::string proposition() { return rng_.pick(vocabulary_.propositions); }

  std::string atom() {
    if (rng_.chance(8)) return rng_.chance(50) ? "true" : "false";
    if (options_.deontic && !vocabulary_.agents.empty() && rng_.chance(6)) {
      return rng_.pick(vocabulary_.agents) + (rng_.chance(50) ? ".GreenStates" : ".RedStates");
    }
    return proposition();
  }

  // Splits what is left after one operator between two operands.
  std::size_t share(std::size_t size) { return size <= 2 ? 1 : 1 + rng_.below(size - 2); }

  template <class Operand>
  std::string boolean(std::size_t size, Operand operand) {
    static const std::vector<std::string> kOps{" and ", " and ", " or ", " or ", " -> ", " <-> "};
    if (rng_.chance(30)) return "(!" + operand(size - 1) + ")";
    std::size_t left = share(size);
    std::string a = operand(left);
    std::string op = rng_.pick(kOps);
    return "(" + a + op + operand(size - left) + ")";
  }

  // The argument of knowledge: a path formula in the linear modes, which put "on every path" in front of it.
  std::string argument(std::size_t size) { return is_linear() ? path(size) : state(size); }

  std::string knowledge(std::size_t size) {
    std::size_t kind = rng_.below(options_.deontic ? 5 : 4);
    bool of_agent = kind == 0 || kind == 4 || vocabulary_.groups.empty();
    if (of_agent) {
      if (vocabulary_.agents.empty()) return atom();
      std::string who = rng_.pick(vocabulary_.agents);
      return (kind == 4 ? "O(" : "K(") + who + ", " + argument(size - 1) + ")";
    }
    static const std::vector<std::string> kOps{"GK", "DK", "GCK"};
    const std::string& op = kOps[kind - 1];
    std::string who = rng_.pick(vocabulary_.groups);
    return op + "(" + who + ", " + argument(size - 1) + ")";
  }

  std::string state(std::size_t size) {
    if (size <= 1) return atom();
    if (rng_.chance(options_.knowledge)) return knowledge(size);
    if (rng_.chance(30)) return boolean(size, [this](std::size_t n) { return state(n); });
    if (is_plain()) return fragment_ == Fragment::Atlk && rng_.chance(60) ? strategic(size) : branching(size);
    if (is_linear()) return boolean(size, [this](std::size_t n) { return state(n); });
    return std::string(rng_.chance(50) ? "(A " : "(E ") + path(size - 1) + ")";
  }

  // A bound on the steps, or nothing. Path formulas get small ones: their bounds are written out.
  std::string bound() {
    if (options_.bounds == 0 || !rng_.chance(options_.bounds)) return "";
    const bool large = is_plain() && options_.large_bounds && rng_.chance(25);
    const std::size_t a = rng_.below(large ? 40 : 3);
    const std::size_t b = a + rng_.below(large ? 200 : 3);
    switch (rng_.below(5)) {
      case 0:
        return "[" + std::to_string(a) + "]";
      case 1:
        return ">=" + std::to_string(a);
      case 2:
        return "[" + std::to_string(a) + ",]";
      case 3:
        return "[" + std::to_string(a) + "," + std::to_string(b) + "]";
      default:
        return "<=" + std::to_string(b);
    }
  }

  // Behind a next only one number may stand.
  std::string bound_of(const std::string& op) {
    if (op.back() != 'X') return bound();
    if (options_.bounds == 0 || !rng_.chance(options_.bounds)) return "";
    return "[" + std::to_string(rng_.below(is_plain() && options_.large_bounds && rng_.chance(25) ? 100 : 4)) + "]";
  }

  std::string count() {
    const std::size_t n = rng_.below(3);
    switch (rng_.below(4)) {
      case 0:
        return "+";
      case 1:
        return "{" + std::to_string(n) + "}";
      case 2:
        return "{" + std::to_string(n) + ",}";
      default:
        return "{" + std::to_string(n) + "," + std::to_string(n + rng_.below(3)) + "}";
    }
  }

  std::string branching(std::size_t size) {
    static const std::vector<std::string> kUnary{"EX", "AX", "EF", "AF", "EG", "AG"};
    if (rng_.chance(70)) {
      std::string op = rng_.pick(kUnary);
      op += bound_of(op);
      return "(" + op + " " + state(size - 1) + ")";
    }
    std::string quantifier = rng_.chance(50) ? "A" : "E";
    std::size_t left = share(size);
    std::string a = state(left) + " U" + bound() + " ";
    return quantifier + "(" + a + state(size - left) + ")";
  }

  std::string strategic(std::size_t size) {
    if (vocabulary_.groups.empty()) return branching(size);
    std::string group = "<" + rng_.pick(vocabulary_.groups) + ">";
    static const std::vector<std::string> kUnary{"X", "F", "G"};
    if (rng_.chance(70)) {
      std::string op = rng_.pick(kUnary);
      op += bound_of(op);
      return "(" + group + op + " " + state(size - 1) + ")";
    }
    std::size_t left = share(size);
    std::string a = state(left) + " U" + bound() + " ";
    return "(" + group + "(" + a + state(size - left) + "))";
  }

  std::string path(std::size_t size) {
    if (size <= 1) return atom();
    if (rng_.chance(15)) return state(size);
    if (rng_.chance(25)) return boolean(size, [this](std::size_t n) { return path(n); });
    if (is_dynamic() && (!options_.mix || rng_.chance(65))) return modality(size);
    static const std::vector<std::string> kUnary{"X", "F", "G"};
    static const std::vector<std::string> kBinary{"U", "U", "W", "R"};
    if (rng_.chance(60)) {
      std::string op = rng_.pick(kUnary);
      op += bound_of(op);
      return "(" + op + " " + path(size - 1) + ")";
    }
    std::size_t left = share(size);
    std::string a = path(left);
    std::string op = rng_.pick(kBinary);
    op += bound();
    return "(" + a + " " + op + " " + path(size - left) + ")";
  }

  std::string modality(std::size_t size) {
    std::size_t left = share(size);
    std::string rho = rng_.chance(options_.nasty) ? nasty() : expression(left);
    std::string f = bound() + " " + path(size - left);
    return rng_.chance(50) ? "(<" + rho + ">" + f + ")" : "([" + rho + "]" + f + ")";
  }

  std::string expression(std::size_t size) {
    if (size <= 1) return rng_.chance(65) ? state(1) : "(" + path(1) + "?)";
    if (rng_.chance(options_.nasty / 2)) return nasty();
    switch (rng_.below(8)) {
      case 0:
        return "(" + path(size - 1) + "?)";
      case 1:
        return state(size);
      case 2:
      case 3:
        if (options_.bounds > 0 && rng_.chance(options_.bounds)) return "(" + expression(size - 1) + count() + ")";
        return "(" + expression(size - 1) + "*)";
      default: {
        std::size_t left = share(size);
        std::string a = expression(left);
        std::string op = rng_.chance(50) ? " + " : " ; ";
        return "(" + a + op + expression(size - left) + ")";
      }
    }
  }

  // Expressions that constructions get wrong: empty words, nested stars of tests, tests with eventualities or in stars,
  // expressions that nothing matches.
  std::string nasty() {
    std::string p = proposition();
    std::string q = proposition();
    const std::vector<std::string> all{
        "((" + p + "?)*)",
        "(((" + p + "?)*)*)",
        "((" + p + "? + " + q + "?)*)",
        "((" + p + "? + (" + p + "?;" + q + "?)))",
        "((" + p + "? + " + q + ")*)",
        "(((" + p + "?;true)*;" + q + "?)*)",
        "((<true*>" + q + ")?)",
        "(((<true*>" + q + ")?;true)*)",
        "((([true*]" + p + ")?;true)*)",
        "(((!(<true*>" + q + "))? + true)*)",
        "((((<" + p + ">" + q + ")?)*;true)*)",
        "((true;true)*)",
        "(false)",
        "(false?)",
        "((false)*)",
        "((false?)*)",
        "(true?)",
        "((true?)*;(true)*)",
        "(((" + p + "*;" + q + "?)*))",
        "((([" + p + "]false)? + true)*)",
    };
    return rng_.pick(all);
  }

  Rng& rng_;
  Fragment fragment_;
  const Vocabulary& vocabulary_;
  const FormulaOptions& options_;
};

}  // namespace

std::string random_formula(Rng& rng, Fragment fragment, const Vocabulary& vocabulary, const FormulaOptions& options) {
  return Writer(rng, fragment, vocabulary, options).property();
}

}  // namespace gnomon::test
