// What the modes of the input language have in common.
#pragma once

#include <string_view>

#include "logic/formula.h"

namespace gnomon::logic {

// A quantifier A is understood in front of the formula and of arguments that depend on a path.
constexpr bool is_linear(Mode mode) {
  return mode == Mode::Ltl || mode == Mode::Ldl || mode == Mode::LtlFinite || mode == Mode::LdlFinite;
}

constexpr bool is_finite(Mode mode) {
  return mode == Mode::LtlFinite || mode == Mode::CtlStarFinite || mode == Mode::LdlFinite ||
         mode == Mode::CdlStarFinite;
}

// The word in front of a formula; empty for plain formulas.
constexpr std::string_view prefix_of(Mode mode) {
  switch (mode) {
    case Mode::Plain:
      return "";
    case Mode::Ltl:
      return "LTL";
    case Mode::CtlStar:
      return "CTL*";
    case Mode::Ldl:
      return "LDL";
    case Mode::CdlStar:
      return "CDL*";
    case Mode::LtlFinite:
      return "LTLf";
    case Mode::CtlStarFinite:
      return "CTL*f";
    case Mode::LdlFinite:
      return "LDLf";
    case Mode::CdlStarFinite:
      return "CDL*f";
  }
  return "";
}

// The quantifiers A and E over the paths that the mode is about.
constexpr Op universal(Mode mode) {
  return is_finite(mode) ? Op::PathAf : Op::PathA;
}
constexpr Op existential(Mode mode) {
  return is_finite(mode) ? Op::PathEf : Op::PathE;
}

}  // namespace gnomon::logic
