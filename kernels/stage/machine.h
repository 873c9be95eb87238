// The Machine plays a program of host code and kernels step by step and records a trace.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/stage/kernel_thread.h"
#include "kernels/stage/race_detector.h"
#include "kernels/stage/schedule.h"
#include "kernels/stage/stage_words.h"
#include "kernels/stage/trace.h"

namespace heatwave::stage {

/// Called with the number of steps so far, before the next step; false cancels the play.
using Watch = std::function<bool(std::int64_t steps)>;
/// Thrown by a play that was cancelled.
struct Cancelled {};

struct Rules {
  Schedule schedule;
  int warp = 32;                      ///< threads in a warp
  std::int64_t most_steps = 100'000;  ///< a longer play counts as endless
  Watch watch = {};                   ///< empty: the play is never cancelled
  bool goes_on = false;               ///< after the last choice the first candidate always runs
};

/// An array of the machine; an array that was never declared is a null pointer.
class Array {
 public:
  Array() = default;
  explicit Array(int id) : id_(id) {}
  [[nodiscard]] int id() const { return id_; }

 private:
  int id_ = -1;
};

/// An argument of a launch.
struct Argument {
  Argument(Array given) : is_array(true), array(given.id()) {}  // NOLINT: stands for the array
  template <typename Number, typename = std::enable_if_t<std::is_arithmetic_v<Number>>>
  Argument(Number value) : number(static_cast<double>(value)) {}  // NOLINT: stands for the number

  bool is_array = false;
  int array = -1;
  double number = 0;
};

/// A launch: kernel<<<grid, block, shared_bytes>>>(arguments).
struct KernelLaunch {
  std::shared_ptr<const cuda_text::Program> program;
  Dim grid, block;
  std::vector<Argument> arguments;
  int shared_bytes = 0;  ///< size of the `extern __shared__` array
};

class Machine final {
 public:
  explicit Machine(Rules rules);

  /// Declares an array. The given cells count as written, all others do not.
  Array array(const std::string& name, Space space, Scalar type, const std::vector<double>& cells,
              int width = 0);
  Array unwritten(const std::string& name, Space space, Scalar type, int size, int width = 0);
  /// Declares an array of elements with several cells, such as structs; all bytes are zero.
  Array zeroed(const std::string& name, const cuda_text::Layout& layout, int elements);
  /// Declares floats in rows: after `width` cells each row has padding that was never written, up
  /// to `pitch` cells.
  Array padded(const std::string& name, const std::vector<double>& cells, int width, int pitch);
  /// Cell i of `addresses` is the index in `array` that thread i reads. The stage shows this.
  void address_by(Array array, Array addresses);
  /// Declares a mutex of one cell; 0: free; 1: taken.
  Array mutex(const std::string& name);
  /// Lets printf's lines put their first value into this array, one after the other.
  void print_into(Array buffer) { buffer_ = buffer.id(); }

  /// Plays the host's program, which calls the functions below, to its end, to a fault or to the
  /// end of the choices. Throws Cancelled when the watch cancels the play.
  Trace play(const std::function<void()>& host);

  // The host's program calls these functions; each call is a step of the play. A line counts from 1
  // in the text that is shown; 0: the host's code is not shown.

  /// Adds a step of the host in which `work` runs at once, such as setting cells.
  void step(const std::string& text, const std::function<void()>& work = {}, int line = 0);
  /// Launches a kernel and waits for its end. Throws core::Error when it cannot be launched.
  void launch(const KernelLaunch& launch, int line = 0) { run_launch(launch, line, false); }
  /// Queues a launch, as a GPU does: the host continues at once.
  void queue(KernelLaunch launch, int line = 0);
  /// Plays the queued launches one after the other, like cudaDeviceSynchronize.
  void synchronise(int line = 0);
  /// Returns whether an illegal access has ended a kernel.
  [[nodiscard]] bool failed() const { return failed_; }
  /// Returns the play up to the last finished step.
  [[nodiscard]] const Trace& played() const { return trace_; }
  /// Reports a fault; the play goes on. A second fault of its kind at its place is dropped.
  void add_fault(Fault fault);
  /// Frees an array, like cudaFree. Call it only in a host step's `work`. Later accesses to the
  /// array are faults.
  void free_array(Array array);

