#include "oracle/harness/helper_threads.h"

#include <algorithm>
#include <utility>

#include "slices/host.h"

namespace gnomon::test {

// The post of one helper.
class HelperThreads::Side : public Post {
 public:
  Side(HelperThreads& all, std::size_t own) : all_(all), own_(own) {}
  void send(std::size_t to, std::string bytes) override { all_.deliver(own_, to, std::move(bytes)); }
  std::optional<Letter> receive(std::chrono::milliseconds most) override { return all_.take(own_, most); }
  bool broken() const override { return all_.broken(); }

 private:
  HelperThreads& all_;
  std::size_t own_;
};

HelperThreads::HelperThreads(const ispl::CheckedModel& model, std::size_t hosts, std::size_t losses, std::uint64_t seed,
                             model::ModelOptions options, std::size_t most_letters)
    : model_(model),
      hosts_(hosts),
      losses_(losses),
      options_(std::move(options)),
      most_letters_(most_letters),
      rng_(seed) {}

HelperThreads::~HelperThreads() {
  dismiss();
}

void HelperThreads::dismiss() {
  {
    const std::lock_guard lock(mutex_);
    broken_ = true;
  }
  news_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

bool HelperThreads::broken() const {
  const std::lock_guard lock(mutex_);
  return broken_;
}

void HelperThreads::deliver(std::size_t from, std::size_t to, std::string bytes) {
  const std::lock_guard lock(mutex_);
  if (broken_) return;
  if (lost_ < losses_ && until_loss_-- == 0) {
    ++lost_;
    broken_ = true;
  }
  if (from != 0 && workers_[from - 1] == liar_ && until_lie_-- == 0) {
    until_lie_ = lies_every_;
    bytes = spoiled(bytes);
  }
  boxes_.at(to).push_back({from, std::move(bytes)});
  news_.notify_all();
}

std::string HelperThreads::spoiled(const std::string& bytes) {
  slices::ByteReader reader(bytes);
  if (slices::take_kind(reader) == slices::LetterKind::Pieces && rng_.chance(70)) {
    slices::PiecesLetter letter = slices::take_pieces(reader);
    for (auto& [to, piece] : letter.pieces) piece = piece.empty() ? "no diagram" : piece.substr(0, piece.size() / 2);
    return slices::encode_letter(letter);
  }
  return bytes.substr(0, rng_.below(bytes.size()));
}

void HelperThreads::let_lie(std::size_t worker, std::size_t every) {
  const std::lock_guard lock(mutex_);
  liar_ = worker;
  lies_every_ = until_lie_ = every;
}

std::size_t HelperThreads::spare() const {
  const std::lock_guard lock(mutex_);
  return hosts_ - std::min(hosts_, workers_.size());
}

void HelperThreads::set_workers(std::size_t count) {
  const std::lock_guard lock(mutex_);
  hosts_ = count;
}

void HelperThreads::blame(std::size_t helper, const std::string&) {
  {
    const std::lock_guard lock(mutex_);
    ++blamed_[workers_.at(helper - 1)];
    broken_ = true;
  }
  news_.notify_all();
}

std::optional<Letter> HelperThreads::take(std::size_t party, std::chrono::milliseconds most) {
  std::unique_lock lock(mutex_);
  news_.wait_for(lock, most, [&] { return broken_ || !boxes_[party].empty(); });
  if (broken_ || boxes_[party].empty()) return std::nullopt;
  Letter letter = std::move(boxes_[party].front());
  boxes_[party].pop_front();
  return letter;
}

std::size_t HelperThreads::gather(std::size_t most, const std::function<void()>& poll) {
  dismiss();
  poll();
  std::size_t count = 0;
  {
    const std::lock_guard lock(mutex_);
    workers_.clear();
    for (std::size_t worker = 1; worker <= hosts_ && workers_.size() < most; ++worker) {
      if (blamed_[worker] < kMostBadMessages) workers_.push_back(worker);
    }
    count = workers_.size();
    boxes_.assign(count + 1, {});
    broken_ = false;
    until_loss_ = rng_.below(most_letters_);
  }
  for (std::size_t own = 1; own <= count; ++own) {
    threads_.emplace_back([this, own] {
      Side side(*this, own);
      slices::Host(model_, options_, side).work();
    });
  }
  return count;
}

}  // namespace gnomon::test
