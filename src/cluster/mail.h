// Letters (base/post.h) over a carrier that may lose, repeat, swap and damage what it is given: one party's side.
//
// A letter is cut into packets; those from one party to another have consecutive numbers. The receiver takes them in order,
// keeps a few that are early, and says which number it expects next; this stands in every packet, and in one of its own if
// nothing else is to be sent. The sender keeps packets until they are confirmed, sends no more than a window of them ahead,
// and sends again what stays unconfirmed. A party that has nothing to say says so every second: these are its signs of life.
//
// A party has a name that it draws when it begins, its life, and packets name both lives. A party that was replaced and
// comes back, or one that began anew under the same number, is not mistaken for the other: its packets are dropped.
//
// Nothing here waits, looks at a clock or uses the network, so that tests can be the carrier.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/post.h"

namespace gnomon::cluster {

struct Packet {
  std::string run;
  std::size_t incarnation = 0;
  std::size_t from = 0;
  std::size_t to = 0;
  std::string life;                       // of the sender
  std::string other_life;                 // of the receiver, as the sender knows it
  std::uint64_t expected = 0;             // the number of the packet that the sender waits for from the receiver
  std::optional<std::uint64_t> sequence;  // none: it has no content
  bool last = false;                      // it ends a letter
  std::string body;
};

// None if anything is not as it should be, the sum first.
std::string encode_packet(const Packet& packet, std::string_view key);
std::optional<Packet> decode_packet(std::string_view bytes, std::string_view key);

class Mail {
 public:
  using Time = std::chrono::steady_clock::time_point;

  Mail(std::string run, std::size_t incarnation, std::size_t own, std::string life);

  std::size_t own() const { return own_; }
  const std::string& life() const { return life_; }
  // From now on packets are exchanged with this party, and with this life of it.
  void introduce(std::size_t party, const std::string& life, Time now);
  bool knows(std::size_t party) const { return peers_.contains(party); }
  // Empty if the party is not known.
  std::string life_of(std::size_t party) const;

  // Requires a party that is known.
  void post(std::size_t to, std::string_view bytes);
  // False if the packet is not for this party, or not from one that is known.
  bool take(Packet packet, Time now);
  // What is to be sent now.
  std::vector<Packet> due(Time now);
  std::optional<Letter> next();
  // Whether all letters to the party were confirmed.
  bool delivered(std::size_t to) const;
  // When a packet of the party last came.
  Time last_heard(std::size_t party) const { return peers_.at(party).heard; }
  // A letter was longer than letters may be.
  bool spoiled() const { return spoiled_; }

 private:
  struct Unconfirmed {
    std::uint64_t sequence = 0;
    bool last = false;
    std::string body;
    std::optional<Time> sent;
    std::size_t times = 0;
  };
  struct Early {
    bool last = false;
    std::string body;
  };
  struct Peer {
    std::string life;
    std::deque<Unconfirmed> out;
    std::uint64_t next_sequence = 0;
    std::uint64_t expected = 0;
    std::map<std::uint64_t, Early> early;
    std::string letter;  // the packets of the one that has not ended
    bool owes_word = false;
    Time spoke;
    Time heard;
  };
  Packet packet_to(std::size_t to, const Peer& peer) const;
  void accept(std::size_t from, Peer& peer, bool last, const std::string& body);

  std::string run_;
  std::size_t incarnation_;
  std::size_t own_;
  std::string life_;
  std::map<std::size_t, Peer> peers_;
  std::deque<Letter> letters_;
  bool spoiled_ = false;
};

}  // namespace gnomon::cluster
