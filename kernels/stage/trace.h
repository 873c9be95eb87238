// A play of the stage as plain values: every step, what it changed, and every state in between.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heatwave::stage {

enum class Space : std::uint8_t { host, global, shared };

/// An array of the play. Cells hold int32 or float32 values; a double holds both exactly.
struct ArrayInfo {
  std::string name;
  Space space = Space::global;
  int launch = -1;  ///< shared arrays: of this launch
  int block = -1;   ///< … and of this block
  int size = 0;
  int width = 0;  ///< cells of a row where it is shown as a grid; 0: one row
  bool whole_numbers = true;
  bool is_mutex = false;
  int addresses = -1;        ///< the array whose cell i says where thread i reads; −1: none
  std::int64_t address = 0;  ///< of cell 0, in bytes; a cell takes 4
};

struct ThreadInfo {
  int launch = 0;
  int block = 0;
  int thread = 0;  ///< in its block
  int warp = 0;    ///< in its block
  int lane = 0;    ///< in its warp
  std::string kernel;
};

/// A launch of a kernel, or the host (launch −1 has no entry).
struct LaunchInfo {
  std::string kernel;
  int blocks = 0;
  int threads = 0;       ///< per block
  int first_thread = 0;  ///< of Trace::threads
};

enum class Op : std::uint8_t {
  start,  ///< a thread begins
  load,
  store,
  atomic,
  barrier,
  fence,
  compute,  ///< in registers
  print,    ///< a line into the buffer of printf
  branch,
  reconverge,  ///< where the sides of a branch meet again
  host,        ///< a step of the host
  launch,
  finish,
};

enum class Atomic : std::uint8_t { add, sub, exch, min, max, inc, dec, cas, band, bor, bxor };
const char* name_of(Atomic atomic);

/// What one thread did in a step.
struct Action {
  int thread = -1;  ///< of Trace::threads; −1: the host
  Op op = Op::start;
  Atomic atomic = Atomic::add;
  int line = 0;  ///< of the lesson's file
  int array = -1;
  std::int64_t index = 0;
  double value = 0.0;    ///< loaded, stored, or given to the atomic; a branch's answer
  double before = 0.0;   ///< what the cell held
  double compare = 0.0;  ///< of a compare-and-swap
  std::string text;      ///< of a host step: what it does
};

enum class Status : std::uint8_t { absent, ready, barrier, spinning, done };

struct CellState {
  double value = 0.0;
  bool written = false;
  int writer = -2;  ///< the step that wrote it last; −1: the input, −2: nobody
  friend bool operator==(const CellState&, const CellState&) = default;
};

struct LocalState {
  std::string name;
  double value = 0.0;
  bool whole_number = true;
  friend bool operator==(const LocalState&, const LocalState&) = default;
};

struct ThreadState {
  Status status = Status::absent;
  int line = 0;  ///< of what it will do next
  Op next = Op::start;
  int waits_for = -1;  ///< the array (a mutex, a flag) that it spins on; −1: none
  std::vector<LocalState> locals;
  friend bool operator==(const ThreadState&, const ThreadState&) = default;
};

/// All that the stage shows at one moment.
struct State {
  std::vector<std::vector<CellState>> arrays;
  std::vector<ThreadState> threads;
  int host_line = 0;
  int launch = -1;  ///< under way; −1: the host
  friend bool operator==(const State&, const State&) = default;
};

/// One thing that a step changed, with what was there before, so that time runs both ways.
struct Change {
  enum class Kind : std::uint8_t { cell, thread, host } kind = Kind::cell;
  int array = -1;
  std::int64_t index = 0;
  CellState cell_before, cell_after;
  int thread = -1;
  ThreadState thread_before, thread_after;
  int host_line_before = 0, host_line_after = 0;
  int launch_before = -1, launch_after = -1;
};

enum class FaultKind : std::uint8_t {
  race,
  unwritten,  ///< a read of what nobody has written
  deadlock,   ///< nobody can go on
  livelock,   ///< those that run only spin
  barrier,    ///< some wait at a barrier that others have left the kernel without, or at two
  outside,    ///< outside an array, through a null pointer, or after it was given back
  endless,    ///< more steps than a play may have
};
const char* name_of(FaultKind kind);

struct Fault {
  FaultKind kind = FaultKind::race;
  int step = 0;      ///< when it was found
  std::string text;  ///< which threads, which address, which lines
  std::vector<int> threads;
  int array = -1;
  std::int64_t index = 0;
  std::vector<int> lines;
};

/// What a warp's access to memory costs.
struct AccessCost {
  int sectors = 0;  ///< of 32 bytes, of global memory; 0: none
  int ways = 0;     ///< of the worst bank of shared memory; 0: none, 1: no conflict
  int lanes = 0;    ///< that took part
  int waiting = 0;  ///< lanes whose atomic had to wait for another's on the same cell
};

/// Whom a person may choose to go on next.
struct Candidate {
  std::vector<int> threads;
  int line = 0;
};

/// One step: what a thread, or the threads of a warp together, did.
struct Step {
  int launch = -1;
  int block = -1;
  int warp = -1;
  std::vector<Action> actions;
  std::vector<Change> changes;
  AccessCost cost;
  std::vector<int> faults;  ///< of Trace::faults
  /// By hand: those who could have gone in place of whoever did. Empty where nobody chose.
  std::vector<Candidate> candidates;
};

class Trace {
 public:
  std::vector<ArrayInfo> arrays;
  std::vector<ThreadInfo> threads;
  std::vector<LaunchInfo> launches;
  std::vector<Step> steps;
  std::vector<Fault> faults;
  std::vector<Candidate> candidates;  ///< after the last step; empty: the play is over
  State start;

  /// A state is kept every so many steps: a few hundred small changes are soon applied.
  static constexpr int kKeptEvery = 256;

  /// Notes every some states, so that any of them is soon at hand; after the last step.
  void index();
  /// The state after so many steps.
  [[nodiscard]] State at(int step) const;
  /// The step of the state that was kept last before this one: from there it is played again.
  [[nodiscard]] int kept_before(int step) const;
  /// By hand: who could go after so many steps; none where nobody is asked.
  [[nodiscard]] const std::vector<Candidate>& candidates_at(int step) const;
  /// By hand: how many choices brought the play so far.
  [[nodiscard]] int choices_before(int step) const;

 private:
  std::vector<State> kept_;
};

/// What a play cost in all, to compare one version of a kernel with another.
struct Totals {
  int steps = 0;
  int sectors = 0;
  int conflicts = 0;  ///< turns beyond the first that bank conflicts took
  int waiting = 0;
  std::vector<int> sectors_of;  ///< each of Trace::arrays
  /// The most threads that one launch sent to one cell with atomics: at the worst all of them come
  /// at the same time, and each waits for all before it.
  int global_queue = 0;
  int global_queue_blocks = 0;  ///< that those threads belong to
  int shared_queue = 0;
};
Totals totals(const Trace& trace);

void apply(State& state, const Step& step);
void take_back(State& state, const Step& step);

}  // namespace heatwave::stage
