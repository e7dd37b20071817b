// How many processes work at once, and for whom. Requests wait in the order in which they came; one whose client has
// enough at work already lets others pass. What editors ask while one types has places of its own, so that it does not
// wait behind checks that take minutes.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "serve/worker.h"

namespace gnomon::serve {

struct GateLimits {
  std::size_t quick = 4;            // processes at once that answer editors
  std::size_t slow = 2;             // that check
  std::size_t client_slow = 2;      // that check, for one client
  std::size_t client_requests = 8;  // requests of a client, at work or waiting
  std::size_t waiting = 1000;       // requests of everybody
};

enum class Refused { No, ClientHasEnough, Full };

class Gate {
 public:
  class Ticket;
  explicit Gate(const GateLimits& limits) : limits_(limits) {}
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  // A place in the queue; null with the reason if there is none. The gate outlives its tickets.
  std::unique_ptr<Ticket> enter(const std::string& client, Pace pace, Refused& why);
  // Requests that wait or are at work.
  std::size_t busy() const;

 private:
  struct Place {
    std::string client;
    Pace pace = Pace::Quick;
    bool running = false;
  };
  bool may_run(const Place& place) const;

  GateLimits limits_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::list<Place> places_;  // in the order of arrival
};

class Gate::Ticket {
 public:
  Ticket(Gate& gate, std::list<Place>::iterator place) : gate_(gate), place_(place) {}
  ~Ticket();
  Ticket(const Ticket&) = delete;
  Ticket& operator=(const Ticket&) = delete;

  // True if it is our turn, at the latest after this time.
  bool wait(std::chrono::milliseconds most);
  // Requests of the same pace that wait before this one.
  std::size_t ahead() const;

 private:
  Gate& gate_;
  std::list<Place>::iterator place_;
};

}  // namespace gnomon::serve
