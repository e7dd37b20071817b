// In place of the cluster where the program is built without the library that it needs.
#include "cluster/cluster.h"

namespace gnomon::cluster {

namespace {

class AbsentPerformer : public task::Performer {
 public:
  std::string perform(const std::vector<task::Task>& /*tasks*/, const task::Hooks& /*hooks*/) override {
    return missing_cluster();
  }
};

}  // namespace

std::string missing_cluster() {
  return "this program was built without clusters (they need the library of NATS, libnats-dev, and GNOMON_CLUSTER to "
         "be ON)";
}

std::unique_ptr<task::Performer> cluster_performer(const ClusterOptions& /*cluster*/, const RunOptions& /*run*/) {
  return std::make_unique<AbsentPerformer>();
}

std::unique_ptr<HelperPost> slice_helpers(const ClusterOptions& /*cluster*/, const HelperOptions& /*options*/,
                                          std::string& problem) {
  problem = missing_cluster();
  return nullptr;
}

std::unique_ptr<Post> join_as_helper(const ClusterOptions& /*cluster*/, const HelperRecord& /*record*/,
                                     const std::string& /*worker*/, std::string& problem) {
  problem = missing_cluster();
  return nullptr;
}

std::string work(const ClusterOptions& /*cluster*/, const WorkerOptions& /*options*/) {
  return missing_cluster();
}

Survey survey(const ClusterOptions& /*cluster*/, std::string& problem) {
  problem = missing_cluster();
  return {};
}

std::string cancel(const ClusterOptions& /*cluster*/, const std::string& /*run*/) {
  return missing_cluster();
}

std::vector<Finding> examine(const ClusterOptions& /*cluster*/) {
  return {{false, missing_cluster()}};
}

}  // namespace gnomon::cluster
