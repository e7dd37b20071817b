#include "lsp/server.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "lsp/connection.h"
#include "lsp/diagnoser.h"
#include "lsp/session.h"

namespace gnomon::lsp {

namespace {

// By which the thread that reads models wakes the one that waits.
class WakePipe {
 public:
  WakePipe() {
    if (pipe2(ends_.data(), O_CLOEXEC | O_NONBLOCK) != 0)
      throw std::system_error(errno, std::generic_category(), "pipe");
  }
  ~WakePipe() {
    close(ends_[0]);
    close(ends_[1]);
  }
  WakePipe(const WakePipe&) = delete;
  WakePipe& operator=(const WakePipe&) = delete;
  int listen() const { return ends_[0]; }
  int wake() const { return ends_[1]; }
  void empty() const {
    std::array<char, 64> bytes{};
    while (read(ends_[0], bytes.data(), bytes.size()) > 0) {
    }
  }

 private:
  std::array<int, 2> ends_{};
};

// With a process at work its time is looked at now and then.
constexpr int kTick = 500;  // milliseconds

void wait_for(const Connection& connection, const WakePipe& pipe, const std::vector<int>& children) {
  std::vector<pollfd> all;
  if (!connection.closed()) all.push_back({connection.in(), POLLIN, 0});
  if (connection.wants_to_write()) all.push_back({connection.out(), POLLOUT, 0});
  all.push_back({pipe.listen(), POLLIN, 0});
  for (int child : children) all.push_back({child, POLLIN, 0});
  poll(all.data(), all.size(), kTick);  // interrupted or not: what there is to do is looked up
}

}  // namespace

ServerEnd serve(const ServerOptions& options) {
  WakePipe pipe;
  Connection connection(options.in, options.out);
  Diagnoser diagnoser(pipe.wake());
  Session session(connection, diagnoser, options.program);
  auto stopped = [&] { return options.stop != nullptr && options.stop->load(); };
  while (!session.exited() && !stopped()) {
    wait_for(connection, pipe, session.checks().descriptors());
    connection.flush();
    connection.receive();
    while (std::optional<Json> message = connection.next()) session.accept(std::move(*message));
    session.work();
    pipe.empty();
    session.read(diagnoser.take());
    if (connection.closed()) break;
  }
  // Without `shutdown` the client has gone without a word.
  return {session.orderly() ? 0 : 1, connection.problem()};
}

}  // namespace gnomon::lsp
