// The positions of arrays, blocks, warps and threads on the board.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/rooms/stage/board_facts.h"
#include "app/ui/box.h"
#include "app/ui/pen.h"
#include "kernels/core/warp_access.h"
#include "kernels/stage/trace.h"

namespace heatwave::stage_room {

/// Length and width of the head of an arrow that carries its value along, in units.
inline constexpr float kArrowHead = 10.5F;

/// Width of the arrow between an old and a new value, and size of the old one, as multiples of the
/// new value's size.
inline constexpr float kChangeSign = 0.45F;
inline constexpr float kOldValue = 0.75F;
/// Space between a card's edge and the frame of both, and at their ends within the frame, in units.
inline constexpr float kBesideChange = 1.5F;
inline constexpr float kInFrameOfChange = 2.0F;

/// Half the height of the plate with the counts of a block's threads, which interrupts the block's
/// lower edge, as a multiple of the size of its text.
inline constexpr float kHalfOfCounts = 0.55F;

/// Heights of the parts of the banks below shared memory: of a pass and of the banks' numbers, as
/// multiples of the size of small text, and of the words above them, as a multiple of a name's.
inline constexpr float kBankPass = 0.95F;
inline constexpr float kBankNumbers = 1.0F;
inline constexpr float kBankCaption = 1.1F;
/// The most passes that have the height of a number each; on a board that is tight they are fewer.
inline constexpr int kMostTallPasses = 4;
inline constexpr int kMostTallPassesIfTight = 2;

/// Cells of an array beyond this number are too small for their values.
inline constexpr int kMostCellsWithValues = 160;

/// Height of a line of words below an array with lanes, as a multiple of their size.
inline constexpr float kWordsBelowLanes = 0.85F;

/// Rows of an array that no thread uses, drawn as one line.
struct RowFold {
  int first = 0;
  int last = 0;
  float top = 0.0F;  ///< from the upper edge of the cells
  float height = 0.0F;
};

/// The layout of one array.
struct ArrayPlace {
  int array = -1;
  int size = 0;
  int per_row = 1;
  ui::Box box;  ///< bounds of the heading and the cells together
  /// The array's name and the cost of an access, on the side of the cells where no arrows end:
  /// above them, below those of shared memory.
  ui::Box heading;
  ui::Box cells;
  float cell_width = 0.0F;
  float cell_height = 0.0F;
  float row_pitch = 0.0F;       ///< distance between rows
  bool values = true;           ///< cells have room for values
  bool grid = false;            ///< indices along the edges instead of at each cell
  bool lanes = false;           ///< cells show the lanes that read them
  bool narrow = false;          ///< lane numbers must be smaller than other text
  bool index_below = false;     ///< shared memory, where arrows come from above
  std::vector<RowFold> folds;   ///< from top to bottom
  std::vector<float> row_tops;  ///< from the upper edge of the cells; empty: row_pitch says it

  [[nodiscard]] int rows() const { return (size + per_row - 1) / per_row; }
  /// Returns the distance of a row from the upper edge of the cells. A folded row is where its fold
  /// is drawn.
  [[nodiscard]] float row_top(int row) const;
  [[nodiscard]] bool is_folded(int row) const;
  [[nodiscard]] ui::Box cell(std::int64_t index) const;
  /// Returns the cell at a position; −1: none, or a fold.
  [[nodiscard]] std::int64_t cell_at(ImVec2 at) const;
  /// Returns the cell nearest to a position.
  [[nodiscard]] std::int64_t cell_near(ImVec2 at) const;
};

/// The cells of a sector of global memory.
inline constexpr int kSectorCells = core::kSectorBytes / core::kWordBytes;
/// Returns whether the columns of an array with lanes are whole sectors.
inline bool has_sector_columns(const ArrayPlace& place) {
  return place.lanes && place.per_row % kSectorCells == 0;
}

/// The card of one thread: its number, with registers below.
struct ThreadPlace {
  int thread = -1;
  ui::Box card;
  float head_bottom = 0.0F;  ///< registers begin here
};

struct BlockPlace {
  int block = 0;
  ui::Box box;
  std::vector<ui::Box> warps;
  std::vector<ui::Box> titles;  ///< words "warp 0", one for each warp; empty: there is one warp
  std::vector<ThreadPlace> threads;
  std::vector<ImVec2> names;    ///< right end of the register names, one for each row of cards
  std::vector<float> barriers;  ///< y of the barrier line below each row of cards
  std::vector<ArrayPlace> shared;
  ui::Box banks;        ///< accesses by bank; empty: not shown
  bool folded = false;  ///< shows its number and the signs of its threads only
};

/// Sizes of text and parts, in window units.
struct BoardSizes {
  float value = 19.0F;        ///< text of values
  float small = 16.0F;        ///< text of indices and other secondary things
  float label = 19.0F;        ///< text of names and costs
  float dense_width = 14.0F;  ///< maximum width of a cell without its value
  float dense_height = 8.0F;
  bool registers = true;          ///< cards have room for registers
  bool tight = false;             ///< minimal spacing around text
  bool words_below_lanes = true;  ///< there is room for words below an array with lanes
  float unit = 1.0F;  ///< smaller than the window's where the board is smaller as a whole

  [[nodiscard]] float register_row() const { return value * 1.12F; }
  [[nodiscard]] float tag() const { return small + 2 * unit; }
  [[nodiscard]] float head() const { return value * 1.4F; }
};

struct BoardLayout {
  int launch = -1;
  BoardSizes sizes;
  ui::Box box;  ///< whole board, with a circle of waiting; may be taller than the room
  std::vector<ArrayPlace> arrays;
  ui::Box scalars;  ///< the numbers that the launch gives to its kernel; empty: they have no place
  std::vector<BlockPlace> blocks;
  /// A place for each block in a row, where only one block is open at a time. Empty: all blocks are
  /// open.
  std::vector<BlockPlace> folded;
  std::vector<std::string> locals;

  [[nodiscard]] bool fits(const ui::Box& room) const;
  /// Folds all blocks but one, if the board has room for one open block only.
  void open(int block);
  [[nodiscard]] const ArrayPlace* place_of_array(int array) const;
  [[nodiscard]] const ThreadPlace* place_of_thread(int thread) const;
  [[nodiscard]] const BlockPlace* block_of_thread(int thread) const;
};

/// Returns the largest layout that fits the room, with all blocks open if possible. If none fits,
/// the smallest legible one, which is taller than the room. `least` is the smallest text in
/// multiples of body text, at most 1. A board that would be taller than the room is laid out for a
/// smaller unit, of 1 at least.
BoardLayout lay_out_board(const stage::Trace& trace, int launch, const ui::Box& room, float unit,
                          float least = 1.0F);

}  // namespace heatwave::stage_room
