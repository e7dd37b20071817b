#include "cluster/mail.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "cluster/envelope.h"
#include "task/frame.h"

namespace gnomon::cluster {

namespace {

using PacketHead = nlohmann::json;

constexpr std::uint64_t kAhead = 16;  // packets on the way to one party
constexpr std::size_t kLongestLife = 64;
constexpr std::chrono::milliseconds kFirstPatience{300};
constexpr std::chrono::milliseconds kMostPatience{3000};
constexpr std::chrono::seconds kBetweenWords{1};

// The longer it was in vain, the longer until the next time.
std::chrono::milliseconds patience_after(std::size_t times) {
  std::chrono::milliseconds wait = kFirstPatience;
  for (; times > 1 && wait < kMostPatience; --times) wait *= 2;
  return std::min(wait, kMostPatience);
}

}  // namespace

std::string encode_packet(const Packet& packet, std::string_view key) {
  PacketHead head = {
      {"kind", "packet"}, {"run", packet.run},   {"incarnation", packet.incarnation}, {"from", packet.from},
      {"to", packet.to},  {"life", packet.life}, {"other", packet.other_life},        {"expected", packet.expected}};
  if (packet.sequence) {
    head["sequence"] = *packet.sequence;
    head["last"] = packet.last;
  }
  const std::string text = head.dump();
  return task::encode_frame({{"head", text}, {"body", packet.body}}, key);
}

std::optional<Packet> decode_packet(std::string_view bytes, std::string_view key) {
  const std::optional<task::Parts> parts = task::decode_frame(bytes, key);
  if (!parts || parts->size() != 2 || !parts->contains("head") || !parts->contains("body")) return std::nullopt;
  const PacketHead head = PacketHead::parse(parts->find("head")->second, nullptr, false);
  if (!head.is_object() || head.value("kind", PacketHead()) != "packet") return std::nullopt;
  Packet packet;
  bool good = true;
  auto number = [&](const char* name) -> std::uint64_t {
    auto found = head.find(name);
    good = good && found != head.end() && found->is_number_unsigned();
    return good ? found->get<std::uint64_t>() : 0;
  };
  auto text = [&](const char* name) {
    auto found = head.find(name);
    good = good && found != head.end() && found->is_string() &&
           found->get_ref<const std::string&>().size() <= kLongestLife;
    return good ? found->get<std::string>() : std::string();
  };
  packet.run = text("run");
  packet.incarnation = number("incarnation");
  packet.from = number("from");
  packet.to = number("to");
  packet.life = text("life");
  packet.other_life = text("other");
  packet.expected = number("expected");
  if (head.contains("sequence")) {
    packet.sequence = number("sequence");
    good = good && head.contains("last") && head["last"].is_boolean();
    packet.last = good && head["last"].get<bool>();
  }
  packet.body = parts->find("body")->second;
  good = good && packet.body.size() <= kPieceBytes && (packet.sequence || packet.body.empty());
  return good ? std::optional(std::move(packet)) : std::nullopt;
}

Mail::Mail(std::string run, std::size_t incarnation, std::size_t own, std::string life)
    : run_(std::move(run)), incarnation_(incarnation), own_(own), life_(std::move(life)) {}

void Mail::introduce(std::size_t party, const std::string& life, Time now) {
  Peer& peer = peers_[party];
  peer.life = life;
  peer.heard = now;
}

std::string Mail::life_of(std::size_t party) const {
  auto found = peers_.find(party);
  return found == peers_.end() ? std::string() : found->second.life;
}

void Mail::post(std::size_t to, std::string_view bytes) {
  Peer& peer = peers_.at(to);
  do {
    Unconfirmed packet;
    packet.sequence = peer.next_sequence++;
    packet.body = bytes.substr(0, kPieceBytes);
    bytes.remove_prefix(packet.body.size());
    packet.last = bytes.empty();
    peer.out.push_back(std::move(packet));
  } while (!bytes.empty());
}

void Mail::accept(std::size_t from, Peer& peer, bool last, const std::string& body) {
  ++peer.expected;
  if (peer.letter.size() + body.size() > kLongestLetter) {
    spoiled_ = true;
    return;
  }
  peer.letter += body;
  if (last) letters_.push_back({from, std::exchange(peer.letter, {})});
}

bool Mail::take(Packet packet, Time now) {
  auto found = peers_.find(packet.from);
  if (packet.run != run_ || packet.incarnation != incarnation_ || packet.to != own_ || packet.other_life != life_ ||
      found == peers_.end() || found->second.life != packet.life) {
    return false;
  }
  Peer& peer = found->second;
  peer.heard = now;
  if (packet.expected <= peer.next_sequence) {
    while (!peer.out.empty() && peer.out.front().sequence < packet.expected) peer.out.pop_front();
  }
  if (!packet.sequence) return true;
  peer.owes_word = true;
  if (*packet.sequence < peer.expected || *packet.sequence >= peer.expected + kAhead) return true;
  peer.early[*packet.sequence] = {packet.last, std::move(packet.body)};
  for (auto next = peer.early.begin(); next != peer.early.end() && next->first == peer.expected;
       next = peer.early.erase(next)) {
    accept(packet.from, peer, next->second.last, next->second.body);
  }
  return true;
}

Packet Mail::packet_to(std::size_t to, const Peer& peer) const {
  Packet packet;
  packet.run = run_;
  packet.incarnation = incarnation_;
  packet.from = own_;
  packet.to = to;
  packet.life = life_;
  packet.other_life = peer.life;
  packet.expected = peer.expected;
  return packet;
}

std::vector<Packet> Mail::due(Time now) {
  std::vector<Packet> all;
  for (auto& [to, peer] : peers_) {
    const std::size_t before = all.size();
    for (std::size_t i = 0; i < std::min<std::size_t>(peer.out.size(), kAhead); ++i) {
      Unconfirmed& one = peer.out[i];
      if (one.sent && now - *one.sent < patience_after(one.times)) continue;
      one.sent = now;
      ++one.times;
      Packet packet = packet_to(to, peer);
      packet.sequence = one.sequence;
      packet.last = one.last;
      packet.body = one.body;
      all.push_back(std::move(packet));
    }
    if (all.size() == before && (peer.owes_word || now - peer.spoke >= kBetweenWords)) {
      all.push_back(packet_to(to, peer));
    }
    if (all.size() == before) continue;
    peer.owes_word = false;
    peer.spoke = now;
  }
  return all;
}

std::optional<Letter> Mail::next() {
  if (letters_.empty()) return std::nullopt;
  Letter letter = std::move(letters_.front());
  letters_.pop_front();
  return letter;
}

bool Mail::delivered(std::size_t to) const {
  auto found = peers_.find(to);
  return found == peers_.end() || found->second.out.empty();
}

}  // namespace gnomon::cluster
