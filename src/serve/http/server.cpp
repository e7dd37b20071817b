#include "serve/server.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <fmt/format.h>
#include <httplib.h>
#include <memory>
#include <sys/resource.h>
#include <thread>

#include "process/child.h"
#include "serve/embedded.h"
#include "serve/gate.h"
#include "serve/guard.h"
#include "serve/http/catalogue.h"
#include "serve/job.h"

namespace gnomon::serve {

namespace {

constexpr double kQuickSeconds = 10;                         // of what editors ask for
constexpr std::size_t kBesidesModel = std::size_t{4} << 20;  // of a request: a witness to continue from, a walk
constexpr std::size_t kThreads = 256;                        // each serves one connection at a time
constexpr int kBacklog = 512;

// The library waits with select(), which knows no descriptors from 1024 on.
constexpr rlim_t kMostDescriptors = 1024;

void limit_descriptors() {
  rlimit both{};
  if (getrlimit(RLIMIT_NOFILE, &both) != 0) return;
  both.rlim_cur = std::min<rlim_t>(both.rlim_max, kMostDescriptors);
  setrlimit(RLIMIT_NOFILE, &both);
}

// The library has room for five connections that wait to be accepted; a class of students needs more.
template <class Base>
class Listening : public Base {
 public:
  using Base::Base;
  void widen() { ::listen(this->svr_sock_, kBacklog); }
};

bool is_loopback(const std::string& address) {
  return address == "127.0.0.1" || address == "localhost" || address == "::1";
}

// `host:port` as browsers write it. A name may bring its own port; an address of version 6 has several colons.
std::string with_port(const std::string& host, int port) {
  auto colons = std::count(host.begin(), host.end(), ':');
  if (colons > 1 && !host.starts_with("[")) return fmt::format("[{}]:{}", host, port);
  return colons == 1 ? host : fmt::format("{}:{}", host, port);
}

Asked asked_by(const httplib::Request& request) {
  auto header = [&](const char* name) { return request.get_header_value(name); };
  return {request.method,
          request.path,
          header("Host"),
          header("Origin"),
          header("Sec-Fetch-Site"),
          header("X-Gnomon-Token"),
          header("Content-Type"),
          header("Content-Length"),
          header("Content-Encoding"),
          header("Transfer-Encoding")};
}

std::string replaced(std::string_view text, std::string_view what, std::string_view with) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t found = std::min(text.find(what, at), text.size());
    result += text.substr(at, found - at);
    if (found < text.size()) result += with;
    at = found + what.size();
  }
  return result;
}

// The library would compress what it has as a whole, with so much care that a page takes seconds. What is given in pieces
// of a known length it leaves alone. `content` is kept alive by `owner`.
void send(httplib::Response& response, int status, std::string_view content, std::shared_ptr<const std::string> owner,
          const char* type) {
  response.status = status;
  response.set_content_provider(
      content.size(), type,
      [content, owner = std::move(owner)](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
        return sink.write(content.data() + offset, length);
      });
}

void send_text(httplib::Response& response, int status, std::string text, const char* type) {
  auto owner = std::make_shared<const std::string>(std::move(text));
  send(response, status, *owner, owner, type);
}

void answer(httplib::Response& response, int status, const Json& json) {
  send_text(response, status, event_line(json), "application/json");
}

class Studio {
 public:
  explicit Studio(const ServeOptions& options)
      : options_(options),
        gate_({std::max<std::size_t>(2, 2 * options.jobs), options.jobs, options.client_jobs, options.client_requests,
               kThreads * 4}) {
    access_.token = random_token();
    // In JSON a character takes two bytes, or more where it is a strange one.
    access_.most_bytes = 2 * options.model_bytes + kBesidesModel;
  }

  std::string run();

 private:
  template <class Server>
  std::string run_with(Server& server);
  bool tls() const { return !options_.certificate.empty(); }
  std::string link(int port) const;
  void name_hosts(int port);
  void prepare(httplib::Server& server);
  httplib::Server::HandlerResponse before(const httplib::Request& request, httplib::Response& response);
  void deliver(const httplib::Request& request, httplib::Response& response);
  void accept(const Verb& verb, const httplib::Request& request, httplib::Response& response,
              const httplib::ContentReader& reader);
  void drain(httplib::Server& server);

  ServeOptions options_;
  Access access_;
  Gate gate_;
  std::atomic<bool> draining_{false};
  std::atomic<bool> ending_{false};
};

