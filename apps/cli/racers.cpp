#include "racers.h"

namespace gnomon::cli {

const std::vector<Racer>& racers() {
  static const std::vector<Racer> all{
      // The engine that begins with single states and changes to diagrams is the best guess, and has the largest share.
      {"auto", 4, [](RacerSettings& s) { s.run.engine = api::Engine::Automatic; }},
      {"sat", 2, [](RacerSettings& s) { s.bounded.emplace().engine = api::BoundedEngine::Sat; }},
      {"bounded", 2, [](RacerSettings& s) { s.bounded.emplace(); }},
      {"diagrams", 1, [](RacerSettings&) {}},
      {"explicit", 1, [](RacerSettings& s) { s.run.engine = api::Engine::Explicit; }},
      {"declaration", 1,
       [](RacerSettings& s) {
         s.run.order = api::Order::Declaration;
         s.run.reorder = api::Reorder::Off;
       }},
  };
  return all;
}

}  // namespace gnomon::cli
