// The options that say where a cluster is and how to show who one is, for all commands that use one.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cluster/cluster.h"

namespace gnomon::cli {

// Adds --cluster and what belongs to it. Without --cluster the address of the environment counts only where it is
// `required`: other commands stay on this machine unless told otherwise.
void add_cluster_options(CLI::App& command, cluster::ClusterOptions& options, bool required);

// The same options as words of a command line.
std::vector<std::string> cluster_words(const cluster::ClusterOptions& options);

// The names of the options, for commands that pass others on.
const std::vector<std::string>& cluster_option_names();

// Says what is wrong with the options, or that there are no clusters in this program; false then.
bool cluster_is_usable(const cluster::ClusterOptions& options);

}  // namespace gnomon::cli
