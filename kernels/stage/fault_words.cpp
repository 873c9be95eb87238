// The faults' sentences are built here: what happened, and what would prevent it.
#include "kernels/stage/fault_words.h"

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "kernels/core/grouped.h"
#include "kernels/stage/stage_words.h"

namespace heatwave::stage::words {
namespace {

std::string verb(const Access& access) {
  if (access.atomic) return "changes it atomically";
  return access.writes ? "writes it" : "reads it";
}

}  // namespace

/// Returns whether the earlier thread used an atomic after its access on a cell on which the later
/// thread then used one, too: so one tells the other that its data are there.
static bool is_told_by_atomic(const Trace& trace, const Access& earlier, const Action& later) {
  std::set<std::pair<int, std::int64_t>> seen;  // atomics of the later thread
  for (auto step = trace.steps.rbegin(); step != trace.steps.rend(); ++step) {
    for (const Action& action : step->actions) {
      const std::pair cell(action.array, action.index);
      const bool is_atomic = action.op == Op::atomic;
      if (is_atomic && action.thread == later.thread) seen.insert(cell);
      if (action.thread != earlier.thread) continue;
      if (is_atomic && cell != std::pair(later.array, later.index) && seen.contains(cell)) {
        return true;
      }
      const bool is_access = cell == std::pair(later.array, later.index);
      if (is_access && action.line == earlier.line) return false;
    }
    if (step->launch >= 0 && step->actions.front().op == Op::launch) return false;
  }
  return false;
}

/// Returns the line in which a thread of the running launch last loaded a cell; 0: in none.
static int line_of_load(const Trace& trace, int thread, int array, std::int64_t index) {
  for (auto step = trace.steps.rbegin(); step != trace.steps.rend(); ++step) {
    for (const Action& action : step->actions) {
      if (action.op == Op::launch) return 0;
      const bool is_it = action.op == Op::load && action.thread == thread;
      if (is_it && action.array == array && action.index == index) return action.line;
    }
  }
  return 0;
}

/// Returns the atomic operation that would replace two plain accesses, which race; empty: none.
static std::string replacing_atomic(const Trace& trace, const Access& earlier, const Access& now,
                                    const Action& later) {
  const auto loaded_by = [&](int thread) {
    return line_of_load(trace, thread, later.array, later.index);
  };
  const std::string atomic = "an atomic operation in ";
  const Access& store = now.writes ? now : earlier;
  const Access& other = now.writes ? earlier : now;
  const int load = loaded_by(store.thread);
  // Both threads have loaded the cell in one line, and a later line stores what became of it: a
  // read-modify-write. A load below the store belongs to the iteration before.
  const bool is_update = other.writes ? other.line == store.line && loaded_by(other.thread) == load
                                      : other.line == load;
  if (is_update && load > 0 && load < store.line) {
    // Two atomic operations, a load and a store, would still lose an update between them.
    return "one atomic operation in place of lines " + std::to_string(load) + " to " +
           std::to_string(store.line);
  }
  if (earlier.line == now.line) return atomic + line_text(now.line);
  const bool one_block =
      thread_info(trace, earlier.thread).block == thread_info(trace, now.thread).block;
  if (!earlier.writes || !now.writes || one_block) return "";
  return atomic + line_text(earlier.line) + " and in " + line_text(now.line);
}

/// Returns what would order the two accesses of a race: "__syncthreads() between the two".
static std::string what_orders(const Trace& trace, const Access& earlier, const Access& now,
                               const Action& later) {
  const ThreadInfo& one = thread_info(trace, earlier.thread);
  const ThreadInfo& other = thread_info(trace, now.thread);
  if (is_told_by_atomic(trace, earlier, later)) {
    return "__threadfence() before the atomic by which the first tells the second, and after the "
           "atomic by which the second sees it";
  }
  const std::string barrier =
      one.block != other.block
          ? "a second launch, or grid.sync() of a cooperative launch, between the two"
      : one.warp != other.warp ? "__syncthreads() between the two"
                               : "__syncthreads(), or __syncwarp(), between the two";
  if (earlier.atomic != now.atomic) {
    return barrier + ", or an atomic operation in " +
           line_text(earlier.atomic ? now.line : earlier.line) + ", too,";
  }
  const std::string atomic = replacing_atomic(trace, earlier, now, later);
  if (atomic.empty()) return barrier;
  // No barrier orders writes of one line, which threads execute together.
  const bool is_one_store = earlier.writes && now.writes && earlier.line == now.line;
  return is_one_store ? atomic : atomic + ", or " + barrier;
}

Fault race(const Trace& trace, const Access& earlier, const Action& later) {
  const Access now{later.thread, later.line, later.op != Op::load, later.op == Op::atomic};
  return {.kind = FaultKind::race,
          .text = "Data race on " + cell(trace, later.array, later.index) + ": " +
                  thread(trace, earlier.thread) + " " + verb(earlier) + " in " +
                  line_text(earlier.line) + ", " + thread(trace, now.thread) + " " + verb(now) +
                  " in " + line_text(now.line) + ", and nothing orders the two; " +
                  what_orders(trace, earlier, now, later) + " would.",
          .threads = {earlier.thread, now.thread},
          .array = later.array,
          .index = later.index,
          .lines = {earlier.line, now.line}};
}

Fault unwritten(const Trace& trace, const Action& action) {
  return {.kind = FaultKind::unwritten,
          .text = capital(thread(trace, action.thread)) + " reads " +
                  cell(trace, action.array, action.index) + " in " + line_text(action.line) +
                  ", but no thread has written it.",
          .threads = {action.thread},
          .array = action.array,
          .index = action.index,
          .lines = {action.line}};
}

/// Explains an index that is a negative number as an unsigned int; empty: it is none.
static std::string wrapped_index(std::int64_t index) {
  constexpr std::int64_t kWords = std::int64_t{1} << 32;
  constexpr std::int64_t kLeast = kWords - (1 << 20);
  if (index < kLeast || index >= kWords) return "";
  return " As an unsigned int, −" + std::to_string(kWords - index) + " is " +
         std::to_string(index) + ".";
}

Fault outside(const Trace& trace, const Action& action) {
  const ArrayInfo& array = trace.arrays[static_cast<std::size_t>(action.array)];
  const std::string has =
      array.size == 0 && array.space == Space::shared
          ? " has no cells: the launch gives its size in bytes as its third number."
          : " has only " + std::to_string(array.size) + (array.size == 1 ? " cell." : " cells.");
  return {.kind = FaultKind::outside,
          .text = capital(thread(trace, action.thread)) + " accesses " + array.name + "[" +
                  std::to_string(action.index) + "] in " + line_text(action.line) + ", but " +
                  array.name + has + wrapped_index(action.index),
          .threads = {action.thread},
          .array = action.array,
          .index = action.index,
          .lines = {action.line}};
}

Fault null_pointer(const Trace& trace, const Action& action) {
  return {.kind = FaultKind::outside,
          .text = capital(thread(trace, action.thread)) + " dereferences a null pointer in " +
                  line_text(action.line) + ": the kernel is ended, and nothing runs after it.",
          .threads = {action.thread},
          .lines = {action.line}};
}

Fault misaligned(const Trace& trace, const Action& action, int bytes) {
  return {.kind = FaultKind::outside,
          .text = capital(thread(trace, action.thread)) + " accesses " + std::to_string(bytes) +
                  " bytes at " + cell(trace, action.array, action.index) + " in " +
                  line_text(action.line) + ", but that address is no multiple of " +
                  std::to_string(bytes) + ": a GPU ends the kernel there.",
          .threads = {action.thread},
          .array = action.array,
          .index = action.index,
          .lines = {action.line}};
}

Fault own_fault(const Trace& trace, int id, const ThreadFault& fault) {
  return {
      .kind = fault.kind,
      .text = capital(thread(trace, id)) + " " + fault.text + ", in " + line_text(fault.line) + ".",
      .threads = {id},
      .lines = {fault.line}};
}

Fault use_after_free(const Trace& trace, const Action& action) {
  const std::string name = cell(trace, action.array, action.index);
  return {.kind = FaultKind::outside,
          .text = capital(thread(trace, action.thread)) + " accesses " + name + " in " +
                  line_text(action.line) + ", but the memory of " + name +
                  " has been freed: other code may change it.",
          .threads = {action.thread},
          .array = action.array,
          .index = action.index,
          .lines = {action.line}};
}

Fault endless(const Trace& trace, bool is_large) {
  // The lines of the last steps are those of the loop, unless it is very long.
  constexpr std::size_t kLastSteps = 1000;
  constexpr std::size_t kMostLines = 8;
  std::set<int> lines;
  const std::size_t count = trace.steps.size();
  for (std::size_t i = count - std::min(count, kLastSteps); i < count; ++i) {
    for (const Action& each : trace.steps[i].actions) {
      if (each.thread >= 0 && each.line > 0) lines.insert(each.line);
    }
  }
  Fault fault{.kind = FaultKind::endless,
              .text = "After " + core::grouped(static_cast<std::int64_t>(count)) +
                      " steps the play " + (is_large ? "takes too much memory and " : "") +
                      "has not ended: it may be endless."};
  if (lines.empty() || lines.size() > kMostLines) return fault;
  fault.lines.assign(lines.begin(), lines.end());
  fault.text += std::string(" The last steps are all in ") +
                (lines.size() == 1 ? "line " : "lines ") + ranges_text(lines) + ".";
  return fault;
}

Fault wrong_result(const Trace& trace, int array, std::int64_t index, const CellState& found,
                   double expected) {
  Fault fault{.kind = FaultKind::result,
              .text = trace.arrays[static_cast<std::size_t>(array)].name + "[" +
                      std::to_string(index) + "]" +
                      (found.written ? " is " + number(found.value) : " was never written") +
                      ", but " + number(expected) + " was expected",
              .threads = {},
              .array = array,
              .index = index,
              .lines = {}};
  if (!found.written || found.writer < 0) return fault;
  for (const Action& each : trace.steps[static_cast<std::size_t>(found.writer)].actions) {
    const bool wrote = each.op != Op::load && each.array == array && each.index <= index &&
                       index < each.index + each.cells;
    if (!wrote || each.thread < 0) continue;
    fault.threads = {each.thread};
    fault.lines = {each.line};
  }
  if (!fault.lines.empty()) {
    fault.text += "; " + thread(trace, fault.threads.front()) + " wrote it in " +
                  line_text(fault.lines.front());
  }
  return fault;
}

Fault mixed_barriers(const Trace& trace, int one, int line, int other, int other_line) {
  return {.kind = FaultKind::barrier,
          .text = capital(thread(trace, one)) + " waits at the barrier in " + line_text(line) +
                  " and " + thread(trace, other) + " at the one in " + line_text(other_line) +
                  ". CUDA does not allow that. Here, as on GPUs that count arrivals at one barrier "
                  "of the block, each continues too early.",
          .threads = {one, other},
          .lines = {line, other_line}};
}

Fault left_before_barrier(const Trace& trace, const std::vector<int>& here,
                          const std::vector<int>& gone, int line) {
  return {.kind = FaultKind::barrier,
          .text = capital(threads(trace, here)) + (here.size() == 1 ? " waits" : " wait") +
                  " at the barrier in " + line_text(line) + ", but " + threads(trace, gone) +
                  (gone.size() == 1 ? " has" : " have") +
                  " left the kernel without reaching it. CUDA does not allow that, and the result "
                  "is undefined. Here, as on GPUs since Volta, a barrier waits only for threads "
                  "that have not ended: the block continues without them.",
          .threads = here,
          .lines = {line}};
}

namespace {

/// Describes the threads of a block that poll without success, and the threads of the block that
/// wait for them.
std::string polling_text(const Trace& trace, const std::vector<Waiting>& waiting,
                         const std::vector<int>& spinning, int line) {
  std::vector<int> asking;
  std::vector<int> others;
  const Waiting* other = nullptr;
  int polled = -1;
  const int block = thread_info(trace, spinning.front()).block;
  for (const Waiting& each : waiting) {
    if (thread_info(trace, each.thread).block != block) continue;
    if (std::binary_search(spinning.begin(), spinning.end(), each.thread)) {
      asking.push_back(each.thread);
      polled = each.polls;
    } else {
      others.push_back(each.thread);
      if (other == nullptr || each.at_barrier) other = &each;
    }
  }
  std::string text = capital(threads(trace, asking)) + (asking.size() == 1 ? " polls" : " poll") +
                     " forever in " + line_text(line);
  if (polled >= 0) {
    text += " for a change of " + trace.arrays[static_cast<std::size_t>(polled)].name;
  }
  if (other == nullptr) return text + ", but no thread is left to change it.";
  text += ", and " + threads(trace, others);
  const bool one = others.size() == 1;
  if (other->at_barrier) {
    text += std::string(one ? " waits" : " wait") + " at the barrier in " + line_text(other->line) +
            " for all threads that have not ended";
  } else {
    text += std::string(one ? " waits" : " wait") + " in " + line_text(other->line) +
            (other->at_warp_barrier ? " for the other lanes of the warp"
                                    : ", in lockstep, until the warp reconverges");
  }
  return text + ": no thread can ever continue.";
}

/// Returns whether the thread that changed a polled cell from zero holds a lock. Where the array is
/// no mutex, the cell of a thread that has ended may be something else.
bool holds_lock(const Trace& trace, const std::vector<Waiting>& waiting, const Waiting& spinner) {
  if (trace.arrays[static_cast<std::size_t>(spinner.polls)].is_mutex) return true;
  return std::any_of(waiting.begin(), waiting.end(),
                     [&spinner](const Waiting& each) { return each.thread == spinner.owner; });
}

}  // namespace

Fault waiting_forever(const Trace& trace, const std::vector<Waiting>& waiting) {
  Fault fault{.kind = FaultKind::deadlock, .lines = {waiting.front().line}};
  for (const Waiting& each : waiting) {
    if (each.line == waiting.front().line) fault.threads.push_back(each.thread);
  }
  const bool one = fault.threads.size() == 1;
  fault.text = capital(threads(trace, fault.threads)) + (one ? " waits in " : " wait in ") +
               line_text(waiting.front().line) +
               " for lanes of the warp that never arrive there: no thread can ever continue.";
  return fault;
}

Fault spinning_forever(const Trace& trace, const std::vector<Waiting>& waiting,
                       const std::vector<Candidate>& running) {
  Fault fault{.kind = FaultKind::livelock};
  for (const Candidate& candidate : running) {
    fault.threads.insert(fault.threads.end(), candidate.threads.begin(), candidate.threads.end());
  }
  std::sort(fault.threads.begin(), fault.threads.end());
  const Waiting* spinner = nullptr;
  for (const Waiting& each : waiting) {
    if (each.owner >= 0 && each.owner != each.thread && holds_lock(trace, waiting, each)) {
      spinner = &each;
    }
    const bool spins = std::binary_search(fault.threads.begin(), fault.threads.end(), each.thread);
    const bool known =
        std::find(fault.lines.begin(), fault.lines.end(), each.line) != fault.lines.end();
    if (spins && !known) fault.lines.push_back(each.line);
  }
  if (spinner == nullptr) {
    if (waiting.size() > fault.threads.size()) fault.kind = FaultKind::deadlock;
    const auto first = std::find_if(waiting.begin(), waiting.end(), [&](const Waiting& each) {
      return each.thread == fault.threads.front();
    });
    fault.array = first->polls;
    fault.text = polling_text(trace, waiting, fault.threads, first->line);
    return fault;
  }
  std::vector<int> asking;
  for (const Waiting& each : waiting) {
    if (each.polls == spinner->polls && each.index == spinner->index) asking.push_back(each.thread);
  }
  const auto holder = std::find_if(waiting.begin(), waiting.end(), [&](const Waiting& each) {
    return each.thread == spinner->owner;
  });
  fault.kind = FaultKind::deadlock;
  fault.array = spinner->polls;
  fault.index = spinner->index;
  fault.text = capital(threads(trace, asking)) + (asking.size() == 1 ? " spins" : " spin") +
               " in " + line_text(spinner->line) + " on " +
               cell(trace, spinner->polls, spinner->index) + ", which " +
               thread(trace, spinner->owner) + " holds; ";
  if (holder == waiting.end()) {
    fault.text += "that thread has ended without releasing it.";
  } else if (holder->at_barrier) {
    fault.text += "that thread waits at the barrier in " + line_text(holder->line) + " for them.";
  } else if (holder->polls >= 0) {
    fault.text += "that thread itself spins in " + line_text(holder->line) + " on " +
                  cell(trace, holder->polls, holder->index) + ".";
  } else if (holder->at_warp_barrier) {
    fault.text += "that thread waits in " + line_text(holder->line) +
                  " for the other lanes of its warp: no thread can ever continue.";
  } else {
    fault.text += "in lockstep " + thread(trace, spinner->owner) + " waits in " +
                  line_text(holder->line) +
                  " until they leave the loop: no thread can ever continue.";
  }
  return fault;
}

}  // namespace heatwave::stage::words
