// Letters over a carrier that loses, repeats, swaps and damages packets: every letter arrives once, whole and in order.
#include "cluster/mail.h"

#include <deque>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "cluster/envelope.h"
#include "support/rng.h"

namespace gnomon::cluster {
namespace {

using test::Rng;

constexpr const char* kRun = "0123456789abcdef";

Mail::Time at(std::size_t milliseconds) {
  return Mail::Time() + std::chrono::hours(1) + std::chrono::milliseconds(milliseconds);
}

// Parties that know each other, and what is on the way between them.
class Parties {
 public:
  explicit Parties(std::size_t count, std::uint64_t seed) : rng_(seed) {
    for (std::size_t i = 0; i < count; ++i) mails_.emplace_back(kRun, 1, i, "life " + std::to_string(i));
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < count; ++j) {
        if (i != j) mails_[i].introduce(j, mails_[j].life(), at(0));
      }
    }
  }

  Mail& operator[](std::size_t party) { return mails_[party]; }
  std::size_t size() const { return mails_.size(); }

  // Some time passes, in which the carrier does what it likes with so many of a hundred packets.
  void pass(std::size_t milliseconds, unsigned faults) {
    now_ += milliseconds;
    for (Mail& mail : mails_) {
      for (const Packet& packet : mail.due(at(now_))) carry(encode_packet(packet, "a key"), faults);
    }
    while (!way_.empty()) {
      const std::size_t place = rng_.chance(faults) ? rng_.below(way_.size()) : 0;
      const std::string bytes = way_[place];
      way_.erase(way_.begin() + static_cast<std::ptrdiff_t>(place));
      std::optional<Packet> packet = decode_packet(bytes, "a key");
      if (packet) mails_.at(packet->to).take(std::move(*packet), at(now_));
    }
  }

 private:
  void carry(std::string bytes, unsigned faults) {
    if (rng_.chance(faults)) return;
    if (rng_.chance(faults)) way_.push_back(bytes);
    if (rng_.chance(faults)) bytes[rng_.below(bytes.size())] ^= static_cast<char>(1u << rng_.below(8));
    if (rng_.chance(faults)) bytes.resize(rng_.below(bytes.size()));
    way_.push_back(std::move(bytes));
  }

  Rng rng_;
  std::vector<Mail> mails_;
  std::deque<std::string> way_;
  std::size_t now_ = 0;
};

std::string random_letter(Rng& rng) {
  const std::size_t size = rng.chance(10) ? kPieceBytes * rng.below(3) + rng.below(3) : rng.below(100);
  return std::string(size, static_cast<char>('a' + rng.below(26)));
}

TEST(Mail, ArrivesOnceWholeAndInOrder) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    Rng rng(seed);
    Parties parties(3, seed);
    const unsigned faults = seed % 3 == 0 ? 0 : 20;
    std::vector<std::vector<std::string>> sent(9), received(9);
    std::size_t open = 0;
    for (std::size_t turn = 0; turn < 40 || open > 0; ++turn) {
      ASSERT_LT(turn, 2000u) << "letters are lost for ever, seed " << seed;
      if (turn < 40) {
        const std::size_t from = rng.below(3);
        const std::size_t to = (from + 1 + rng.below(2)) % 3;
        sent[from * 3 + to].push_back(random_letter(rng));
        parties[from].post(to, sent[from * 3 + to].back());
        ++open;
      }
      parties.pass(100, faults);
      for (std::size_t to = 0; to < parties.size(); ++to) {
        while (const std::optional<Letter> letter = parties[to].next()) {
          received[letter->from * 3 + to].push_back(letter->bytes);
          --open;
        }
      }
    }
    EXPECT_EQ(received, sent) << seed;
    for (std::size_t turn = 0; turn < 200; ++turn) parties.pass(100, faults);
    for (std::size_t from = 0; from < 3; ++from) {
      EXPECT_TRUE(parties[from].delivered((from + 1) % 3)) << "unconfirmed, seed " << seed;
      EXPECT_FALSE(parties[from].next()) << "a letter came twice, seed " << seed;
    }
  }
}

// Who was replaced, or belongs to another incarnation, is not heard.
TEST(Mail, IsBetweenTheLivesThatKnowEachOther) {
  Mail one(kRun, 2, 1, "one");
  Mail other(kRun, 2, 2, "other");
  one.introduce(2, "other", at(0));
  other.introduce(1, "one", at(0));
  one.post(2, "hello");
  const std::vector<Packet> packets = one.due(at(0));
  ASSERT_EQ(packets.size(), 1u);
  auto taken = [&](auto change) {
    Packet packet = packets.front();
    change(packet);
    return other.take(packet, at(1));
  };
  EXPECT_FALSE(taken([](Packet& packet) { packet.life = "an earlier one"; }));
  EXPECT_FALSE(taken([](Packet& packet) { packet.other_life = "an earlier other"; }));
  EXPECT_FALSE(taken([](Packet& packet) { packet.incarnation = 1; }));
  EXPECT_FALSE(taken([](Packet& packet) { packet.run = "fedcba9876543210"; }));
  EXPECT_FALSE(taken([](Packet& packet) { packet.from = 3; }));
  EXPECT_FALSE(taken([](Packet& packet) { packet.to = 1; }));
  EXPECT_FALSE(other.next());
  EXPECT_EQ(other.last_heard(1), at(0));
  EXPECT_TRUE(taken([](Packet&) {}));
  EXPECT_EQ(other.next()->bytes, "hello");
  EXPECT_EQ(other.last_heard(1), at(1));
}

TEST(Mail, GivesSignsOfLife) {
  Mail mail(kRun, 1, 0, "zero");
  mail.introduce(1, "one", at(0));
  EXPECT_EQ(mail.due(at(0)).size(), 1u);
  EXPECT_TRUE(mail.due(at(500)).empty());
  ASSERT_EQ(mail.due(at(1000)).size(), 1u);
  EXPECT_FALSE(mail.due(at(2000)).front().sequence);
}

TEST(Mail, PacketsAreReadAsTheyWereWrittenOrNotAtAll) {
  Packet packet;
  packet.run = kRun;
  packet.incarnation = 7;
  packet.from = 1;
  packet.life = "a life";
  packet.other_life = "another";
  packet.expected = 5;
  packet.sequence = 9;
  packet.last = true;
  packet.body = std::string("any\0bytes", 9);
  const std::string bytes = encode_packet(packet, "key");
  const std::optional<Packet> read = decode_packet(bytes, "key");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->run, packet.run);
  EXPECT_EQ(read->incarnation, 7u);
  EXPECT_EQ(read->from, 1u);
  EXPECT_EQ(read->to, 0u);
  EXPECT_EQ(read->life, packet.life);
  EXPECT_EQ(read->other_life, packet.other_life);
  EXPECT_EQ(read->expected, 5u);
  EXPECT_EQ(read->sequence, 9u);
  EXPECT_TRUE(read->last);
  EXPECT_EQ(read->body, packet.body);
  EXPECT_FALSE(decode_packet(bytes, "another key"));
  packet.body = std::string(kPieceBytes + 1, 'x');
  EXPECT_FALSE(decode_packet(encode_packet(packet, "key"), "key"));
  packet.body = "content without a number";
  packet.sequence.reset();
  EXPECT_FALSE(decode_packet(encode_packet(packet, "key"), "key"));
}

}  // namespace
}  // namespace gnomon::cluster
