// A launch that runs: its threads start, take one step at a time, wait at barriers and end.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "kernels/stage/access_cost.h"
#include "kernels/stage/memory_access.h"
#include "kernels/stage/schedule.h"
#include "kernels/stage/spin_watch.h"

namespace heatwave::stage {

/// Where the lines of printf go.
struct PrintBuffer {
  int array = -1;   ///< array that gets each line's first value; −1: none
  int printed = 0;  ///< lines printed so far
};

class RunningLaunch : core::NonCopyable {
 public:
  /// Declares the threads and their shared memory. The log, the memory, the buffer and the arena
  /// must outlive the launch. Throws core::Error when the arguments do not fit the kernel.
  RunningLaunch(PlayLog& log, Memory& memory, PrintBuffer& buffer, Arena& arena,
                const KernelLaunch& what, int warp);
  ~RunningLaunch();

  /// Runs each thread up to its first operation that others can see. Call it in a step.
  void begin();
  /// Returns the threads that can take a step, as the scheduler groups them.
  const Groups& candidates(const Scheduler& scheduler);
  /// Returns whether all threads have ended or none of the candidates can continue. In the second
  /// case it reports the fault.
  bool is_stuck();
  /// Lets these threads of one warp take a step together; it is the open step.
  void take_step(std::span<const Runnable> group, Step& step);
  [[nodiscard]] bool has_ended() const;
  /// Returns whether an illegal access has ended it.
  [[nodiscard]] bool failed() const { return ended_; }

 private:
  struct Live;  ///< a thread
  struct Warp {
    int begin = 0, end = 0;   ///< indices into the threads
    bool is_changed = false;  ///< its candidates are out of date
  };

  [[nodiscard]] Live& live(const Runnable& each);
  void declare_threads(const KernelLaunch& what, int warp);
  /// Returns the threads of a block or of a warp.
  [[nodiscard]] std::span<Live> block_threads(int block);
  [[nodiscard]] std::span<Live> warp_threads(int warp);
  void note_changed(int warp);
  void perform(Live& thread);
  void print_line(Action& action);
  /// Ends all threads, as the driver does after an illegal access.
  void end_all();
  /// Returns whether there are threads that have not ended, and all of them wait at a barrier of
  /// this kind.
  static bool all_wait(std::span<const Live> threads, Op barrier);
  /// Releases the barrier of the block if all its threads that have not ended wait there.
  void release_barrier(int block);
  void release_grid();
  /// Completes the shuffles and votes of a warp whose lanes have all arrived.
  void release_warp(int warp);
  /// Completes one of them if all its lanes have arrived, which wait at one place.
  void release_lanes(const std::vector<Live*>& together, std::uint32_t alive);
  /// Tells the threads of the group which of them run together.
  void tell_active(std::span<const Runnable> group);
  void release_all(const std::vector<Live*>& threads);
  void resume(Live& thread);
  void settle(Live& thread);
  [[nodiscard]] std::vector<words::Waiting> not_done() const;

  PlayLog& log_;
  Memory& memory_;
  PrintBuffer& buffer_;
  int first_thread_;
  int index_;  ///< index into Trace::launches
  RaceDetector races_;
  MemoryAccess access_;
  SpinWatch spins_;
  AccessCounter costs_;
  LoadedKernel kernel_;
  Arena& arena_;                           ///< memory of the threads and their variables
  std::vector<std::vector<int>> objects_;  ///< by block: arrays that the text declares
  std::vector<Live> threads_;
  int in_block_;  ///< threads in a block
  std::vector<Warp> warps_;
  std::vector<int> changed_warps_;
  Groups groups_;
  std::vector<Runnable> runnable_;  ///< threads of the warp whose candidates are found
  /// True: the fault of threads that left before a barrier has been reported.
  bool reported_early_exit_ = false;
  bool ended_ = false;  ///< true: an illegal access has ended it
  std::function<std::int64_t(int)> address_of_;
};

}  // namespace heatwave::stage
