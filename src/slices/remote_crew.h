// Slices in other processes, as the coordinator sees them. Commands, pieces and answers are letters (slices/letters.h); who
// hosts which slice is decided when helpers have been found, and several slices share a helper where there are too few.
//
// The log is kept from its beginning, or from when the coordinator last said what makes all that there is. When a helper is
// lost, all begin anew: new helpers do the commands of the log again, and then answer the question that is open. Sets are
// functions of the commands alone, whatever the order of variables and the moment, so that they become what they were;
// questions that were answered are not asked again.
//
// A helper that sends what is no good is lost, too, and its worker excluded if it does so again and again (base/post.h).
//
// A limit that a helper reaches is told and raised here. The next question tells all to go on.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/post.h"
#include "slices/crew.h"
#include "slices/letters.h"
#include "slices/slice.h"

namespace gnomon::slices {

class RemoteCrew : public Crew {
 public:
  // Post and budget must outlive the crew. Helpers are looked for when the first question is asked.
  RemoteCrew(const std::vector<SliceStart>& starts, HelperPost& post, const Budget& budget,
             std::size_t longest_command);

  std::size_t size() const override { return figures_.slices.size(); }
  void append(Command command) override;
  std::vector<Answer> ask(Command command) override;
  void refuse(std::size_t slice, const std::string& why) override;
  void abandon() override;
  void begin_from(const std::vector<Command>& commands) override;
  std::size_t longest_command() const override { return longest_command_; }
  std::size_t helpers() const override { return helpers_; }
  std::size_t spare() const override { return helpers_ == 0 || post_.broken() ? 0 : post_.spare(); }
  void adopt_limits() override {}  // helpers have limits of their own; the coordinator's are looked at while it waits
  CrewFigures figures() const override { return figures_; }

 private:
  struct Phases {
    std::vector<double> slowest;
    std::size_t given = 0;
  };

  void begin_anew();
  void send_all(const std::string& bytes);
  void send_log();
  void take(const Letter& letter);
  void take_answer(AnswerLetter letter);
  void count_phases(std::uint64_t question, const std::vector<double>& phases);

  HelperPost& post_;
  const Budget* budget_;
  std::size_t longest_command_;
  std::size_t variables_;  // of the model
  StartLetter start_;
  std::vector<std::string> log_;  // of commands, from the beginning
  std::size_t done_ = 0;          // of these, when all slices last answered
  bool out_of_memory_ = false;    // one of the helpers that are there
  bool have_answered_ = false;    // the helpers that are there have done so much
  SetNumber last_set_ = 0;        // that a command of the log makes
  std::size_t sent_ = 0;          // of these, to the helpers that are there
  std::size_t helpers_ = 0;       // 0: there are none
  std::string given_up_;          // why it is of no use to look for helpers again; empty: it may be
  std::uint64_t turn_ = 0;
  std::size_t refused_ = 0;  // answers
  bool stopped_ = false;     // some helper waits to be told to go on
  std::uint64_t question_ = 0;
  std::vector<std::optional<Answer>> answers_;  // to the question, by slice
  std::size_t missing_ = 0;
  std::map<std::uint64_t, Phases> phases_;  // by question, until all slices have told theirs
  CrewFigures figures_;
};

}  // namespace gnomon::slices
