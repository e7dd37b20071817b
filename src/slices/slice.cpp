#include "slices/slice.h"

#include <algorithm>
#include <utility>

#include "base/assert.h"
#include "slices/windows.h"

namespace gnomon::slices {

using bdd::Bdd;

namespace {

Mentions mentions_of(const Command& command) {
  return command.with_actions ? Mentions::StatesAndActions : Mentions::States;
}

// The order of a manager, which is held, may change while this lives.
class FreedOrder {
 public:
  explicit FreedOrder(bdd::Manager& manager) : manager_(manager) { manager_.hold_order(false); }
  ~FreedOrder() { manager_.hold_order(true); }
  FreedOrder(const FreedOrder&) = delete;
  FreedOrder& operator=(const FreedOrder&) = delete;

 private:
  bdd::Manager& manager_;
};

}  // namespace

Slice::Slice(const SliceStart& start)
    : model_(std::make_unique<model::SymbolicModel>(*start.model, start.options)),
      bits_(*start.model, model_->encoding()),
      own_(start.number) {
  model_->manager().hold_order(true);  // all slices change it together
  bits_.take_order(start.order);
  windows_ = from_bytes(start.windows, bits_);
  if (own_ >= windows_.size()) throw BadBytes("a slice without a window");
}

const model::Transition& Slice::steps(check::Edges edges) {
  return edges == check::Edges::All ? model_->transition() : model_->recurrent_transition();
}

Answer Slice::perform(const Command& command) {
  if (compute(command)) return {};
  return answer(command);
}

bool Slice::compute(const Command& command) {
  const SetNumber result = command.result;
  const check::Coalition& group = command.group;
  switch (command.op) {
    case Op::Drop:
      sets_.erase(command.a);
      return true;
    case Op::None:
      keep(result, model_->none().bdd());
      return true;
    case Op::Load:
      keep_within(result, one_from_bytes(*command.bytes, bits_, mentions_of(command)));
      return true;
    case Op::Single:
      keep_within(result, model_->singleton(command.values).bdd());
      return true;
    case Op::Variables:
      bits_.make_automaton_bits(command.index);
      return true;
    case Op::And:
      keep(result, at(command.a) & at(command.b));
      return true;
    case Op::Or:
      keep(result, at(command.a) | at(command.b));
      return true;
    case Op::Minus:
      keep(result, at(command.a).minus(at(command.b)));
      return true;
    case Op::Initial:
      keep_within(result, model_->initial().bdd());
      return true;
    case Op::Proposition:
      keep_within(result, model_->proposition(command.index).bdd());
      return true;
    case Op::Red:
      keep_within(result, model_->red(command.member).bdd());
      return true;
    case Op::Deadlocked:
      keep(result, model_->deadlocks().bdd());
      return true;
    case Op::Overflowing:
      keep(result, model_->overflows().bdd());
      return true;
    case Op::AndExists:
      keep(result, bdd::and_exists(at(command.a), at(command.b), bits_set(command.bits)));
      return true;
    case Op::Renamed:
      keep(result, bdd::rename(at(command.a), renaming(command.pairs)));
      return true;
    case Op::LeadingTo:
      keep(result, model::leading_to(steps(command.edges), set(command.a), set(command.b), care_).bdd());
      return true;
    case Op::EnabledChoices:
      keep_within(result, model_->enabled_choices(group).bdd());
      return true;
    case Op::Commit: {
      const model::Choices choices(at(command.a));
      const ispl::ActionId action(command.index);
      keep(result, model_->commit(choices, command.member, set(command.b), action).bdd());
      return true;
    }
    case Op::HasChoice: {
      const model::Choices choices(at(command.a));
      keep(result, model_->has_choice(choices, command.member, ispl::ActionId(command.index)).bdd());
      return true;
    }
    case Op::CanAvoid:
      keep(result, model_->can_avoid(group, model::Choices(at(command.a)), model::Choices(at(command.b))).bdd());
      return true;
    case Op::Closed:
      close(command);
      return true;
    case Op::SetReachable:
      model_->explorer().adopt(set(command.a), std::nullopt);
      care_ = Set(at(command.a) | !window());
      return true;
    case Op::Image:
      image(command);
      return true;
    case Op::Preimage:
      keep(result, steps(command.edges).preimage(simplified(command.a)).bdd());
      return true;
    case Op::ForeignPreimage:
      keep(result, steps(command.edges).preimage(simplified(command.a)).bdd().minus(window()));
      return true;
    case Op::LookAlikes:
      keep(result, model_->look_alikes(set(command.a), group).bdd());
      return true;
    case Op::RecurrentlyAlike:
      keep(result, exists(at(command.a), model_->recurrent_transition().moving()));
      return true;
    case Op::Outcomes:
      keep(result, model_->with_outcome_in(group, simplified(command.a)).bdd());
      return true;
    case Op::TakeOrder:
      bits_.take_order(command.bits);
      return true;
    case Op::Send:
    case Op::Receive:
    case Op::IsEmpty:
    case Op::IsEqual:
    case Op::IsSubset:
    case Op::IsDisjoint:
    case Op::Count:
    case Op::Least:
    case Op::Bytes:
    case Op::Mentioned:
    case Op::Nodes:
    case Op::Figures:
    case Op::Halves:
    case Op::Sift:
      break;
  }
  return false;
}

Answer Slice::answer(const Command& command) {
  Answer answer;
  switch (command.op) {
    case Op::IsEmpty:
      answer.yes = at(command.a).is_false();
      return answer;
    case Op::IsEqual:
      answer.yes = at(command.a) == at(command.b);
      return answer;
    case Op::IsSubset:
      answer.yes = at(command.a).subset_of(at(command.b));
      return answer;
    case Op::IsDisjoint:
      answer.yes = at(command.a).disjoint_from(at(command.b));
      return answer;
    case Op::Count:
      answer.count = model_->count(set(command.a));
      return answer;
    case Op::Least:
      return least(at(command.a));
    case Op::Bytes:
      answer.bytes = to_bytes(std::span(&at(command.a), 1), bits_);
      answer.yes = command.index == 0 || answer.bytes.size() <= command.index;
      if (!answer.yes) answer.bytes.clear();
      return answer;
    case Op::Mentioned:
      for (bdd::Var var : bdd::support(at(command.a)).vars()) {
        if (bits_.number(var) >= bits_.of_model()) answer.bits.push_back(bits_.number(var));
      }
      return answer;
    case Op::Sift:
      answer.yes = command.index == own_ && sift();
      if (answer.yes) answer.bits = bits_.order();
      return answer;
    case Op::Nodes:
      answer.nodes = at(command.a).node_count();
      answer.yes = nearly_full();
      return answer;
    case Op::Halves:
      return command.index == own_ ? halves(at(command.a)) : answer;
    default:
      GNOMON_ASSERT(command.op == Op::Figures, "commands on sets are not questions");
      break;
  }
  const bdd::Statistics statistics = model_->manager().statistics();
  answer.count = model_->count(set(command.a));
  answer.astray = model_->count(Set(at(command.a).minus(window())));
  answer.peak_nodes = statistics.peak_nodes;
  answer.peak_bytes = statistics.peak_memory_bytes;
  return answer;
}

bool Slice::nearly_full() const {
  constexpr double kMost = 0.7;
  const Budget& budget = model_->manager().budget();
  const bdd::Statistics statistics = model_->manager().statistics();
  auto above = [](std::size_t used, std::size_t most) {
    return most > 0 && static_cast<double>(used) > kMost * static_cast<double>(most);
  };
  return above(statistics.memory_bytes, budget.memory_bytes) || above(statistics.live_nodes, budget.nodes) ||
         (budget.process_bytes > 0 && above(resident_memory(), budget.process_bytes));
}

Answer Slice::halves(const Bdd& part) const {
  Answer answer;
  const std::optional<Split> split = split_window(*model_, window(), Set(part));
  if (!split) return answer;
  answer.yes = true;
  answer.bytes = to_bytes(split->windows, bits_);
  for (const std::size_t nodes : split->nodes) answer.bits.push_back(static_cast<std::uint32_t>(nodes));
  return answer;
}

Answer Slice::least(const Bdd& part) const {
  Answer answer;
  if (part.is_false()) return answer;
  const bdd::VarSet& current = model_->encoding().current_vars();
  const Bdd state = bdd::pick(part, current);
  std::vector<bdd::Var> vars = current.vars();
  std::sort(vars.begin(), vars.end());
  for (bdd::Var var : vars) answer.bytes += state.subset_of(model_->manager().literal(var)) ? '1' : '0';
  answer.values = model_->encoding().decode(state);
  answer.yes = true;
  return answer;
}

// Within a share of the work that was done so far; whether that was enough.
bool Slice::sift() {
  const FreedOrder freed(model_->manager());
  return model_->manager().reorder_if_affordable();
}

bdd::Var Slice::var_of(std::uint32_t number) const {
  if (!bits_.has(number)) throw BadBytes("a command names a bit that is not there");
  return bits_.var(number);
}

const Bdd& Slice::at(SetNumber number) const {
  auto found = sets_.find(number);
  if (found == sets_.end()) throw BadBytes("a command names a set that is not there");
  return found->second;
}

bdd::VarSet Slice::bits_set(const std::vector<std::uint32_t>& numbers) const {
  std::vector<bdd::Var> vars;
  for (std::uint32_t number : numbers) vars.push_back(var_of(number));
  return model_->manager().set(vars);
}

const bdd::VarMap& Slice::renaming(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs) {
  if (auto known = renamings_.find(pairs); known != renamings_.end()) return known->second;
  std::vector<std::pair<bdd::Var, bdd::Var>> vars;
  for (const auto& [from, to] : pairs) vars.emplace_back(var_of(from), var_of(to));
  return renamings_.emplace(pairs, model_->manager().map(vars)).first->second;
}

// The new states or all, whichever has the smaller diagram (model/reach.h).
void Slice::image(const Command& command) {
  keep(command.result, model_->transition().image(model::smaller_of(Set(at(command.a)), Set(at(command.b)))).bdd());
}

// Rounds of chaining within the window (model/reach.h).
void Slice::close(const Command& command) {
  const model::Transition& transition = model_->transition();
  const Bdd& before = at(command.b);
  Bdd found = at(command.a);
  Bdd outside = model_->none().bdd();
  std::vector<Bdd> expanded(transition.pieces(), outside);
  Bdd round;
  do {
    round = found;
    for (std::size_t piece = 0; piece < transition.pieces(); ++piece) {
      const Bdd all = found & transition.guard(piece).bdd();
      if (all == expanded[piece]) continue;
      const Bdd next = transition.image(model::smaller_of(Set(all.minus(expanded[piece])), Set(all)), piece).bdd();
      outside |= next.minus(window());
      found |= (next & window()).minus(before);
      expanded[piece] = all;
    }
  } while (found != round);
  keep(command.result, found);
  keep(command.second, outside);
}

std::vector<std::string> Slice::send(const Command& command) {
  const Bdd loose = at(command.a);
  std::vector<std::string> pieces(windows_.size());
  for (std::size_t i = 0; i < windows_.size(); ++i) {
    if (i == own_) continue;
    const Bdd piece = loose & windows_[i];
    if (!piece.is_false()) pieces[i] = to_bytes(std::span(&piece, 1), bits_);
  }
  keep_within(command.result, loose);
  return pieces;
}

void Slice::receive(const Command& command, std::span<const std::shared_ptr<const std::string>> pieces) {
  const Mentions mentions = mentions_of(command);
  Bdd all = at(command.result);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    try {
      all |= one_from_bytes(*pieces[i], bits_, mentions) & window();
    } catch (const BadBytes& bad) {
      throw BadPiece(bad.what(), i);
    }
  }
  keep(command.result, all);
}

}  // namespace gnomon::slices
