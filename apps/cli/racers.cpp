#include "racers.h"

namespace gnomon::cli {

const std::vector<Racer>& racers() {
  static const std::vector<Racer> all{
      // The engine that begins with single states and changes to diagrams is the best guess: with almost half of the time of
      // one core, and almost all of the time of one of two, it is never far behind itself alone.
      {"auto", 6, [](RacerSettings& s) { s.run.engine = api::Engine::Automatic; }},
      {"sat", 3, [](RacerSettings& s) { s.bounded.emplace().engine = api::BoundedEngine::Sat; }},
      {"bounded", 2, [](RacerSettings& s) { s.bounded.emplace(); }},
      {"ic3", 2, [](RacerSettings& s) { s.run.engine = api::Engine::Ic3; }},
      {"diagrams", 1, [](RacerSettings&) {}},
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
