#include "api/engines.h"

#include <algorithm>

#include "api/convert.h"
#include "base/assert.h"
#include "bounded/exploring_engine.h"
#include "engine/whole.h"
#include "sat/sat_engine.h"

namespace gnomon::api {

namespace {

std::unique_ptr<engine::Engine> whole(engine::System& system, const BoundedOptions&) {
  return std::make_unique<engine::WholeEngine>(system);
}

std::unique_ptr<engine::Engine> exploring(engine::System& system, const BoundedOptions& options) {
  return std::make_unique<bounded::ExploringEngine>(system, exploring_options(options));
}

std::unique_ptr<engine::Engine> by_sat(engine::System& system, const BoundedOptions& options) {
  return std::make_unique<sat::SatEngine>(system, options.bound.value_or(BoundedOptions::kDefaultBound));
}

}  // namespace

const std::vector<EngineEntry>& engines() {
  static const std::vector<EngineEntry> all{{"whole", whole}, {"bounded", exploring}, {"sat", by_sat}};
  return all;
}

std::unique_ptr<engine::Engine> make_engine(std::string_view name, engine::System& system,
                                            const BoundedOptions& options) {
  auto entry = std::find_if(engines().begin(), engines().end(), [&](const EngineEntry& e) { return e.name == name; });
  GNOMON_ASSERT(entry != engines().end(), "there is no engine of this name");
  return entry->make(system, options);
}

}  // namespace gnomon::api
