// A Machine::Launch is the running launch: its threads and their state.
#pragma once

#include <memory>
#include <set>
#include <tuple>
#include <vector>

#include "kernels/stage/machine.h"

namespace heatwave::stage {

struct Machine::Live {
  int id = 0;    ///< index into Trace::threads
  int warp = 0;  ///< index in the launch, counted through its blocks
  int block = 0;
  std::unique_ptr<Thread> thread;
  Program program;
  bool done = false;
  bool at_barrier = false;
  std::int64_t last_step = -1;
  int spins = 0;          ///< how often in a row it has polled without success
  int spin_version = -1;  ///< version of the memory at the last poll
  int waits_for = -1;     ///< array that it polls
  /// Line, array and index of its polls since the memory changed.
  std::set<std::tuple<int, int, std::int64_t>> polled;
};

struct Machine::Launch {
  Launch(int first, int number_of_threads, int number)
      : first_thread(first), index(number), races(number_of_threads) {}

  int first_thread;
  int index;
  int blocks = 0;
  /// True: the fault of threads that left before a barrier has been reported.
  bool reported_early_exit = false;
  bool ended = false;  ///< true: an illegal access has ended it
  std::vector<Live> threads;
  RaceDetector races;
};

}  // namespace heatwave::stage
