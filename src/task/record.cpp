#include "task/record.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "task/frame.h"

namespace gnomon::task {

namespace {

using nlohmann::json;

constexpr std::size_t kMostItems = 100'000;  // in a list of a record
constexpr double kLongestTime = 1e9;         // seconds

// Bytes that are no text are replaced; names and options have none.
std::string head_text(const json& head) {
  return head.dump(-1, ' ', false, json::error_handler_t::replace);
}

// Reads members of the head; whatever is not as it should be makes the whole record bad.
class Head {
 public:
  Head(const Parts& parts, std::string_view kind) {
    auto found = parts.find("head");
    if (found == parts.end()) return;
    head_ = json::parse(found->second, nullptr, false);
    good_ = head_.is_object() && head_.contains("kind") && head_["kind"] == kind;
  }

  bool good() const { return good_; }

  std::string text(const char* name) {
    const json* value = member(name, json::value_t::string);
    return value != nullptr ? value->get<std::string>() : std::string();
  }

  std::vector<std::string> texts(const char* name) {
    std::vector<std::string> list;
    const json* value = member(name, json::value_t::array);
    if (value == nullptr || !(good_ = value->size() <= kMostItems)) return list;
    for (const json& one : *value) {
      if (!(good_ = good_ && one.is_string())) return list;
      list.push_back(one.get<std::string>());
    }
    return list;
  }

  std::size_t number(const char* name) {
    const json* value = member(name, json::value_t::number_unsigned);
    return value != nullptr ? value->get<std::size_t>() : 0;
  }

  std::optional<std::size_t> optional_number(const char* name) {
    return has(name) ? std::optional(number(name)) : std::nullopt;
  }

  std::optional<double> seconds(const char* name) {
    if (!has(name)) return std::nullopt;
    const json& value = head_[name];
    if (!(good_ = good_ && value.is_number())) return std::nullopt;
    const double seconds = value.get<double>();
    good_ = std::isfinite(seconds) && seconds >= 0 && seconds <= kLongestTime;
    return seconds;
  }

 private:
  bool has(const char* name) const { return good_ && head_.contains(name); }

  const json* member(const char* name, json::value_t type) {
    good_ = has(name) && head_[name].type() == type;
    return good_ ? &head_[name] : nullptr;
  }

  json head_;
  bool good_ = false;
};

std::string part(const Parts& parts, const char* name) {
  auto found = parts.find(name);
  return found == parts.end() ? std::string() : std::string(found->second);
}

const char* ending_word(Ending ending) {
  switch (ending) {
    case Ending::Answered:
      return "answered";
    case Ending::TimeOver:
      return "time over";
    case Ending::Interrupted:
      return "interrupted";
    case Ending::Failed:
      return "failed";
  }
  return "";
}

std::optional<Ending> ending_of(const std::string& word) {
  for (Ending one : {Ending::Answered, Ending::TimeOver, Ending::Interrupted, Ending::Failed}) {
    if (word == ending_word(one)) return one;
  }
  return std::nullopt;
}

// Exit statuses of the program.
bool is_status(std::size_t status) {
  constexpr std::size_t kLargestStatus = 4;
  return status <= kLargestStatus;
}

}  // namespace

std::string encode_task(const Task& task) {
  std::vector<std::string> names;
  std::vector<std::string> values;
  for (const auto& [name, value] : task.parameters) {
    names.push_back(name);
    values.push_back(value);
  }
  json head = {{"kind", "task"},        {"model", task.model},           {"names", names},
               {"values", values},      {"formulas", task.formulas},     {"words", task.words},
               {"memory", task.memory}, {"properties", task.properties}, {"width", task.width}};
  if (task.timeout) head["timeout"] = *task.timeout;
  if (task.only) head["only"] = *task.only;
  const std::string text = head_text(head);
  return encode_frame({{"head", text}, {"text", task.text}, {"properties", task.properties_text}});
}

std::optional<Task> decode_task(std::string_view bytes) {
  const std::optional<Parts> parts = decode_frame(bytes);
  if (!parts) return std::nullopt;
  Head head(*parts, "task");
  Task task;
  task.model = head.text("model");
  const std::vector<std::string> names = head.texts("names");
  const std::vector<std::string> values = head.texts("values");
  if (names.size() != values.size()) return std::nullopt;
  for (std::size_t i = 0; i < names.size(); ++i) task.parameters.emplace_back(names[i], values[i]);
  task.formulas = head.texts("formulas");
  task.words = head.texts("words");
  task.memory = head.number("memory");
  task.properties = head.text("properties");
  task.width = head.number("width");
  task.timeout = head.seconds("timeout");
  task.only = head.optional_number("only");
  if (!head.good() || parts->size() != 3) return std::nullopt;
  task.text = part(*parts, "text");
  task.properties_text = part(*parts, "properties");
  return task;
}

std::string encode_answer(const Answer& answer) {
  const std::string head = head_text({{"kind", "answer"}, {"status", static_cast<std::size_t>(answer.status)}});
  return encode_frame({{"head", head}, {"document", answer.document}, {"lines", answer.lines}});
}

std::optional<Answer> decode_answer(std::string_view bytes) {
  const std::optional<Parts> parts = decode_frame(bytes);
  if (!parts) return std::nullopt;
  Head head(*parts, "answer");
  const std::size_t status = head.number("status");
  if (!head.good() || !is_status(status)) return std::nullopt;
  return Answer{static_cast<int>(status), part(*parts, "document"), part(*parts, "lines")};
}

std::string encode_result(const Result& result) {
  const std::string head = head_text({{"kind", "result"},
                                      {"ending", ending_word(result.ending)},
                                      {"status", static_cast<std::size_t>(result.answer.status)},
                                      {"reason", result.reason},
                                      {"seconds", result.seconds},
                                      {"memory", result.memory},
                                      {"worker", result.worker}});
  return encode_frame({{"head", head},
                       {"document", result.answer.document},
                       {"lines", result.answer.lines},
                       {"messages", result.messages}});
}

std::optional<Result> decode_result(std::string_view bytes) {
  const std::optional<Parts> parts = decode_frame(bytes);
  if (!parts) return std::nullopt;
  Head head(*parts, "result");
  const std::optional<Ending> ending = ending_of(head.text("ending"));
  const std::size_t status = head.number("status");
  Result result;
  result.reason = head.text("reason");
  result.seconds = head.seconds("seconds").value_or(-1);
  result.memory = head.number("memory");
  result.worker = head.text("worker");
  if (!head.good() || !ending || !is_status(status) || result.seconds < 0) return std::nullopt;
  result.ending = *ending;
  result.answer = {static_cast<int>(status), part(*parts, "document"), part(*parts, "lines")};
  result.messages = part(*parts, "messages");
  return result;
}

}  // namespace gnomon::task
