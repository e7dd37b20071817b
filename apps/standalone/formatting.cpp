// What libfmt.so holds, compiled from the headers of fmt: Debian has no static library of it. The header with the
// definitions is the one that fmt's own source file includes; the templates below are those that its other header promises
// to be instantiated elsewhere, as far as the program uses them. One that is missing is an error of the linker.
#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
namespace detail {

template auto dragonbox::to_decimal(float x) noexcept -> dragonbox::decimal_fp<float>;
template auto dragonbox::to_decimal(double x) noexcept -> dragonbox::decimal_fp<double>;
template auto thousands_sep_impl<char>(locale_ref) -> thousands_sep_result<char>;
template auto decimal_point_impl<char>(locale_ref) -> char;

}  // namespace detail
FMT_END_NAMESPACE
