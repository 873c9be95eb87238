// The Machine plays a program of host code and kernels step by step and records a trace.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernels/stage/running_launch.h"

namespace heatwave::stage {

/// Called with the number of steps so far, before the next step; false cancels the play.
using Watch = std::function<bool(std::int64_t steps)>;
/// Thrown by a play that was cancelled.
struct Cancelled {};

struct Rules {
  Schedule schedule;
  int warp = 32;                      ///< threads in a warp
  std::int64_t most_steps = 100'000;  ///< a longer play counts as endless
  /// So does one whose trace takes more bytes: a step may change thousands of variables.
  std::int64_t most_bytes = std::int64_t{2} << 30;
  Watch watch = {};  ///< empty: the play is never cancelled
  /// After the last choice one thread runs after the other; one that polls in vain waits.
  bool goes_on = false;
};

class Machine final {
 public:
  explicit Machine(Rules rules, std::shared_ptr<PlayMemory> pages = std::make_shared<PlayMemory>());

  /// Declares an array. The given cells count as written, all others do not.
  Array array(const std::string& name, Space space, Scalar type, const std::vector<double>& cells,
              int width = 0);
  Array unwritten(const std::string& name, Space space, Scalar type, int size, int width = 0) {
    return memory_.unwritten(name, space, type, size, width);
  }
  /// Declares an array of elements with several cells, such as structs; all bytes are zero.
  Array zeroed(const std::string& name, const cuda_text::Layout& layout, int elements) {
    return memory_.zeroed(name, layout, elements);
  }
  /// Sets cells, from `first` on. The play starts with their values. Call it before the first
  /// launch.
  void fill(Array array, std::int64_t first, std::span<const double> values) {
    memory_.fill(array, static_cast<std::size_t>(first), values);
  }
  /// Cell i of `addresses` is the index in `array` that thread i reads. The stage shows this.
  void address_by(Array array, Array addresses);
  /// Shows all rows of the array's grid, even those that no thread uses.
  void keep_rows(Array array);
  /// Lets the stage show an array of one cell as a mutex; 0: free; 1: taken.
  void show_as_mutex(Array array);
  /// Lets the array's values depend on the schedule: a search does not take that for a failure.
  void let_vary(Array array);
  /// Lets printf's lines put their first value into this array, one after the other.
  void print_into(Array buffer) { buffer_.array = buffer.id(); }

  /// Plays the host's program, which calls the functions below, to its end, to a fault or to the
  /// end of the choices. Throws Cancelled when the watch cancels the play.
  Trace play(const std::function<void()>& host);

  // The host's program calls these functions; each call is a step of the play. A line counts from 1
  // in the text that is shown; 0: the host's code is not shown.

  /// Adds a step of the host in which `work` runs at once, such as setting cells.
  void step(const std::string& text, const std::function<void()>& work = {}, int line = 0);
  /// Launches a kernel and waits for its end. Returns whether the play can continue; if not, the
  /// host's program returns. Throws core::Error when it cannot be launched.
  [[nodiscard]] bool run(const KernelLaunch& launch, int line = 0) {
    return run_launch(launch, line, false);
  }
  /// Does the same, and ends the play itself when it cannot continue.
  void launch(const KernelLaunch& launch, int line = 0) {
    if (!run(launch, line)) end();
  }
  /// Ends the play through an exception, which takes longer than a short play.
  [[noreturn]] static void end() { throw Ended{}; }
  /// Queues a launch, as a GPU does: the host continues at once.
  void queue(KernelLaunch launch, int line = 0);
  /// Plays the queued launches one after the other, like cudaDeviceSynchronize.
  void synchronise(int line = 0);
  /// Returns whether an illegal access has ended a kernel.
  [[nodiscard]] bool failed() const { return failed_; }
  /// Returns the play up to the last finished step.
  [[nodiscard]] const Trace& played() const { return log_.trace(); }
  /// Reports a fault; the play goes on. A second fault of its kind at its place is dropped.
  void add_fault(Fault fault) { log_.add_fault(std::move(fault)); }
  /// Frees an array, like cudaFree. Call it only in a host step's `work`. Later accesses to the
  /// array are faults.
  void free_array(Array array) { memory_.free(array); }

  // Call these only in a host step's `work`.

  [[nodiscard]] const CellState& cell(Array array, std::int64_t index) const {
    return memory_.cell(array, index);
  }
  [[nodiscard]] double value(Array array, std::int64_t index) const {
    return cell(array, index).value;
  }
  void set(Array array, std::int64_t index, double value) { memory_.set(array, index, value); }

 private:
  struct Ended {};  ///< thrown through the host's program when the play cannot continue

  /// Returns whether the launch has ended; false: the play cannot continue.
  bool run_launch(const KernelLaunch& launch, int line, bool queued);
  /// Lets a group of threads take a step; returns false when none can, or none is chosen.
  bool run_step(RunningLaunch& launch);

  Rules rules_;
  Scheduler scheduler_;
  std::shared_ptr<PlayMemory> pages_;
  PlayLog log_;
  Memory memory_;
  PrintBuffer buffer_;
  std::vector<KernelLaunch> queue_;
  bool failed_ = false;
};

}  // namespace heatwave::stage
