// Slices of a model in a process of their own, at work for a coordinator elsewhere (slices/remote_crew.h). One thread does
// the commands of the slices that this host has, each as far as it can go; a slice waits at Receive until all slices have
// sent, here and at other hosts.
//
// Nothing that arrives is trusted. A coordinator whose letters are no good is left; another host whose letters are no good
// is told of, and the coordinator ends the work.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "base/post.h"
#include "slices/letters.h"
#include "slices/slice.h"

namespace gnomon::slices {

class Host {
 public:
  // Model and post must outlive the host. Of the options, order and budget count, and the shape of the relation.
  Host(const ispl::CheckedModel& model, const model::ModelOptions& options, Post& post);

  // Works until the post is broken. A sentence if the coordinator's letters are no good, or empty.
  std::string work();

 private:
  struct Entry {
    Command command;
    std::optional<std::uint64_t> question;
  };
  struct Member {
    SliceStart start;
    std::unique_ptr<Slice> slice;  // made when it has something to do
    std::size_t position = 0;      // in the log
    SliceWork work;
  };
  using Piece = std::shared_ptr<const std::string>;
  struct Box {
    std::vector<Piece> pieces;
    std::vector<std::size_t> from;  // the hosts that sent them
  };
  struct Mail {
    std::vector<Box> to;         // by member
    std::set<std::size_t> sent;  // the slices that have
    std::size_t received = 0;    // how many members have received
  };

  void take_letters(std::chrono::milliseconds most);
  void take(const Letter& letter);
  void take_from_host(const Letter& letter);
  void take_pieces_of(std::size_t host, PiecesLetter&& letter);
  void begin(StartLetter letter);
  void abandon(const AbandonLetter& letter);
  bool may_go_on(const Member& member) const;
  bool advance();  // whether anything was done
  void step(std::size_t who);
  void perform(std::size_t who, const Entry& entry);
  void send(std::size_t who, const Command& command);
  void fail(Limit limit, const std::string& words);
  void complain(std::size_t host, const std::string& words);
  Mail& mail_of(SetNumber set);
  void forget_done();

  const ispl::CheckedModel& model_;
  model::ModelOptions options_;
  Post& post_;
  std::size_t own_ = 0;                                // the number of this host
  std::vector<std::size_t> hosts_;                     // by slice
  std::vector<std::optional<std::size_t>> member_of_;  // by slice, if it is here
  std::vector<Member> members_;
  std::vector<Letter> early_;  // pieces that came before the start
  std::deque<Entry> log_;
  std::size_t first_ = 0;  // the place of its front
  std::unordered_map<SetNumber, Mail> mail_;
  std::uint64_t turn_ = 0;
  bool waits_ = false;  // a limit was reached, and nobody has said to go on
};

}  // namespace gnomon::slices
