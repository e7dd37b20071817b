// The engines there are, by name. A new engine is one more line in engines.cpp.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "engine/full.h"
#include "engine/system.h"
#include "gnomon/gnomon.h"

namespace gnomon::api {

struct EngineEntry {
  std::string_view name;
  std::unique_ptr<engine::Engine> (*make)(engine::System& system, const BoundedOptions& options);
};

// All engines; the settings of the random comparison in tests/unit/engine.
const std::vector<EngineEntry>& engines();
// Requires a name of the list.
std::unique_ptr<engine::Engine> make_engine(std::string_view name, engine::System& system,
                                            const BoundedOptions& options = {});

// What decides formulas in a run with bounds. Where states are listed, the list is that of `full`, if it has one.
std::shared_ptr<engine::Engine> make_bounded_engine(const BoundedOptions& options, engine::System& system,
                                                    const std::shared_ptr<engine::FullEngine>& full);

// What decides formulas without bounds.
std::unique_ptr<engine::FullEngine> make_full_engine(const RunOptions& options, engine::System& system);

}  // namespace gnomon::api
