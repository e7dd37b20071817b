// A history (base/history.h) in memory, for tests: what a process has told before it ended after so many records.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/history.h"

namespace gnomon::test {

class MemoryHistory : public History {
 public:
  const std::string* next() const override { return next_ < records_.size() ? &records_[next_].text : nullptr; }
  void take() override { ++next_; }
  std::optional<std::string> state() override { return next_ == last_state() ? records_[next_].state : std::nullopt; }
  std::string tell(const std::string& record) override {
    if (full_at_ && records_.size() >= *full_at_) return "the disk is full";
    records_.push_back({record, std::nullopt});
    next_ = records_.size();
    return "";
  }
  std::string tell(const std::string& record, const std::string& state) override {
    std::string problem = tell(record);
    if (problem.empty()) records_.back().state = state;
    return problem;
  }

  std::size_t size() const { return records_.size(); }
  std::size_t taken() const { return next_; }
  // What another process finds if this one has ended after so many records.
  MemoryHistory after(std::size_t count) const {
    MemoryHistory found;
    found.records_.assign(records_.begin(), records_.begin() + static_cast<std::ptrdiff_t>(count));
    return found;
  }
  // No more than so many records can be told.
  void set_full_at(std::size_t count) { full_at_ = count; }
  std::string& text(std::size_t place) { return records_[place].text; }

 private:
  struct Record {
    std::string text;
    std::optional<std::string> state;
  };

  std::size_t last_state() const {
    std::size_t last = records_.size();
    for (std::size_t i = 0; i < records_.size(); ++i) {
      if (records_[i].state) last = i;
    }
    return last;
  }

  std::vector<Record> records_;
  std::size_t next_ = 0;
  std::optional<std::size_t> full_at_;
};

}  // namespace gnomon::test
