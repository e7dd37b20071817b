// The side of a worker's process that hosts slices: it greets the coordinator, is told who the other helpers are, and then
// exchanges letters with all of them until the coordinator is gone.
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

#include "cluster/cluster.h"
#include "cluster/nats/packet_post.h"
#include "task/journal.h"

namespace gnomon::cluster {

namespace {

constexpr std::chrono::seconds kAbandoned{15};  // the coordinator is taken to be gone after so long
constexpr std::chrono::milliseconds kGlanceAtPost{50};
constexpr std::chrono::milliseconds kFarewell{1000};

class HelperSide : public PacketPost, public Post {
 public:
  HelperSide(std::unique_ptr<Connection> connection, const HelperRecord& record, const std::string& worker)
      : PacketPost(*connection), owner_(std::move(connection)) {
    if (!open(record.run, record.incarnation, record.party, task::new_run_name())) broken_ = true;
    if (mail_) mail_->introduce(0, record.life, Clock::now());
    start();
    send_letter(0, worker);
    meet_others();
  }
  ~HelperSide() override {
    drain(0, kFarewell);
    stop();
    close();
  }

  void send(std::size_t to, std::string bytes) override { send_letter(to, bytes); }
  std::optional<Letter> receive(std::chrono::milliseconds most) override { return next_letter(most); }
  bool broken() const override { return broken_; }

 private:
  void look(Clock::time_point now) override {
    if (mail_ && now - std::max(mail_->last_heard(0), listening_since()) > kAbandoned) broken_ = true;
  }

  // The first letter of the coordinator names the helpers and their lives.
  void meet_others() {
    std::optional<Letter> letter;
    while (!letter && !broken_) letter = next_letter(kGlanceAtPost);
    const nlohmann::json others = letter ? nlohmann::json::parse(letter->bytes, nullptr, false) : nlohmann::json();
    const std::lock_guard lock(mutex_);
    if (!others.is_array()) broken_ = true;
    for (std::size_t i = 0; i < others.size() && !broken_; ++i) {
      if (i + 1 != mail_->own() && others[i].is_string()) {
        mail_->introduce(i + 1, others[i].get<std::string>(), Clock::now());
      }
    }
  }

  std::unique_ptr<Connection> owner_;
};

}  // namespace

std::unique_ptr<Post> join_as_helper(const ClusterOptions& cluster, const HelperRecord& record,
                                     const std::string& worker, std::string& problem) {
  auto connection = std::make_unique<Connection>(cluster, "gnomon slices", problem);
  if (!problem.empty()) return nullptr;
  return std::make_unique<HelperSide>(std::move(connection), record, worker);
}

}  // namespace gnomon::cluster
