// What the board of a play needs to know of it: how long values get, which registers there are.
#pragma once

#include <string>
#include <vector>

#include "kernels/stage/trace.h"

namespace heatwave::stage_room {

/// What the layout needs to know of a whole play, so that nothing moves from step to step.
struct BoardFacts {
  std::vector<int> letters;         ///< of the longest value, by array
  std::vector<std::string> locals;  ///< names, in the order in which threads declare them
  int local_letters = 1;            ///< of the longest value of a local variable
  bool barriers = false;            ///< there is one somewhere
  bool banks = false;               ///< accesses worth showing bank by bank
  bool contended = false;           ///< atomics that wait for one another
};
BoardFacts board_facts(const stage::Trace& trace);

/// The launch whose threads are shown: the one under way, else the last one, else the first to
/// come; −1 where there is none.
int shown_launch(const stage::Trace& trace, const stage::State& state);
/// As few letters as say a value on the board.
std::string board_value(double value);

}  // namespace heatwave::stage_room
