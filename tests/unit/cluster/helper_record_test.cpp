// What a worker is told that is to host slices: read as it was written, or not at all.
#include "cluster/helper_record.h"

#include <gtest/gtest.h>
#include <string>

#include "support/rng.h"
#include "task/frame.h"

namespace gnomon::cluster {
namespace {

HelperRecord some_record() {
  HelperRecord record;
  record.run = "0123456789abcdef";
  record.incarnation = 3;
  record.party = 2;
  record.life = "fedcba9876543210";
  record.excluded = {"host-17"};
  record.task.model = "model.ispl";
  record.task.text = "the text of a model";
  record.task.parameters = {{"N", "4"}};
  record.task.memory = 1000;
  return record;
}

TEST(HelperRecord, IsReadAsItWasWritten) {
  const std::optional<HelperRecord> read = decode_helper(encode_helper(some_record()));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->run, "0123456789abcdef");
  EXPECT_EQ(read->incarnation, 3u);
  EXPECT_EQ(read->party, 2u);
  EXPECT_EQ(read->life, "fedcba9876543210");
  EXPECT_EQ(read->excluded, std::vector<std::string>{"host-17"});
  EXPECT_EQ(read->task.text, some_record().task.text);
  EXPECT_EQ(read->task.parameters, some_record().task.parameters);
  EXPECT_EQ(read->task.memory, 1000u);
}

TEST(HelperRecord, IsNoTaskAndNoOtherThing) {
  EXPECT_FALSE(task::decode_task(encode_helper(some_record())));
  EXPECT_FALSE(decode_helper(task::encode_task(some_record().task)));
  auto with = [](auto change) {
    HelperRecord record = some_record();
    change(record);
    return decode_helper(encode_helper(record)).has_value();
  };
  EXPECT_TRUE(with([](HelperRecord&) {}));
  EXPECT_FALSE(with([](HelperRecord& record) { record.party = 0; }));
  EXPECT_FALSE(with([](HelperRecord& record) { record.run = "a.>"; }));
  EXPECT_FALSE(with([](HelperRecord& record) { record.run.clear(); }));
  EXPECT_FALSE(with([](HelperRecord& record) { record.life.clear(); }));
}

// Heads of any content, with the right sum; and bytes with a wrong one.
TEST(HelperRecord, AnyBytesAreReadOrRefused) {
  test::Rng rng(7);
  const std::string bytes = encode_helper(some_record());
  const task::Parts parts = *task::decode_frame(bytes);
  std::size_t good = 0;
  for (int i = 0; i < 2000; ++i) {
    std::string head(parts.at("head"));
    head[rng.below(head.size())] = static_cast<char>(rng.below(256));
    if (decode_helper(task::encode_frame({{"head", head}, {"task", parts.at("task")}}))) ++good;
    std::string other = bytes;
    other[rng.below(other.size())] ^= static_cast<char>(1u << rng.below(8));
    EXPECT_FALSE(decode_helper(other));
  }
  EXPECT_GT(good, 0u);
  EXPECT_LT(good, 2000u);
}

}  // namespace
}  // namespace gnomon::cluster
