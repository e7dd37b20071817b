#include "engine/engine.h"

namespace gnomon::engine {

Evidence evidence_with_memory(bool holds, const std::optional<recall::Doubt>& doubt) {
  if (doubt) return {.labels = nullptr, .doubt = &*doubt, .none = {}};
  return {.labels = nullptr,
          .doubt = nullptr,
          .none = holds ? "a true formula about knowledge with memory speaks of all histories"
                        : "no single doubt of an agent shows why the formula is false"};
}

}  // namespace gnomon::engine
