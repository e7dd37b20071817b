// Any bytes from the network are read as something of the right form, or refused; nothing else happens. The first byte says
// who gets the rest:
//
//   0  the readers of records, as they come and as the content of a frame whose sum is right
//   1  the reader of letters between coordinator and hosts of slices
//   2  the reader of diagrams
//   3  a host of slices, as letters of the coordinator and of another host, after a good start
//   4  the coordinator of slices, as letters of two helpers
//
// What was read is written and read again, and must be the same.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/envelope.h"
#include "cluster/helper_record.h"
#include "cluster/mail.h"
#include "ispl/load.h"
#include "slices/cut_model.h"
#include "slices/diagram_bytes.h"
#include "slices/host.h"
#include "slices/letters.h"
#include "slices/remote_crew.h"
#include "task/frame.h"

namespace {

using namespace gnomon;

constexpr const char* kText = R"(
Agent A
  Vars: x : 0 .. 4; b : boolean; end Vars
  Actions = {up, stay};
  Protocol: x < 4 : {up, stay}; Other : {stay}; end Protocol
  Evolution: x = x + 1 if Action = up; b = true if x = 2; end Evolution
end Agent
Agent B
  Vars: y : {one, two, three}; end Vars
  Actions = {go, wait};
  Protocol: Other : {go, wait}; end Protocol
  Evolution: y = two if Action = go and y = one; y = three if Action = go and y = two and A.Action = up; end Evolution
end Agent
Evaluation p if A.x = 3; end Evaluation
InitStates A.x = 0 and A.b = false and B.y = one; end InitStates
Formulae EF p; end Formulae
)";

void require(bool condition, const char* words) {
  if (condition) return;
  std::fprintf(stderr, "%s\n", words);
  std::abort();
}

const ispl::CheckedModel& the_model() {
  static const Source source("model", kText);
  static Diagnostics diagnostics;
  static std::optional<ispl::CheckedModel> model = ispl::load_model(source, {}, diagnostics);
  require(model.has_value(), "the model is good");
  return *model;
}

// An operation on a few thousand nodes is enough to see what goes wrong.
model::ModelOptions small_options() {
  model::ModelOptions options;
  options.budget.nodes = 20'000;
  return options;
}

template <class Record, class Encode, class Decode>
void same_again(const std::optional<Record>& record, Encode encode, Decode decode) {
  if (!record) return;
  const std::string bytes = encode(*record);
  const std::optional<Record> again = decode(bytes);
  require(again && encode(*again) == bytes, "a record that was written is not read as it was");
}

void read_record(std::string_view bytes) {
  auto packet = [](std::string_view all) { return cluster::decode_packet(all, ""); };
  auto envelope = [](std::string_view all) { return cluster::decode_envelope(all, ""); };
  for (const std::string_view name : {"body", "task", "answer", "text"}) {
    const std::size_t cut = std::min(bytes.find('\0'), bytes.size());
    const std::string framed = task::encode_frame(
        {{"head", bytes.substr(0, cut)}, {std::string(name), bytes.substr(std::min(cut + 1, bytes.size()))}});
    for (const std::string_view all : {bytes, std::string_view(framed)}) {
      same_again(
          packet(all), [](const auto& one) { return cluster::encode_packet(one, ""); }, packet);
      same_again(
          envelope(all), [](const auto& one) { return cluster::encode_envelope(one, ""); }, envelope);
      same_again(cluster::decode_helper(all), cluster::encode_helper, cluster::decode_helper);
      same_again(task::decode_task(all), task::encode_task, task::decode_task);
      same_again(task::decode_answer(all), task::encode_answer, task::decode_answer);
      same_again(task::decode_result(all), task::encode_result, task::decode_result);
    }
  }
}

// Reads a letter and writes it as it was read.
std::string rewritten(std::string_view bytes) {
  slices::ByteReader reader(bytes);
  switch (slices::take_kind(reader)) {
    case slices::LetterKind::Start:
      return slices::encode_letter(slices::take_start(reader));
    case slices::LetterKind::Commands: {
      std::vector<std::string> log;
      for (const slices::Command& command : slices::take_commands(reader)) {
        log.push_back(slices::encode_command(command));
      }
      return slices::encode_commands(log, 0, log.size());
    }
    case slices::LetterKind::Question:
      return slices::encode_letter(slices::take_question(reader));
    case slices::LetterKind::GoOn:
      return slices::encode_go_on(slices::take_go_on(reader));
    case slices::LetterKind::Abandon:
      return slices::encode_abandon(slices::take_abandon(reader));
    case slices::LetterKind::Answer: {
      slices::AnswerLetter letter = slices::take_answer_letter(reader);
      letter.work.phases.clear();  // seconds are rounded
      letter.work.waited = 0;
      return slices::encode_letter(letter);
    }
    case slices::LetterKind::Failed:
      return slices::encode_letter(slices::take_failed(reader));
    case slices::LetterKind::Complaint:
      return slices::encode_letter(slices::take_complaint(reader));
    case slices::LetterKind::Pieces:
      return slices::encode_letter(slices::take_pieces(reader));
  }
  return {};
}

