// The order of a manager stays as it is while this lives: for work whose diagrams are soon forgotten, or that counts on it.
#pragma once

#include "bdd/manager.h"

namespace gnomon::bdd {

class HeldOrder {
 public:
  explicit HeldOrder(Manager& manager) : manager_(manager), before_(manager.hold_order(true)) {}
  ~HeldOrder() { manager_.hold_order(before_); }
  HeldOrder(const HeldOrder&) = delete;
  HeldOrder& operator=(const HeldOrder&) = delete;

 private:
  Manager& manager_;
  bool before_;
};

}  // namespace gnomon::bdd
