// The commands of `gnomon simulate`: a line of text in, the walk changed, lines of text out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gnomon/simulation.h"
#include "line_editor.h"
#include "simulate_words.h"
#include "terminal.h"

namespace gnomon::cli {

class SimulateSession {
 public:
  // Both must outlive the session.
  SimulateSession(api::Simulation& walk, Output& out) : walk_(walk), out_(out), words_(walk.names()) {}

  // From now on joint actions are listed after every step: for people, who want to choose.
  void offer_choices() { offers_ = true; }

  // Replays the file, unless it is empty; otherwise chooses the initial state if there is only one, or lists them. False
  // if that is not possible.
  bool begin(const std::string& file = {});
  // False: the session is over.
  bool execute(const std::string& line);

  bool failed() const { return failed_; }    // some command was wrong
  bool unknown() const { return unknown_; }  // some question was left open
  std::string prompt() const;
  // What may be typed next.
  Completion complete(std::string_view before_cursor) const;

 private:
  using Words = std::vector<std::string>;
  struct Command {
    std::string name;
    std::string usage;
    std::string meaning;
    WordKind arguments;
    void (SimulateSession::*run)(const Words& words, const std::string& rest);
  };
  // `words` without numbers, and the numbers.
  struct Split {
    Words words;
    std::vector<std::string> numbers;
  };
  enum class Listed { Nothing, Initial, Actions };
  struct Listing {
    Listed what = Listed::Nothing;
    Words filter;
    api::Page page;
  };

  static const std::vector<Command>& commands();
  // All commands that the word may stand for: those that begin with it, or the one that it spells out.
  static std::vector<const Command*> candidates(std::string_view word);
  const Command* find(const std::string& word);
  void fail(const std::string& problem);
  // True and a message unless the sentence is empty.
  bool failed_with(const std::string& problem);
  static Split split(const Words& words);
  // The only number, `otherwise` if there is none; false and a message if that cannot be.
  bool count(const Words& words, std::size_t otherwise, std::size_t& result);

  void help(const Words& words, const std::string& rest);
  void init(const Words& words, const std::string& rest);
  void actions(const Words& words, const std::string& rest);
  void more(const Words& words, const std::string& rest);
  void step(const Words& words, const std::string& rest);
  void random(const Words& words, const std::string& rest);
  void back(const Words& words, const std::string& rest);
  void jump(const Words& words, const std::string& rest);
  void restart(const Words& words, const std::string& rest);
  void undo(const Words& words, const std::string& rest);
  void state(const Words& words, const std::string& rest);
  void show_walk(const Words& words, const std::string& rest);
  void evaluate(const Words& words, const std::string& rest);
  void possible(const Words& words, const std::string& rest);
  void save(const Words& words, const std::string& rest);
  void load(const Words& words, const std::string& rest);
  void quit(const Words& words, const std::string& rest);

  void list();
  void list_initial();
  void list_actions();
  void offer();
  void show_choice(const api::JointActionChoice& choice);
  void show_here();
  void show_full(std::size_t index, const std::string& remark = {});
  void show_step(std::size_t index, const std::string& remark = {});

  api::Simulation& walk_;
  Output& out_;
  SimulateWords words_;
  bool offers_ = false;
  Listing listing_;
  bool failed_ = false;
  bool unknown_ = false;
  bool over_ = false;
};

}  // namespace gnomon::cli
