#include "scenario/model_file.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace gnomon::scenario {

namespace {

constexpr std::string_view kBlanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

// The text behind the mark, or none if it is not there.
std::optional<std::string_view> behind(std::string_view text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return std::nullopt;
  return text.substr(at + mark.size());
}

// Takes an integer off the beginning.
std::optional<std::int64_t> take_integer(std::string_view& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

// `N : 3..2000 = 3;  -- number of cryptographers`
std::optional<Parameter> parameter(std::string_view line) {
  const std::size_t colon = line.find(" : ");
  const auto meaning = behind(line, "-- ");
  if (colon == std::string_view::npos || !meaning) return std::nullopt;
  Parameter result;
  result.name = line.substr(0, colon);
  result.meaning = trimmed(*meaning);
  std::string_view rest = line.substr(colon + 3);
  const auto low = take_integer(rest);
  if (!low || !rest.starts_with("..")) return std::nullopt;
  rest.remove_prefix(2);
  const auto high = take_integer(rest);
  if (!high || !rest.starts_with(" = ")) return std::nullopt;
  rest.remove_prefix(3);
  const auto standard = take_integer(rest);
  if (!standard || !rest.starts_with(";")) return std::nullopt;
  result.low = *low;
  result.high = *high;
  result.standard = *standard;
  return result;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  ModelFile read() {
    while (at_ < text_.size()) {
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      line(trimmed(text_.substr(at_, end - at_)));
      at_ = end + 1;
    }
    return std::move(file_);
  }

 private:
  enum class Part { Description, Model, Constants, Formulas };

  void line(std::string_view text) {
    switch (part_) {
      case Part::Description:
        description(text);
        break;
      case Part::Model:
        if (text == "Constants") part_ = Part::Constants;
        if (text == "Formulae") part_ = Part::Formulas;
        break;
      case Part::Constants:
        if (text == "end Constants") part_ = Part::Model;
        if (auto found = parameter(text)) file_.parameters.push_back(std::move(*found));
        break;
      case Part::Formulas:
        specification(text);
        break;
    }
  }

  void description(std::string_view text) {
    if (!text.starts_with("-- ")) {
      part_ = Part::Model;
      if (text == "Constants") part_ = Part::Constants;
      return;
    }
    if (!file_.description.empty()) file_.description += ' ';
    file_.description += trimmed(text.substr(3));
  }

  void specification(std::string_view text) {
    constexpr std::string_view kContinued = "--    ";
    if (!text.starts_with("-- ")) return;
    if (text.starts_with(kContinued)) {
      file_.specifications.back().meaning += " " + std::string(trimmed(text.substr(kContinued.size())));
      return;
    }
    std::string_view rest = text.substr(3);
    if (take_integer(rest) && rest.starts_with(". ")) {
      file_.specifications.push_back({std::string(rest.substr(2)), at_});
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Part part_ = Part::Description;
  ModelFile file_;
};

}  // namespace

int ModelFile::specification_at(std::size_t position) const {
  const auto after = std::find_if(specifications.begin(), specifications.end(),
                                  [&](const SpecificationText& one) { return one.position > position; });
  return static_cast<int>(after - specifications.begin());
}

ModelFile read_model_file(std::string_view text) {
  return Reader(text).read();
}

Logic logic_of(std::string_view formula) {
  if (formula.starts_with("@")) {
    return formula.find("Delta(") == std::string_view::npos ? Logic::Recall : Logic::Delta;
  }
  const std::string_view prefix = formula.substr(0, formula.find(' '));
  if (prefix == "LTL") return Logic::Ltlk;
  if (prefix == "CTL*") return Logic::CtlStarK;
  if (prefix == "LDL") return Logic::Ldlk;
  if (prefix == "CDL*") return Logic::CdlStarK;
  if (prefix == "LDLf") return Logic::LdlfK;
  if (prefix == "CDL*f") return Logic::CdlStarfK;
  return Logic::Ctlk;
}

}  // namespace gnomon::scenario
