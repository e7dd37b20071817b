// Letters between the parties of one computation: a coordinator, whose number is 0, and its helpers 1, 2, ... in other
// processes. src/slices computes with them; src/cluster carries them over a network.
//
// A letter arrives once, whole, and after those that the same party sent before. If that cannot be kept up, because some
// party is gone, the post is broken. It stays so until the coordinator gathers helpers anew, who know nothing of what was
// before.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace gnomon {

constexpr std::size_t kLongestLetter = std::size_t{256} << 20;  // bytes
constexpr std::size_t kMostBadMessages = 3;                     // of one sender, who is excluded then

struct Letter {
  std::size_t from = 0;
  std::string bytes;
};

class Post {
 public:
  virtual ~Post() = default;
  // Does not wait. Nothing happens if the post is broken.
  virtual void send(std::size_t to, std::string bytes) = 0;
  // The next letter, for which it waits at most so long; none if there is none by then, or if the post is broken.
  virtual std::optional<Letter> receive(std::chrono::milliseconds most) = 0;
  virtual bool broken() const = 0;
};

// The coordinator's side.
class HelperPost : public Post {
 public:
  // Helpers that are there are dismissed, and at least one and at most so many new ones found, however long that takes;
  // how many there are. `poll` is called now and then and may throw.
  virtual std::size_t gather(std::size_t most, const std::function<void()>& poll) = 0;
  // How many more helpers would be found now.
  virtual std::size_t spare() const = 0;
  // Who performs the work of a helper, for people.
  virtual std::string name(std::size_t helper) const = 0;
  // This helper has sent what is no good: the post is broken. Whoever performs its work is not found again once that has
  // happened for the third time.
  virtual void blame(std::size_t helper, const std::string& why) = 0;
  // Who is at work, and with how much memory, for a line of progress; empty if nobody is.
  virtual std::string at_work() const { return ""; }
  // Why a helper was lost the last time, without full stop; empty if nobody knows.
  virtual std::string why_lost() const = 0;
};

}  // namespace gnomon
