// The stage words the steps of a play as sentences.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "kernels/stage/trace.h"

namespace heatwave::stage::words {

/// Returns "thread 3 of block 0"; "the host" for −1.
std::string thread(const Trace& trace, int id);
/// Returns "threads 1–31 of block 0"; threads of several blocks are listed by block.
std::string threads(const Trace& trace, const std::vector<int>& ids);
/// Returns "cache[3]" or "cache[3] of block 1".
std::string cell(const Trace& trace, int array, std::int64_t index);
/// Returns the shortest text for the number.
std::string number(double value);
/// Returns the value of an access; "?" for a load from outside its array, which may return
/// anything, and for a store outside after such a load.
std::string accessed_value(const Trace& trace, const Action& action);

/// Returns what is not zero: "6 instructions, 24 sectors, 2 barriers".
std::string cost(const Cost& cost);

/// Returns which threads' atomics wait for another one's in the step, by number if they are few:
/// "thread 2 waits", "threads 2, 5 wait", "5 threads wait"; empty: none.
std::string waiting_text(const Trace& trace, const Step& step);

/// Returns the values of a cell on which several atomics of the step take turns, in their order:
/// "[5] 1 › 2 › 3", for an array of one cell "1 › 2 › 3"; several cells: the first. Empty: there is
/// none, or not every turn changes its cell.
std::string turns_text(const Trace& trace, const Step& step);

/// Says which kernel will run, and in how many threads: "scan will run in 1 block of 8 threads."
std::string sentence_before(const Trace& trace);

/// Returns a sentence about this step.
std::string sentence(const Trace& trace, int step);

/// Returns the fault as a sentence that stands alone: "Deadlock: threads 1–3 spin in line 2 …".
std::string sentence(const Fault& fault);

/// A variable that a line of the kernel has set for the threads of a step.
struct VariableSet {
  int line = 0;
  std::string name;
  double value = 0.0;
  bool differs = false;  ///< from thread to thread
  friend bool operator==(const VariableSet&, const VariableSet&) = default;
};
/// Returns the variables that lines other than the step's own have set, by line: threads run on to
/// their next visible action.
std::vector<VariableSet> set_after(const Trace& trace, int step);
/// Returns "Then line 16 sets i to 2."; empty: there are none.
std::string sentence_after(const std::vector<VariableSet>& all);

/// Returns where a thread stands in its launch.
const ThreadInfo& thread_info(const Trace& trace, int id);
/// Returns the text with a capital at its beginning.
std::string capital(std::string text);
/// Returns "0, 2–5, 9".
std::string ranges_text(const std::set<int>& numbers);
/// Returns "line 14".
std::string line_text(int line);

}  // namespace heatwave::stage::words