void read_letter(std::string_view bytes) {
  std::string once;
  try {
    once = rewritten(bytes);
  } catch (const slices::BadBytes&) {
    return;
  }
  require(rewritten(once) == once, "a letter that was written is not read as it was");
}

void read_diagram(std::string_view bytes) {
  const model::SymbolicModel model(the_model(), small_options());
  const slices::Bits bits(the_model(), model.encoding());
  std::vector<bdd::Bdd> found;
  try {
    found = slices::from_bytes(bytes, bits);
  } catch (const slices::BadBytes&) {
    return;
  } catch (const LimitReached&) {
    return;
  }
  require(slices::from_bytes(slices::to_bytes(found, bits), bits) == found, "a diagram is not read as it was written");
}

// Letters with their senders out of bytes: a byte for the sender, two for the length, the letter.
std::vector<Letter> letters_of(std::string_view bytes, std::size_t senders) {
  constexpr std::size_t kHead = 3;
  std::vector<Letter> letters;
  while (bytes.size() >= kHead) {
    const auto number = [&](std::size_t at) { return std::size_t{static_cast<unsigned char>(bytes[at])}; };
    const std::size_t from = number(0) % senders;
    const std::size_t length = number(1) + 256 * number(2);
    bytes.remove_prefix(kHead);
    letters.push_back({from, std::string(bytes.substr(0, length))});
    bytes.remove_prefix(letters.back().bytes.size());
  }
  return letters;
}

class WrittenPost : public HelperPost {
 public:
  explicit WrittenPost(std::vector<Letter> letters) : letters_(std::move(letters)) {}
  void send(std::size_t, std::string bytes) override { sent_ += bytes.size(); }
  std::optional<Letter> receive(std::chrono::milliseconds) override {
    if (next_ < letters_.size()) return letters_[next_++];
    broken_ = idle_++ > 2;  // there is time to do what was said
    return std::nullopt;
  }
  bool broken() const override { return broken_; }
  std::size_t gather(std::size_t, const std::function<void()>&) override {
    if (next_ == letters_.size()) throw LimitReached(Limit::Interrupt, "nobody is left");
    broken_ = false;
    return 2;
  }
  std::size_t spare() const override { return 0; }
  std::string name(std::size_t helper) const override { return std::to_string(helper); }
  void blame(std::size_t helper, const std::string&) override {
    require(helper == 1 || helper == 2, "blame for nobody");
    broken_ = true;
  }
  std::string why_lost() const override { return ""; }

 private:
  std::vector<Letter> letters_;
  std::size_t next_ = 0;
  std::size_t idle_ = 0;
  std::size_t sent_ = 0;
  bool broken_ = false;
};

// Two windows: the first bit of the model is 1, or 0.
std::vector<bdd::Bdd> two_windows(const model::SymbolicModel& model) {
  const bdd::Bdd one = model.manager().literal(model.encoding().current_vars().vars().front());
  return {one, !one};
}

void write_to_host(std::string_view bytes) {
  static const std::string start = [] {
    const model::SymbolicModel model(the_model());
    const slices::Bits bits(the_model(), model.encoding());
    return slices::encode_letter(
        slices::StartLetter{1, {1, 2}, 0, bits.order(), slices::to_bytes(two_windows(model), bits)});
  }();
  std::vector<Letter> letters = letters_of(bytes, 3);
  letters.insert(letters.begin(), {0, start});
  WrittenPost post(std::move(letters));
  slices::Host(the_model(), small_options(), post).work();
}

void write_to_coordinator(std::string_view bytes) {
  std::vector<Letter> letters = letters_of(bytes, 2);
  for (Letter& letter : letters) ++letter.from;
  WrittenPost post(std::move(letters));
  const Budget budget;
  model::SymbolicModel model(the_model(), small_options());
  slices::CutModel cut(model, small_options(), two_windows(model), 1, budget, &post);
  try {
    cut.advance();
    cut.improve_order();
    cut.confirm();
    cut.gathered(cut.reached());
  } catch (const LimitReached&) {
  }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0]) {
    case 0:
      read_record(bytes);
      break;
    case 1:
      read_letter(bytes);
      break;
    case 2:
      read_diagram(bytes);
      break;
    case 3:
      write_to_host(bytes);
      break;
    case 4:
      write_to_coordinator(bytes);
      break;
    default:
      break;
  }
  return 0;
}
