// A file that a run writes frames to, each synced when it was written, so that a later process can go on with it.
//
// The file begins with a frame that names what it holds, the version of the program and the run; then come one frame
// each time it is opened, and the others. A frame stands behind its length. A frame at the end that was not written
// whole is cut off; anything else that is not as it should be is refused, because it must be what was found. While it
// is open, no other process may have it open.
//
// A run is a name for all that is done with one file, over any number of incarnations of the program: every time the
// file is opened the incarnation grows by one, which tells messages of an earlier one from those of this one.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>

#include "task/frame.h"

namespace gnomon::task {

// What must be the same for all who open a file.
struct RunFileHead {
  std::string kind;   // of file
  std::string holds;  // for people, as in "something else than results"
  std::string version;
  std::map<std::string, std::string> about;  // what a difference is called ("another model"), and a digest of it
};

class RunFile {
 public:
  // A frame that was in the file, and where it begins; a sentence if it is no good.
  using Take = std::function<std::string(const Parts& parts, std::size_t place)>;

  RunFile() = default;
  ~RunFile();
  RunFile(const RunFile&) = delete;
  RunFile& operator=(const RunFile&) = delete;

  // Opens the file or makes it. A sentence if that is not possible; nothing may be done with it then.
  std::string open(const std::string& path, const RunFileHead& head, const Take& take);
  const std::string& run() const { return run_; }
  std::size_t incarnation() const { return incarnation_; }
  // On disk when it returns. A sentence about what went wrong, or empty.
  std::string append(const Parts& parts);
  // Forgets the frames from this place on, at which one began that was in the file.
  std::string cut(std::size_t place);

 private:
  std::string open_file(const RunFileHead& head, const Take& take);
  std::string read(const std::string& bytes, const RunFileHead& head, const Take& take, std::size_t& whole);
  std::string take_head(const Parts& parts, const RunFileHead& head);
  std::string write_frame(const std::string& frame);

  std::string path_;
  int file_ = -1;
  std::string run_;
  std::size_t incarnation_ = 0;
};

// A new name for a run: 16 random hexadecimal digits.
std::string new_run_name();

}  // namespace gnomon::task
