#include "buddy.h"

#include <bdd.h>

namespace gnomon::bdd::test {

struct Buddy::Registers {
  std::vector<::bdd> values;
  std::size_t add(const ::bdd& f) {
    values.push_back(f);
    return values.size() - 1;
  }
  ::bdd cube(const std::vector<std::size_t>& vars) const {
    ::bdd result = bddtrue;
    for (const std::size_t v : vars) result &= bdd_ithvar(static_cast<int>(v));
    return result;
  }
};

Buddy::Buddy(std::size_t vars) {
  bdd_init(100000, 10000);
  bdd_setvarnum(static_cast<int>(vars));
  bdd_gbc_hook(nullptr);
  registers_ = new Registers;
}

Buddy::~Buddy() {
  delete registers_;
  bdd_done();
}

std::size_t Buddy::constant(bool value) {
  return registers_->add(value ? bddtrue : bddfalse);
}

std::size_t Buddy::literal(std::size_t var, bool positive) {
  const int v = static_cast<int>(var);
  return registers_->add(positive ? bdd_ithvar(v) : bdd_nithvar(v));
}

std::size_t Buddy::and_of(std::size_t f, std::size_t g) {
  return registers_->add(registers_->values[f] & registers_->values[g]);
}

std::size_t Buddy::xor_of(std::size_t f, std::size_t g) {
  return registers_->add(registers_->values[f] ^ registers_->values[g]);
}

std::size_t Buddy::ite_of(std::size_t f, std::size_t g, std::size_t h) {
  return registers_->add(bdd_ite(registers_->values[f], registers_->values[g], registers_->values[h]));
}

std::size_t Buddy::not_of(std::size_t f) {
  return registers_->add(!registers_->values[f]);
}

std::size_t Buddy::exists_of(std::size_t f, const std::vector<std::size_t>& vars) {
  return registers_->add(bdd_exist(registers_->values[f], registers_->cube(vars)));
}

std::size_t Buddy::and_exists_of(std::size_t f, std::size_t g, const std::vector<std::size_t>& vars) {
  return registers_->add(bdd_appex(registers_->values[f], registers_->values[g], bddop_and, registers_->cube(vars)));
}

std::size_t Buddy::compose_of(std::size_t f, std::size_t var, std::size_t g) {
  return registers_->add(bdd_compose(registers_->values[f], registers_->values[g], static_cast<int>(var)));
}

double Buddy::count(std::size_t f) const {
  return bdd_satcount(registers_->values[f]);
}

std::size_t Buddy::nodes(std::size_t f) const {
  return static_cast<std::size_t>(bdd_nodecount(registers_->values[f]));
}

bool Buddy::evaluate(std::size_t f, const std::vector<bool>& assignment) const {
  ::bdd here = registers_->values[f];
  while (here != bddtrue && here != bddfalse) {
    here = assignment[static_cast<std::size_t>(bdd_var(here))] ? bdd_high(here) : bdd_low(here);
  }
  return here == bddtrue;
}

bool Buddy::equal(std::size_t f, std::size_t g) const {
  return registers_->values[f] == registers_->values[g];
}

}  // namespace gnomon::bdd::test
