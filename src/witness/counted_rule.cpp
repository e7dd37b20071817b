// Branching time with a bound on the steps: finite paths that are as long as the bound asks for (witness/counted_path.h).
#include "witness/counted_path.h"
#include "witness/rules.h"

namespace gnomon::witness {

template <class S>
void explain_counted(SessionOf<S>& session, std::size_t index) {
  const Claim claim = session.witness().claims[index];
  const CountedPath<S> found(
      session.frame(), session.pool(), claim.formula, claim.holds, session.state(claim.state),
      [&](Formula f, bool value) { return session.where(f, value); }, session.options().max_steps);
  const std::size_t path = session.add_path(claim, found.points);
  session.witness().paths[path].stretch = found.stretch;
  session.witness().claims[index].rule = explicit_state::Rule::Path;
  session.witness().claims[index].path = path;
  const std::vector<WitnessState> states = session.witness().paths[path].states;
  for (const PathNeed& need : found.needs) session.need(need.formula, states[need.position], claim.depth + 1);
}

template void explain_counted(SessionOf<check::Frame>& session, std::size_t claim);
template void explain_counted(SessionOf<enumerate::Space>& session, std::size_t claim);

}  // namespace gnomon::witness
