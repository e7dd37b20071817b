// A number with its noun: `1 state`, `2 states`, `3 indexes`.
#pragma once

#include <concepts>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace gnomon {

inline std::string plural(std::integral auto count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : noun.ends_with('x') ? "es" : "s");
}

}  // namespace gnomon
