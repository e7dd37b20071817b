// `gnomon slice-work`: hosts slices of a model for a coordinator. What happens in a process of a worker that took a task of
// this kind (cluster/helper_record.h), which is read from standard input.
#pragma once

#include <string>
#include <vector>

namespace gnomon::cli {

int run_slice_work(const std::vector<std::string>& words);

}  // namespace gnomon::cli
