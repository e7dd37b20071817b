// Helpers (base/post.h) that are threads of the test: what slices at workers of a cluster do, without the network. From time
// to time one of them is lost.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/post.h"
#include "ispl/checked_model.h"
#include "model/symbolic_model.h"
#include "support/rng.h"

namespace gnomon::test {

class HelperThreads : public HelperPost {
 public:
  // So many at most; so many of them are lost, at moments that the seed decides, before they have exchanged `most_letters`
  // letters. The model must outlive this.
  HelperThreads(const ispl::CheckedModel& model, std::size_t hosts, std::size_t losses, std::uint64_t seed,
                model::ModelOptions options = {}, std::size_t most_letters = 60);
  ~HelperThreads() override;
  HelperThreads(const HelperThreads&) = delete;
  HelperThreads& operator=(const HelperThreads&) = delete;

  void send(std::size_t to, std::string bytes) override { deliver(0, to, std::move(bytes)); }
  std::optional<Letter> receive(std::chrono::milliseconds most) override { return take(0, most); }
  bool broken() const override;
  std::size_t gather(std::size_t most, const std::function<void()>& poll) override;
  std::string name(std::size_t helper) const override { return "helper " + std::to_string(helper); }

  std::string why_lost() const override { return "as it was to be"; }

  std::size_t lost() const { return lost_; }

 private:
  class Side;
  void deliver(std::size_t from, std::size_t to, std::string bytes);
  std::optional<Letter> take(std::size_t party, std::chrono::milliseconds most);
  void dismiss();

  const ispl::CheckedModel& model_;
  std::size_t hosts_;
  std::size_t losses_;
  model::ModelOptions options_;
  std::size_t most_letters_;
  Rng rng_;
  mutable std::mutex mutex_;
  std::condition_variable news_;
  std::vector<std::deque<Letter>> boxes_;  // by party
  std::vector<std::thread> threads_;
  bool broken_ = true;
  std::size_t until_loss_ = 0;  // letters
  std::size_t lost_ = 0;
};

}  // namespace gnomon::test
