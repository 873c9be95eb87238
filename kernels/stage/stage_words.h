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

/// Returns a sentence about this step.
std::string sentence(const Trace& trace, int step);

/// Returns where a thread stands in its launch.
const ThreadInfo& thread_info(const Trace& trace, int id);
/// Returns the text with a capital at its beginning.
std::string capital(std::string text);
/// Returns "0, 2–5, 9".
std::string ranges_text(const std::set<int>& numbers);
/// Returns "line 14".
std::string line_text(int line);

}  // namespace heatwave::stage::words
