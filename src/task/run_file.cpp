#include "task/run_file.h"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process/read_available.h"

namespace gnomon::task {

namespace {

using HeadText = nlohmann::json;

bool is_run_name(const std::string& text) {
  constexpr std::size_t kDigits = 16;
  return text.size() == kDigits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

bool is_regular(int file) {
  struct stat about {};
  return fstat(file, &about) == 0 && S_ISREG(about.st_mode);
}

std::string kind_of(const Parts& parts) {
  if (!parts.contains("head")) return "";
  const HeadText head = HeadText::parse(parts.find("head")->second, nullptr, false);
  return head.is_object() && head.contains("kind") && head["kind"].is_string() ? head["kind"].get<std::string>() : "";
}

}  // namespace

std::string new_run_name() {
  std::random_device source;
  return fmt::format("{:08x}{:08x}", source(), source());
}

RunFile::~RunFile() {
  if (file_ >= 0) close(file_);
}

std::string RunFile::open(const std::string& path, const RunFileHead& head, const Take& take) {
  path_ = path;
  const std::string problem = open_file(head, take);
  return problem.empty() ? "" : fmt::format("{}: {}", path, problem);
}

std::string RunFile::open_file(const RunFileHead& head, const Take& take) {
  file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) return std::strerror(errno);
  if (!is_regular(file_)) return fmt::format("this is no file that {} can be kept in", head.holds);
  if (flock(file_, LOCK_EX | LOCK_NB) != 0) return "another process is using this file";
  std::string bytes;
  if (!process::read_available(file_, bytes)) return std::strerror(errno);
  std::size_t whole = 0;
  if (std::string problem = read(bytes, head, take, whole); !problem.empty()) return problem;
  if (ftruncate(file_, static_cast<off_t>(whole)) != 0 || lseek(file_, 0, SEEK_END) < 0) return std::strerror(errno);
  if (run_.empty()) {
    run_ = new_run_name();
    const std::string text =
        HeadText{{"kind", head.kind}, {"gnomon", head.version}, {"run", run_}, {"about", head.about}}.dump();
    if (std::string problem = write_frame(encode_frame({{"head", text}})); !problem.empty()) return problem;
  }
  ++incarnation_;
  return write_frame(encode_frame({{"head", R"({"kind":"opened"})"}}));
}

std::string RunFile::take_head(const Parts& parts, const RunFileHead& head) {
  std::string other = fmt::format("this file has something else than {} of gnomon", head.holds);
  const HeadText text = HeadText::parse(parts.find("head")->second, nullptr, false);
  if (kind_of(parts) != head.kind) return other;
  std::map<std::string, std::string> about;
  std::string writer;
  try {
    run_ = text.at("run").get<std::string>();
    writer = text.at("gnomon").get<std::string>();
    if (text.contains("about")) about = text.at("about").get<std::map<std::string, std::string>>();
  } catch (const HeadText::exception&) {
    return other;
  }
  if (!is_run_name(run_)) return other;
  if (writer != head.version) {
    return fmt::format("its {} are those of gnomon {}, and this is gnomon {}; name another file", head.holds, writer,
                       head.version);
  }
  for (const auto& [name, value] : head.about) {
    if (auto found = about.find(name); found == about.end() || found->second != value) {
      return fmt::format("it is about a check with {}; name another file", name);
    }
  }
  return "";
}

// Takes in the frames; `whole` is where the last whole one ends.
std::string RunFile::read(const std::string& bytes, const RunFileHead& head, const Take& take, std::size_t& whole) {
  std::string other = fmt::format("this file has something else than {} of gnomon", head.holds);
  constexpr std::size_t kLongestNumber = 20;
  std::string_view rest(bytes);
  while (!rest.empty()) {
    const std::size_t line = rest.find('\n');
    if (line == std::string_view::npos && rest.size() <= kLongestNumber && !run_.empty()) return "";
    if (line > kLongestNumber) return other;  // also when the line has no end
    std::size_t size = 0;
    auto [end, error] = std::from_chars(rest.data(), rest.data() + line, size);
    if (error != std::errc() || end != rest.data() + line) return other;
    rest.remove_prefix(line + 1);
    if (size > rest.size()) return "";  // it was being written when the process ended
    const std::optional<Parts> parts = decode_frame(rest.substr(0, size));
    rest.remove_prefix(size);
    if (!parts && rest.empty() && !run_.empty()) return "";
    if (!parts || !parts->contains("head")) return run_.empty() ? other : "a part of this file is damaged";
    std::string problem;
    if (run_.empty()) {
      problem = take_head(*parts, head);
    } else if (kind_of(*parts) == "opened") {
      ++incarnation_;
    } else {
      problem = take(*parts, whole);
    }
    if (!problem.empty()) return problem;
    whole = bytes.size() - rest.size();
  }
  return "";
}

std::string RunFile::write_frame(const std::string& frame) {
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

std::string RunFile::append(const Parts& parts) {
  const std::string problem = write_frame(encode_frame(parts));
  return problem.empty() ? "" : fmt::format("cannot write {}: {}", path_, problem);
}

// That the file was opened is kept: incarnations must not be given twice.
std::string RunFile::cut(std::size_t place) {
  if (ftruncate(file_, static_cast<off_t>(place)) != 0) return fmt::format("{}: {}", path_, std::strerror(errno));
  for (std::size_t i = 0; i < incarnation_; ++i) {
    std::string problem = append({{"head", R"({"kind":"opened"})"}});
    if (!problem.empty()) return problem;
  }
  return "";
}

}  // namespace gnomon::task
