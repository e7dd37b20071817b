// Distinct ids are distinct types: an agent's number is not a variable's number.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace gnomon {

// A number that only compares with numbers of the same kind. The default value is `none`.
template <class Tag>
struct Id {
  static constexpr std::uint32_t kNone = 0xffffffffu;
  std::uint32_t value = kNone;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t number) : value(static_cast<std::uint32_t>(number)) {}
  constexpr bool is_none() const { return value == kNone; }
  constexpr std::size_t index() const { return value; }
  constexpr auto operator<=>(const Id&) const = default;
};

}  // namespace gnomon

template <class Tag>
struct std::hash<gnomon::Id<Tag>> {
  std::size_t operator()(gnomon::Id<Tag> id) const noexcept { return std::hash<std::uint32_t>{}(id.value); }
};
