// gnomon serve: the studio, a page in the browser. And the processes behind it: gnomon studio-work.
#include <charconv>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <thread>

#include "commands.h"
#include "exit_code.h"
#include "process/child.h"
#include "run_arguments.h"
#include "serve/server.h"
#include "serve/worker.h"
#include "terminal.h"

namespace gnomon::cli {

namespace {

constexpr int kStandardPort = 8470;

struct ServeArguments {
  serve::ServeOptions options;
  std::string listen;
  bool plain_http = false;
  std::string memory = "2G";
  std::string model_size = "1M";
};

bool is_own_machine(const std::string& address) {
  return address.empty() || address == "127.0.0.1" || address == "localhost" || address == "::1";
}

// A sentence about arguments that do not go together, or empty.
std::string serve_problem(const ServeArguments& arguments) {
  const serve::ServeOptions& options = arguments.options;
  const bool tls = !options.certificate.empty();
  if (tls != !options.key.empty()) return "--certificate and --key belong together";
  if (!is_own_machine(arguments.listen) && !tls && !arguments.plain_http) {
    return "beyond this machine models and the token would travel readable for everybody: give --certificate and "
           "--key, "
           "or accept that with --plain-http";
  }
  bool any = arguments.listen == "0.0.0.0" || arguments.listen == "::";
  if (any && options.names.empty()) {
    return fmt::format("--listen {} needs --name: the name or address under which browsers reach this machine",
                       arguments.listen);
  }
  return {};
}

int serve_studio(const ServeArguments& arguments) {
  std::string problem = serve::missing_studio();
  if (problem.empty()) problem = serve_problem(arguments);
  if (!problem.empty()) {
    complain(problem);
    return kBadInput;
  }
  Output out;
  serve::ServeOptions options = arguments.options;
  if (!arguments.listen.empty()) options.address = arguments.listen;
  options.bytes = *parse_size(arguments.memory);
  options.model_bytes = *parse_size(arguments.model_size);
  options.program = process::own_path();
  options.stop = catch_signals();
  options.ready = [&](const std::string& link) {
    out.line(link);
    out.flush();
    say("gnomon: the studio is open; the interrupt key ends it");
  };
  try {
    problem = serve::serve(options);
  } catch (const std::system_error& error) {
    problem = error.what();
  }
  if (!problem.empty()) {
    complain(problem);
    return kBadInput;
  }
  return out.finish(kAllTrue);
}

}  // namespace

int run_studio_work(const std::vector<std::string>& arguments) {
  serve::WorkLimits limits;
  constexpr std::size_t kCount = 4;
  auto read = [](const std::string& text, auto& value) {
    return std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc{};
  };
  bool good = arguments.size() == kCount && read(arguments[1], limits.seconds) && read(arguments[2], limits.bytes) &&
              read(arguments[3], limits.model_bytes);
  if (!good) {
    complain("`gnomon studio-work` is started by `gnomon serve`");
    return kBadInput;
  }
  limits.interrupt = catch_signals();
  Output out;
  Input request = read_input("-");
  if (!request.error.empty()) {
    complain(request.error);
    return request.status;
  }
  good = serve::work(arguments[0], request.text, limits, [&](const serve::Json& event) {
    out.write(serve::event_line(event));
    out.flush();
  });
  return out.finish(good ? kAllTrue : kSomeFalse);
}

void add_serve_command(CLI::App& program, Action& chosen) {
  auto arguments = std::make_shared<ServeArguments>();
  serve::ServeOptions& options = arguments->options;
  options.port = kStandardPort;
  options.jobs = std::max<std::size_t>(1, std::thread::hardware_concurrency());
  auto is_size = [](const std::string& text) {
    return parse_size(text) ? std::string() : fmt::format("`{}` is no size, such as 500M or 4G", text);
  };
  CLI::App* command = program.add_subcommand("serve", "the studio: models, verdicts and explanations in the browser");
  command
      ->add_option("--port", options.port,
                   fmt::format("the port (default {}); 0 takes one that is free", kStandardPort))
      ->check(CLI::Range(0, 65535))
      ->type_name("N");
  command->add_option("--timeout", options.seconds, fmt::format("seconds for one check (default {})", options.seconds))
      ->check(CLI::Range(1.0, 86400.0))
      ->type_name("SECONDS");
  command->add_option("--memory", arguments->memory, "memory for one check (default 2G)")
      ->check(is_size)
      ->type_name("SIZE");
  command->add_option("--max-model", arguments->model_size, "the largest model that is taken (default 1M)")
      ->check(is_size)
      ->type_name("SIZE");
  command->add_option("--jobs", options.jobs, "checks at once (default: one per core)")
      ->check(CLI::Range(1, 1000))
      ->type_name("N");
  command
      ->add_option("--listen", arguments->listen,
                   "serve others, at this address of the machine; needs --certificate and --key, or --plain-http")
      ->type_name("ADDRESS");
  command->add_option("--name", options.names, "a name under which browsers reach the server (repeatable)")
      ->allow_extra_args(false)
      ->type_name("HOST");
  command->add_option("--certificate", options.certificate, "serve by TLS, with this certificate chain (PEM)")
      ->check(CLI::ExistingFile)
      ->type_name("FILE");
  command->add_option("--key", options.key, "the key of the certificate (PEM)")
      ->check(CLI::ExistingFile)
      ->type_name("FILE");
  command->add_flag("--plain-http", arguments->plain_http,
                    "serve others without TLS: models and the token can be read on the way");
  command
      ->add_option("--client-jobs", options.client_jobs,
                   fmt::format("checks at once for one client address (default {})", options.client_jobs))
      ->check(CLI::Range(1, 1000))
      ->type_name("N");
  command
      ->add_option(
          "--client-requests", options.client_requests,
          fmt::format("requests of one client address, at work or waiting (default {})", options.client_requests))
      ->check(CLI::Range(1, 100000))
      ->type_name("N");
  command
      ->add_option("--drain", options.drain_seconds,
                   fmt::format("seconds that checks may still take when the server is ended (default {})",
                               options.drain_seconds))
      ->check(CLI::Range(0.0, 3600.0))
      ->type_name("SECONDS");
  command->callback([arguments, &chosen] { chosen = [arguments] { return serve_studio(*arguments); }; });
}

}  // namespace gnomon::cli
