// The proofs of a run as one text, headed by the fingerprint of the model that they are about.
#include <fmt/format.h>

#include "gnomon/json.h"

namespace gnomon::api {

std::string to_certificate(const Run& run, const std::vector<FormulaResult>& results) {
  std::string text = fmt::format("gnomon certificate 1\nmodel {} {}\n", run.fingerprint(), run.file());
  for (const FormulaResult& result : results) {
    if (result.certificate.empty()) continue;
    text += fmt::format("\nformula {}: {}\n{}", result.index, result.text, result.certificate);
  }
  return text;
}

}  // namespace gnomon::api
