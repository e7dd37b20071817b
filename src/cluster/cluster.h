// Tasks on several machines, carried by a NATS server with JetStream.
//
// A coordinator (`gnomon check` or `sweep` with --cluster) publishes tasks; workers (`gnomon worker`) take them, perform
// them in processes of their own, publish results and then acknowledge. The server carries, it does not remember: what is
// true stands in the texts that the coordinator has and in its journal. A task is done when its result has been told to
// the caller, never because a queue is empty.
//
//   stream          subjects                       holds
//   GNOMON_TASKS    gnomon.task.VERSION.RUN        a work queue: each task until a worker acknowledges it
//   GNOMON_RESULTS  gnomon.result.RUN              results, for a day
//   GNOMON_PARTS    gnomon.part.DIGEST.N           pieces of what is larger than one message, for a day
//                   gnomon.worker.ID               signs of life of workers, every second
//                   gnomon.run.RUN                 signs of life of coordinators, every second
//                   gnomon.cancel.RUN              a run is to stop
//                   gnomon.slice.RUN.N.PARTY       letters of a model in slices, to the coordinator or a helper
//
// - A task that a worker took is lent for five seconds; the worker extends that every second. A worker that dies or is cut
//   off loses its tasks to others. One that comes back late may publish a second result, which is dropped: tasks are named
//   by their content, and the first result counts.
// - If there are workers with nothing to do while tasks are open that nobody works on, these were lost on the way, and are
//   published again.
// - Records name the run and the incarnation of its coordinator. A coordinator that hears a later incarnation of its own
//   run stops.
// - Every record ends with a sum, an HMAC if there is a key, and is checked before it is used; damaged ones are dropped,
//   counted, and what they were about is asked for again.
//
// A model in slices (src/slices) is worked on by helpers: workers that took a task which says so. The coordinator and its
// helpers write letters to each other over plain subjects; what is lost is sent again (cluster/mail.h). A helper that falls
// silent for five seconds, or whose process ends, is lost; then all helpers are dismissed, and new ones begin anew under
// the next incarnation.
//
// This header does not need the library; where the program was built without it, every function says so.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/post.h"
#include "cluster/helper_record.h"
#include "cluster/options.h"
#include "task/performer.h"

namespace gnomon::cluster {

// Empty if this program can use a cluster, otherwise a sentence that says why not.
std::string missing_cluster();

struct RunOptions {
  std::string version;  // of this program: workers of other versions get none of the tasks
  std::string run;      // task::new_run_name(), or that of a journal
  std::size_t incarnation = 1;
  std::optional<double> deadline;  // seconds after which open tasks are told as TimeOver
  const std::atomic<bool>* interrupt = nullptr;
};

std::unique_ptr<task::Performer> cluster_performer(const ClusterOptions& cluster, const RunOptions& run);

struct HelperOptions {
  std::string version;
  std::string run;              // task::new_run_name(), or that of a file
  std::size_t incarnation = 1;  // of the process; each time that helpers are gathered is one of the run
  task::Task task;              // the model and its options, for the processes that host slices
  std::function<void(const std::string&)> note;
};

// The coordinator's side of a model in slices. Null if there is a problem, a sentence then.
std::unique_ptr<HelperPost> slice_helpers(const ClusterOptions& cluster, const HelperOptions& options,
                                          std::string& problem);

// A helper's side: waits until it has been told who the others are, or for so long that the post is broken. `worker` is
// who it is, for people. Null if there is a problem with the server, a sentence then.
std::unique_ptr<Post> join_as_helper(const ClusterOptions& cluster, const HelperRecord& record,
                                     const std::string& worker, std::string& problem);

struct WorkerOptions {
  std::string version;
  std::string program;  // this program
  // What it is started with in order to host slices; --worker NAME and --memory BYTES are added.
  std::vector<std::string> helper_words;
  std::size_t jobs = 1;
  std::size_t memory = 0;      // bytes that each task may use at most; 0: what the task says
  std::optional<double> idle;  // seconds without a task after which the worker ends
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const std::string&)> note;
};

// Works until it is stopped; then a sentence if something went wrong, or empty.
std::string work(const ClusterOptions& cluster, const WorkerOptions& options);

struct WorkerFacts {
  std::string id;
  std::string host;
  std::string version;
  std::size_t jobs = 0;
  std::size_t busy = 0;
  std::size_t slices = 0;  // of these, processes with slices of a model
  std::size_t done = 0;
  std::size_t rejected = 0;  // messages that were no good
  std::size_t memory = 0;    // bytes that its processes have now
};

struct RunFacts {
  std::string run;
  std::string host;
  std::size_t incarnation = 0;
  std::size_t tasks = 0;
  std::size_t ended = 0;
  double seconds = 0;
};

struct Survey {
  std::vector<WorkerFacts> workers;
  std::vector<RunFacts> runs;
  std::size_t queued = 0;  // tasks in the queue, taken ones included
};

// Listens for a little more than a second. `problem` is a sentence if that is not possible.
Survey survey(const ClusterOptions& cluster, std::string& problem);

// Tells everybody that the run is to stop. A sentence about what went wrong, or empty.
std::string cancel(const ClusterOptions& cluster, const std::string& run);

struct Finding {
  bool good = true;
  std::string text;
};

// Whether the server can be used: connection, JetStream, sizes, a message there and back.
std::vector<Finding> examine(const ClusterOptions& cluster);

}  // namespace gnomon::cluster
