#include "cluster_arguments.h"

#include "terminal.h"

namespace gnomon::cli {

void add_cluster_options(CLI::App& command, cluster::ClusterOptions& options, bool required) {
  CLI::Option* url = command
                         .add_option("--cluster", options.url,
                                     "the server of the cluster, for example nats://localhost:4222 or tls://host")
                         ->type_name("URL");
  if (required) url->required()->envname("GNOMON_CLUSTER");
  auto file = [&](const char* name, std::string& place, const char* variable, const char* meaning) {
    command.add_option(name, place, meaning)->envname(variable)->type_name("FILE");
  };
  command.add_flag("--insecure", options.insecure, "use another machine's server without TLS");
  file("--authority", options.authority, "GNOMON_CLUSTER_AUTHORITY", "who signs the server's certificate (PEM)");
  file("--tls-certificate", options.certificate, "GNOMON_CLUSTER_CERTIFICATE", "our certificate for the server (PEM)");
  file("--tls-key", options.key, "GNOMON_CLUSTER_KEY", "the key of our certificate (PEM)");
  file("--credentials", options.credentials, "GNOMON_CLUSTER_CREDENTIALS", "a file of credentials for the server");
  command.add_option("--nkey", options.nkey, "our public nkey for the server")
      ->envname("GNOMON_CLUSTER_NKEY")
      ->type_name("NKEY");
  file("--nkey-seed", options.seed, "GNOMON_CLUSTER_NKEY_SEED", "the file with the seed of our nkey");
  file("--cluster-key", options.secret, "GNOMON_CLUSTER_SECRET",
       "a file with a key that all of the cluster have; records are signed with it");
}

std::vector<std::string> cluster_words(const cluster::ClusterOptions& options) {
  std::vector<std::string> words;
  auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {name, value});
  };
  add("--cluster", options.url);
  if (options.insecure) words.emplace_back("--insecure");
  add("--authority", options.authority);
  add("--tls-certificate", options.certificate);
  add("--tls-key", options.key);
  add("--credentials", options.credentials);
  add("--nkey", options.nkey);
  add("--nkey-seed", options.seed);
  add("--cluster-key", options.secret);
  return words;
}

const std::vector<std::string>& cluster_option_names() {
  static const std::vector<std::string> names{"--cluster",    "--insecure",    "--authority", "--tls-certificate",
                                              "--tls-key",    "--credentials", "--nkey",      "--nkey-seed",
                                              "--cluster-key"};
  return names;
}

bool cluster_is_usable(const cluster::ClusterOptions& options) {
  std::string problem = cluster::missing_cluster();
  if (problem.empty()) problem = cluster::options_problem(options);
  if (!problem.empty()) complain(problem);
  return problem.empty();
}

}  // namespace gnomon::cli
