// Helpers (base/post.h) that are threads of the test: what slices at workers of a cluster do, without the network. From time
// to time one of them is lost. One may be a liar: some of its letters are cut off, or pieces in them are.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
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
  std::string name(std::size_t helper) const override { return "helper " + std::to_string(workers_.at(helper - 1)); }
  std::size_t spare() const override;
  void blame(std::size_t helper, const std::string& why) override;
  std::string why_lost() const override { return "as it was to be"; }

  std::size_t lost() const { return lost_; }
  // From now on every so many letters of this worker one is no good.
  void let_lie(std::size_t worker, std::size_t every);
  // From now on there are so many workers.
  void set_workers(std::size_t count);
  // How often each worker has been blamed.
  const std::map<std::size_t, std::size_t>& blamed() const { return blamed_; }

 private:
  class Side;
  void deliver(std::size_t from, std::size_t to, std::string bytes);
  std::optional<Letter> take(std::size_t party, std::chrono::milliseconds most);
  void dismiss();
  std::string spoiled(const std::string& bytes);

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
  std::vector<std::size_t> workers_;  // from 1 on, by helper
  std::map<std::size_t, std::size_t> blamed_;
  std::size_t liar_ = 0;  // 0: nobody
  std::size_t lies_every_ = 0;
  std::size_t until_lie_ = 0;
  bool broken_ = true;
  std::size_t until_loss_ = 0;  // letters
  std::size_t lost_ = 0;
};

}  // namespace gnomon::test
