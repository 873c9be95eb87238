// The stage's words: what happened in a step, and what went wrong, as sentences.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/stage/race_detector.h"
#include "kernels/stage/trace.h"

namespace heatwave::stage::words {

/// A thread that has not ended, when nothing goes on.
struct Waiting {
  int thread = 0;
  int line = 0;
  bool at_barrier = false;
  int asks = -1;   ///< the array that it spins on
  int owner = -1;  ///< of the mutex that it spins on: the thread that has taken it
};

/// "thread 3 of block 0"; "the host" for −1.
std::string thread(const Trace& trace, int id);
/// "threads 1–31 of block 0", or with their blocks one by one.
std::string threads(const Trace& trace, const std::vector<int>& ids);
/// "cache[3]", "cache[3] of block 1".
std::string cell(const Trace& trace, int array, std::int64_t index);
/// As few digits as say it.
std::string number(double value);

/// What happened in this step, in one sentence.
std::string sentence(const Trace& trace, int step);

Fault race(const Trace& trace, const Access& earlier, const Action& later);
Fault unwritten(const Trace& trace, const Action& action);
Fault outside(const Trace& trace, const Action& action);
Fault null_pointer(const Trace& trace, const Action& action);
Fault given_back(const Trace& trace, const Action& action);
Fault endless(std::int64_t steps);
Fault mixed_barriers(const Trace& trace, int one, int line, int other, int other_line);
/// Some of a block came to the barrier, the others had left the kernel before.
Fault left_before_barrier(const Trace& trace, const std::vector<int>& here,
                          const std::vector<int>& gone, int line);
/// A circle of waiting where there is one: who holds, who waits, for what.
Fault spinning_for_ever(const Trace& trace, const std::vector<Waiting>& waiting,
                        const std::vector<Candidate>& going);

}  // namespace heatwave::stage::words
