// A crew whose slices can be given other windows in the middle of the work, and more of them or fewer.
//
// It keeps account of the sets that there are. A snapshot has the parts of all of them as bytes, in the form of commands that
// make the sets anew, whatever the windows: each slice loads all parts and keeps what lies in its window. Slices with other
// windows begin with these commands, and so do lost ones that begin anew (slices/crew.h).
//
// Commands depend on windows where they go as far as they can within one, and the coordinator has acted on the answers. So
// windows change between operations only, when every set that is still there has been computed and none is loose.
//
// With a history (slices/chronicle.h) that is not empty there are no slices at first. Questions are answered as they
// were, and commands since the last snapshot kept; slices are made, and do those, when a question comes that was not
// answered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "slices/chronicle.h"
#include "slices/crew.h"
#include "slices/slice.h"

namespace gnomon::slices {

class ElasticCrew : public Crew {
 public:
  using Maker = std::function<std::unique_ptr<Crew>(std::vector<SliceStart>)>;
  // So many slices; `start` is that of each but for its number. The history must outlive this.
  ElasticCrew(Maker make, SliceStart start, std::size_t count, History* history = nullptr);

  std::size_t size() const override { return count_; }
  void append(Command command) override;
  std::vector<Answer> ask(Command command) override;
  void refuse(std::size_t slice, const std::string& why) override {
    if (inner_) inner_->refuse(slice, why);
  }
  void adopt_limits() override {
    if (inner_) inner_->adopt_limits();
  }
  CrewFigures figures() const override;
  void abandon() override;
  // Whether all sets that were made since the last answer have been dropped.
  bool may_abandon() const;
  std::size_t helpers() const override { return inner_ ? inner_->helpers() : 0; }
  std::size_t spare() const override { return inner_ ? inner_->spare() : 0; }
  // What was decided here, then or now.
  bool agreed(Choice choice, bool now) { return chronicle_.agreed(choice, now); }
  // A limit was reached, and there is no other way: what comes now is not told.
  void end_history() { chronicle_.end(); }

  // Remembers the sets as they are now; false, and nothing has changed, if some part is too large to be sent. Requires that
  // no set is loose.
  bool snapshot();
  std::size_t snapshot_bytes() const;
  // From now on there are so many slices, with these windows. Requires a snapshot that has all sets that are there now.
  void recut(std::string windows, std::size_t count);

 private:
  void make_slices();
  std::vector<Command> saved() const;
  bool take_snapshot();
  bool replay_snapshot(std::uint64_t key);
  std::string snapshot_text() const;

  // A set of the snapshot: its parts that are not empty.
  struct Saved {
    SetNumber number = 0;
    std::vector<std::shared_ptr<const std::string>> parts;
  };

  Maker make_;
  SliceStart start_;
  std::size_t count_;
  Chronicle chronicle_;
  std::unique_ptr<Crew> inner_;    // none while the history is replayed
  std::vector<Command> kept_;      // what slices are to do when there are some
  std::size_t kept_answered_ = 0;  // of these, when a question was last answered
  std::set<SetNumber> sets_;
  std::set<SetNumber> loose_;
  std::set<SetNumber> touched_;  // made or dropped since the last answer
  std::size_t variables_ = 0;
  std::vector<std::uint32_t> order_;  // the last one that was given; empty: that of the start
  SetNumber reachable_ = 0;           // 0: it was not said
  std::vector<Saved> saved_;
  CrewFigures past_;  // of slices that were
};

}  // namespace gnomon::slices
