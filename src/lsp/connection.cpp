#include "lsp/connection.h"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>
#include <utility>

#include "process/read_available.h"

namespace gnomon::lsp {

namespace {

constexpr std::size_t kLargestMessage = std::size_t{1} << 28;
constexpr std::size_t kLargestHeader = 4096;
constexpr int kDeepest = 500;  // nesting of what a client sends

bool starts_with_name(std::string_view line, std::string_view name) {
  if (line.size() < name.size()) return false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    if (lower(line[i]) != lower(name[i])) return false;
  }
  return true;
}

// The JSON library recurses; a message nested without bound must not reach it.
bool too_deep(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepest) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

}  // namespace

Connection::Connection(int in, int out)
    : in_(in), out_(out), in_flags_(fcntl(in, F_GETFL)), out_flags_(fcntl(out, F_GETFL)) {
  fcntl(in_, F_SETFL, in_flags_ | O_NONBLOCK);
  fcntl(out_, F_SETFL, fcntl(out_, F_GETFL) | O_NONBLOCK);
}

// What could not be sent yet is sent as long as the other side takes it.
Connection::~Connection() {
  constexpr int kPatience = 1000;  // milliseconds
  pollfd room{out_, POLLOUT, 0};
  while (wants_to_write() && poll(&room, 1, kPatience) > 0) flush();
  fcntl(in_, F_SETFL, in_flags_);
  fcntl(out_, F_SETFL, out_flags_);
}

void Connection::receive() {
  if (!closed_) closed_ = process::read_available(in_, received_);
}

void Connection::flush() {
  std::size_t sent = 0;
  while (sent < unsent_.size()) {
    ssize_t count = write(out_, unsent_.data() + sent, unsent_.size() - sent);
    if (count >= 0) {
      sent += static_cast<std::size_t>(count);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      break;
    } else if (errno != EINTR) {
      broken_ = true;
      break;
    }
  }
  unsent_.erase(0, broken_ ? unsent_.size() : sent);
}

// Reads lines up to the empty one; true if all of them are there.
bool Connection::take_header() {
  std::size_t end = received_.find("\r\n\r\n", taken_);
  std::size_t skip = 4;
  if (std::size_t plain = received_.find("\n\n", taken_); plain < end) {
    end = plain;
    skip = 2;
  }
  if (end == std::string::npos) {
    if (received_.size() - taken_ > kLargestHeader) {
      problem_ = "what arrives is no message of the Language Server Protocol";
      closed_ = true;
    }
    return false;
  }
  std::string_view header = std::string_view(received_).substr(taken_, end - taken_);
  constexpr std::string_view kName = "Content-Length:";
  while (!header.empty()) {
    std::size_t line_end = std::min(header.find('\n'), header.size());
    std::string_view line = header.substr(0, line_end);
    header.remove_prefix(std::min(line_end + 1, header.size()));
    if (!starts_with_name(line, kName)) continue;
    line.remove_prefix(kName.size());
    while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
    std::size_t length = 0;
    auto [last, status] = std::from_chars(line.data(), line.data() + line.size(), length);
    if (status == std::errc{} && length <= kLargestMessage) length_ = length;
  }
  taken_ = end + skip;
  if (!length_) {
    problem_ = "a message has no length, or is longer than 256 MiB";
    closed_ = true;
  }
  return length_.has_value();
}

std::optional<Json> Connection::next() {
  while (true) {
    if (!length_ && !take_header()) break;
    if (received_.size() - taken_ < *length_) break;
    std::string body = received_.substr(taken_, *length_);
    taken_ += *length_;
    length_.reset();
    Json message = too_deep(body) ? Json(Json::value_t::discarded) : Json::parse(body, nullptr, false);
    if (message.is_object()) return message;
    fail(nullptr, ErrorCode::ParseError, "the message is no JSON object");
  }
  received_.erase(0, taken_);
  taken_ = 0;
  return std::nullopt;
}

void Connection::send(Json message) {
  message["jsonrpc"] = "2.0";
  std::string body = message.dump(-1, ' ', false, Json::error_handler_t::replace);
  unsent_ += fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
  flush();
}

void Connection::respond(const Json& id, Json result) {
  send({{"id", id}, {"result", std::move(result)}});
}

void Connection::fail(const Json& id, ErrorCode code, const std::string& message) {
  send({{"id", id}, {"error", {{"code", static_cast<int>(code)}, {"message", message}}}});
}

void Connection::notify(const std::string& method, Json params) {
  send({{"method", method}, {"params", std::move(params)}});
}

int Connection::request(const std::string& method, Json params) {
  int id = ++requests_;
  send({{"id", id}, {"method", method}, {"params", std::move(params)}});
  return id;
}

}  // namespace gnomon::lsp
