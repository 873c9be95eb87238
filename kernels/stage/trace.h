// A trace is a play as plain values: every step, its changes, and every state in between.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "kernels/cuda_text/bytecode.h"

namespace heatwave::stage {

enum class Space : std::uint8_t { host, global, shared };

/// An array of the play. Its elements are divided into cells, each of which holds a scalar.
struct ArrayInfo {
  std::string name;
  Space space = Space::global;
  int launch = -1;  ///< launch of a shared array; −1: not shared
  int block = -1;   ///< block of a shared array; −1: not shared
  int size = 0;     ///< number of cells
  int width = 0;    ///< cells in a row if it is shown as a grid; 0: one row
  cuda_text::Layout layout;
  bool is_constant = false;  ///< constant memory: read through a cache of its own
  bool is_mutex = false;
  bool may_vary = false;     ///< its values may depend on the schedule although the kernel is right
  int addresses = -1;        ///< array whose cell i is the index that thread i reads; −1: none
  bool keeps_rows = false;   ///< rows of its grid that no thread uses are shown, too
  std::int64_t address = 0;  ///< address of cell 0, in bytes

  [[nodiscard]] const cuda_text::Cell& cell(std::int64_t index) const {
    if (layout.cells.size() == 1) return layout.cells.front();
    return layout.cells[static_cast<std::size_t>(index) % layout.cells.size()];
  }
  /// Returns the distance of a cell from the array's begin, in bytes.
  [[nodiscard]] std::int64_t offset_of(std::int64_t index) const {
    const auto cells = static_cast<std::int64_t>(layout.cells.size());
    if (cells == 1) return index * layout.bytes;
    const std::int64_t element = index / cells - (index % cells < 0 ? 1 : 0);
    return element * layout.bytes +
           layout.cells[static_cast<std::size_t>(index - element * cells)].offset;
  }
};

struct ThreadInfo {
  int launch = 0;
  int block = 0;
  int thread = 0;  ///< index in its block
  int warp = 0;    ///< index in its block
  int lane = 0;    ///< index in its warp
};

struct Dim {
  int x = 1;
  int y = 1;
  int z = 1;
  [[nodiscard]] int count() const { return x * y * z; }
};

/// A part of a launch's argument, as a kernel's Parameter says: an array or a number.
struct GivenArgument {
  int array = -1;  ///< −1: a number, or a null pointer
  double number = 0;
};

/// A launch of a kernel. The host (launch −1) has no entry.
struct LaunchInfo {
  std::string kernel;
  std::shared_ptr<const cuda_text::Program> program = {};
  Dim grid = {}, block = {};
  int shared_bytes = 0;  ///< size of the `extern __shared__` array
  std::vector<GivenArgument> arguments = {};
  int blocks = 0;
  int threads = 0;                                       ///< threads in a block
  int first_thread = 0;                                  ///< index into Trace::threads
  std::vector<cuda_text::ShownVariable> variables = {};  ///< each thread's own
};

enum class Op : std::uint8_t {
  start,  ///< a thread starts
  load,
  store,
  atomic,
  barrier,
  fence,
  compute,  ///< a computation in registers
  print,    ///< a line into the printf buffer
  branch,
  reconverge,    ///< the lanes of a warp wait for each other
  shuffle,       ///< the lanes of a warp exchange values
  vote,          ///< the lanes of a warp combine a value
  grid_barrier,  ///< a barrier of all blocks
  host,          ///< a step of the host
  launch,
  finish,
};

enum class Atomic : std::uint8_t { add, sub, exch, min, max, inc, dec, cas, band, bor, bxor };
const char* name_of(Atomic atomic);

/// One thread's part of a step.
struct Action {
  int thread = -1;  ///< index into Trace::threads; −1: the host
  Op op = Op::start;
  Atomic atomic = Atomic::add;
  bool of_loop = false;  ///< the branch is the condition of a loop
  int line = 0;          ///< line in the lesson's file
  int array = -1;
  std::int64_t index = 0;  ///< first cell
  int cells = 1;           ///< number of cells: a vector has several
  /// Index into Trace::texts: of a host step its description, of a print the line; −1: none.
  int text = -1;
  double value = 0.0;    ///< loaded, stored or passed to the atomic; for a branch: its condition
  double before = 0.0;   ///< value of the cell before
  double compare = 0.0;  ///< operand of a compare-and-swap
};

enum class Status : std::uint8_t { absent, ready, barrier, spinning, done };

struct CellState {
  double value = 0.0;
  bool written = false;
  int writer = -2;  ///< step that wrote it last; −1: the input; −2: never written
  friend bool operator==(const CellState&, const CellState&) = default;
};

/// A variable of a thread; Trace::variable() returns its name.
struct LocalState {
  double value = 0.0;
  int line = 0;         ///< line that set it last
  bool is_set = false;  ///< false: it has no value yet, and is not shown
  friend bool operator==(const LocalState&, const LocalState&) = default;
};

struct ThreadProgress {
  Status status = Status::absent;
  int line = 0;  ///< line of its next operation
  Op next = Op::start;
  int waits_for = -1;  ///< array (a mutex or flag) that it polls; −1: none
  friend bool operator==(const ThreadProgress&, const ThreadProgress&) = default;
};

struct ThreadState : ThreadProgress {
  int first_variable = 0;  ///< index into State::variables
  int variables = 0;       ///< number of its variables
  friend bool operator==(const ThreadState&, const ThreadState&) = default;
};

/// Everything that the stage shows at one moment.
struct State {
  std::vector<std::vector<CellState>> arrays;
  std::vector<ThreadState> threads;
  std::vector<LocalState> variables;  ///< threads follow each other, each with all of its own
  int host_line = 0;
  int launch = -1;  ///< the running launch; −1: the host

