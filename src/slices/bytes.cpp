#include "slices/bytes.h"

namespace gnomon::slices {

namespace {

constexpr unsigned kGroup = 7;
constexpr std::uint64_t kMore = 1u << kGroup;

}  // namespace

void put_number(std::string& bytes, std::uint64_t number) {
  for (; number >= kMore; number >>= kGroup) bytes += static_cast<char>(number % kMore + kMore);
  bytes += static_cast<char>(number);
}

// In two halves: a value may take all 64 bits.
void put_signed(std::string& bytes, std::int64_t number) {
  const auto value = static_cast<std::uint64_t>(number);
  put_number(bytes, value >> 32);
  put_number(bytes, value & 0xffffffffu);
}

void put_text(std::string& bytes, std::string_view text) {
  put_number(bytes, text.size());
  bytes += text;
}

std::uint64_t ByteReader::number() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; !rest_.empty() && shift + kGroup < 64; shift += kGroup) {
    const auto byte = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    value |= (byte % kMore) << shift;
    if (byte < kMore) return value;
  }
  throw BadBytes("a number is damaged");
}

std::uint64_t ByteReader::number(std::uint64_t most) {
  const std::uint64_t value = number();
  if (value > most) throw BadBytes("a number is too large");
  return value;
}

std::size_t ByteReader::count(std::size_t least) {
  const std::uint64_t value = number();
  if (value > left() / least) throw BadBytes("more is announced than there is");
  return value;
}

std::int64_t ByteReader::signed_number() {
  const std::uint64_t high = number(0xffffffffu);
  const std::uint64_t low = number(0xffffffffu);
  return static_cast<std::int64_t>((high << 32) | low);
}

std::string_view ByteReader::text() {
  const std::size_t size = count();
  const std::string_view found = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return found;
}

void ByteReader::end() const {
  if (left() != 0) throw BadBytes("bytes follow the end");
}

}  // namespace gnomon::slices
