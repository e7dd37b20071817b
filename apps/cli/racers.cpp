#include "racers.h"

namespace gnomon::cli {

const std::vector<Racer>& racers() {
  static const std::vector<Racer> all{
      // On most models auto is best, or not far from it, and has half of the time: a core of its own where there are two.
      // What it chooses from runs beside it in case that it chooses badly.
      {"auto", 8, [](RacerSettings& s) { s.run.engine = api::Engine::Automatic; }},
      {"ic3", 3, [](RacerSettings& s) { s.run.engine = api::Engine::Ic3; }},
      {"sat", 2, [](RacerSettings& s) { s.bounded.emplace().engine = api::BoundedEngine::Sat; }},
      {"bounded", 1, [](RacerSettings& s) { s.bounded.emplace(); }},
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