  // Call these only in a host step's `work`.

  [[nodiscard]] const CellState& cell(Array array, std::int64_t index) const;
  [[nodiscard]] double value(Array array, std::int64_t index) const {
    return cell(array, index).value;
  }
  void set(Array array, std::int64_t index, double value);

 private:
  struct Live;      ///< a thread of the running launch
  struct Launch;    ///< the running launch
  struct Ended {};  ///< thrown through the host's program when the play cannot continue

  Array declare(ArrayInfo info);
  /// Sets a cell of the newest array, before the play.
  void fill(std::size_t index, double value);
  void run_launch(const KernelLaunch& launch, int line, bool queued);
  void begin_threads(Launch& launch, const KernelLaunch& what);
  std::vector<int> objects_of(const KernelLaunch& what, int block);
  int global_object(const cuda_text::MemoryObject& object);
  bool run_step(Launch& launch);
  [[nodiscard]] std::span<const Runnable> runnable(const Launch& launch);
  void perform(Launch& launch, Live& thread, Step& step);
  void memory_access(Launch& launch, Live& thread, Action& action);
  void access_cells(Launch& launch, Live& thread, Action& action, std::int64_t first, int count);
  void print_line(Action& action);
  /// Ends all threads of a launch, as the driver does after an illegal access.
  void end_launch(Launch& launch, Step& step);
  void check_order(Launch& launch, const Action& action);
  void record_polling(Live& thread, const Action& action);
  void record_owner(const Live& thread, const Action& action);
  /// Releases the barrier of the step's block if all its threads that have not ended wait there.
  void release_barrier(Launch& launch, Step& step);
  void release_grid(Launch& launch, Step& step);
  /// Completes the shuffles and votes of a warp whose lanes have all arrived.
  void release_warp(Launch& launch, Step& step, int warp);
  void continue_all(Launch& launch, Step& step, const std::vector<Live*>& threads);
  void continue_thread(Launch& launch, Live& thread);
  void settle(Live& thread, Step& step);
  /// Returns whether all threads have ended or none can continue. In the second case it reports the
  /// fault.
  bool is_stuck(Launch& launch, const Groups& groups);
  [[nodiscard]] std::vector<words::Waiting> not_done(const Launch& launch) const;
  void end_step(Step step);
  [[nodiscard]] cuda_text::Word bits(int array, std::int64_t index) const;
  void set_cell(Step& step, int array, std::int64_t index, cuda_text::Word bits);
  [[nodiscard]] bool inside(int array, std::int64_t index) const;
  [[nodiscard]] const ArrayInfo& info(int array) const {
    return trace_.arrays[static_cast<std::size_t>(array)];
  }

  Rules rules_;
  Scheduler scheduler_;
  Trace trace_;
  State now_;
  /// Cells of 64-bit integers, which a double does not hold exactly, by array.
  std::map<int, std::vector<cuda_text::Word>> long_cells_;
  Step* open_step_ = nullptr;                  ///< the running step, which records all changes
  std::map<std::string, int> global_objects_;  ///< memory that texts declare, by name
  std::set<std::tuple<FaultKind, int, int, int>> reported_;
  std::int64_t cells_ = 0;  ///< cells of all arrays
  std::int64_t next_address_ = 0;
  std::map<int, std::int64_t> next_shared_address_;     ///< by block
  std::map<std::pair<int, std::int64_t>, int> owners_;  ///< by mutex: the thread that has taken it
  int memory_version_ = 0;                              ///< increases when any cell changes
  int buffer_ = -1;                                     ///< array that printf writes into
  int printed_ = 0;                                     ///< lines printed so far
  std::set<int> freed_;
  std::vector<KernelLaunch> queue_;
  std::vector<Runnable> runnable_;
  std::function<std::int64_t(int)> address_of_;
  bool failed_ = false;
};

/// Returns the word that an atomic operation stores, by CUDA's rules.
cuda_text::Word stored_by(Atomic atomic, Scalar scalar, cuda_text::Word old, cuda_text::Word value,
                          cuda_text::Word compare);

}  // namespace heatwave::stage
