// What travels: a head that says what it is, and a body of any length, in a frame (task/frame.h).
//
// Whoever reads one checks it whole: the sum, the kind, the form of names. Nothing here needs the network, so that the
// reader can be given any bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace gnomon::cluster {

enum class Kind { Task, Result };

struct Envelope {
  Kind kind = Kind::Task;
  std::string run;
  std::size_t incarnation = 0;
  std::string task;  // its name: the digest of its bytes
  // If the body is too long for one message: its digest and size, and in how many pieces it is to be fetched.
  std::string digest;
  std::size_t size = 0;
  std::size_t pieces = 0;
  std::string body;
};

constexpr std::size_t kPieceBytes = std::size_t{512} << 10;
constexpr std::size_t kMostBodyBytes = std::size_t{256} << 20;

std::string encode_envelope(const Envelope& envelope, std::string_view key);
// None if anything is not as it should be. With pieces, the body is empty.
std::optional<Envelope> decode_envelope(std::string_view bytes, std::string_view key);

}  // namespace gnomon::cluster
