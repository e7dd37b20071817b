// A model with an engine of IC3 on it, for one question.
#pragma once

#include <optional>

#include "engine/activity.h"
#include "engine/system.h"
#include "ic3/ic3_engine.h"

namespace gnomon::test {

class Desk {
 public:
  explicit Desk(ispl::CheckedModel& model)
      : activity_({}, nullptr, {}), system_(model, activity_, engine::SystemOptions{}), engine_(system_) {}

  // The outcome, of a refusal the reason.
  engine::Outcome answer(const logic::Property& property) {
    if (std::optional<engine::Reason> refusal = engine_.refuses(property)) return engine::Outcome::unknown(*refusal);
    engine_.ask({0, &property});
    while (true) {
      engine::Portion portion = engine_.advance();
      if (!portion.answers.empty()) return portion.answers.front().outcome;
    }
  }
  engine::Evidence evidence() { return engine_.evidence(0); }

 private:
  engine::Activity activity_;
  engine::System system_;
  ic3::Ic3Engine engine_;
};

}  // namespace gnomon::test
