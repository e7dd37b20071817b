#include "api/engines.h"

#include <algorithm>

#include "api/convert.h"
#include "base/assert.h"
#include "bounded/exploring_engine.h"
#include "bounded/listing_engine.h"
#include "engine/whole.h"
#include "enumerate/choosing_engine.h"
#include "enumerate/enumerating_engine.h"
#include "ic3/ic3_engine.h"
#include "sat/sat_engine.h"
#include "slices/sliced_engine.h"

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

std::unique_ptr<engine::Engine> prover(engine::System& system) {
  return std::make_unique<ic3::Ic3Engine>(system);
}

std::unique_ptr<engine::Engine> by_ic3(engine::System& system, const BoundedOptions&) {
  return prover(system);
}

std::unique_ptr<engine::Engine> listing(engine::System& system, const BoundedOptions& options) {
  return std::make_unique<bounded::ListingEngine>(system, exploring_options(options),
                                                  std::make_shared<enumerate::EnumeratingEngine>(system));
}

std::unique_ptr<engine::Engine> enumerating(engine::System& system, const BoundedOptions&) {
  return std::make_unique<enumerate::EnumeratingEngine>(system);
}

// Cut at the initial states, so that all of the search is done by slices.
std::unique_ptr<engine::Engine> sliced(engine::System& system, const BoundedOptions&) {
  slices::SliceOptions options;
  options.slices = 3;
  options.threads = 2;
  options.first_nodes = 0;
  return std::make_unique<slices::SlicedEngine>(system, options);
}

std::unique_ptr<engine::Engine> choosing(engine::System& system, const BoundedOptions&) {
  return std::make_unique<enumerate::ChoosingEngine>(system, enumerate::ExploreOptions{}, prover);
}

}  // namespace

const std::vector<EngineEntry>& engines() {
  static const std::vector<EngineEntry> all{{"whole", whole},     {"bounded", exploring},    {"sat", by_sat},
                                            {"listing", listing}, {"explicit", enumerating}, {"auto", choosing},
                                            {"ic3", by_ic3},      {"slices", sliced}};
  return all;
}

std::unique_ptr<engine::Engine> make_engine(std::string_view name, engine::System& system,
                                            const BoundedOptions& options) {
  auto entry = std::find_if(engines().begin(), engines().end(), [&](const EngineEntry& e) { return e.name == name; });
  GNOMON_ASSERT(entry != engines().end(), "there is no engine of this name");
  return entry->make(system, options);
}

std::shared_ptr<engine::Engine> make_bounded_engine(const BoundedOptions& options, engine::System& system,
                                                    const std::shared_ptr<engine::FullEngine>& full) {
  switch (options.engine) {
    case BoundedEngine::Diagrams:
      return exploring(system, options);
    case BoundedEngine::Sat:
      return by_sat(system, options);
    case BoundedEngine::Explicit:
      break;
  }
  auto list = std::dynamic_pointer_cast<enumerate::EnumeratingEngine>(full);
  if (!list) return listing(system, options);
  list->withdraw();
  return std::make_shared<bounded::ListingEngine>(system, exploring_options(options), std::move(list));
}

std::unique_ptr<engine::FullEngine> make_full_engine(const RunOptions& options, engine::System& system) {
  enumerate::ExploreOptions explore;
  explore.jobs = options.jobs;
  switch (options.engine) {
    case Engine::Automatic:
    case Engine::Portfolio:
      explore.most_bytes = options.memory_bytes / 2;  // when they are used up there is room for diagrams
      return std::make_unique<enumerate::ChoosingEngine>(system, explore, prover);
    case Engine::Explicit:
      return std::make_unique<enumerate::EnumeratingEngine>(system, explore);
    case Engine::Diagrams:
      if (options.slicing == Slicing::Off) break;
      return std::make_unique<slices::SlicedEngine>(system, slice_options(options));
    case Engine::Ic3:
      break;
  }
  return std::make_unique<engine::WholeEngine>(system);
}

}  // namespace gnomon::api
