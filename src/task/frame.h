// A frame: a few named parts of arbitrary bytes with a sum at the end. Tasks, results and the journal are written in
// frames, between processes, in files and on the network.
//
//   gnomon-frame 1 PARTS\n        then for each part  NAME LENGTH\n BYTES,  then 64 hexadecimal digits
//
// The digits are the SHA-256 of all that stands before them, or its HMAC with a key. A reader trusts nothing: the sum is
// compared first, every length is compared with what is left, and nothing is copied before all of it is known to be good.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace gnomon::task {

using Parts = std::map<std::string, std::string_view, std::less<>>;

constexpr std::size_t kMostParts = 16;

// Names of parts are lower-case letters.
std::string encode_frame(const Parts& parts, std::string_view key = {});

// The parts lie inside `bytes`. None if `bytes` is no frame, or its sum is not right for the key.
std::optional<Parts> decode_frame(std::string_view bytes, std::string_view key = {});

}  // namespace gnomon::task
