#include "base/source.h"

#include <algorithm>
#include <utility>

namespace gnomon {

Source::Source(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
  line_starts_.push_back(0);
  for (std::size_t at = text_.find('\n'); at != std::string::npos; at = text_.find('\n', at + 1)) {
    line_starts_.push_back(static_cast<std::uint32_t>(at + 1));
  }
}

std::string_view Source::text(Span span) const {
  return std::string_view(text_).substr(std::min<std::size_t>(span.begin, text_.size()), span.end - span.begin);
}

Position Source::position(std::uint32_t offset) const {
  auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  auto line = static_cast<std::uint32_t>(next - line_starts_.begin());
  return {line, offset - line_starts_[line - 1] + 1};
}

std::string_view Source::line(std::uint32_t number) const {
  if (number == 0 || number > line_starts_.size()) return {};
  std::size_t begin = line_starts_[number - 1];
  std::size_t end = text_.find('\n', begin);
  std::string_view whole = std::string_view(text_).substr(begin, end == std::string::npos ? end : end - begin);
  if (!whole.empty() && whole.back() == '\r') whole.remove_suffix(1);
  return whole;
}

}  // namespace gnomon
