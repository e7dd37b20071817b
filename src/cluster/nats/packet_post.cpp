#include "cluster/nats/packet_post.h"

#include <fmt/format.h>

namespace gnomon::cluster {

namespace {

constexpr std::chrono::milliseconds kRound{10};  // of the thread
constexpr std::chrono::seconds kStopped{2};  // a round that took longer than this means that the process stood still

}  // namespace

std::string PacketPost::subject_of(std::size_t party) const {
  return fmt::format("gnomon.slice.{}.{}.{}", run_, incarnation_, party);
}

void PacketPost::start() {
  thread_ = std::thread([this] { work(); });
}

void PacketPost::stop() {
  ends_ = true;
  if (thread_.joinable()) thread_.join();
}

bool PacketPost::open(const std::string& run, std::size_t incarnation, std::size_t own, const std::string& life) {
  const std::lock_guard lock(mutex_);
  run_ = run;
  incarnation_ = incarnation;
  Subscription subscription = connection_.listen(subject_of(own));
  if (!subscription) return false;
  packets_ = std::shared_ptr<natsSubscription>(subscription.release(), natsSubscription_Destroy);
  mail_ = std::make_unique<Mail>(run, incarnation, own, life);
  listening_since_ = Clock::now();
  broken_ = false;
  return true;
}

void PacketPost::close() {
  const std::lock_guard lock(mutex_);
  mail_.reset();
  packets_.reset();
}

void PacketPost::send_letter(std::size_t to, const std::string& bytes) {
  const std::lock_guard lock(mutex_);
  if (!mail_ || broken_ || !mail_->knows(to)) return;
  mail_->post(to, bytes);
  flush(Clock::now());
}

std::optional<Letter> PacketPost::next_letter(std::chrono::milliseconds most) {
  std::unique_lock lock(mutex_);
  std::optional<Letter> letter;
  news_.wait_for(lock, most, [&] { return broken_ || !mail_ || (letter = mail_->next()); });
  return letter;
}

void PacketPost::drain(std::size_t to, std::chrono::milliseconds most) {
  std::unique_lock lock(mutex_);
  news_.wait_for(lock, most, [&] { return broken_ || !mail_ || mail_->delivered(to); });
}

void PacketPost::take(natsMsg* message, Clock::time_point now) {
  std::optional<Packet> packet = decode_packet(content_of(message), connection_.key());
  if (!packet) {
    damaged();
    return;
  }
  if (!mail_) return;
  if (!mail_->knows(packet->from)) meet(*packet, now);
  mail_->take(std::move(*packet), now);
  if (mail_->spoiled()) broken_ = true;
}

void PacketPost::flush(Clock::time_point now) {
  if (!mail_ || !connection_.connected()) return;
  for (const Packet& packet : mail_->due(now)) {
    connection_.publish(subject_of(packet.to), encode_packet(packet, connection_.key()));
  }
}

void PacketPost::work() {
  constexpr int kMostAtOnce = 64;
  while (!ends_) {
    std::shared_ptr<natsSubscription> packets;
    {
      const std::lock_guard lock(mutex_);
      packets = packets_;
    }
    natsMsg* found = nullptr;
    if (packets) natsSubscription_NextMsg(&found, packets.get(), kRound.count());
    Message message(found);
    if (!message && (!packets || !natsSubscription_IsValid(packets.get()))) std::this_thread::sleep_for(kRound);
    std::unique_lock lock(mutex_);
    const Clock::time_point now = Clock::now();
    if (!connection_.connected() || now - last_round_ > kStopped) listening_since_ = now;
    last_round_ = now;
    // What belongs to a subscription that was closed meanwhile names another incarnation, and is dropped.
    for (int i = 0; message && i < kMostAtOnce; ++i) {
      take(message.get(), now);
      message.reset();
      int waiting = 0;
      found = nullptr;
      if (natsSubscription_GetPending(packets.get(), &waiting, nullptr) == NATS_OK && waiting > 0) {
        natsSubscription_NextMsg(&found, packets.get(), 1);
      }
      message.reset(found);
    }
    if (message) take(message.get(), now);
    look(now);
    flush(now);
    lock.unlock();
    news_.notify_all();
  }
}

}  // namespace gnomon::cluster
