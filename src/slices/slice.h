// One slice of a model: a symbolic model of its own, with its own manager of diagrams, and the parts of sets that lie in
// its window. Does what commands say (slices/command.h), one at a time. A command that a limit ends has changed nothing
// and can be done again. Commands that name sets or bits that are not there raise BadBytes.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/symbolic_model.h"
#include "slices/bits.h"
#include "slices/command.h"
#include "slices/diagram_bytes.h"

namespace gnomon::slices {

// What a slice begins with.
struct SliceStart {
  const ispl::CheckedModel* model = nullptr;
  model::ModelOptions options;
  std::vector<std::uint32_t> order;  // of bits
  std::string windows;               // of all slices, as diagrams in bytes
  std::size_t number = 0;            // which of them is the own one
};

// A piece that another slice has sent is no good.
class BadPiece : public BadBytes {
 public:
  BadPiece(const std::string& words, std::size_t which) : BadBytes(words), which_(which) {}
  std::size_t which() const { return which_; }  // of the pieces received

 private:
  std::size_t which_;
};

class Slice {
 public:
  // Encodes the model. Raises LimitReached, or BadBytes.
  explicit Slice(const SliceStart& start);

  // All commands but Send and Receive.
  Answer perform(const Command& command);
  // The pieces of a loose set, by slice; the own one stays here, and nothing is sent where a piece is empty.
  std::vector<std::string> send(const Command& command);
  // Unites the own piece with those of others. Raises BadPiece.
  void receive(const Command& command, std::span<const std::shared_ptr<const std::string>> pieces);

  void set_budget(const Budget& budget) { model_->manager().set_budget(budget); }
  const bdd::Manager& manager() const { return model_->manager(); }

 private:
  using Set = model::StateSet;

  const bdd::Bdd& at(SetNumber number) const;
  Set set(SetNumber number) const { return Set(at(number)); }
  void keep(SetNumber number, bdd::Bdd part) { sets_.insert_or_assign(number, std::move(part)); }
  void keep_within(SetNumber number, const bdd::Bdd& set) { keep(number, set & window()); }
  const bdd::Bdd& window() const { return windows_[own_]; }
  const model::Transition& steps(check::Edges edges);
  Set simplified(SetNumber number) const { return model::simplified(set(number), care_); }

  bool sift();
  void image(const Command& command);
  void close(const Command& command);
  bdd::Var var_of(std::uint32_t number) const;
  bdd::VarSet bits_set(const std::vector<std::uint32_t>& numbers) const;
  const bdd::VarMap& renaming(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs);
  bool compute(const Command& command);  // whether the command is one of sets
  Answer answer(const Command& command);
  Answer least(const bdd::Bdd& part) const;
  Answer halves(const bdd::Bdd& part) const;
  bool nearly_full() const;

  std::unique_ptr<model::SymbolicModel> model_;
  Bits bits_;
  std::size_t own_;
  std::vector<bdd::Bdd> windows_;
  Set care_;  // where it matters what a set contains: in the reachable states of the window, and outside it
  std::unordered_map<SetNumber, bdd::Bdd> sets_;
  std::map<std::vector<std::pair<std::uint32_t, std::uint32_t>>, bdd::VarMap> renamings_;
};

}  // namespace gnomon::slices
