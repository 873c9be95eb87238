// The stage words the faults of a play as sentences.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/stage/kernel_thread.h"
#include "kernels/stage/race_detector.h"
#include "kernels/stage/trace.h"

namespace heatwave::stage::words {

/// A thread that has not ended when no thread can continue.
struct Waiting {
  int thread = 0;
  int line = 0;
  bool at_barrier = false;
  bool at_warp_barrier = false;  ///< waits for other lanes
  int polls = -1;                ///< array that it polls; −1: none
  std::int64_t index = 0;        ///< cell of that array
  int owner = -1;                ///< thread that holds the polled lock; −1: none
};

/// The fault names both accesses, and what would order them.
Fault race(const Trace& trace, const Access& earlier, const Action& later);
Fault unwritten(const Trace& trace, const Action& action);
Fault outside(const Trace& trace, const Action& action);
Fault null_pointer(const Trace& trace, const Action& action);
Fault misaligned(const Trace& trace, const Action& action, int bytes);
/// The fault that a thread found in its own variables.
Fault own_fault(const Trace& trace, int thread, const ThreadFault& fault);
Fault use_after_free(const Trace& trace, const Action& action);
/// `is_large`: the play ends because of the memory that it takes.
Fault endless(const Trace& trace, bool is_large = false);
/// The fault of a result that differs from the expected one. It names the line that wrote it.
Fault wrong_result(const Trace& trace, int array, std::int64_t index, const CellState& found,
                   double expected);
Fault mixed_barriers(const Trace& trace, int one, int line, int other, int other_line);
/// The fault of threads that wait at a barrier after others of their block have ended.
Fault left_before_barrier(const Trace& trace, const std::vector<int>& here,
                          const std::vector<int>& gone, int line);
/// The fault of lanes that wait for others of their warp which never arrive.
Fault waiting_forever(const Trace& trace, const std::vector<Waiting>& waiting);
/// The fault of threads that spin forever: who holds what, and who waits for what.
Fault spinning_forever(const Trace& trace, const std::vector<Waiting>& waiting,
                       const std::vector<Candidate>& running);

}  // namespace heatwave::stage::words
