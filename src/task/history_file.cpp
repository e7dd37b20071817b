#include "task/history_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "process/read_available.h"
#include "task/sha256.h"

namespace gnomon::task {

namespace {

constexpr std::size_t kStatesKept = 2;

bool is_digest(const std::string& text) {
  constexpr std::size_t kDigits = 64;
  return text.size() == kDigits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

// A sentence about what went wrong, or empty.
std::string sync(const std::string& path, int flags) {
  const int file = open(path.c_str(), flags | O_CLOEXEC);
  std::string problem;
  if (file < 0 || fsync(file) != 0) problem = std::strerror(errno);
  if (file >= 0) close(file);
  return problem;
}

std::string write_synced(const std::string& path, std::string_view rest) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return std::strerror(errno);
  std::string problem;
  while (!rest.empty() && problem.empty()) {
    const ssize_t count = write(file, rest.data(), rest.size());
    if (count >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      problem = std::strerror(errno);
    }
  }
  if (problem.empty() && fsync(file) != 0) problem = std::strerror(errno);
  if (close(file) != 0 && problem.empty()) problem = std::strerror(errno);
  return problem;
}

}  // namespace

HistoryFile::HistoryFile(const std::string& path, const std::string& folder, const std::string& version,
                         const std::map<std::string, std::string>& about, std::string& problem)
    : folder_(folder) {
  const RunFileHead head{"history", "answers of slices", version, about};
  problem = file_.open(path, head, [this](const Parts& parts, std::size_t place) { return take_frame(parts, place); });
  if (problem.empty()) problem = find_last_state();
}

std::string HistoryFile::take_frame(const Parts& parts, std::size_t place) {
  const nlohmann::json head = nlohmann::json::parse(parts.find("head")->second, nullptr, false);
  const auto body = parts.find("body");
  if (!head.is_object() || head.value("kind", "") != "record" || body == parts.end()) {
    return "a part of this file is damaged";
  }
  records_.push_back({std::string(body->second), head.value("state", ""), place});
  if (!records_.back().state.empty() && !is_digest(records_.back().state)) return "a part of this file is damaged";
  return "";
}

std::string HistoryFile::find_last_state() {
  while (true) {
    auto last = std::find_if(records_.rbegin(), records_.rend(), [](const Record& one) { return !one.state.empty(); });
    if (last == records_.rend()) return "";
    if (read_state(last->state)) {
      last_state_ = static_cast<std::size_t>(records_.rend() - last) - 1;
      break;
    }
    lost_a_state_ = true;
    unlink(path_of(last->state).c_str());
    std::string problem = file_.cut(last->place);
    if (!problem.empty()) return problem;
    records_.erase(last.base() - 1, records_.end());
  }
  keep_last_states();
  return "";
}

// A process that ended may have left more than it kept.
void HistoryFile::keep_last_states() {
  std::vector<std::string> others;
  for (auto one = records_.rbegin(); one != records_.rend(); ++one) {
    const bool known = one->state.empty() || std::find(kept_.begin(), kept_.end(), one->state) != kept_.end();
    if (!known && kept_.size() < kStatesKept) {
      kept_.insert(kept_.begin(), one->state);
    } else if (!known) {
      others.push_back(one->state);
    }
  }
  for (const std::string& digest : others) unlink(path_of(digest).c_str());
}

std::string HistoryFile::path_of(const std::string& digest) const {
  return (std::filesystem::path(folder_) / (digest + ".state")).string();
}

std::optional<std::string> HistoryFile::read_state(const std::string& digest) const {
  const int file = open(path_of(digest).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  std::string bytes;
  const bool read = process::read_available(file, bytes);
  close(file);
  if (!read || sha256_text(bytes) != digest) return std::nullopt;
  return bytes;
}

std::optional<std::string> HistoryFile::state() {
  if (!last_state_ || next_ != *last_state_) return std::nullopt;
  return read_state(records_[next_].state);
}

std::string HistoryFile::tell(const std::string& record) {
  return file_.append({{"head", R"({"kind":"record"})"}, {"body", record}});
}

// The file with the state comes first, so that what the record names is there.
std::string HistoryFile::tell(const std::string& record, const std::string& state) {
  const std::string digest = sha256_text(state);
  std::string problem = write_state(digest, state);
  if (!problem.empty()) return problem;
  const std::string head = nlohmann::json{{"kind", "record"}, {"state", digest}}.dump();
  problem = file_.append({{"head", head}, {"body", record}});
  if (problem.empty()) keep(digest);
  return problem;
}

std::string HistoryFile::write_state(const std::string& digest, const std::string& state) const {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) return fmt::format("cannot make the folder {}: {}", folder_, error.message());
  const std::string path = path_of(digest);
  const std::string unfinished = path + ".part";
  std::string problem = write_synced(unfinished, state);
  if (problem.empty() && rename(unfinished.c_str(), path.c_str()) != 0) problem = std::strerror(errno);
  if (!problem.empty()) unlink(unfinished.c_str());
  if (problem.empty()) problem = sync(folder_, O_RDONLY | O_DIRECTORY);
  return problem.empty() ? "" : fmt::format("cannot write {}: {}", path, problem);
}

void HistoryFile::keep(const std::string& digest) {
  std::erase(kept_, digest);
  kept_.push_back(digest);
  while (kept_.size() > kStatesKept) {
    unlink(path_of(kept_.front()).c_str());
    kept_.erase(kept_.begin());
  }
}

}  // namespace gnomon::task
