#include "logic/foreign.h"

#include <array>
#include <fmt/format.h>
#include <optional>

#include "logic/introduction.h"

namespace gnomon::logic {

namespace {

struct KnownSign {
  std::string_view sign;
  std::string_view hint;
};

constexpr std::string_view kAnd = "conjunction is written `and`";
constexpr std::string_view kOr = "disjunction is written `or`";
constexpr std::string_view kNot = "negation is written `!`";
constexpr std::string_view kImplies = "implication is written `->`";
constexpr std::string_view kIff = "equivalence is written `<->`";
constexpr std::string_view kCompare = "comparisons belong in the Evaluation section";
constexpr std::string_view kComment = "a comment begins with `--` and ends with the line";

constexpr std::string_view kQuotes = "names are written without quotes";

// Longer signs before their beginnings.
constexpr std::array<KnownSign, 32> kSigns{{{"//", kComment},
                                            {"/*", kComment},
                                            {"#", kComment},
                                            {"&&", kAnd},
                                            {"&", kAnd},
                                            {"∧", kAnd},
                                            {"||", kOr},
                                            {"|", kOr},
                                            {"∨", kOr},
                                            {"~", kNot},
                                            {"¬", kNot},
                                            {"=>", kImplies},
                                            {"→", kImplies},
                                            {"⇒", kImplies},
                                            {"⟹", kImplies},
                                            {"⊃", kImplies},
                                            {"↔", kIff},
                                            {"⇔", kIff},
                                            {"⟺", kIff},
                                            {"==", kCompare},
                                            {"!=", kCompare},
                                            {"=", kCompare},
                                            {"≠", "inequality is written `<>`, in conditions of the model"},
                                            {"≤", "at most is written `<=`"},
                                            {"≥", "at least is written `>=`"},
                                            {"%", "the remainder is written `x mod 4`, in conditions of the model"},
                                            {"□", "always is written `G` on paths, `AG` in plain formulas"},
                                            {"◇", "eventually is written `F` on paths, `EF` or `AF` in plain formulas"},
                                            {"○", "next is written `X` on paths, `EX` or `AX` in plain formulas"},
                                            {"\"", kQuotes},
                                            {"“", kQuotes},
                                            {"”", kQuotes}}};

constexpr std::array<KnownSign, 11> kForeignWords{{{"xor", "exclusive or is written `!(f <-> g)`"},
                                                   {"XOR", "exclusive or is written `!(f <-> g)`"},
                                                   {"implies", kImplies},
                                                   {"IMPLIES", kImplies},
                                                   {"iff", kIff},
                                                   {"IFF", kIff},
                                                   {"AND", kAnd},
                                                   {"And", kAnd},
                                                   {"OR", kOr},
                                                   {"Or", kOr},
                                                   {"until", "until is written `U`"}}};

struct KnownCall {
  std::string_view word;
  Op op;
};
constexpr std::array<KnownCall, 11> kForeignCalls{{{"Knows", Op::Knows},
                                                   {"knows", Op::Knows},
                                                   {"Know", Op::Knows},
                                                   {"know", Op::Knows},
                                                   {"EK", Op::Everybody},
                                                   {"D", Op::Distributed},
                                                   {"Dist", Op::Distributed},
                                                   {"C", Op::Common},
                                                   {"CK", Op::Common},
                                                   {"Common", Op::Common},
                                                   {"CommonK", Op::Common}}};

}  // namespace

ForeignSign foreign_sign(std::string_view text) {
  for (const KnownSign& known : kSigns) {
    if (text.starts_with(known.sign)) return {text.substr(0, known.sign.size()), known.hint};
  }
  return {};
}

std::string_view foreign_operator_hint(std::string_view word) {
  for (const KnownSign& known : kForeignWords) {
    if (known.sign == word) return known.hint;
  }
  return {};
}

std::optional<Op> foreign_call(std::string_view word) {
  for (const KnownCall& known : kForeignCalls) {
    if (known.word == word) return known.op;
  }
  return std::nullopt;
}

std::string foreign_prefix_hint(std::string_view word) {
  if (word == "CTL" || word == "CTLK" || word == "ATL" || word == "ATLK") {
    return fmt::format("formulas of {} have no prefix; leave the word out", word);
  }
  const bool with_knowledge = word.ends_with('K') && mode_of(word.substr(0, word.size() - 1)).has_value();
  if (!with_knowledge) return {};
  return fmt::format("knowledge needs no prefix of its own; write `{}`", word.substr(0, word.size() - 1));
}

}  // namespace gnomon::logic
