// Exact integers of any size, for counts of states (2^300 is an ordinary number of states here). GMP underneath.
#pragma once

#include <gmpxx.h>

namespace gnomon {

using BigInt = mpz_class;

}  // namespace gnomon
