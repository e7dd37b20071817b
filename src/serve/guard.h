// Who may use the server. A page of another site in the same browser can send requests here, and can make a name of its
// own point to this machine; so a request has to show
//   - a host that is one of ours (a name that somebody else gave to this machine is none of them),
//   - if the browser tells where it comes from, that it comes from our own page,
//   - and, for everything but the page itself, the token of the start link.
// The token travels in a header, which other sites cannot set, and never in a cookie, which the browser would add by
// itself and show to the other servers of this machine.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gnomon::serve {

struct Access {
  std::string token;
  std::vector<std::string> hosts;  // as browsers write them: `127.0.0.1:8470`
  std::size_t most_bytes = 0;      // of a body
};

// What a request says of itself; empty: nothing.
struct Asked {
  std::string method;
  std::string path;
  std::string host;
  std::string origin;
  std::string site;  // Sec-Fetch-Site
  std::string token;
  std::string content_type;
  std::string content_length;
  std::string content_encoding;
  std::string transfer_encoding;
};

struct Refusal {
  int status = 403;
  std::string message;
};

// None: the request may pass.
std::optional<Refusal> refusal(const Access& access, const Asked& asked);

// 128 bits from the system's source of randomness, as hexadecimal digits. Throws std::system_error.
std::string random_token();
// Takes the same time wherever the texts differ.
bool same_secret(std::string_view one, std::string_view other);

}  // namespace gnomon::serve
