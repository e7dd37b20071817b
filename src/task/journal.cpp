#include "task/journal.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace gnomon::task {

Journal::Journal(const std::string& path, const std::string& version, std::string& problem) {
  const RunFileHead head{"journal", "results", version, {}};
  problem = file_.open(path, head, [this](const Parts& parts, std::size_t) -> std::string {
    const nlohmann::json entry = nlohmann::json::parse(parts.find("head")->second, nullptr, false);
    if (!entry.is_object() || entry.value("kind", "") != "result" || !parts.contains("body")) {
      return "this file has something else than results of gnomon";
    }
    std::optional<Result> result = decode_result(parts.find("body")->second);
    if (!result) return "a result in this file is damaged";
    results_.insert_or_assign(entry.value("task", ""), std::move(*result));
    return "";
  });
}

std::string Journal::add(const std::string& task, const Result& result) {
  const std::string head = nlohmann::json{{"kind", "result"}, {"task", task}}.dump();
  const std::string body = encode_result(result);
  return file_.append({{"head", head}, {"body", body}});
}

}  // namespace gnomon::task
