#include "gnomon/words.h"

namespace gnomon::api {

const char* word(Verdict verdict) {
  switch (verdict) {
    case Verdict::True:
      return "true";
    case Verdict::False:
      return "false";
    case Verdict::Unknown:
      return "unknown";
  }
  return "";
}

const char* word(ReasonKind kind) {
  switch (kind) {
    case ReasonKind::Time:
      return "time";
    case ReasonKind::Memory:
      return "memory";
    case ReasonKind::Size:
      return "size";
    case ReasonKind::Interrupted:
      return "interrupted";
    case ReasonKind::Unsupported:
      return "unsupported";
    case ReasonKind::Bound:
      return "bound";
  }
  return "";
}

const char* word(Basis basis) {
  switch (basis) {
    case Basis::Whole:
      return "whole";
    case Basis::Part:
      return "part";
    case Basis::Induction:
      return "induction";
  }
  return "";
}

const char* word(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "error";
    case Severity::Warning:
      return "warning";
    case Severity::Note:
      return "note";
  }
  return "";
}

const char* word(Phase phase) {
  switch (phase) {
    case Phase::Parse:
      return "parse";
    case Phase::Encode:
      return "encode";
    case Phase::Reach:
      return "reach";
    case Phase::Fairness:
      return "fairness";
    case Phase::Check:
      return "check";
    case Phase::Deadlocks:
      return "deadlocks";
    case Phase::Overflows:
      return "overflows";
  }
  return "";
}

}  // namespace gnomon::api
