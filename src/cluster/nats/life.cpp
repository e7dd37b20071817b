#include "cluster/nats/life.h"

#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace gnomon::cluster {

namespace {

using LifeJson = nlohmann::json;

// Whatever is not of the right type is an exception of the library, which makes the whole of no use.
template <class Life, class Read>
std::optional<Life> read_life(const std::string& text, const char* kind, Read read) {
  const LifeJson json = LifeJson::parse(text, nullptr, false);
  if (!json.is_object() || json.value("kind", LifeJson()) != kind) return std::nullopt;
  try {
    Life life;
    read(json, life);
    return life;
  } catch (const LifeJson::exception&) {
    return std::nullopt;
  }
}

std::string life_text(const LifeJson& json) {
  return json.dump(-1, ' ', false, LifeJson::error_handler_t::replace);
}

}  // namespace

std::string encode_life(const WorkerLife& life) {
  const WorkerFacts& facts = life.facts;
  return life_text({{"kind", "worker"},
                    {"id", facts.id},
                    {"host", facts.host},
                    {"version", facts.version},
                    {"jobs", facts.jobs},
                    {"busy", facts.busy},
                    {"slices", facts.slices},
                    {"memory", facts.memory},
                    {"done", facts.done},
                    {"rejected", facts.rejected},
                    {"tasks", life.tasks}});
}

std::optional<WorkerLife> decode_worker(const std::string& text) {
  return read_life<WorkerLife>(text, "worker", [](const LifeJson& json, WorkerLife& life) {
    json.at("id").get_to(life.facts.id);
    json.at("host").get_to(life.facts.host);
    json.at("version").get_to(life.facts.version);
    json.at("jobs").get_to(life.facts.jobs);
    json.at("busy").get_to(life.facts.busy);
    json.at("slices").get_to(life.facts.slices);
    json.at("memory").get_to(life.facts.memory);
    json.at("done").get_to(life.facts.done);
    json.at("rejected").get_to(life.facts.rejected);
    json.at("tasks").get_to(life.tasks);
  });
}

std::string encode_life(const RunFacts& run) {
  return life_text({{"kind", "run"},
                    {"run", run.run},
                    {"host", run.host},
                    {"incarnation", run.incarnation},
                    {"tasks", run.tasks},
                    {"ended", run.ended},
                    {"seconds", run.seconds}});
}

std::optional<RunFacts> decode_run(const std::string& text) {
  return read_life<RunFacts>(text, "run", [](const LifeJson& json, RunFacts& run) {
    json.at("run").get_to(run.run);
    json.at("host").get_to(run.host);
    json.at("incarnation").get_to(run.incarnation);
    json.at("tasks").get_to(run.tasks);
    json.at("ended").get_to(run.ended);
    json.at("seconds").get_to(run.seconds);
  });
}

std::string encode_life(const Cancellation& cancellation) {
  return life_text({{"kind", "cancel"}, {"run", cancellation.run}, {"incarnation", cancellation.incarnation}});
}

std::optional<Cancellation> decode_cancellation(const std::string& text) {
  return read_life<Cancellation>(text, "cancel", [](const LifeJson& json, Cancellation& cancellation) {
    json.at("run").get_to(cancellation.run);
    json.at("incarnation").get_to(cancellation.incarnation);
  });
}

std::string stranger_note(const WorkerFacts& worker, const std::string& version) {
  return fmt::format("worker {} has version {}, and this is {}: it gets no tasks", worker.id, worker.version, version);
}

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string("unknown");
}

}  // namespace gnomon::cluster
