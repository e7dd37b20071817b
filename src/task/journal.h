// The results of tasks in a file, written and synced as they come, so that work which was stopped can go on.
//
// The file begins with a frame that names the version of the program and the run; then one frame each time it is opened,
// and one for each result. A frame stands behind its length. A frame at the end that was not written whole is cut off;
// anything else that is not as it should be is refused, because a result must be what was found. While it is open, no
// other process may have it open.
//
// A run is a name for all that is done with one file, over any number of incarnations of the program: every time the file
// is opened the incarnation grows by one, which tells messages of an earlier one from those of this one.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "task/record.h"

namespace gnomon::task {

class Journal {
 public:
  // Opens the file or makes it. `problem` is a sentence if that is not possible; nothing may be done with it then.
  Journal(const std::string& path, const std::string& version, std::string& problem);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  const std::string& run() const { return run_; }
  std::size_t incarnation() const { return incarnation_; }
  // The results that the file had, by the names of tasks.
  const std::map<std::string, Result>& results() const { return results_; }

  // On disk when it returns. A sentence about what went wrong, or empty.
  std::string add(const std::string& task, const Result& result);

 private:
  std::string open(const std::string& version);
  std::string read(const std::string& bytes, const std::string& version, std::size_t& whole);
  std::string append(const std::string& frame);

  std::string path_;
  int file_ = -1;
  std::string run_;
  std::size_t incarnation_ = 0;
  std::map<std::string, Result> results_;
};

// A new name for a run: 16 random hexadecimal digits.
std::string new_run_name();

}  // namespace gnomon::task