  /// Returns a thread's own variables; Trace::variable() returns their names.
  [[nodiscard]] std::span<const LocalState> variables_of(int thread) const {
    const ThreadState& its = threads[static_cast<std::size_t>(thread)];
    return std::span(variables).subspan(static_cast<std::size_t>(its.first_variable),
                                        static_cast<std::size_t>(its.variables));
  }
  friend bool operator==(const State&, const State&) = default;
};

/// The line that the host executes, and the launch that it waits for.
struct HostProgress {
  int line = 0;
  int launch = -1;  ///< −1: none
};

/// One change of a step, with the values before and after, so that it can be undone. A long play
/// has millions of them, so each holds values of its own kind alone.
struct Change {
  enum class Kind : std::uint8_t { cell, thread, local, host };
  template <typename Value>
  struct Values {
    Value before, after;
  };
  int array = -1;
  int thread = -1;
  std::int64_t index = 0;  ///< cell of the array, or variable of the thread
  /// In the order of the kinds.
  std::variant<Values<CellState>, Values<ThreadProgress>, Values<LocalState>, Values<HostProgress>>
      values;

  [[nodiscard]] Kind kind() const { return static_cast<Kind>(values.index()); }
  // Precondition of each: the change is of this kind.
  [[nodiscard]] const Values<CellState>& cell() const { return std::get<0>(values); }
  [[nodiscard]] const Values<ThreadProgress>& progress() const { return std::get<1>(values); }
  [[nodiscard]] const Values<LocalState>& local() const { return std::get<2>(values); }
  [[nodiscard]] const Values<HostProgress>& host() const { return std::get<3>(values); }
};

enum class FaultKind : std::uint8_t {
  race,
  unwritten,  ///< a read of a cell that was never written
  deadlock,   ///< no thread can continue
  livelock,   ///< all running threads only spin
  barrier,    ///< some threads wait at a barrier and others have ended or wait at another one
  outside,    ///< outside an array, through a null pointer, or after the memory was freed
  endless,    ///< more steps than a play may have
  result,     ///< a result that differs from the expected one
};
const char* name_of(FaultKind kind);

struct Fault {
  FaultKind kind = FaultKind::race;
  int step = 0;      ///< step in which it was found
  std::string text;  ///< threads, address and lines in words
  std::vector<int> threads;
  int array = -1;
  std::int64_t index = 0;
  std::vector<int> lines;

