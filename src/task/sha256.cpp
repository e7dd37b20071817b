#include "task/sha256.h"

#include <bit>
#include <cstddef>
#include <fmt/format.h>

namespace gnomon::task {

namespace {

constexpr std::size_t kBlock = 64;

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> kRounds = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using State = std::array<std::uint32_t, 8>;

void absorb(State& state, const std::uint8_t* block) {
  std::array<std::uint32_t, 64> word{};
  for (std::size_t i = 0; i < 16; ++i) {
    word[i] = static_cast<std::uint32_t>(block[4 * i]) << 24 | static_cast<std::uint32_t>(block[4 * i + 1]) << 16 |
              static_cast<std::uint32_t>(block[4 * i + 2]) << 8 | static_cast<std::uint32_t>(block[4 * i + 3]);
  }
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t a = word[i - 15];
    const std::uint32_t b = word[i - 2];
    word[i] = word[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3)) + word[i - 7] +
              (std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10));
  }
  State s = state;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
    const std::uint32_t first =
        s[7] + (std::rotr(s[4], 6) ^ std::rotr(s[4], 11) ^ std::rotr(s[4], 25)) + choice + kRounds[i] + word[i];
    const std::uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
    const std::uint32_t second = (std::rotr(s[0], 2) ^ std::rotr(s[0], 13) ^ std::rotr(s[0], 22)) + majority;
    s = {first + second, s[0], s[1], s[2], s[3] + first, s[4], s[5], s[6]};
  }
  for (std::size_t i = 0; i < state.size(); ++i) state[i] += s[i];
}

}  // namespace

Sum sha256(std::string_view bytes) {
  State state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  std::size_t done = 0;
  for (; bytes.size() - done >= kBlock; done += kBlock) absorb(state, data + done);
  // What is left, a one bit, zeros, and the length in bits, in one block or two.
  std::array<std::uint8_t, 2 * kBlock> end{};
  const std::size_t rest = bytes.size() - done;
  for (std::size_t i = 0; i < rest; ++i) end[i] = data[done + i];
  end[rest] = 0x80;
  const std::size_t size = rest + 9 <= kBlock ? kBlock : 2 * kBlock;
  const std::uint64_t bits = static_cast<std::uint64_t>(bytes.size()) * 8;
  for (std::size_t i = 0; i < 8; ++i) end[size - 1 - i] = static_cast<std::uint8_t>(bits >> (8 * i));
  for (std::size_t at = 0; at < size; at += kBlock) absorb(state, end.data() + at);
  Sum sum{};
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = static_cast<std::uint8_t>(state[i / 4] >> (24 - 8 * (i % 4)));
  return sum;
}

Sum hmac_sha256(std::string_view key, std::string_view bytes) {
  std::string block(kBlock, '\0');
  if (key.size() > kBlock) {
    const Sum sum = sha256(key);
    for (std::size_t i = 0; i < sum.size(); ++i) block[i] = static_cast<char>(sum[i]);
  } else {
    block.replace(0, key.size(), key);
  }
  std::string inner;
  std::string outer;
  for (char c : block) {
    inner += static_cast<char>(c ^ 0x36);
    outer += static_cast<char>(c ^ 0x5c);
  }
  inner += bytes;
  const Sum sum = sha256(inner);
  outer.append(reinterpret_cast<const char*>(sum.data()), sum.size());
  return sha256(outer);
}

std::string hexadecimal(const Sum& sum) {
  std::string text;
  for (std::uint8_t byte : sum) text += fmt::format("{:02x}", byte);
  return text;
}

}  // namespace gnomon::task
