// The slices of a model as the coordinator sees them: a log that it appends commands to, and answers.
//
// A command without an answer is only appended, and slices do it when they come to it. A question is answered by all of
// them, in the order of their numbers. A slice that comes to Receive waits until all have sent.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "slices/command.h"

namespace gnomon::slices {

// What the slices did.
struct CrewFigures {
  struct One {
    double seconds = 0;  // of processor time
    std::size_t pieces = 0;
    std::size_t bytes = 0;  // of the pieces that it sent
    double waited = 0;      // seconds without anything to do, where that is known
    std::string worker;     // who works on it; empty: this process
  };
  std::vector<One> slices;
  double critical_seconds = 0;  // between two exchanges the slowest counts: what it takes with a processor for each
  std::size_t exchanges = 0;
};

class Crew {
 public:
  virtual ~Crew() = default;
  virtual std::size_t size() const = 0;
  virtual void append(Command command) = 0;
  // Raises LimitReached. Then nothing is lost: the next question goes on with what was not done.
  virtual std::vector<Answer> ask(Command command) = 0;
  // What this slice has answered is no good. The next question is answered by others; raises LimitReached if that has
  // happened too often.
  virtual void refuse(std::size_t slice, const std::string& why) = 0;
  // Forgets what was appended since the last answer, and not done because of a limit. Some slices may have done some of it:
  // the sets of these commands must have been dropped.
  virtual void abandon() = 0;
  // These commands make all that there is. Requires that all that was appended has been done. If slices are lost, those in
  // their places begin with these.
  virtual void begin_from(const std::vector<Command>& /*commands*/) {}
  // How many bytes a command may have that slices are sent.
  virtual std::size_t longest_command() const { return std::numeric_limits<std::size_t>::max(); }
  // How many processes elsewhere work on the slices, and how many more could; 0: this process does.
  virtual std::size_t helpers() const { return 0; }
  virtual std::size_t spare() const { return 0; }
  // To be called when limits have changed.
  virtual void adopt_limits() = 0;
  virtual CrewFigures figures() const = 0;

  // A number that no set has.
  SetNumber fresh() { return ++last_; }

 private:
  SetNumber last_ = 0;
};

}  // namespace gnomon::slices
