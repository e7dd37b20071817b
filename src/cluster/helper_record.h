// What a worker needs in order to host slices of a model for a coordinator (base/post.h): a task, whose model and options
// count, and where letters go. It travels in the queue of tasks like any other; its process ends when the coordinator does.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "task/record.h"

namespace gnomon::cluster {

// The word after which this program reads such a record from standard input and hosts slices.
constexpr const char* kSliceVerb = "slice-work";

struct HelperRecord {
  std::string run;
  std::size_t incarnation = 0;
  std::size_t party = 0;              // the helper's number
  std::string life;                   // of the coordinator (cluster/mail.h)
  std::vector<std::string> excluded;  // workers that are not to take it
  task::Task task;
};

std::string encode_helper(const HelperRecord& record);
std::optional<HelperRecord> decode_helper(std::string_view bytes);

}  // namespace gnomon::cluster
