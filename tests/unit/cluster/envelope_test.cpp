// What travels in a cluster: records are read as they were written or not at all; addresses that are not safe are refused.
#include "cluster/envelope.h"

#include <gtest/gtest.h>
#include <string>

#include "cluster/options.h"
#include "support/rng.h"
#include "task/frame.h"
#include "task/sha256.h"

namespace gnomon::cluster {
namespace {

Envelope some_envelope() {
  Envelope envelope;
  envelope.kind = Kind::Result;
  envelope.run = "0123456789abcdef";
  envelope.incarnation = 3;
  envelope.task = task::sha256_text("a task");
  envelope.body = "any bytes";
  return envelope;
}

TEST(Envelope, IsReadAsItWasWritten) {
  const Envelope envelope = some_envelope();
  for (const char* key : {"", "a key of the cluster"}) {
    const std::optional<Envelope> read = decode_envelope(encode_envelope(envelope, key), key);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->kind, Kind::Result);
    EXPECT_EQ(read->run, envelope.run);
    EXPECT_EQ(read->incarnation, 3u);
    EXPECT_EQ(read->task, envelope.task);
    EXPECT_EQ(read->body, envelope.body);
    EXPECT_EQ(read->pieces, 0u);
  }
  EXPECT_FALSE(decode_envelope(encode_envelope(envelope, "one key"), "another key"));
  EXPECT_FALSE(decode_envelope(encode_envelope(envelope, ""), "a key"));
}

// What a length says is compared before memory is taken for it.
TEST(Envelope, PiecesMustFitTheirSize) {
  Envelope envelope = some_envelope();
  envelope.body.clear();
  envelope.digest = task::sha256_text("body");
  auto reads = [&](std::size_t size, std::size_t pieces) {
    envelope.size = size;
    envelope.pieces = pieces;
    return decode_envelope(encode_envelope(envelope, ""), "").has_value();
  };
  EXPECT_TRUE(reads(kPieceBytes + 1, 2));
  EXPECT_FALSE(reads(kPieceBytes + 1, 1));
  EXPECT_FALSE(reads(kPieceBytes, 2));
  EXPECT_FALSE(reads(0, 1));
  EXPECT_FALSE(reads(kMostBodyBytes + 1, kMostBodyBytes / kPieceBytes + 1));
  EXPECT_FALSE(reads(~std::size_t{0}, ~std::size_t{0}));
  envelope.digest = "../../etc";
  EXPECT_FALSE(reads(kPieceBytes + 1, 2));
}

// Heads of any content, with the right sum.
TEST(Envelope, AnyHeadIsReadOrRefused) {
  test::Rng rng(11);
  const std::string frame = encode_envelope(some_envelope(), "");
  const std::string whole = std::string(task::decode_frame(frame)->at("head"));
  int good = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string head = whole;
    for (std::size_t changes = rng.below(3) + 1; changes > 0; --changes) {
      head[rng.below(head.size())] = static_cast<char>(rng.below(256));
    }
    const std::optional<Envelope> read = decode_envelope(task::encode_frame({{"head", head}, {"body", "b"}}), "");
    if (!read) continue;
    ++good;
    EXPECT_EQ(read->run.size(), 16u);
    EXPECT_EQ(read->task.size(), 64u);
    EXPECT_TRUE(decode_envelope(encode_envelope(*read, ""), ""));
  }
  EXPECT_GT(good, 0);
  EXPECT_LT(good, 3000);
  for (int i = 0; i < 3000; ++i) {
    std::string bytes = frame;
    bytes[rng.below(bytes.size())] ^= static_cast<char>(1u << rng.below(8));
    EXPECT_FALSE(decode_envelope(bytes, ""));
    EXPECT_FALSE(decode_envelope(std::string_view(frame).substr(0, rng.below(frame.size())), ""));
  }
}

std::string problem_of(const std::string& url, bool insecure = false) {
  ClusterOptions options;
  options.url = url;
  options.insecure = insecure;
  return options_problem(options);
}

TEST(ClusterOptions, OnlyThisMachineWithoutTls) {
  for (const char* url : {"nats://localhost", "nats://localhost:4222", "nats://127.0.0.1:1", "nats://127.1.2.3",
                          "nats://[::1]:4222", "tls://example.org", "tls://10.0.0.1:4222,tls://10.0.0.2"}) {
    EXPECT_EQ(problem_of(url), "") << url;
  }
  for (const char* url :
       {"nats://example.org", "nats://10.0.0.1:4222", "nats://127.example.org", "nats://[fe80::1]:4222",
        "nats://localhost,nats://example.org", "nats://localhost.example.org"}) {
    EXPECT_NE(problem_of(url).find("another machine"), std::string::npos) << url;
    EXPECT_EQ(problem_of(url, true), "") << url;
  }
  for (const char* url : {"", "localhost", "http://localhost", "nats://", "nats://localhost,"}) {
    EXPECT_NE(problem_of(url, true).find("no server"), std::string::npos) << url;
  }
  EXPECT_NE(problem_of("nats://user:password@localhost").find("password"), std::string::npos);
}

}  // namespace
}  // namespace gnomon::cluster
