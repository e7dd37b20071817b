// The work behind the studio: what a request asks for, done in a process of its own (`gnomon studio-work VERB`).
//
// The server itself never reads a model. It hands the body of a request to such a process, which answers with events,
// each a JSON object on a line of its own, and passes the lines on to the page. Whatever a model does to the checker, it
// does it to a process with limits of time and memory. A verb keeps no state between requests: a walk travels as the text
// of its recording, a check as its options. docs/studio.md describes requests and events.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "gnomon/gnomon.h"

namespace gnomon::serve {

using Json = nlohmann::ordered_json;

// A request that makes no sense, with a sentence for the user.
class BadRequest : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct WorkLimits {
  double seconds = 60;
  std::size_t bytes = std::size_t{2} << 30;
  std::size_t model_bytes = std::size_t{1} << 20;
  std::size_t graph_states = 600;
  std::size_t sweep_runs = 200;
  const std::atomic<bool>* interrupt = nullptr;
};

using Emit = std::function<void(const Json& event)>;

// What editors ask while one types must not wait for checks that take their time.
enum class Pace : std::uint8_t { Quick, Long };

struct Verb {
  std::string_view name;
  Pace pace;
  void (*perform)(const Json& request, const WorkLimits& limits, const Emit& emit);
};
const std::vector<Verb>& verbs();
const Verb* find_verb(std::string_view name);

// Does what the request says. False if it could not: then the last event is of the kind `error`, with a sentence.
bool work(std::string_view verb, const std::string& request, const WorkLimits& limits, const Emit& emit);
// The event as a line; bytes that are no UTF-8 are replaced.
std::string event_line(const Json& event);

// The verbs, by file: work_read.cpp, work_check.cpp, work_sweep.cpp, work_walk.cpp.
void do_read(const Json& request, const WorkLimits& limits, const Emit& emit);
void do_language(const Json& request, const WorkLimits& limits, const Emit& emit);
void do_elaborate(const Json& request, const WorkLimits& limits, const Emit& emit);
void do_check(const Json& request, const WorkLimits& limits, const Emit& emit);
void do_explain(const Json& request, const WorkLimits& limits, const Emit& emit);
void do_sweep(const Json& request, const WorkLimits& limits, const Emit& emit);
void do_walk(const Json& request, const WorkLimits& limits, const Emit& emit);
void do_graph(const Json& request, const WorkLimits& limits, const Emit& emit);

}  // namespace gnomon::serve
