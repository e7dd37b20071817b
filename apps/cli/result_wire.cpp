#include "result_wire.h"

#include <cstring>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace gnomon::cli {

namespace {

template <class T>
constexpr bool is_plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class WireWriter {
 public:
  template <class... T>
  void operator()(const T&... values) {
    (one(values), ...);
  }
  std::string take() { return std::move(bytes_); }

 private:
  template <class T>
  void one(const T& value) {
    if constexpr (is_plain<T>) {
      bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    } else {
      fields(*this, value);
    }
  }
  void one(const std::string& text) {
    one(text.size());
    bytes_ += text;
  }
  template <class T>
  void one(const std::vector<T>& list) {
    one(list.size());
    for (const T& value : list) one(value);
  }
  void one(const std::vector<bool>& list) {
    one(list.size());
    for (bool value : list) one(value);
  }
  template <class T>
  void one(const std::optional<T>& value) {
    one(value.has_value());
    if (value) one(*value);
  }
  template <class A, class B>
  void one(const std::pair<A, B>& both) {
    one(both.first);
    one(both.second);
  }

  std::string bytes_;
};

class WireReader {
 public:
  explicit WireReader(std::string_view bytes) : bytes_(bytes) {}
  template <class... T>
  void operator()(T&... values) {
    (one(values), ...);
  }

 private:
  std::string_view next(std::size_t count) {
    if (count > bytes_.size()) throw std::runtime_error("a result of another process is cut off");
    const std::string_view part = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return part;
  }
  template <class T>
  void one(T& value) {
    if constexpr (is_plain<T>) {
      std::memcpy(&value, next(sizeof value).data(), sizeof value);
    } else {
      fields(*this, value);
    }
  }
  std::size_t size() {
    std::size_t count = 0;
    one(count);
    return count;
  }
  void one(std::string& text) { text = next(size()); }
  template <class T>
  void one(std::vector<T>& list) {
    const std::size_t count = size();
    list.clear();
    for (std::size_t i = 0; i < count; ++i) one(list.emplace_back());
  }
  void one(std::vector<bool>& list) {
    const std::size_t count = size();
    list.clear();
    for (std::size_t i = 0; i < count; ++i) {
      bool value = false;
      one(value);
      list.push_back(value);
    }
  }
  template <class T>
  void one(std::optional<T>& value) {
    bool given = false;
    one(given);
    value.reset();
    if (given) one(value.emplace());
  }
  template <class A, class B>
  void one(std::pair<A, B>& both) {
    one(both.first);
    one(both.second);
  }

  std::string_view bytes_;
};

// The type, const for the writer.
template <class T, class Known>
concept Of = std::is_same_v<std::remove_const_t<T>, Known>;

template <class Archive, Of<api::AgentState> T>
void fields(Archive& archive, T& value) {
  archive(value.agent, value.values);
}
template <class Archive, Of<api::Witness::Path::Truth> T>
void fields(Archive& archive, T& value) {
  archive(value.formula, value.holds);
}
template <class Archive, Of<api::Witness::Path> T>
void fields(Archive& archive, T& value) {
  archive(value.formula, value.holds, value.states, value.loop, value.last, value.actions, value.truth);
}
template <class Archive, Of<api::Witness::Link> T>
void fields(Archive& archive, T& value) {
  archive(value.from, value.to, value.agents, value.kind);
}
template <class Archive, Of<api::Witness::Move> T>
void fields(Archive& archive, T& value) {
  archive(value.actions, value.outcomes);
}
template <class Archive, Of<api::Witness::Entry> T>
void fields(Archive& archive, T& value) {
  archive(value.state, value.moves, value.step);
}
template <class Archive, Of<api::Witness::Table> T>
void fields(Archive& archive, T& value) {
  archive(value.formula, value.holds, value.uniform, value.agents, value.entries, value.open);
}
template <class Archive, Of<api::Witness::Possible> T>
void fields(Archive& archive, T& value) {
  archive(value.formula, value.state, value.count, value.states);
}
template <class Archive, Of<api::Witness::Taken> T>
void fields(Archive& archive, T& value) {
  archive(value.formula, value.holds, value.state);
}
template <class Archive, Of<api::Witness> T>
void fields(Archive& archive, T& value) {
  archive(value.counterexample, value.states, value.propositions, value.observes, value.paths, value.links,
          value.tables, value.possible, value.taken, value.notes, value.values, value.further, value.text, value.dot);
}
template <class Archive, Of<api::StepParameter> T>
void fields(Archive& archive, T& value) {
  archive(value.name, value.up);
}
template <class Archive, Of<api::StepRange> T>
void fields(Archive& archive, T& value) {
  archive(value.name, value.first, value.last);
}
template <class Archive, Of<api::StepValues> T>
void fields(Archive& archive, T& value) {
  archive(value.parameters, value.points, value.mixed, value.unbounded, value.range, value.good, value.stopped,
          value.at_least, value.at_most);
}
template <class Archive, Of<api::VacuousPart> T>
void fields(Archive& archive, T& value) {
  archive(value.formula, value.either, value.by);
}
template <class Archive, Of<api::FormulaResult> T>
void fields(Archive& archive, T& value) {
  archive(value.index, value.text, value.name, value.expected, value.file, value.line, value.column, value.logic,
          value.strategic, value.verdict, value.value, value.values, value.reason, value.reason_kind, value.advice,
          value.vacuous, value.basis, value.depth, value.rounds, value.witness, value.no_witness, value.seconds,
          value.engine, value.explanation);
}

}  // namespace

std::string to_wire(const api::FormulaResult& result) {
  WireWriter writer;
  writer(result);
  return writer.take();
}

api::FormulaResult result_from_wire(std::string_view bytes) {
  WireReader reader(bytes);
  api::FormulaResult result;
  reader(result);
  return result;
}

}  // namespace gnomon::cli
