// The facts of a play that its board depends on as a whole, and the names and values on it.
#pragma once

#include <string>
#include <vector>

#include "kernels/stage/trace.h"

namespace heatwave::stage_room {

/// Properties of the whole play that the layout depends on, so that nothing moves between steps.
struct BoardFacts {
  std::vector<int> letters;         ///< length of the longest value of each array, in characters
  std::vector<std::string> locals;  ///< names of local variables, in order of declaration
  int local_letters = 1;            ///< length of the longest value of a local variable
  /// length of the longest old and new value together, of a variable that another line than that
  /// of its step sets; 0: there is none
  int changing_letters = 0;
  bool barriers = false;   ///< the play contains a barrier
  bool banks = false;      ///< some accesses are worth showing by bank
  int passes = 1;          ///< most passes that a bank needs for one access
  bool contended = false;  ///< some atomics wait for each other
  bool circle = false;     ///< the play ends in a circle of threads around a mutex
  /// For each array, the rows of its grid in which the play uses a cell; empty: all rows.
  std::vector<std::vector<bool>> used_rows;
};
BoardFacts board_facts(const stage::Trace& trace);

/// Returns the number of cells in a row of an array that is drawn as a grid.
int cells_in_grid_row(const stage::ArrayInfo& info);

/// Returns the launch whose threads are shown: the current one, otherwise the last, otherwise the
/// first to come; −1: there is none.
int shown_launch(const stage::Trace& trace, const stage::State& state);
/// Returns an array's name, and behind it the name that it has in the launched kernel, if that is
/// another one: "u (from)".
std::string array_title(const stage::Trace& trace, int launch, int array);
/// Formats a value as briefly as possible.
std::string board_value(double value);

}  // namespace heatwave::stage_room
