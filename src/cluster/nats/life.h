// Signs of life, as JSON: what workers and coordinators say of themselves every second.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cluster/cluster.h"

namespace gnomon::cluster {

struct WorkerLife {
  WorkerFacts facts;
  std::vector<std::pair<std::string, std::string>> tasks;  // that it works on: run and task
};

std::string encode_life(const WorkerLife& life);
std::optional<WorkerLife> decode_worker(const std::string& text);
std::string encode_life(const RunFacts& run);
std::optional<RunFacts> decode_run(const std::string& text);

// That a run is to stop: whatever its coordinators up to this incarnation have sent; 0: what is under way.
struct Cancellation {
  std::string run;
  std::size_t incarnation = 0;
};
std::string encode_life(const Cancellation& cancellation);
std::optional<Cancellation> decode_cancellation(const std::string& text);

// That a worker of another version gets nothing to do, for people.
std::string stranger_note(const WorkerFacts& worker, const std::string& version);

// The name of this machine.
std::string host_name();

}  // namespace gnomon::cluster
