#include "slices/set.h"

#include <algorithm>

namespace gnomon::slices {

SlicedSet::Held::~Held() {
  crew->append({.op = Op::Drop, .a = number});
}

SlicedSet SlicedSet::computed(Crew& crew, Command command) {
  SlicedSet result(crew, crew.fresh());
  command.result = result.number();
  crew.append(std::move(command));
  return result;
}

std::pair<SlicedSet, SlicedSet> SlicedSet::both_computed(Crew& crew, Command command) {
  SlicedSet second(crew, crew.fresh());
  command.second = second.number();
  SlicedSet first = computed(crew, std::move(command));
  return {std::move(first), std::move(second)};
}

SlicedSet SlicedSet::routed(const SlicedSet& loose, bool with_actions) {
  Crew& crew = loose.crew();
  SlicedSet result = computed(crew, {.op = Op::Send, .a = loose.number(), .with_actions = with_actions});
  crew.append({.op = Op::Receive, .result = result.number(), .with_actions = with_actions});
  return result;
}

SlicedSet SlicedSet::combined(Op op, const SlicedSet& other) const {
  return computed(crew(), {.op = op, .a = number(), .b = other.number()});
}

bool SlicedSet::all_say(Op op, const SlicedSet& other) const {
  const std::vector<Answer> answers = crew().ask({.op = op, .a = number(), .b = other.number()});
  return std::all_of(answers.begin(), answers.end(), [](const Answer& answer) { return answer.yes; });
}

bool SlicedSet::empty() const {
  return all_say(Op::IsEmpty, *this);
}

bool SlicedSet::subset_of(const SlicedSet& other) const {
  return held_ == other.held_ || all_say(Op::IsSubset, other);
}

bool SlicedSet::disjoint_from(const SlicedSet& other) const {
  return all_say(Op::IsDisjoint, other);
}

bool SlicedSet::operator==(const SlicedSet& other) const {
  if (held_ == other.held_) return true;
  return held_ != nullptr && other.held_ != nullptr && all_say(Op::IsEqual, other);
}

BigInt SlicedSet::count() const {
  BigInt total = 0;
  for (const Answer& answer : crew().ask({.op = Op::Count, .a = number()})) total += answer.count;
  return total;
}

std::size_t SlicedSet::hash() const {
  return mpz_get_ui(count().get_mpz_t());
}

}  // namespace gnomon::slices
