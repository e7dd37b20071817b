// SHA-256 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104): names of tasks by their content, and the sums at the end of records,
// which find damage and, with a key, forgery.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace gnomon::task {

using Sum = std::array<std::uint8_t, 32>;

Sum sha256(std::string_view bytes);
Sum hmac_sha256(std::string_view key, std::string_view bytes);
// In 64 hexadecimal digits.
std::string hexadecimal(const Sum& sum);
inline std::string sha256_text(std::string_view bytes) {
  return hexadecimal(sha256(bytes));
}

}  // namespace gnomon::task
