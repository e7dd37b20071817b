#include "racers.h"

namespace gnomon::cli {

const std::vector<Racer>& racers() {
  static const std::vector<Racer> all{
      // Whoever is best has no less than a fifth of the time of one core, but for settings that rarely win.
      {"auto", 4, [](RacerSettings& s) { s.run.engine = api::Engine::Automatic; }},
      {"sat", 3, [](RacerSettings& s) { s.bounded.emplace().engine = api::BoundedEngine::Sat; }},
      {"bounded", 3, [](RacerSettings& s) { s.bounded.emplace(); }},
      {"ic3", 2, [](RacerSettings& s) { s.run.engine = api::Engine::Ic3; }},
      {"diagrams", 3, [](RacerSettings&) {}},
      {"explicit", 0.5, [](RacerSettings& s) { s.run.engine = api::Engine::Explicit; }},
      {"declaration", 0.5,
       [](RacerSettings& s) {
         s.run.order = api::Order::Declaration;
         s.run.reorder = api::Reorder::Off;
       }},
  };
  return all;
}

}  // namespace gnomon::cli
