// The launch under way inside the machine: its threads as they run, and what is known of them.
#pragma once

#include <memory>
#include <set>
#include <tuple>
#include <vector>

#include "kernels/stage/machine.h"

namespace heatwave::stage {

struct Machine::Live {
  int id = 0;    ///< in the trace
  int warp = 0;  ///< of the launch, counted through its blocks
  int block = 0;
  std::unique_ptr<Thread> thread;
  Program program;
  bool done = false;
  bool at_barrier = false;
  std::int64_t last_step = -1;
  int spins = 0;          ///< how often it has asked for the same in vain
  int spin_version = -1;  ///< of the memory, at the last try
  int waits_for = -1;     ///< the array that it asks
  /// Line, array and index of what it has asked since the memory changed.
  std::set<std::tuple<int, int, std::int64_t>> asked;
};

struct Machine::Launch {
  Launch(int first, int number_of_threads, int number)
      : first_thread(first), index(number), races(number_of_threads) {}

  int first_thread;
  int index;
  int blocks = 0;
  bool told_who_left = false;  ///< before a barrier; once is enough
  bool ended = false;          ///< by an access that the hardware does not let pass
  std::vector<Live> threads;
  RaceDetector races;
};

}  // namespace heatwave::stage
