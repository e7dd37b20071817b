// Histories in files: what another process finds, states that are lost or damaged, files that are about something else.
#include "task/history_file.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <memory>
#include <sstream>
#include <vector>

#include "task/journal.h"

namespace gnomon::task {
namespace {

namespace fs = std::filesystem;

class HistoryFileTest : public ::testing::Test {
 protected:
  HistoryFileTest() : folder_(fs::path(::testing::TempDir()) / ("history-" + new_run_name())) {
    fs::create_directories(folder_);
  }
  ~HistoryFileTest() override { fs::remove_all(folder_); }

  std::string path() const { return (folder_ / "file").string(); }
  std::string states() const { return (folder_ / "states").string(); }
  std::unique_ptr<HistoryFile> open(const std::string& version = "1", const std::string& model = "m") {
    return std::make_unique<HistoryFile>(path(), states(), version,
                                         std::map<std::string, std::string>{{"another model", model}}, problem_);
  }
  // The records that are found, and the state of the last one that has one.
  std::vector<std::string> found() {
    auto file = open();
    EXPECT_EQ(problem_, "");
    std::vector<std::string> texts;
    state_.reset();
    lost_ = file->lost_a_state();
    while (file->next() != nullptr) {
      if (auto state = file->state()) {
        EXPECT_FALSE(state_);
        state_ = state;
      }
      texts.push_back(*file->next());
      file->take();
    }
    return texts;
  }
  std::vector<fs::path> state_files() const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(states())) files.push_back(entry.path());
    return files;
  }
  std::string content() const {
    std::ifstream file(path(), std::ios::binary);
    std::stringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
  }
  void write(const std::string& bytes) const { std::ofstream(path(), std::ios::binary) << bytes; }

  fs::path folder_;
  std::string problem_;
  std::optional<std::string> state_;
  bool lost_ = false;
};

using Texts = std::vector<std::string>;

TEST_F(HistoryFileTest, IsTakenAgain) {
  std::string run;
  {
    auto file = open();
    ASSERT_EQ(problem_, "");
    EXPECT_EQ(file->next(), nullptr);
    EXPECT_EQ(file->incarnation(), 1u);
    run = file->run();
    EXPECT_EQ(file->tell("one"), "");
    EXPECT_EQ(file->tell("two", "state A"), "");
    EXPECT_EQ(file->tell(std::string("\0three\n", 7)), "");
  }
  EXPECT_EQ(found(), (Texts{"one", "two", std::string("\0three\n", 7)}));
  EXPECT_EQ(state_, "state A");
  EXPECT_FALSE(lost_);
  auto file = open();
  EXPECT_EQ(file->incarnation(), 3u);
  EXPECT_EQ(file->run(), run);
}

TEST_F(HistoryFileTest, KeepsTheLastTwoStates) {
  {
    auto file = open();
    for (const char* state : {"A", "B", "B", "C", "A", "D"}) EXPECT_EQ(file->tell(state, state), "");
  }
  EXPECT_EQ(state_files().size(), 2u);
  EXPECT_EQ(found().size(), 6u);
  EXPECT_EQ(state_, "D");
  EXPECT_EQ(state_files().size(), 2u);
}

// The history ends before a state that cannot be used.
TEST_F(HistoryFileTest, GoesBackToAStateThatIsWhole) {
  std::vector<std::string> names;
  {
    auto file = open();
    file->tell("begin");
    for (const char* state : {"A", "B", "C"}) {
      file->tell(std::string("with ") + state, state);
      file->tell(std::string("after ") + state);
    }
  }
  for (const fs::path& one : state_files()) {
    std::stringstream bytes;
    bytes << std::ifstream(one).rdbuf();
    if (bytes.str() == "C") std::ofstream(one) << "X";
  }
  EXPECT_EQ(found(), (Texts{"begin", "with A", "after A", "with B", "after B"}));
  EXPECT_TRUE(lost_);
  EXPECT_EQ(state_, "B");
  EXPECT_EQ(found().size(), 5u);
  EXPECT_FALSE(lost_);
  fs::remove_all(states());
  EXPECT_EQ(found(), (Texts{"begin"}));
  EXPECT_TRUE(lost_);
  EXPECT_FALSE(state_);
  auto file = open();
  EXPECT_GE(file->incarnation(), 5u) << "no incarnation is given twice";
  EXPECT_EQ(file->tell("more", "E"), "");
}

// A process that ends while it writes leaves a part of a frame.
TEST_F(HistoryFileTest, EndsAnywhere) {
  {
    auto file = open();
    file->tell("one");
    file->tell("two", "S");
    file->tell("three");
  }
  const std::string whole = content();
  const Texts all{"one", "two", "three"};
  // A few digits alone may be anything.
  for (std::size_t size = whole.find('\n') + 1; size < whole.size(); ++size) {
    write(whole.substr(0, size));
    const Texts some = found();
    ASSERT_LE(some.size(), all.size());
    EXPECT_EQ(some, Texts(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(some.size()))) << size;
    auto file = open();
    EXPECT_EQ(problem_, "");
    while (file->next() != nullptr) file->take();
    EXPECT_EQ(file->tell("four"), "");
  }
}

// A byte in the middle that is another one is found: no record is other than it was.
TEST_F(HistoryFileTest, IsRefusedWhenDamaged) {
  {
    auto file = open();
    file->tell("one");
    file->tell("two", "S");
    file->tell("three");
  }
  const std::string whole = content();
  const Texts all{"one", "two", "three"};
  std::size_t refused = 0;
  for (std::size_t place = 0; place < whole.size(); ++place) {
    std::string bytes = whole;
    bytes[place] = static_cast<char>(bytes[place] ^ 4);
    write(bytes);
    auto file = open();
    if (!problem_.empty()) {
      ++refused;
      continue;
    }
    for (std::size_t i = 0; file->next() != nullptr; ++i, file->take()) {
      ASSERT_LT(i, all.size());
      EXPECT_EQ(*file->next(), all[i]) << place;
    }
  }
  EXPECT_GT(refused, whole.size() / 2);
}

TEST_F(HistoryFileTest, IsForTheSameCheckOnly) {
  open()->tell("one");
  open("2");
  EXPECT_NE(problem_.find("those of gnomon 1, and this is gnomon 2"), std::string::npos) << problem_;
  open("1", "other");
  EXPECT_NE(problem_.find("about a check with another model"), std::string::npos) << problem_;
  const Journal journal(path(), "1", problem_);
  EXPECT_NE(problem_.find("something else than results"), std::string::npos) << problem_;
  fs::remove(path());
  { const Journal other(path(), "1", problem_); }
  open();
  EXPECT_NE(problem_.find("something else than answers of slices"), std::string::npos) << problem_;
}

TEST_F(HistoryFileTest, IsUsedByOneProcess) {
  auto file = open();
  auto other = open();
  EXPECT_NE(problem_.find("another process is using this file"), std::string::npos) << problem_;
}

TEST_F(HistoryFileTest, SaysWhatCannotBeWritten) {
  auto file = open();
  write("");  // is kept open
  std::ofstream(states()) << "a file where a folder should be";
  EXPECT_NE(file->tell("one", "state").find("cannot make the folder"), std::string::npos);
}

}  // namespace
}  // namespace gnomon::task
