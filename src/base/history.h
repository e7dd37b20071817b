// What a long computation has told, so that it can go on when its process has ended: records in the order in which they
// were told, some with a state that makes all before them unnecessary but for what they say. Whoever computes does the
// same again, takes the records in place of work, and works where they end. src/slices does so; src/task keeps records
// in a file.
#pragma once

#include <optional>
#include <string>

namespace gnomon {

class History {
 public:
  virtual ~History() = default;
  // The next record of an earlier process that was not taken; null: all were.
  virtual const std::string* next() const = 0;
  virtual void take() = 0;
  // The state that was told with the next record; none if there is a later one.
  virtual std::optional<std::string> state() = 0;
  // Requires that all records were taken. What is told is safe when this returns. A sentence about what went wrong,
  // without full stop, or empty.
  virtual std::string tell(const std::string& record) = 0;
  virtual std::string tell(const std::string& record, const std::string& state) = 0;
};

}  // namespace gnomon