std::string Studio::run() {
  limit_descriptors();
  if (!tls()) {
    Listening<httplib::Server> server;
    return run_with(server);
  }
  Listening<httplib::SSLServer> server(options_.certificate.c_str(), options_.key.c_str());
  if (!server.is_valid()) return "the certificate or its key cannot be used";
  return run_with(server);
}

std::string Studio::link(int port) const {
  std::string host = with_port(options_.names.empty() ? options_.address : options_.names.front(), port);
  return fmt::format("{}://{}/#token={}", tls() ? "https" : "http", host, access_.token);
}

void Studio::name_hosts(int port) {
  std::vector<std::string> hosts = options_.names;
  hosts.push_back(options_.address);
  if (is_loopback(options_.address)) hosts.insert(hosts.end(), {"127.0.0.1", "localhost", "::1"});
  for (const std::string& host : hosts) {
    std::string whole = with_port(host, port);
    std::transform(whole.begin(), whole.end(), whole.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    // Browsers leave out the port that the scheme means anyway.
    for (const char* usual : {":443", ":80"}) {
      if (whole.ends_with(usual)) access_.hosts.push_back(whole.substr(0, whole.rfind(':')));
    }
    access_.hosts.push_back(std::move(whole));
  }
}

void Studio::deliver(const httplib::Request& request, httplib::Response& response) {
  const std::string name = request.path == "/" ? "page/index.html" : "page" + request.path;
  const EmbeddedFile* file = find_embedded(name);
  if (file == nullptr || name.ends_with(".gz")) return answer(response, 404, {{"message", "there is nothing here"}});
  const bool html = name.ends_with(".html");
  const char* type = html                     ? "text/html; charset=utf-8"
                     : name.ends_with(".js")  ? "text/javascript; charset=utf-8"
                     : name.ends_with(".css") ? "text/css; charset=utf-8"
                     : name.ends_with(".svg") ? "image/svg+xml"
                                              : "text/plain; charset=utf-8";
  if (html) {
    // The editor makes its styles at run time; they show that they are ours by a word that changes with every delivery.
    std::string nonce = random_token();
    response.set_header(
        "Content-Security-Policy",
        fmt::format("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{}'; connect-src 'self'; "
                    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
                    nonce));
    return send_text(response, 200, replaced(file->content, "@NONCE@", nonce), type);
  }
  // The build has compressed the large ones.
  const EmbeddedFile* packed = find_embedded(name + ".gz");
  if (packed != nullptr && request.get_header_value("Accept-Encoding").find("gzip") != std::string::npos) {
    response.set_header("Content-Encoding", "gzip");
    file = packed;
  }
  send(response, 200, file->content, nullptr, type);
}

// Everything that needs no body is answered here, and everything that may not pass is refused here.
httplib::Server::HandlerResponse Studio::before(const httplib::Request& request, httplib::Response& response) {
  using Result = httplib::Server::HandlerResponse;
  if (std::optional<Refusal> no = refusal(access_, asked_by(request))) {
    answer(response, no->status, {{"message", no->message}});
  } else if (draining_) {
    answer(response, 503, {{"message", "the server is ending"}});
  } else if (request.method == "POST") {
    bool known = request.path.starts_with("/api/") && find_verb(std::string_view(request.path).substr(5)) != nullptr;
    if (known) return Result::Unhandled;
    answer(response, 404, {{"message", "there is nothing here"}});
  } else if (request.path == "/api/about") {
    answer(response, 200,
           {{"gnomon", api::version()},
            {"seconds", options_.seconds},
            {"bytes", options_.bytes},
            {"model_bytes", options_.model_bytes},
            {"jobs", options_.jobs}});
  } else if (request.path == "/api/examples") {
    answer(response, 200, catalogue());
  } else {
    deliver(request, response);
  }
  return Result::Handled;
}

void Studio::accept(const Verb& verb, const httplib::Request& request, httplib::Response& response,
                    const httplib::ContentReader& reader) {
  Refused why = Refused::No;
  std::shared_ptr<Gate::Ticket> ticket = gate_.enter(request.remote_addr, verb.pace, why);
  if (!ticket) {
    bool client = why == Refused::ClientHasEnough;
    response.set_header("Retry-After", "2");
    return answer(
        response, client ? 429 : 503,
        {{"message", client ? fmt::format("there are {} requests of yours at work or waiting; try again when one "
                                          "of them is done",
                                          options_.client_requests)
                            : "too many requests wait; try again in a while"}});
  }
  Job job;
  job.program = options_.program;
  job.verb = verb.name;
  job.limits.seconds = verb.pace == Pace::Quick ? std::min(kQuickSeconds, options_.seconds) : options_.seconds;
  job.limits.bytes = options_.bytes;
  job.limits.output = std::size_t{64} << 20;
  job.limits.writes_files = false;
  job.model_bytes = options_.model_bytes;
  job.stop = &ending_;
  bool whole = reader([&](const char* data, std::size_t size) {
    job.request.append(data, size);
    return job.request.size() <= access_.most_bytes;
  });
  if (!whole) return answer(response, 400, {{"message", "the request did not arrive"}});
  auto provider = [job = std::move(job), ticket](std::size_t /*offset*/, httplib::DataSink& sink) {
    Listener listener;
    listener.write = [&](std::string_view lines) { return sink.write(lines.data(), lines.size()); };
    listener.alive = [&] { return sink.is_writable(); };
    if (!perform(job, *ticket, listener)) return false;
    sink.done();
    return true;
  };
  response.status = 200;
  response.set_chunked_content_provider("application/x-ndjson", std::move(provider));
}

void Studio::prepare(httplib::Server& server) {
  server.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
  server.set_keep_alive_max_count(1);
  server.set_tcp_nodelay(true);
  server.set_payload_max_length(access_.most_bytes);
  // Not SO_REUSEPORT, which is the library's choice: another program could listen at the same port.
  server.set_socket_options([](int socket) {
    int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  server.set_default_headers({{"X-Content-Type-Options", "nosniff"},
                              {"Referrer-Policy", "no-referrer"},
                              {"X-Frame-Options", "DENY"},
                              {"Cross-Origin-Opener-Policy", "same-origin"},
                              {"Cross-Origin-Resource-Policy", "same-origin"},
                              {"Cache-Control", "no-store"}});
  server.set_pre_routing_handler(
      [this](const httplib::Request& request, httplib::Response& response) { return before(request, response); });
  server.set_exception_handler([](const httplib::Request&, httplib::Response& response, const std::exception_ptr&) {
    answer(response, 500, {{"message", "internal error"}});
  });
  for (const Verb& verb : verbs()) {
    server.Post("/api/" + std::string(verb.name),
                [this, &verb](const httplib::Request& request, httplib::Response& response,
                              const httplib::ContentReader& reader) { accept(verb, request, response, reader); });
  }
}

// New requests are refused, those at work may end; what has not ended in time is told so, and ended.
void Studio::drain(httplib::Server& server) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kGlance{50};
  auto wait_until = [&](Clock::time_point end) {
    while (gate_.busy() > 0 && Clock::now() < end) std::this_thread::sleep_for(kGlance);
  };
  draining_ = true;
  wait_until(Clock::now() +
             std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options_.drain_seconds)));
  ending_ = true;
  wait_until(Clock::now() + std::chrono::seconds(10));
  server.stop();
}

