// Letters (cluster/mail.h) over plain subjects of the server: gnomon.slice.RUN.INCARNATION.PARTY. What the server loses is
// sent again. A thread takes packets in, confirms them and gives signs of life also while the process computes.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "base/post.h"
#include "cluster/mail.h"
#include "cluster/nats/connection.h"

namespace gnomon::cluster {

class PacketPost {
 public:
  using Clock = std::chrono::steady_clock;

  // The connection must outlive this.
  explicit PacketPost(Connection& connection) : connection_(connection) {}
  virtual ~PacketPost() = default;
  PacketPost(const PacketPost&) = delete;
  PacketPost& operator=(const PacketPost&) = delete;

 protected:
  // From the thread, with the mutex held: a packet for this party of somebody who is not known.
  virtual void meet(const Packet& /*packet*/, Clock::time_point /*now*/) {}
  // From the thread, with the mutex held, a hundred times per second or when something arrives.
  virtual void look(Clock::time_point now) = 0;
  virtual void damaged() {}

  void start();  // the thread; after the constructor of whoever overrides the above
  void stop();   // before its destructor
  // Letters of this run, incarnation and party from now on; false if that is not possible now.
  bool open(const std::string& run, std::size_t incarnation, std::size_t own, const std::string& life);
  void close();
  void send_letter(std::size_t to, const std::string& bytes);
  std::optional<Letter> next_letter(std::chrono::milliseconds most);
  // Since when silence has counted: not while there is no connection, and not while this process was stopped.
  Clock::time_point listening_since() const { return listening_since_; }
  // Waits until all letters to the party were confirmed, at most so long.
  void drain(std::size_t to, std::chrono::milliseconds most);

  Connection& connection_;
  mutable std::mutex mutex_;
  std::condition_variable news_;
  std::unique_ptr<Mail> mail_;  // null: closed
  std::atomic<bool> broken_{false};

 private:
  void work();
  void take(natsMsg* message, Clock::time_point now);
  void flush(Clock::time_point now);
  std::string subject_of(std::size_t party) const;

  std::string run_;
  std::size_t incarnation_ = 0;
  std::shared_ptr<natsSubscription> packets_;
  Clock::time_point listening_since_ = Clock::now();
  Clock::time_point last_round_ = Clock::now();
  std::atomic<bool> ends_{false};
  std::thread thread_;
};

}  // namespace gnomon::cluster
