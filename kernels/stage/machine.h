// The stage's machine: plays a program of host and kernels step by step and keeps what happened.
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

/// Told how many steps a play has come, before the next one; false gives it up.
using Watch = std::function<bool(std::int64_t steps)>;
/// Thrown by a play that was given up.
struct Cancelled {};

struct Rules {
  Schedule schedule;
  int warp = 32;                      ///< threads of a warp
  std::int64_t most_steps = 100'000;  ///< then the play is called endless
  Watch watch = {};                   ///< none: it goes on
};

class Machine final : public SharedMemory {
 public:
  explicit Machine(Rules rules);

  /// Declares an array; cells given have been written, the others not.
  Array array(const std::string& name, Space space, const std::vector<double>& cells, int width = 0,
              bool whole_numbers = true);
  Array unwritten(const std::string& name, Space space, int size, int width = 0,
                  bool whole_numbers = true);
  /// Floats in rows: behind each row of `width` cells there are more that nobody has written, up to
  /// `pitch` cells.
  Array padded(const std::string& name, const std::vector<double>& cells, int width, int pitch);
  /// Cell i of `addresses` says where in `array` thread i reads; the board shows it so.
  void address_by(Array array, Array addresses);
  /// One cell, 0: open, 1: taken.
  Array mutex(const std::string& name);

  /// Plays the host's program, which calls the functions below, to its end, its fault or the end of
  /// the choices. Throws Cancelled when the watch gives it up.
  Trace play(const std::function<void()>& host);

  // The host's program: each call is a step of the play.

  /// The host does something that `work` does at once, such as setting cells.
  void step(const std::string& text, const std::function<void()>& work = {},
            int line = __builtin_LINE());
  /// As kernel<<<grid, block>>>(arguments), and waits for its end.
  template <typename OwnKernel, typename Arguments>
  void launch(const std::string& name, Dim grid, Dim block, const Arguments& arguments,
              int line = __builtin_LINE()) {
    run_launch(name, grid, block, line, maker<OwnKernel>(arguments));
  }
  /// The same as a GPU does it: the launch goes into a queue, and the host goes on at once.
  template <typename OwnKernel, typename Arguments>
  void queue(const std::string& name, Dim grid, Dim block, const Arguments& arguments,
             int line = __builtin_LINE()) {
    queue_launch({name, grid, block, maker<OwnKernel>(arguments)}, line);
  }
  /// As cudaDeviceSynchronize: what was queued is played, one launch after the other.
  void synchronise(int line = __builtin_LINE());
  /// Whether a kernel was ended by an access that the hardware does not let pass.
  [[nodiscard]] bool failed() const { return failed_; }
  /// As cudaFree; only in a host step's work. Whoever touches the array afterwards is named.
  void give_back(Array array);

  // Inside the work of a host step:

  [[nodiscard]] double value(Array array, std::int64_t index) const;
  void set(Array array, std::int64_t index, double value);

  Array shared(int block, const std::string& name, int size, int width, bool whole) override;

 private:
  struct Live;      ///< a thread of the launch under way
  struct Launch;    ///< the launch under way
  struct Ended {};  ///< thrown through the host's program when the play cannot go on
  struct Queued {
    std::string name;
    Dim grid, block;
    MakeThread make;
  };

  template <typename OwnKernel, typename Arguments>
  static MakeThread maker(const Arguments& arguments) {
    return [arguments](const Place& place) {
      return std::unique_ptr<Thread>(std::make_unique<OwnKernel>(place, arguments));
    };
  }

  Array declare(ArrayInfo info);
  /// Sets a cell of the array declared last, before the play.
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
  /// Ends all its threads, as the driver does after an illegal access.
  void end_launch(Launch& launch, Step& step);
  void check_order(Launch& launch, const Action& action);
  void note_spinning(Live& thread, const Action& action);
  /// Lets the step's block go on when all its threads that have not ended stand at the barrier.
  void release_barrier(Launch& launch, Step& step);
  void go_on(Live& thread);
  void settle(Launch& launch, Live& thread, Step& step);
  /// Whether nobody is left, or nobody can go on: then the fault is told.
  bool stuck(Launch& launch, const Groups& groups);
  [[nodiscard]] std::vector<words::Waiting> not_done(const Launch& launch) const;
  void end_step(Step step);
  void change_cell(Step& step, int array, std::int64_t index, double value);
  void add_fault(Fault fault);
  [[nodiscard]] bool inside(int array, std::int64_t index) const;

  Rules rules_;
  Scheduler scheduler_;
  Trace trace_;
  State now_;
  Step* open_step_ = nullptr;  ///< the one under way, which takes the changes
  std::map<std::pair<int, std::string>, int> shared_;  ///< of the launch under way, by block, name
  std::set<std::tuple<FaultKind, int, int, int>> told_;
  std::int64_t next_address_ = 0;
  std::map<int, std::int64_t> next_shared_address_;     ///< by block
  std::map<std::pair<int, std::int64_t>, int> owners_;  ///< of mutexes: the thread that took it
  int memory_version_ = 0;                              ///< grows when any cell changes
  std::map<int, int> printed_;                          ///< lines in each buffer of printf
  std::set<int> given_back_;
  std::vector<Queued> queue_;
  bool failed_ = false;
};

/// What an atomic stores, by CUDA's rules.
double stored_by(Atomic atomic, double old, double value, double compare);

}  // namespace heatwave::stage
