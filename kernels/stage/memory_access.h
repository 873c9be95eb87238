// A thread's access to memory: which cells it concerns, what it does to them, and its faults.
#pragma once

#include <cstdint>

#include "kernels/stage/kernel_thread.h"
#include "kernels/stage/memory.h"
#include "kernels/stage/race_detector.h"

namespace heatwave::stage {

class MemoryAccess {
 public:
  /// Accesses of a launch's threads, the first of which has this index. All arguments must outlive
  /// this object.
  MemoryAccess(PlayLog& log, Memory& memory, RaceDetector& races, int first_thread)
      : log_(log), memory_(memory), races_(races), first_thread_(first_thread) {}

  struct Result {
    bool changed = false;  ///< an atomic has changed its cell
    bool ends = false;     ///< the access ends the kernel
  };
  /// Carries out the thread's request, which is a load, a store or an atomic, and answers it.
  Result perform(KernelThread& thread, Action& action);

 private:
  /// Returns whether an atomic has changed a cell.
  bool access_cells(KernelThread& thread, Action& action);
  /// Does this for a request that concerns one whole cell, as most do.
  bool access_cell(KernelThread& thread, Action& action);
  /// Reports cells that were never written, and accesses that race with earlier ones.
  void check_cell(const Request& request, const Action& action);

  PlayLog& log_;
  Memory& memory_;
  RaceDetector& races_;
  int first_thread_;
};

/// Returns the word that an atomic operation stores, by CUDA's rules.
cuda_text::Word stored_by(Atomic atomic, Scalar scalar, cuda_text::Word old, cuda_text::Word value,
                          cuda_text::Word compare);

}  // namespace heatwave::stage
