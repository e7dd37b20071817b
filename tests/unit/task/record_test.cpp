// Records between processes and machines: what is written is read again as the same, and nothing else is read.
#include "task/record.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

#include "support/rng.h"
#include "task/frame.h"
#include "task/sha256.h"

namespace gnomon::task {
namespace {

TEST(Sha256, PublishedSums) {
  EXPECT_EQ(sha256_text(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_text("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256_text(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, PublishedCodesWithKeys) {
  EXPECT_EQ(hexadecimal(hmac_sha256("Jefe", "what do ya want for nothing?")),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(
      hexadecimal(hmac_sha256(std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First")),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

TEST(Frame, IsReadAsItWasWritten) {
  const std::string bytes("\0\xff\n 12\n", 8);
  const std::string frame = encode_frame({{"head", "x"}, {"body", bytes}, {"none", ""}}, "key");
  const std::optional<Parts> parts = decode_frame(frame, "key");
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->size(), 3u);
  EXPECT_EQ(parts->at("body"), bytes);
  EXPECT_EQ(parts->at("none"), "");
  EXPECT_FALSE(decode_frame(frame, "other key"));
  EXPECT_FALSE(decode_frame(frame));
}

TEST(Frame, DamageIsFound) {
  const std::string frame = encode_frame({{"head", "some text"}, {"body", "more of it"}});
  for (std::size_t i = 0; i < frame.size(); ++i) {
    EXPECT_FALSE(decode_frame(std::string_view(frame).substr(0, i))) << i;
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::string other = frame;
      other[i] = static_cast<char>(other[i] ^ static_cast<char>(1u << bit));
      EXPECT_FALSE(decode_frame(other)) << i << " " << bit;
    }
  }
  EXPECT_FALSE(decode_frame(frame + " "));
}

// With the right sum, what a program with bad intent could send.
TEST(Frame, LengthsThatAreWrongAreRefused) {
  auto with_sum = [](const std::string& bytes) { return bytes + sha256_text(bytes); };
  EXPECT_TRUE(decode_frame(with_sum("gnomon-frame 1 1\nhead 3\nabc")));
  for (const char* bytes :
       {"gnomon-frame 1 1\nhead 4\nabc", "gnomon-frame 1 1\nhead 2\nabc", "gnomon-frame 1 2\nhead 3\nabc",
        "gnomon-frame 1 1\nhead 18446744073709551615\nabc", "gnomon-frame 1 1\nhead 99999999999999999999\nabc",
        "gnomon-frame 1 1\nhead -1\nabc", "gnomon-frame 1 1\nhead 03\nabc", "gnomon-frame 1 1\nhead \nabc",
        "gnomon-frame 1 1\nHead 3\nabc", "gnomon-frame 1 1\n 3\nabc", "gnomon-frame 1 99\n", "gnomon-frame 1 \n",
        "gnomon-frame 1 2\nhead 1\nahead 1\nb", "gnomon-frame 2 0\n", "gnomon-frame 1 0"}) {
    EXPECT_FALSE(decode_frame(with_sum(bytes))) << bytes;
  }
  EXPECT_TRUE(decode_frame(with_sum("gnomon-frame 1 0\n")));
}

Task some_task() {
  Task task;
  task.model = "ring.ispl";
  task.text = std::string("Agent \xff\0 M", 10);
  task.parameters = {{"N", "4"}, {"kind", "fast"}};
  task.formulas = {"1", "AG p"};
  task.properties = "more.txt";
  task.properties_text = "EF q;";
  task.words = {"--engine=explicit"};
  task.timeout = 2.5;
  task.memory = 1'000'000;
  task.only = 3;
  task.width = 17;
  return task;
}

TEST(Record, TasksAreReadAsTheyWereWritten) {
  const Task task = some_task();
  const std::optional<Task> read = decode_task(encode_task(task));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->text, task.text);
  EXPECT_EQ(read->parameters, task.parameters);
  EXPECT_EQ(read->formulas, task.formulas);
  EXPECT_EQ(read->words, task.words);
  EXPECT_EQ(read->timeout, task.timeout);
  EXPECT_EQ(read->only, task.only);
  EXPECT_EQ(encode_task(*read), encode_task(task));
  EXPECT_EQ(encode_task(*decode_task(encode_task(Task()))), encode_task(Task()));
}

TEST(Record, ResultsAreReadAsTheyWereWritten) {
  Result result;
  result.ending = Ending::TimeOver;
  result.answer = {3, "{}", "UNKNOWN"};
  result.reason = "time limit of 1 s reached";
  result.messages = "a\nb";
  result.seconds = 1.25;
  result.memory = 123;
  result.worker = "host-1";
  const std::optional<Result> read = decode_result(encode_result(result));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->ending, result.ending);
  EXPECT_EQ(read->answer.status, 3);
  EXPECT_EQ(encode_result(*read), encode_result(result));
  EXPECT_FALSE(decode_task(encode_result(result)));
  EXPECT_FALSE(decode_result(encode_task(some_task())));
  EXPECT_FALSE(decode_answer(encode_result(result)));
}

// Heads with right sums and any content: read or refused, and what is read is written as it is.
TEST(Record, AnyHeadIsReadOrRefused) {
  test::Rng rng(7);
  const std::string whole = std::string(decode_frame(encode_task(some_task()))->at("head"));
  const std::string_view pieces[] = {"null", "-1", "1e300", "\"\"", "[]", "{}", "[1]", "18446744073709551616", "true"};
  int good = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string head = whole;
    const auto at = rng.below(head.size());
    const auto length = rng.below(12);
    head.replace(at, std::min(length, head.size() - at), pieces[rng.below(9)]);
    const std::string frame = encode_frame({{"head", head}, {"text", "t"}, {"properties", ""}});
    const std::optional<Task> task = decode_task(frame);
    if (!task) continue;
    ++good;
    ASSERT_TRUE(decode_task(encode_task(*task))) << head;
  }
  EXPECT_GT(good, 0);
  EXPECT_LT(good, 3000);
}

}  // namespace
}  // namespace gnomon::task
