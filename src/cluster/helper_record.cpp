#include "cluster/helper_record.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "task/frame.h"

namespace gnomon::cluster {

std::string encode_helper(const HelperRecord& record) {
  const nlohmann::json head = {{"kind", "helper"},      {"run", record.run},   {"incarnation", record.incarnation},
                               {"party", record.party}, {"life", record.life}, {"excluded", record.excluded}};
  const std::string text = head.dump();
  const std::string task = task::encode_task(record.task);
  return task::encode_frame({{"head", text}, {"task", task}});
}

std::optional<HelperRecord> decode_helper(std::string_view bytes) {
  const std::optional<task::Parts> parts = task::decode_frame(bytes);
  if (!parts || parts->size() != 2 || !parts->contains("head") || !parts->contains("task")) return std::nullopt;
  const nlohmann::json head = nlohmann::json::parse(parts->find("head")->second, nullptr, false);
  if (!head.is_object() || head.value("kind", nlohmann::json()) != "helper") return std::nullopt;
  std::optional<task::Task> task = task::decode_task(parts->find("task")->second);
  if (!task) return std::nullopt;
  HelperRecord record;
  try {  // whatever is not of the right type
    head.at("run").get_to(record.run);
    head.at("incarnation").get_to(record.incarnation);
    head.at("party").get_to(record.party);
    head.at("life").get_to(record.life);
    head.at("excluded").get_to(record.excluded);
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
  const bool named = !record.run.empty() && record.run.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!named || record.party == 0 || record.life.empty()) return std::nullopt;
  record.task = std::move(*task);
  return record;
}

}  // namespace gnomon::cluster
