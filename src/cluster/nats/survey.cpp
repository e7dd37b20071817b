// Looking at a cluster from outside: who is there, what runs, whether the server can be used; and stopping a run.
#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <map>
#include <thread>

#include "cluster/nats/connection.h"
#include "cluster/nats/life.h"

namespace gnomon::cluster {

Survey survey(const ClusterOptions& cluster, std::string& problem) {
  constexpr std::chrono::milliseconds kListen{1500};  // everybody gives a sign of life each second
  Survey found;
  Connection connection(cluster, "gnomon cluster", problem);
  if (!problem.empty()) return found;
  const Subscription workers = connection.listen("gnomon.worker.*");
  const Subscription runs = connection.listen("gnomon.run.*");
  std::this_thread::sleep_for(kListen);
  std::map<std::string, WorkerFacts> by_id;
  for (const Message& message : waiting_messages(workers.get())) {
    const std::optional<std::string> text = connection.unsealed(message.get());
    if (const std::optional<WorkerLife> life = text ? decode_worker(*text) : std::nullopt) {
      by_id[life->facts.id] = life->facts;
    }
  }
  std::map<std::string, RunFacts> by_run;
  for (const Message& message : waiting_messages(runs.get())) {
    const std::optional<std::string> text = connection.unsealed(message.get());
    if (const std::optional<RunFacts> life = text ? decode_run(*text) : std::nullopt) by_run[life->run] = *life;
  }
  for (auto& [id, worker] : by_id) found.workers.push_back(std::move(worker));
  for (auto& [name, run] : by_run) found.runs.push_back(std::move(run));
  if (const StreamInfo info = connection.stream_info(kTaskStream)) found.queued = info->State.Msgs;
  return found;
}

std::string cancel(const ClusterOptions& cluster, const std::string& run) {
  std::string problem;
  Connection connection(cluster, "gnomon cluster", problem);
  if (!problem.empty()) return problem;
  connection.publish("gnomon.cancel." + run, connection.sealed(encode_life(Cancellation{run, 0})));
  connection.purge(kTaskStream, fmt::format("gnomon.task.*.{}", run));
  return "";
}

std::vector<Finding> examine(const ClusterOptions& cluster) {
  constexpr int kRounds = 20;
  std::vector<Finding> findings;
  std::string problem;
  Connection connection(cluster, "gnomon cluster", problem);
  if (!problem.empty()) return {{false, problem}};
  findings.push_back({true, fmt::format("connected to {}{}", cluster.url, cluster.uses_tls() ? " with TLS" : "")});
  if (!cluster.uses_tls()) findings.push_back({true, "without TLS: what is sent can be read and changed on the way"});
  problem = connection.ensure_streams();
  if (!problem.empty()) {
    findings.push_back({false, problem});
    return findings;
  }
  findings.push_back({true, "JetStream is there, and the streams of Gnomon are as they should be"});
  constexpr std::int64_t kLeastMessage = 2 * static_cast<std::int64_t>(kPieceBytes);
  findings.push_back(
      {connection.largest_message() >= kLeastMessage,
       fmt::format("messages may have {} bytes; {} are needed", connection.largest_message(), kLeastMessage)});
  const auto begin = std::chrono::steady_clock::now();
  bool kept = true;
  for (int i = 0; i < kRounds; ++i) {
    kept = kept && connection.publish_kept("gnomon.part.check.0", "check", fmt::format("check.{}.{}", nats_Now(), i));
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  connection.purge(kPartStream, "gnomon.part.check.0");
  findings.push_back(
      {kept, kept ? fmt::format("a message is kept by the server after {:.2f} ms", seconds * 1000 / kRounds)
                  : std::string("the server does not keep messages: no permission, or no room")});
  return findings;
}

}  // namespace gnomon::cluster
