// The connection to the server: the C library of NATS with owners for its objects, and the few things that coordinators
// and workers do with it.
//
// The library keeps the connection by itself and connects again for ever; what is asked meanwhile fails after a while and
// is tried again by whoever asked. Its threads only set the signals here; everything else happens in the caller's thread.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <nats/nats.h>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/envelope.h"
#include "cluster/options.h"

namespace gnomon::cluster {

template <class Object, void (*kDestroy)(Object*)>
struct Destroyer {
  void operator()(Object* object) const { kDestroy(object); }
};
using Message = std::unique_ptr<natsMsg, Destroyer<natsMsg, natsMsg_Destroy>>;
using Subscription = std::unique_ptr<natsSubscription, Destroyer<natsSubscription, natsSubscription_Destroy>>;
using StreamInfo = std::unique_ptr<jsStreamInfo, Destroyer<jsStreamInfo, jsStreamInfo_Destroy>>;

inline constexpr const char* kTaskStream = "GNOMON_TASKS";
inline constexpr const char* kResultStream = "GNOMON_RESULTS";
inline constexpr const char* kPartStream = "GNOMON_PARTS";
inline constexpr std::chrono::seconds kLease{5};       // how long a task is lent to a worker
inline constexpr std::chrono::seconds kSignOfLife{1};  // between those of workers and coordinators
inline constexpr std::chrono::seconds kSilence{5};     // after which somebody is taken for lost

// "0.1.0" as a part of a subject.
std::string version_token(const std::string& version);

// What the library says about a status.
std::string status_text(natsStatus status);

inline std::string_view content_of(natsMsg* message) {
  return {natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message))};
}

// What the library's threads tell about a connection. That it is closed is the last thing they tell.
class Signals {
 public:
  bool connected() const { return connected_; }
  void set_connected(bool now) { connected_ = now; }
  void set_closed();
  void wait_until_closed();

 private:
  std::atomic<bool> connected_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
  bool closed_ = false;
};

class Connection {
 public:
  // Does not return without a connection unless there is a problem, a sentence then.
  Connection(const ClusterOptions& options, const std::string& name, std::string& problem);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Makes the streams if they are not there. A sentence if that is not possible now, or empty.
  std::string ensure_streams();
  // Makes a durable pull consumer if there is none, and a subscription to it; null if that is not possible now.
  Subscription pull(const char* stream, const std::string& durable, const std::string& filter,
                    std::int64_t most_pending);
  // A server that forgot the consumer leaves requests unanswered.
  bool has_consumer(const char* stream, const std::string& durable);
  Subscription listen(const std::string& subject);

  // True when the server has it. The id lets the server drop what it has got already.
  bool publish_kept(const std::string& subject, std::string_view bytes, const std::string& id);
  // Whoever listens now may hear it.
  void publish(const std::string& subject, std::string_view bytes);
  // The same for records; what is too long goes in pieces.
  bool send(const std::string& subject, Envelope envelope, const std::string& id);
  // Fetches the pieces if need be. None if it is not a good record; `absent` tells that pieces are not there (yet).
  std::optional<Envelope> receive(natsMsg* message, bool& absent);

  // Signs of life, signed like records.
  std::string sealed(const std::string& text) const;
  std::optional<std::string> unsealed(natsMsg* message) const;

  const std::string& key() const { return key_; }  // that records are signed with; empty: none

  void purge(const char* stream, const std::string& subject);
  void forget_consumer(const char* stream, const std::string& durable);
  StreamInfo stream_info(const char* stream);
  jsCtx* streams() const { return streams_; }

  bool connected() const { return signals_.connected(); }
  // Told once for each loss and each return of the connection.
  void tell_changes(const std::function<void(const std::string&)>& note);

  std::int64_t largest_message() const { return natsConnection_GetMaxPayload(connection_); }

 private:
  std::string open(const ClusterOptions& options, const std::string& name);
  std::string configure(natsOptions* all, const ClusterOptions& options, const std::string& name);
  std::string ensure_stream(const char* name, const char* subject, jsRetentionPolicy retention, bool short_lived);

  natsConnection* connection_ = nullptr;
  jsCtx* streams_ = nullptr;
  std::string url_;
  bool uses_tls_;
  std::string key_;
  Signals signals_;
  bool told_connected_ = true;
};

// The messages that are there; looks for a millisecond whether there is one.
std::vector<Message> waiting_messages(natsSubscription* subscription);
// The same without waiting at all.
std::vector<Message> pending_messages(natsSubscription* subscription);

// Fetches from a pull subscription; none is an ordinary answer. `broken` tells that the subscription is of no more use.
std::vector<Message> fetch(natsSubscription* subscription, int most, std::chrono::milliseconds wait, bool& broken);

}  // namespace gnomon::cluster
