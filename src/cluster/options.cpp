#include "cluster/options.h"

#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace gnomon::cluster {

namespace {

std::vector<std::string_view> servers_of(std::string_view urls) {
  std::vector<std::string_view> all;
  while (true) {
    const std::size_t end = urls.find(',');
    all.push_back(urls.substr(0, end));
    if (end == std::string_view::npos) return all;
    urls.remove_prefix(end + 1);
  }
}

// Between the scheme and the port.
std::string_view host_of(std::string_view url) {
  if (const std::size_t scheme = url.find("://"); scheme != std::string_view::npos) url.remove_prefix(scheme + 3);
  if (const std::size_t user = url.rfind('@'); user != std::string_view::npos) url.remove_prefix(user + 1);
  if (url.starts_with('[')) return url.substr(0, url.find(']') + 1);
  return url.substr(0, url.find_first_of(":/"));
}

bool is_loopback(std::string_view host) {
  return host == "localhost" || host == "[::1]" ||
         (host.starts_with("127.") && host.find_first_not_of("0123456789.") == std::string_view::npos);
}

std::string server_problem(std::string_view url, const ClusterOptions& options) {
  const std::size_t scheme = url.find("://");
  const std::string_view word = url.substr(0, scheme);
  if (scheme == std::string_view::npos || (word != "nats" && word != "tls") || host_of(url).empty()) {
    return fmt::format("`{}` is no server of a cluster; write for example nats://localhost:4222", url);
  }
  if (url.find('@') != std::string_view::npos) {
    return "a password in an address can be seen by everybody on this machine; use --credentials or --nkey";
  }
  if (!options.uses_tls() && !options.insecure && !is_loopback(host_of(url))) {
    return fmt::format(
        "{} is another machine, and everybody on the way could read and change what is sent; use tls://{}, or "
        "--insecure "
        "if the network is safe",
        host_of(url), url.substr(scheme + 3));
  }
  return "";
}

}  // namespace

bool ClusterOptions::uses_tls() const {
  return url.starts_with("tls://") || !authority.empty() || !certificate.empty();
}

std::string options_problem(const ClusterOptions& options) {
  for (std::string_view url : servers_of(options.url)) {
    if (std::string problem = server_problem(url, options); !problem.empty()) return problem;
  }
  if (options.certificate.empty() != options.key.empty()) return "--tls-certificate and --tls-key belong together";
  if (options.nkey.empty() != options.seed.empty()) return "--nkey and --nkey-seed belong together";
  if (!options.nkey.empty() && !options.credentials.empty()) return "--nkey and --credentials are two ways of the same";
  return "";
}

}  // namespace gnomon::cluster
