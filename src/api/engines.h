// The engines there are, by name. A new engine is one more line in engines.cpp.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "engine/system.h"
#include "gnomon/gnomon.h"

namespace gnomon::api {

struct EngineEntry {
  std::string_view name;
  std::unique_ptr<engine::Engine> (*make)(engine::System& system, const BoundedOptions& options);
};

const std::vector<EngineEntry>& engines();
// Requires a name of the list.
std::unique_ptr<engine::Engine> make_engine(std::string_view name, engine::System& system,
                                            const BoundedOptions& options = {});

}  // namespace gnomon::api
