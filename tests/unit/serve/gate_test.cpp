// How many work at once: by pace, by client, in the order of arrival.
#include "serve/gate.h"

#include <gtest/gtest.h>
#include <thread>

namespace gnomon::serve {
namespace {

constexpr std::chrono::milliseconds kAtOnce{0};
constexpr std::chrono::seconds kPatience{60};

std::unique_ptr<Gate::Ticket> enter(Gate& gate, const std::string& client, Pace pace = Pace::Long) {
  Refused why = Refused::No;
  auto ticket = gate.enter(client, pace, why);
  EXPECT_TRUE(ticket);
  return ticket;
}

TEST(Gate, NoMoreThanThereArePlaces) {
  Gate gate({1, 2, 2, 10, 10});
  auto a = enter(gate, "a"), b = enter(gate, "b"), c = enter(gate, "c");
  EXPECT_TRUE(a->wait(kAtOnce));
  EXPECT_TRUE(b->wait(kAtOnce));
  EXPECT_FALSE(c->wait(kAtOnce));
  auto typing = enter(gate, "d", Pace::Quick);
  EXPECT_TRUE(typing->wait(kAtOnce)) << "editors have places of their own";
  a.reset();
  EXPECT_TRUE(c->wait(kAtOnce));
  EXPECT_EQ(gate.busy(), 3u);
}

TEST(Gate, InTheOrderOfArrival) {
  Gate gate({1, 1, 1, 10, 10});
  auto a = enter(gate, "a"), b = enter(gate, "b"), c = enter(gate, "c");
  EXPECT_FALSE(b->wait(kAtOnce)) << "a came first, even if it has not asked yet";
  EXPECT_TRUE(a->wait(kAtOnce));
  EXPECT_EQ(c->ahead(), 1u);
  a.reset();
  EXPECT_FALSE(c->wait(kAtOnce));
  EXPECT_TRUE(b->wait(kAtOnce));
}

TEST(Gate, OneClientDoesNotTakeAllPlaces) {
  Gate gate({1, 2, 1, 10, 10});
  auto first = enter(gate, "a"), second = enter(gate, "a"), other = enter(gate, "b");
  EXPECT_TRUE(first->wait(kAtOnce));
  EXPECT_FALSE(second->wait(kAtOnce)) << "there is room, but not for this client";
  EXPECT_TRUE(other->wait(kAtOnce)) << "it passes the one that has to wait";
  first.reset();
  EXPECT_TRUE(second->wait(kAtOnce));
}

TEST(Gate, TooManyAreRefused) {
  Gate gate({1, 1, 1, 2, 3});
  Refused why = Refused::No;
  auto a = enter(gate, "a"), b = enter(gate, "a");
  EXPECT_FALSE(gate.enter("a", Pace::Quick, why));
  EXPECT_EQ(why, Refused::ClientHasEnough);
  auto c = enter(gate, "b");
  EXPECT_FALSE(gate.enter("c", Pace::Quick, why));
  EXPECT_EQ(why, Refused::Full);
  a.reset();
  EXPECT_TRUE(gate.enter("a", Pace::Quick, why));
}

// However threads interleave: the limits hold at every moment, and everybody has a turn.
TEST(Gate, ThreadsKeepTheLimits) {
  Gate gate({2, 3, 1, 100, 1000});
  std::atomic<int> running{0}, most{0}, done{0};
  std::vector<std::thread> threads;
  constexpr int kThreads = 40;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      Refused why = Refused::No;
      auto ticket = gate.enter(std::to_string(i % 10), Pace::Long, why);
      if (!ticket || !ticket->wait(kPatience)) return;
      int now = ++running;
      for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
      }
      std::this_thread::yield();
      --running;
      ++done;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(done, kThreads);
  EXPECT_LE(most, 3);
  EXPECT_EQ(gate.busy(), 0u);
}

}  // namespace
}  // namespace gnomon::serve
