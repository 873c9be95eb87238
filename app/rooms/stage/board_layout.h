// Where everything of a play stands on the stage's board: arrays, blocks, warps, threads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/ui/box.h"
#include "app/ui/pen.h"
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

/// One array.
struct ArrayPlace {
  int array = -1;
  int size = 0;
  int per_row = 1;
  ui::Box box;      ///< all of it
  ui::Box heading;  ///< its name, and what an access cost
  ui::Box cells;
  float cell_width = 0.0F;
  float cell_height = 0.0F;
  float row_pitch = 0.0F;  ///< from row to row
  bool values = true;      ///< there is room for them in the cells
  bool grid = false;       ///< indices along its edges, not at each cell
  bool lanes = false;      ///< cells show which lane reads them
  bool narrow = false;     ///< their numbers have to be smaller than the other letters
  bool index_below = false;

  [[nodiscard]] ui::Box cell(std::int64_t index) const;
  /// The cell at this place; −1: none.
  [[nodiscard]] std::int64_t cell_at(ImVec2 at) const;
  /// The cell nearest to this place.
  [[nodiscard]] std::int64_t cell_near(ImVec2 at) const;
};

/// One thread: a card with its number, its registers below.
struct ThreadPlace {
  int thread = -1;
  ui::Box card;
  float head_bottom = 0.0F;  ///< registers begin below
};

struct BlockPlace {
  int block = 0;
  ui::Box box;
  std::vector<ui::Box> warps;
  std::vector<ThreadPlace> threads;
  std::vector<ImVec2> names;    ///< where the names of the registers end, one for a row of cards
  std::vector<float> barriers;  ///< height of the line below each row of cards
  std::vector<ArrayPlace> shared;
  ui::Box banks;  ///< where lanes are shown by bank; empty: nowhere
};

/// Sizes of letters and parts, in window units.
struct BoardSizes {
  float value = 19.0F;        ///< letters of values
  float small = 16.0F;        ///< of indices and other secondary things
  float label = 19.0F;        ///< of names and costs
  float dense_width = 14.0F;  ///< a cell without its value, at the most
  float dense_height = 8.0F;
  bool registers = true;  ///< there is room for them in the cards
  bool tight = false;     ///< with as little around letters as can be
  float unit = 1.0F;

  [[nodiscard]] float register_row() const { return value * 1.12F; }
  [[nodiscard]] float tag() const { return small + 2 * unit; }
  [[nodiscard]] float head() const { return value * 1.4F; }
};

struct BoardLayout {
  int launch = -1;
  BoardSizes sizes;
  ui::Box box;  ///< all of it; may be higher than the room given
  /// Where it is, and the arrays stay in sight: below this line the blocks scroll. 0: all scrolls.
  float blocks_from = 0.0F;
  std::vector<ArrayPlace> arrays;
  std::vector<BlockPlace> blocks;
  std::vector<std::string> locals;

  /// Whoever acts is in sight together with the arrays: all is, or the blocks alone scroll.
  [[nodiscard]] bool keeps_together(const ui::Box& room) const;
  [[nodiscard]] const ArrayPlace* place_of_array(int array) const;
  [[nodiscard]] const ThreadPlace* place_of_thread(int thread) const;
  [[nodiscard]] const BlockPlace* block_of_thread(int thread) const;
};

/// The largest layout that fits into the room; where none does, the smallest legible one, which is
/// higher than the room. There, if it can be, the arrays and one block fit into the room together.
BoardLayout lay_out_board(const stage::Trace& trace, int launch, const ui::Box& room, float unit);

}  // namespace heatwave::stage_room
