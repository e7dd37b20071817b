#include "serve/gate.h"

#include <algorithm>

namespace gnomon::serve {

std::unique_ptr<Gate::Ticket> Gate::enter(const std::string& client, Pace pace, Refused& why) {
  std::lock_guard lock(mutex_);
  auto own = std::count_if(places_.begin(), places_.end(), [&](const Place& one) { return one.client == client; });
  why = places_.size() >= limits_.waiting                          ? Refused::Full
        : static_cast<std::size_t>(own) >= limits_.client_requests ? Refused::ClientHasEnough
                                                                   : Refused::No;
  if (why != Refused::No) return nullptr;
  places_.push_back({client, pace, false});
  return std::make_unique<Ticket>(*this, std::prev(places_.end()));
}

std::size_t Gate::busy() const {
  std::lock_guard lock(mutex_);
  return places_.size();
}

// There is room, and nobody waits before it who could take it.
bool Gate::may_run(const Place& place) const {
  std::size_t running = 0;
  std::map<std::string, std::size_t> by_client;
  for (const Place& one : places_) {
    if (one.pace != place.pace || !one.running) continue;
    ++running;
    ++by_client[one.client];
  }
  const bool quick = place.pace == Pace::Quick;
  if (running >= (quick ? limits_.quick : limits_.slow)) return false;
  for (const Place& one : places_) {
    if (one.pace != place.pace || one.running) continue;
    if (quick || by_client[one.client] < limits_.client_slow) return &one == &place;
  }
  return false;
}

Gate::Ticket::~Ticket() {
  {
    std::lock_guard lock(gate_.mutex_);
    gate_.places_.erase(place_);
  }
  gate_.changed_.notify_all();
}

bool Gate::Ticket::wait(std::chrono::milliseconds most) {
  std::unique_lock lock(gate_.mutex_);
  bool turn = gate_.changed_.wait_for(lock, most, [&] { return gate_.may_run(*place_); });
  if (!turn) return false;
  place_->running = true;
  lock.unlock();
  gate_.changed_.notify_all();  // the next one may have a place, too
  return true;
}

std::size_t Gate::Ticket::ahead() const {
  std::lock_guard lock(gate_.mutex_);
  std::size_t count = 0;
  for (auto one = gate_.places_.cbegin(); one != place_; ++one) count += one->pace == place_->pace && !one->running;
  return count;
}

}  // namespace gnomon::serve
