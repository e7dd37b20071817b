// Numbers and texts as bytes, for diagrams and letters. A number is written in groups of seven bits, the lowest first, all
// but the last with their eighth bit set; it has at most 63 bits. A text is its length and its bytes.
//
// A reader trusts nothing: what is not as it should be raises BadBytes, and lengths are compared with what is left before
// memory is taken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gnomon::slices {

// The bytes are not what they should be; a sentence without full stop.
class BadBytes : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

void put_number(std::string& bytes, std::uint64_t number);
void put_signed(std::string& bytes, std::int64_t number);
void put_text(std::string& bytes, std::string_view text);

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}
  std::size_t left() const { return rest_.size(); }

  std::uint64_t number();
  // Not above `most`.
  std::uint64_t number(std::uint64_t most);
  // How many items follow, each of at least `least` bytes.
  std::size_t count(std::size_t least = 1);
  std::int64_t signed_number();
  std::string_view text();
  // Requires that nothing is left.
  void end() const;

 private:
  std::string_view rest_;
};

}  // namespace gnomon::slices
