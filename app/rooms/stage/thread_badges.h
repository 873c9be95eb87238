// The threads at a line of the kernel, in badges as short as says them.
#pragma once

#include <string>
#include <vector>

#include "kernels/stage/trace.h"

namespace heatwave::stage_room {

/// Threads with equal numbers in one block or several, at a line: "t0–3", and where the launch has
/// several blocks "b0,1 t0–3".
struct ThreadBadge {
  std::vector<int> blocks;
  std::string text;
  std::string brief;  ///< "b0,1", if all threads of the blocks are here; empty: they are not
  std::vector<int> threads;
  std::string words;  ///< "blocks 0 and 1, threads 0–3"; "threads 0–3" in a launch of one block
  std::string brief_words;  ///< "blocks 0 and 1", where `brief` is not empty
  bool waiting = false;     ///< they wait at a barrier, as the texts say, too
  bool counts = false;      ///< the text is only the number of threads: "×4"
  bool is_plain = false;    ///< the text is the words
  friend bool operator==(const ThreadBadge&, const ThreadBadge&) = default;
};

/// Returns ascending numbers as ranges: "0–3,5" for 0, 1, 2, 3 and 5.
std::string number_ranges(const std::vector<int>& numbers);
/// Returns them in words: "0–3 and 5".
std::string ranges_in_words(const std::vector<int>& numbers);
/// Returns the threads that continue from this line, in the order of blocks, without those that
/// have not begun or are done.
std::vector<ThreadBadge> badges_of(const stage::Trace& trace, const stage::State& state, int line);

}  // namespace heatwave::stage_room
