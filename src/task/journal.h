// The results of tasks in a file (task/run_file.h), written and synced as they come, so that work which was stopped can
// go on.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "task/record.h"
#include "task/run_file.h"

namespace gnomon::task {

class Journal {
 public:
  // Opens the file or makes it. `problem` is a sentence if that is not possible; nothing may be done with it then.
  Journal(const std::string& path, const std::string& version, std::string& problem);

  const std::string& run() const { return file_.run(); }
  std::size_t incarnation() const { return file_.incarnation(); }
  // The results that the file had, by the names of tasks.
  const std::map<std::string, Result>& results() const { return results_; }

  // On disk when it returns. A sentence about what went wrong, or empty.
  std::string add(const std::string& task, const Result& result);

 private:
  RunFile file_;
  std::map<std::string, Result> results_;
};

}  // namespace gnomon::task