  /// Returns whether no thread can ever continue.
  [[nodiscard]] bool stops_all() const {
    return kind == FaultKind::deadlock || kind == FaultKind::livelock;
  }
};

/// The memory cost of a warp's access.
struct AccessCost {
  int sectors = 0;  ///< 32-byte sectors of global memory; 0: none
  int ways = 0;     ///< words in the most used bank of shared memory; 0: none; 1: no conflict
  int lanes = 0;    ///< lanes that took part
  int waiting = 0;  ///< lanes whose atomic waited for another lane's atomic on that cell
};

/// Threads that the user may choose to run next.
struct Candidate {
  std::vector<int> threads;
  int line = 0;
};

/// One step of a thread, or of threads of a warp that run together.
struct Step {
  int launch = -1;
  int block = -1;
  int warp = -1;
  std::span<const Action> actions;  ///< in the trace's memory, like the changes
  std::span<const Change> changes;
  AccessCost cost;
  std::vector<int> faults;  ///< indices into Trace::faults
  int choice = -1;          ///< index of the candidate that ran; −1: a step of the host
  /// With the user's choices: the candidates of this step. empty: the user did not choose.
  std::vector<Candidate> candidates;
};

/// Returns whether an action of the step is an atomic that waits for the atomic of another lane on
/// its cell.
bool waits_for_turn(const Step& step, const Action& action);

class Trace {
 public:
  std::vector<ArrayInfo> arrays;
  std::vector<ThreadInfo> threads;
  std::vector<LaunchInfo> launches;
  std::vector<Step> steps;
  std::vector<std::string> texts;  ///< texts of actions
  std::vector<Fault> faults;
  std::vector<Candidate> candidates;  ///< candidates after the last step; empty: the play is over
  State start;
  std::shared_ptr<const void> memory;  ///< holds the actions and changes of the steps

  /// Returns the text of an action; empty: it has none.
  [[nodiscard]] std::string text_of(const Action& action) const {
    return action.text < 0 ? "" : texts[static_cast<std::size_t>(action.text)];
  }

  /// A snapshot of the state is stored every this many steps; replaying a few hundred small changes
  /// is fast.
  static constexpr int kSnapshotInterval = 256;

  /// Returns the name of a thread's variable.
  [[nodiscard]] const std::string& variable(int thread, std::size_t local) const {
    const auto launch = threads[static_cast<std::size_t>(thread)].launch;
    return launches[static_cast<std::size_t>(launch)].variables[local].name;
  }
  /// Stores the snapshots. Call it after the last step.
  void index();
  /// Returns the state after this many steps.
  [[nodiscard]] State at(int step) const;
  /// Returns the step of the last snapshot before this step, from which the state is replayed.
  [[nodiscard]] int snapshot_before(int step) const;
  /// With the user's choices: returns the candidates after this many steps; empty: there is nothing
  /// to choose.
  [[nodiscard]] const std::vector<Candidate>& candidates_at(int step) const;
  /// With the user's choices: returns how many choices were made before this step.
  [[nodiscard]] int choices_before(int step) const;

 private:
  std::vector<State> snapshots_;  ///< the first one is after an interval; before it is the start
};

/// The cost of instructions, to compare versions of a kernel without a GPU.
struct Cost {
  int instructions = 0;  ///< each counts once for all lanes of a warp that take part
  int sectors = 0;
  int conflicts = 0;  ///< additional passes that bank conflicts took
  int waiting = 0;    ///< lanes whose atomic waited for another lane's atomic
  int barriers = 0;   ///< times that a warp came to a barrier
  friend bool operator==(const Cost&, const Cost&) = default;
};

/// The total costs of a play.
struct Totals : Cost {
  int steps = 0;
  std::map<int, Cost> by_line;  ///< only lines whose instructions a warp executed
  std::vector<int> sectors_of;  ///< sectors of each array in Trace::arrays
  /// The most threads of one launch that used atomics on one cell. At worst all come at one moment,
  /// and each waits for all before it.
  int global_queue = 0;
  int global_queue_blocks = 0;  ///< blocks of those threads
  int shared_queue = 0;
};
Totals totals(const Trace& trace);

void apply(State& state, const Step& step);
void undo(State& state, const Step& step);

}  // namespace heatwave::stage
