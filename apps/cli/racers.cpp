#include "racers.h"

namespace gnomon::cli {

const std::vector<Racer>& racers() {
  using enum RacerWork;
  static const std::vector<Racer> all{
      // On most models auto is best, or not far from it. It has more than half of the time: a core of its own where there are
      // two. Proofs are what it is not good at. What it chooses from runs beside it, with little of the time, in case
      // that it chooses badly.
      {"auto", 12, States, [](RacerSettings& s) { s.run.engine = api::Engine::Automatic; }},
      {"sat", 4, Proofs, [](RacerSettings& s) { s.bounded.emplace().engine = api::BoundedEngine::Sat; }},
      {"ic3", 4, Proofs, [](RacerSettings& s) { s.run.engine = api::Engine::Ic3; }},
      {"diagrams", 1, States, [](RacerSettings&) {}},
      {"explicit", 0.5, States, [](RacerSettings& s) { s.run.engine = api::Engine::Explicit; }},
      {"bounded", 0.5, States, [](RacerSettings& s) { s.bounded.emplace(); }},
      {"declaration", 0.25, States,
       [](RacerSettings& s) {
         s.run.order = api::Order::Declaration;
         s.run.reorder = api::Reorder::Off;
       }},
  };
  return all;
}

}  // namespace gnomon::cli
