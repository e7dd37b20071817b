#include "task/frame.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "task/sha256.h"

namespace gnomon::task {

namespace {

constexpr std::string_view kMagic = "gnomon-frame 1 ";
constexpr std::size_t kSumDigits = 64;
constexpr std::size_t kLongestName = 32;

std::string sum_of(std::string_view bytes, std::string_view key) {
  return hexadecimal(key.empty() ? sha256(bytes) : hmac_sha256(key, bytes));
}

// In time that does not depend on where they differ.
bool same_sum(std::string_view a, std::string_view b) {
  unsigned different = a.size() == b.size() ? 0u : 1u;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    different |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return different == 0;
}

// The text up to the sign, which is taken along.
std::optional<std::string_view> take_until(std::string_view& rest, char sign) {
  const std::size_t end = rest.find(sign);
  if (end > kLongestName) return std::nullopt;  // also when there is none
  const std::string_view text = rest.substr(0, end);
  rest.remove_prefix(end + 1);
  return text;
}

// A number in the one way to write it: without zeros in front.
std::optional<std::size_t> take_number(std::string_view& rest) {
  const std::optional<std::string_view> text = take_until(rest, '\n');
  if (!text || text->empty() || (text->size() > 1 && text->front() == '0')) return std::nullopt;
  std::size_t value = 0;
  auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc() || end != text->data() + text->size()) return std::nullopt;
  return value;
}

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

std::string encode_frame(const Parts& parts, std::string_view key) {
  std::string bytes = fmt::format("{}{}\n", kMagic, parts.size());
  for (const auto& [name, content] : parts) {
    bytes += fmt::format("{} {}\n", name, content.size());
    bytes += content;
  }
  return bytes + sum_of(bytes, key);
}

std::optional<Parts> decode_frame(std::string_view bytes, std::string_view key) {
  if (bytes.size() < kMagic.size() + kSumDigits || !bytes.starts_with(kMagic)) return std::nullopt;
  std::string_view rest = bytes.substr(0, bytes.size() - kSumDigits);
  if (!same_sum(bytes.substr(rest.size()), sum_of(rest, key))) return std::nullopt;
  rest.remove_prefix(kMagic.size());
  const std::optional<std::size_t> count = take_number(rest);
  if (!count || *count > kMostParts) return std::nullopt;
  Parts parts;
  for (std::size_t i = 0; i < *count; ++i) {
    const std::optional<std::string_view> name = take_until(rest, ' ');
    if (!name || !is_name(*name)) return std::nullopt;
    const std::optional<std::size_t> size = take_number(rest);
    if (!size || *size > rest.size()) return std::nullopt;
    if (!parts.emplace(*name, rest.substr(0, *size)).second) return std::nullopt;
    rest.remove_prefix(*size);
  }
  if (!rest.empty()) return std::nullopt;
  return parts;
}

}  // namespace gnomon::task