template <class Server>
std::string Studio::run_with(Server& server) {
  prepare(server);
  int port = options_.port;
  if (port == 0) {
    port = server.bind_to_any_port(options_.address);
  } else if (!server.bind_to_port(options_.address, port)) {
    port = -1;
  }
  if (port < 0) {
    return fmt::format("cannot listen at {} port {}; `--port 0` takes one that is free", options_.address,
                       options_.port);
  }
  server.widen();
  name_hosts(port);
  bool good = true;
  std::atomic<bool> over{false};
  std::thread listening([&] {
    good = server.listen_after_bind();
    over = true;
  });
  // A server that does not run yet cannot be stopped.
  while (!over && !server.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  if (!over) options_.ready(link(port));
  constexpr std::chrono::milliseconds kGlance{50};
  while (!over && !options_.stop->load()) std::this_thread::sleep_for(kGlance);
  if (!over) drain(server);
  listening.join();
  return good || options_.stop->load() ? std::string() : "the network failed";
}

}  // namespace

std::string missing_studio() {
  if (find_embedded("page/index.html") != nullptr) return {};
  return "this program was built without the page of the studio: `./dev studio` builds it";
}

std::string serve(const ServeOptions& options) {
  return Studio(options).run();
}

}  // namespace gnomon::serve
