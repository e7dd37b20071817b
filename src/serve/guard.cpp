#include "serve/guard.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <fmt/format.h>
#include <sys/random.h>
#include <system_error>

namespace gnomon::serve {

namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

std::optional<Refusal> body_refusal(const Access& access, const Asked& asked) {
  std::string type = lower(asked.content_type.substr(0, asked.content_type.find(';')));
  if (type != "application/json") return Refusal{415, "a request has the content type application/json"};
  if (!asked.transfer_encoding.empty() || asked.content_length.empty()) {
    return Refusal{411, "a request says how long it is"};
  }
  if (!asked.content_encoding.empty()) return Refusal{415, "a request is not compressed"};
  std::size_t length = 0;
  const char* end = asked.content_length.data() + asked.content_length.size();
  auto [rest, status] = std::from_chars(asked.content_length.data(), end, length);
  if (rest != end || (status != std::errc{} && status != std::errc::result_out_of_range)) {
    return Refusal{400, "the length of the request is no number"};
  }
  if (status == std::errc::result_out_of_range || length > access.most_bytes) {
    return Refusal{413,
                   fmt::format("the request is larger than the {} bytes that this server takes", access.most_bytes)};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Refusal> refusal(const Access& access, const Asked& asked) {
  std::string host = lower(asked.host);
  if (std::find(access.hosts.begin(), access.hosts.end(), host) == access.hosts.end()) {
    return Refusal{421, "this is not the address of the studio; use the link that `gnomon serve` printed"};
  }
  // Which of the two it is depends on who does TLS: the server, or a proxy before it.
  std::string origin = lower(asked.origin);
  bool foreign = !origin.empty() && origin != "http://" + host && origin != "https://" + host;
  foreign = foreign || (!asked.site.empty() && asked.site != "same-origin" && asked.site != "none");
  const bool is_page = !asked.path.starts_with("/api/");
  // A link on another site may lead to the page, which shows nothing without the token.
  if (foreign && !(is_page && asked.method == "GET" && asked.origin.empty())) {
    return Refusal{403, "another page may not use the studio"};
  }
  if (asked.method != "GET" && asked.method != "POST") return Refusal{405, "requests are GET or POST"};
  if (is_page) {
    if (asked.method == "POST") return Refusal{404, "there is nothing here"};
    return std::nullopt;
  }
  if (!same_secret(asked.token, access.token)) {
    return Refusal{401, "the token is missing or wrong; use the link that `gnomon serve` printed"};
  }
  if (asked.method == "POST") return body_refusal(access, asked);
  return std::nullopt;
}

std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw std::system_error(errno, std::generic_category(), "getrandom");
  }
  std::string text;
  for (unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

bool same_secret(std::string_view one, std::string_view other) {
  if (one.size() != other.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    difference |= static_cast<unsigned char>(one[i]) ^ static_cast<unsigned char>(other[i]);
  }
  return difference == 0;
}

}  // namespace gnomon::serve
