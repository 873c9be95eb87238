// TileLists says which tiles of a grid a fused pass steps in registers and which contain cells of
// other kinds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "kernels/core/cuda_buffers.h"
#include "kernels/field/cuda/cuda_field.h"
#include "kernels/field/cuda/fused_tiles.cuh"
#include "kernels/field/cuda/tile_cuts.h"
#include "kernels/field/oscillators.h"

namespace heatwave::field {

/// Returns the directions in which a field goes on as its own mirror image. `kept`: those in which
/// the equation keeps mirror images.
MirroredAxes mirrors_of(const CudaField& field, MirroredAxes kept);

/// Tiles in device memory that one kernel steps.
struct TileRange {
  const FusedTile* tiles = nullptr;
  int count = 0;
};

/// A list of tiles in device memory.
class TileList {
 public:
  /// Copies the list to the device. The stream must be waited for before `tiles` is freed.
  void set(const CutList<FusedTile>& list, const core::Stream& stream);

  [[nodiscard]] TileRange all() const { return {tiles_.data(), count_}; }
  /// Returns the tiles that write rows for an exchange.
  [[nodiscard]] TileRange exchanged() const { return {tiles_.data(), exchanged_}; }
  [[nodiscard]] TileRange others() const {
    return {tiles_.data() + exchanged_, count_ - exchanged_};
  }

 private:
  core::DeviceBuffer<FusedTile> tiles_;
  int count_ = 0;
  int exchanged_ = 0;
};

/// Strips that are stepped like plain ones, but in a medium.
struct MediumStripList {
  float factor;
  TileList strips;
};

/// The tiles of a pass.
struct PassTiles {
  PassRows rows;  ///< the rows that they write
  TileList plain;
  std::vector<MediumStripList> in_one_medium;
  TileList media;  ///< tiles in which factors differ
  TileList mixed;
  core::DeviceBuffer<TileOscillator> oscillators;  ///< cells of mixed tiles
};

/// How a pass sorts the parts of a grid.
struct TileRules {
  TileShape mixed;           ///< the shape of the parts and of the largest mixed tiles
  int reach;                 ///< rows that tiles of all kinds read beyond their own
  bool steps_media;          ///< false: parts in which factors differ become mixed tiles
  bool has_strips_in_media;  ///< false: parts in one medium count as parts with several
  bool watches;              ///< true: parts with sampled cells are stepped once more
  /// Makes all tiles but the mixed ones. It leaves multiprocessors to the watched tiles.
  std::function<Cut(const Parts&, int watched)> cut;
};

class TileLists {
 public:
  /// Makes the lists anew if cells, or the parts that contain sampled cells, have changed since the
  /// last call, and waits for the device.
  void renew(const CudaField& field, MirroredAxes mirrors, const Oscillators& oscillators,
             const TileRules& rules);

  /// Returns the tiles that write all rows.
  [[nodiscard]] const PassTiles& all() const { return all_; }
  /// Returns the tiles of a pass after which `steps` steps follow until rows are exchanged.
  [[nodiscard]] const PassTiles& before_exchange(std::int64_t steps) const {
    // Totals after the last step read one row more.
    const bool suffice = !fewest_.rows.written.empty() && steps >= 0 && steps < fewest_.rows.copied;
    return suffice ? fewest_ : all_;
  }
  /// Returns the tiles that write a slab's own rows alone, because an exchange of rows follows;
  /// null: the slab has too few rows for that.
  [[nodiscard]] const PassTiles* last_before_exchange() const {
    return last_.rows.written.empty() ? nullptr : &last_;
  }
  /// Returns the parts that contain sampled cells and are no mixed tiles.
  [[nodiscard]] TileRange watched() const { return watched_.all(); }

 private:
  /// Sorts the parts of the grid by their cells, and makes the lists of all tiles that write them.
  void sort(const CudaField& field, MirroredAxes mirrors, const Oscillators& oscillators,
            const TileRules& rules);
  /// Returns for how many watched tiles a cut is to leave room: at least as many as watch() lists,
  /// in steps, so that a dragged probe seldom changes the number.
  [[nodiscard]] int room_for_watched(const CudaField& field, TileShape mixed);
  /// Makes the list of watched tiles anew if other cells are sampled than at the last call.
  void watch(const CudaField& field, TileShape mixed);

  /// Value of CudaField::cells_version that the lists were made for; 0: none.
  std::uint64_t version_ = 0;
  std::vector<std::size_t> mixed_parts_;  ///< parts that are mixed tiles as a whole
  /// The cells of other parts that may depend on mixed cells, counted from the part's first cell.
  /// They are stepped in shared memory after all cells of the part were stepped as if they were not
  /// mixed.
  std::map<std::size_t, core::Rect> patches_;
  /// Values of `version_` and of CudaSamples::version() that the watched tiles were found for.
  std::array<std::uint64_t, 2> watched_for_{};
  std::uint64_t counted_for_ = 0;  ///< the value of CudaSamples::version() for `counted_`
  int counted_ = 0;                ///< parts that contain sampled cells
  int room_ = 0;                   ///< watched tiles for which the lists leave room
  core::DeviceBuffer<PartCells> found_;
  PassTiles all_;
  PassTiles fewest_;  ///< tiles that write no more rows of a slab than rows_of_slab() says
  PassTiles last_;    ///< tiles that write a slab's own rows alone
  TileList watched_;
};

}  // namespace heatwave::field
