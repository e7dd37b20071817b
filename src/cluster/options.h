// Where the server of a cluster is, and how this program shows who it is. Secrets are in files, never in arguments.
#pragma once

#include <string>

namespace gnomon::cluster {

struct ClusterOptions {
  std::string url;        // nats://host:4222, tls://host; several separated by commas
  bool insecure = false;  // without TLS also beyond this machine
  std::string authority;  // files in PEM: who signs the server's certificate; our certificate and its key
  std::string certificate;
  std::string key;
  std::string credentials;  // a file of credentials (JWT and seed)
  std::string nkey;         // a public nkey, and the file with its seed
  std::string seed;
  std::string secret;  // a file with the key that records are signed with

  bool uses_tls() const;
};

// A sentence about what is wrong with the options, or empty. Files are not looked at.
std::string options_problem(const ClusterOptions& options);

}  // namespace gnomon::cluster
