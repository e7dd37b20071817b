#include "task/journal.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <random>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process/read_available.h"
#include "task/frame.h"

namespace gnomon::task {

namespace {

using Entry = nlohmann::json;

bool is_run_name(const std::string& text) {
  constexpr std::size_t kDigits = 16;
  return text.size() == kDigits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

bool is_regular(int file) {
  struct stat about {};
  return fstat(file, &about) == 0 && S_ISREG(about.st_mode);
}

}  // namespace

std::string new_run_name() {
  std::random_device source;
  return fmt::format("{:08x}{:08x}", source(), source());
}

Journal::Journal(const std::string& path, const std::string& version, std::string& problem) : path_(path) {
  problem = open(version);
  if (!problem.empty()) problem = fmt::format("{}: {}", path, problem);
}

Journal::~Journal() {
  if (file_ >= 0) close(file_);
}

std::string Journal::open(const std::string& version) {
  file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) return std::strerror(errno);
  if (!is_regular(file_)) return "this is no file that results can be kept in";
  if (flock(file_, LOCK_EX | LOCK_NB) != 0) return "another process is using this file";
  std::string bytes;
  if (!process::read_available(file_, bytes)) return std::strerror(errno);
  std::size_t whole = 0;
  if (std::string problem = read(bytes, version, whole); !problem.empty()) return problem;
  if (ftruncate(file_, static_cast<off_t>(whole)) != 0 || lseek(file_, 0, SEEK_END) < 0) return std::strerror(errno);
  if (run_.empty()) {
    run_ = new_run_name();
    const std::string head = Entry{{"kind", "journal"}, {"gnomon", version}, {"run", run_}}.dump();
    if (std::string problem = append(encode_frame({{"head", head}})); !problem.empty()) return problem;
  }
  ++incarnation_;
  return append(encode_frame({{"head", R"({"kind":"opened"})"}}));
}

// Takes in the frames; `whole` is where the last whole one ends.
std::string Journal::read(const std::string& bytes, const std::string& version, std::size_t& whole) {
  constexpr const char* kOther = "this file has something else than results of gnomon";
  constexpr std::size_t kLongestNumber = 20;
  std::string_view rest(bytes);
  while (!rest.empty()) {
    const std::size_t line = rest.find('\n');
    if (line == std::string_view::npos && rest.size() <= kLongestNumber && !run_.empty()) return "";
    if (line > kLongestNumber) return kOther;  // also when the line has no end
    std::size_t size = 0;
    auto [end, error] = std::from_chars(rest.data(), rest.data() + line, size);
    if (error != std::errc() || end != rest.data() + line) return kOther;
    rest.remove_prefix(line + 1);
    if (size > rest.size()) return "";  // it was being written when the process ended
    const std::optional<Parts> parts = decode_frame(rest.substr(0, size));
    rest.remove_prefix(size);
    if (!parts && rest.empty() && !run_.empty()) return "";
    if (!parts || !parts->contains("head")) return run_.empty() ? kOther : "a result in this file is damaged";
    const Entry head = Entry::parse(parts->find("head")->second, nullptr, false);
    const std::string kind = head.is_object() ? head.value("kind", "") : "";
    if (kind == "journal") {
      run_ = head.value("run", "");
      const std::string writer = head.value("gnomon", "");
      if (!is_run_name(run_)) return kOther;
      if (writer != version) {
        return fmt::format("its results are those of gnomon {}, and this is gnomon {}; name another file", writer,
                           version);
      }
    } else if (kind == "opened" && !run_.empty()) {
      ++incarnation_;
    } else if (kind == "result" && !run_.empty() && parts->contains("body")) {
      std::optional<Result> result = decode_result(parts->find("body")->second);
      if (!result) return "a result in this file is damaged";
      results_.insert_or_assign(head.value("task", ""), std::move(*result));
    } else {
      return kOther;
    }
    whole = bytes.size() - rest.size();
  }
  return "";
}

std::string Journal::append(const std::string& frame) {
  const std::string bytes = fmt::format("{}\n{}", frame.size(), frame);
  const off_t before = lseek(file_, 0, SEEK_END);
  std::string_view rest(bytes);
  while (!rest.empty()) {
    const ssize_t count = write(file_, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      std::string problem = std::strerror(errno);
      // Half a frame in the middle would make the file unreadable.
      if (ftruncate(file_, before) != 0) problem += "; the file is damaged";
      return problem;
    }
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  return fdatasync(file_) == 0 ? "" : std::strerror(errno);
}

std::string Journal::add(const std::string& task, const Result& result) {
  const std::string head = Entry{{"kind", "result"}, {"task", task}}.dump();
  const std::string body = encode_result(result);
  const std::string problem = append(encode_frame({{"head", head}, {"body", body}}));
  return problem.empty() ? "" : fmt::format("cannot write {}: {}", path_, problem);
}

}  // namespace gnomon::task
