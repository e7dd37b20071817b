// Whose turn it is among processes that share fewer processors than they are.
//
// Each has a share. The turn of a contender is due by the time at which it would end if all ran all the time, on processors
// that are as fast as their shares are large:
//
//   (seconds used so far + length of the turn) / share, the smallest first
//
// A contender with share w of all W thus has finished work of t seconds after about t W / w seconds. A turn takes an eighth
// of what the contender has used before, but never less than some hundredths of a second: so the changes cost little, and at no
// time anybody is far from its due. A share that is changed later counts from the beginning: a contender whose share
// has grown catches up, one whose share has shrunk waits for the others.
//
// Weighted fair queueing (Demers, Keshav, Shenker 1989), with processor time for the length of packets.
#pragma once

#include <cstddef>
#include <vector>

namespace gnomon::task {

struct Contender {
  double share = 1;
  double seconds = 0;     // of the processor, so far
  double first_turn = 0;  // the least length of its first turn
  double until = 0;       // its turn ends when it has used so many seconds
  bool running = false;
};

// Chooses who works now, at most `jobs` of the contenders: sets `running` and `until`. Turns that are not over go on. Of two with
// equal claims the earlier one comes first.
void allot_turns(const std::vector<Contender*>& contenders, std::size_t jobs);

}  // namespace gnomon::task
