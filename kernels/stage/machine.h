// The Machine plays a program of host code and kernels step by step and records a trace.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "kernels/stage/race_detector.h"
#include "kernels/stage/schedule.h"
#include "kernels/stage/stage_words.h"
#include "kernels/stage/thread.h"
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
};

class Machine final : public SharedMemory {
 public:
  explicit Machine(Rules rules);

  /// Declares an array. The given cells count as written, all others do not.
  Array array(const std::string& name, Space space, const std::vector<double>& cells, int width = 0,
              bool whole_numbers = true);
  Array unwritten(const std::string& name, Space space, int size, int width = 0,
                  bool whole_numbers = true);
  /// Declares floats in rows: after `width` cells each row has padding that was never written, up
  /// to `pitch` cells.
  Array padded(const std::string& name, const std::vector<double>& cells, int width, int pitch);
  /// Cell i of `addresses` is the index in `array` that thread i reads. The stage shows this.
  void address_by(Array array, Array addresses);
  /// Declares a mutex of one cell; 0: free; 1: taken.
  Array mutex(const std::string& name);

  /// Plays the host's program, which calls the functions below, to its end, to a fault or to the
  /// end of the choices. Throws Cancelled when the watch cancels the play.
  Trace play(const std::function<void()>& host);

  // The host's program calls these functions; each call is a step of the play.

  /// Adds a step of the host in which `work` runs at once, such as setting cells.
  void step(const std::string& text, const std::function<void()>& work = {},
            int line = __builtin_LINE());
  /// Launches kernel<<<grid, block>>>(arguments) and waits for its end.
  template <typename OwnKernel, typename Arguments>
  void launch(const std::string& name, Dim grid, Dim block, const Arguments& arguments,
              int line = __builtin_LINE()) {
    run_launch(name, grid, block, line, maker<OwnKernel>(arguments));
  }
  /// Queues a launch, as a GPU does: the host continues at once.
  template <typename OwnKernel, typename Arguments>
  void queue(const std::string& name, Dim grid, Dim block, const Arguments& arguments,
             int line = __builtin_LINE()) {
    queue_launch({name, grid, block, maker<OwnKernel>(arguments)}, line);
  }
  /// Plays the queued launches one after the other, like cudaDeviceSynchronize.
  void synchronise(int line = __builtin_LINE());
  /// Returns whether an illegal access has ended a kernel.
  [[nodiscard]] bool failed() const { return failed_; }
  /// Frees an array, like cudaFree. Call it only in a host step's `work`. Later accesses to the
  /// array are faults.
  void free_array(Array array);

  // Call these only in a host step's `work`.

  [[nodiscard]] double value(Array array, std::int64_t index) const;
  void set(Array array, std::int64_t index, double value);

  Array shared(int block, const std::string& name, int size, int width, bool whole) override;

 private:
  struct Live;      ///< a thread of the running launch
  struct Launch;    ///< the running launch
  struct Ended {};  ///< thrown through the host's program when the play cannot continue
  struct Queued {
    std::string name;
    Dim grid, block;
    MakeThread make;
  };

  template <typename OwnKernel, typename Arguments>
  static MakeThread maker(const Arguments& arguments) {
    return [arguments](const ThreadPosition& position) {
      return std::unique_ptr<Thread>(std::make_unique<OwnKernel>(position, arguments));
    };
  }

  Array declare(ArrayInfo info);
  /// Sets a cell of the newest array, before the play.
  void fill(std::size_t index, double value);
  void run_launch(const std::string& name, Dim grid, Dim block, int line, const MakeThread& make,
                  bool queued = false);
  void queue_launch(Queued launch, int line);
  void begin_threads(Launch& launch, Dim grid, Dim block, const MakeThread& make);
  bool run_step(Launch& launch);
  [[nodiscard]] std::vector<Runnable> runnable(const Launch& launch) const;
  void perform(Launch& launch, Live& thread, Step& step);
  double memory_access(Launch& launch, const Request& request, Action& action);
  void print_line(Action& action);
  /// Ends all threads of a launch, as the driver does after an illegal access.
  void end_launch(Launch& launch, Step& step);
  void check_order(Launch& launch, const Action& action);
  void record_polling(Live& thread, const Action& action);
  /// Releases the barrier of the step's block if all its threads that have not ended wait there.
  void release_barrier(Launch& launch, Step& step);
  void continue_thread(Live& thread);
  void settle(Live& thread, Step& step);
  /// Returns whether all threads have ended or none can continue. In the second case it reports the
  /// fault.
  bool is_stuck(Launch& launch, const Groups& groups);
  [[nodiscard]] std::vector<words::Waiting> not_done(const Launch& launch) const;
  void end_step(Step step);
  void set_cell(Step& step, int array, std::int64_t index, double value);
  void add_fault(Fault fault);
  [[nodiscard]] bool inside(int array, std::int64_t index) const;

  Rules rules_;
  Scheduler scheduler_;
  Trace trace_;
  State now_;
  Step* open_step_ = nullptr;  ///< the running step, which records all changes
  /// Arrays of the running launch, by block and name.
  std::map<std::pair<int, std::string>, int> shared_;
  std::set<std::tuple<FaultKind, int, int, int>> reported_;
  std::int64_t next_address_ = 0;
  std::map<int, std::int64_t> next_shared_address_;     ///< by block
  std::map<std::pair<int, std::int64_t>, int> owners_;  ///< by mutex: the thread that has taken it
  int memory_version_ = 0;                              ///< increases when any cell changes
  std::map<int, int> printed_;                          ///< lines in each printf buffer
  std::set<int> freed_;
  std::vector<Queued> queue_;
  bool failed_ = false;
};

/// Returns the value that an atomic operation stores, by CUDA's rules.
double stored_by(Atomic atomic, double old, double value, double compare);

}  // namespace heatwave::stage
