#include "exchange/aiger.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace gnomon::exchange {

namespace {

class AigerWriter {
 public:
  AigerWriter(const Aig& aig, const AigerFile& file, AigerForm form) : aig_(aig), file_(file), form_(form) { number(); }

  std::string run();

 private:
  void number();
  void write_ands();
  void write_symbols();
  unsigned literal(Wire wire) const { return 2 * numbers_[wire.signal()] + (wire.negated() ? 1 : 0); }
  void line(unsigned value) { text_ += fmt::format("{}\n", value); }
  // The names of a symbol table end with their lines.
  void symbol(char kind, std::size_t place, const std::string& name);

  const Aig& aig_;
  const AigerFile& file_;
  AigerForm form_;
  std::vector<unsigned> numbers_;       // by signal
  std::vector<std::uint32_t> written_;  // the conjunctions, in order
  std::string text_;
};

void AigerWriter::number() {
  const std::vector<Aig::Signal>& signals = aig_.signals();
  std::vector<bool> needed(signals.size(), false);
  auto need = [&](Wire wire) { needed[wire.signal()] = true; };
  for (const Aig::Latch& latch : aig_.latches()) need(latch.next);
  for (const AigerFile::Signal& one : file_.bad) need(one.wire);
  for (const AigerFile::Signal& one : file_.fairness) need(one.wire);
  for (const AigerFile::Justice& one : file_.justice) std::for_each(one.signals.begin(), one.signals.end(), need);
  for (std::size_t s = signals.size(); s-- > 0;) {
    if (!needed[s] || signals[s].kind != Aig::Kind::And) continue;
    for (Wire operand : signals[s].operands) need(operand);
  }
  numbers_.assign(signals.size(), 0);
  unsigned next = 1;
  for (const Aig::Input& input : aig_.inputs()) numbers_[input.output.signal()] = next++;
  for (const Aig::Latch& latch : aig_.latches()) numbers_[latch.output.signal()] = next++;
  for (std::size_t s = 0; s < signals.size(); ++s) {
    if (!needed[s] || signals[s].kind != Aig::Kind::And) continue;
    numbers_[s] = next++;
    written_.push_back(static_cast<std::uint32_t>(s));
  }
}

void AigerWriter::symbol(char kind, std::size_t place, const std::string& name) {
  if (name.empty()) return;
  std::string plain = name;
  std::replace_if(
      plain.begin(), plain.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  text_ += fmt::format("{}{} {}\n", kind, place, plain);
}

void AigerWriter::write_symbols() {
  for (std::size_t i = 0; i < aig_.inputs().size(); ++i) symbol('i', i, aig_.inputs()[i].name);
  for (std::size_t i = 0; i < aig_.latches().size(); ++i) symbol('l', i, aig_.latches()[i].name);
  for (std::size_t i = 0; i < file_.bad.size(); ++i) symbol('b', i, file_.bad[i].name);
  for (std::size_t i = 0; i < file_.justice.size(); ++i) symbol('j', i, file_.justice[i].name);
  for (std::size_t i = 0; i < file_.fairness.size(); ++i) symbol('f', i, file_.fairness[i].name);
  if (!file_.comment.empty()) text_ += "c\n" + file_.comment;
}

void AigerWriter::write_ands() {
  constexpr unsigned kMore = 0x80;
  auto number = [&](unsigned value) {  // seven bits at a time, the lowest first
    for (; value >= kMore; value /= kMore) text_ += static_cast<char>(value % kMore + kMore);
    text_ += static_cast<char>(value);
  };
  for (std::uint32_t s : written_) {
    const unsigned self = 2 * numbers_[s];
    unsigned large = literal(aig_.signals()[s].operands[0]);
    unsigned small = literal(aig_.signals()[s].operands[1]);
    if (large < small) std::swap(large, small);
    if (form_ == AigerForm::Ascii) {
      text_ += fmt::format("{} {} {}\n", self, large, small);
    } else {
      number(self - large);
      number(large - small);
    }
  }
}

std::string AigerWriter::run() {
  const std::size_t inputs = aig_.inputs().size();
  const std::size_t latches = aig_.latches().size();
  const bool ascii = form_ == AigerForm::Ascii;
  text_ = fmt::format("{} {} {} {} 0 {} {}", ascii ? "aag" : "aig", inputs + latches + written_.size(), inputs, latches,
                      written_.size(), file_.bad.size());
  const bool paths = !file_.justice.empty() || !file_.fairness.empty();
  text_ += paths ? fmt::format(" 0 {} {}\n", file_.justice.size(), file_.fairness.size()) : "\n";
  if (ascii) {
    for (const Aig::Input& input : aig_.inputs()) line(literal(input.output));
  }
  for (const Aig::Latch& latch : aig_.latches()) {
    if (ascii) text_ += fmt::format("{} ", literal(latch.output));
    text_ += fmt::format("{}{}\n", literal(latch.next), latch.initially ? " 1" : "");
  }
  for (const AigerFile::Signal& one : file_.bad) line(literal(one.wire));
  for (const AigerFile::Justice& one : file_.justice) line(static_cast<unsigned>(one.signals.size()));
  for (const AigerFile::Justice& one : file_.justice) {
    for (Wire wire : one.signals) line(literal(wire));
  }
  for (const AigerFile::Signal& one : file_.fairness) line(literal(one.wire));
  write_ands();
  write_symbols();
  return std::move(text_);
}

}  // namespace

std::string write_aiger(const Aig& aig, const AigerFile& file, AigerForm form) {
  return AigerWriter(aig, file, form).run();
}

}  // namespace gnomon::exchange
