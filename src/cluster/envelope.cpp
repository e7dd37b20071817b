#include "cluster/envelope.h"

#include <nlohmann/json.hpp>

#include "task/frame.h"

namespace gnomon::cluster {

namespace {

using EnvelopeHead = nlohmann::json;

bool is_hexadecimal(const std::string& text, std::size_t digits) {
  return text.size() == digits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

std::string text_of(const EnvelopeHead& head, const char* name) {
  auto found = head.find(name);
  return found != head.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<std::size_t> number_of(const EnvelopeHead& head, const char* name) {
  auto found = head.find(name);
  if (found == head.end() || !found->is_number_unsigned()) return std::nullopt;
  return found->get<std::size_t>();
}

}  // namespace

std::string encode_envelope(const Envelope& envelope, std::string_view key) {
  EnvelopeHead head = {{"kind", envelope.kind == Kind::Task ? "task" : "result"},
                       {"run", envelope.run},
                       {"incarnation", envelope.incarnation},
                       {"task", envelope.task}};
  if (envelope.pieces > 0) {
    head["digest"] = envelope.digest;
    head["size"] = envelope.size;
    head["pieces"] = envelope.pieces;
  }
  const std::string text = head.dump();
  return task::encode_frame({{"head", text}, {"body", envelope.body}}, key);
}

std::optional<Envelope> decode_envelope(std::string_view bytes, std::string_view key) {
  constexpr std::size_t kRunDigits = 16;
  constexpr std::size_t kDigestDigits = 64;
  const std::optional<task::Parts> parts = task::decode_frame(bytes, key);
  if (!parts || parts->size() != 2 || !parts->contains("head") || !parts->contains("body")) return std::nullopt;
  const EnvelopeHead head = EnvelopeHead::parse(parts->find("head")->second, nullptr, false);
  if (!head.is_object()) return std::nullopt;
  const std::string kind = text_of(head, "kind");
  const std::optional<std::size_t> incarnation = number_of(head, "incarnation");
  Envelope envelope;
  envelope.kind = kind == "task" ? Kind::Task : Kind::Result;
  envelope.run = text_of(head, "run");
  envelope.task = text_of(head, "task");
  if ((kind != "task" && kind != "result") || !incarnation || !is_hexadecimal(envelope.run, kRunDigits) ||
      !is_hexadecimal(envelope.task, kDigestDigits)) {
    return std::nullopt;
  }
  envelope.incarnation = *incarnation;
  if (head.contains("pieces")) {
    const std::optional<std::size_t> pieces = number_of(head, "pieces");
    const std::optional<std::size_t> size = number_of(head, "size");
    envelope.digest = text_of(head, "digest");
    if (!pieces || !size || !is_hexadecimal(envelope.digest, kDigestDigits) || *size == 0 || *size > kMostBodyBytes ||
        *pieces != (*size + kPieceBytes - 1) / kPieceBytes) {
      return std::nullopt;
    }
    envelope.pieces = *pieces;
    envelope.size = *size;
    return envelope;
  }
  envelope.body = parts->find("body")->second;
  return envelope;
}

}  // namespace gnomon::cluster
