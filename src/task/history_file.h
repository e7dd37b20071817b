// The history of a computation (base/history.h) in a file (task/run_file.h). States are files of their own in a folder,
// named by the digest of their content; the last two are kept.
//
// A history is taken as far as the last state in it that is whole: what comes before a state follows from the records,
// and what comes after a state that is lost does not. If none is whole, it is taken up to its first state.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/history.h"
#include "task/run_file.h"

namespace gnomon::task {

class HistoryFile : public History {
 public:
  // Opens the file or makes it, and the folder when there is a state. `about`: as in RunFileHead, what must be the same
  // for the history to be taken. `problem` is a sentence if that is not possible; nothing may be done with it then.
  HistoryFile(const std::string& path, const std::string& folder, const std::string& version,
              const std::map<std::string, std::string>& about, std::string& problem);

  const std::string& run() const { return file_.run(); }
  std::size_t incarnation() const { return file_.incarnation(); }
  std::size_t size() const { return records_.size(); }  // records of earlier processes
  bool has_state() const { return last_state_.has_value(); }
  bool lost_a_state() const { return lost_a_state_; }

  const std::string* next() const override { return next_ < records_.size() ? &records_[next_].text : nullptr; }
  void take() override { records_[next_++].text = {}; }
  std::optional<std::string> state() override;
  std::string tell(const std::string& record) override;
  std::string tell(const std::string& record, const std::string& state) override;

 private:
  struct Record {
    std::string text;
    std::string state;  // the digest of it; empty: none
    std::size_t place = 0;
  };

  std::string take_frame(const Parts& parts, std::size_t place);
  std::string find_last_state();
  std::optional<std::string> read_state(const std::string& digest) const;
  std::string write_state(const std::string& digest, const std::string& state) const;
  std::string path_of(const std::string& digest) const;
  void keep(const std::string& digest);
  void keep_last_states();

  std::string folder_;
  RunFile file_;
  std::vector<Record> records_;
  std::size_t next_ = 0;
  std::optional<std::size_t> last_state_;  // the record that has it
  bool lost_a_state_ = false;
  std::vector<std::string> kept_;  // digests, the last one last
};

}  // namespace gnomon::task
