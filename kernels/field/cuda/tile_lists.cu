// Tiles are sorted here by the kinds of their cells.
#include <cuda_runtime.h>

#include <algorithm>
#include <bit>
#include <climits>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "kernels/core/cuda_check.h"
#include "kernels/field/cuda/tile_lists.h"

namespace heatwave::field {
namespace {

constexpr int kClassThreads = 256;

/// A medium has tiles of its own if it fills at least one part in this number: its kernel takes a
/// few multiprocessors for a whole pass.
constexpr std::size_t kFewestInMedium = 32;

/// Returns the missing neighbours that a cell lacks only because of the grid's edges. A mirrored
/// grid supplies them.
__device__ unsigned missing_at_edges(MirroredAxes mirrors, core::Extent extent, int x, int y) {
  unsigned flags = 0;
  if (mirrors.x && x == 0) flags |= kNoWest;
  if (mirrors.x && x == extent.width - 1) flags |= kNoEast;
  if (mirrors.y && y == 0) flags |= kNoNorth;
  if (mirrors.y && y == extent.height - 1) flags |= kNoSouth;
  return flags;
}

__device__ unsigned class_of(std::uint8_t flags) {
  if (flags == 0) return 0;
  if (flags == kMedium) return kSomeMedia;
  return is_fixed(flags) ? kSomeFixed : kSomeMixed;
}

template <typename T>
void upload(core::DeviceBuffer<T>& to, const std::vector<T>& from, const core::Stream& stream) {
  if (from.empty()) return;
  to.reserve(from.size());
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(to.data(), from.data(), from.size() * sizeof(T),
                                      cudaMemcpyHostToDevice, stream.get()));
}

/// Calls `visit` for each tile along one direction whose haloed tile contains the coordinate, with
/// its offset in that tile. If a haloed tile is longer than the grid, the coordinate occurs more
/// than once.
template <typename Visit>
void for_each_haloed_tile(int coordinate, int size, int tile, int steps, Visit visit) {
  const int tiles = (size + tile - 1) / tile;
  const int reach = tile + 2 * steps;
  for (int i = 0; i < tiles; ++i) {
    const int begin = i * tile - steps;
    int in = (coordinate - begin) % size;
    if (in < 0) in += size;
    for (; in < reach; in += size) visit(i, in);
  }
}

/// A rectangle of a part that is stepped in shared memory.
struct MixedPlace {
  std::size_t part;
  core::Rect own;  ///< counted from the part's first cell
};

/// Returns the factor of all plain cells and media in a part and its halo; 0: there are none;
/// negative: they differ, or kernels do not step media with that factor as they step plain cells.
float factor_of(const PartCells& cells) {
  if (cells.least_factor > cells.most_factor) return 0.0F;
  const auto factor = std::bit_cast<float>(cells.least_factor);
  return cells.least_factor == cells.most_factor && factor > 0.0F ? factor : -1.0F;
}

/// Returns the factors that fill enough parts for strips of their own.
std::set<float> frequent_factors(const std::vector<PartCells>& parts) {
  std::map<float, std::size_t> counts;
  for (const PartCells& cells : parts) ++counts[factor_of(cells)];
  std::set<float> frequent{1.0F};
  for (const auto& [factor, count] : counts) {
    if (factor > 0.0F && kFewestInMedium * count >= parts.size()) frequent.insert(factor);
  }
  return frequent;
}

core::Rect whole_part(TileShape shape) { return {0, 0, shape.width, shape.height}; }

/// Returns the tile that is a rectangle of a part of the grid.
FusedTile tile_of(const Parts& parts, const MixedPlace& place) {
  const int column = static_cast<int>(place.part) % parts.across();
  const int row = static_cast<int>(place.part) / parts.across();
  return {.x = column * parts.shape.width + place.own.x0,
          .y = row * parts.shape.height + place.own.y0,
          .height = place.own.height(),
          .width = place.own.width()};
}

/// An oscillating cell of a part or its halo.
struct PartOscillator {
  core::Cell cell;  ///< counted from the halo's first cell
  std::uint16_t component;
  int oscillation;
};

/// Returns for each part the oscillating cells of the part and its halo.
std::vector<std::vector<PartOscillator>> oscillators_by_part(const Oscillators& oscillators,
                                                             core::Extent extent, TileShape shape) {
  const int across = (extent.width + shape.width - 1) / shape.width;
  std::vector<std::vector<PartOscillator>> lists(
      static_cast<std::size_t>(tiles_over(extent, shape)));
  for (const OscillatingCell& cell : oscillators.cells()) {
    for_each_haloed_tile(
        cell.cell.y, extent.height, shape.height, shape.steps, [&](int row, int down) {
          for_each_haloed_tile(cell.cell.x, extent.width, shape.width, shape.steps,
                               [&](int column, int right) {
                                 lists[static_cast<std::size_t>(row * across + column)].push_back(
                                     {.cell = {right, down},
                                      .component = static_cast<std::uint16_t>(cell.component),
                                      .oscillation = cell.oscillation});
                               });
        });
  }
  return lists;
}

/// Returns the cells of a part that may depend on mixed ones after all steps of a pass, counted
/// from its first cell.
core::Rect reached_by(const core::Rect& mixed, TileShape shape) {
  const core::Rect reached = mixed.grown(shape.steps);
  return intersection({reached.x0 - shape.steps, reached.y0 - shape.steps, reached.x1 - shape.steps,
                       reached.y1 - shape.steps},
                      whole_part(shape));
}

/// Returns whether all cells of a part are to be stepped in shared memory, because it saves little
/// to step some of them only.
bool is_mixed_as_a_whole(const core::Rect& reached, TileShape shape) {
  return 4 * reached.cells() > 3 * whole_part(shape).cells();
}

}  // namespace

__global__ void classify_tiles(CellsOnDevice cells, TileShape shape, int across, PartCells* parts) {
  const core::Extent extent = cells.extent;
  const MirroredAxes mirrors = cells.mirrors;
  const int tile = static_cast<int>(blockIdx.x);
  const int x0 = tile % across * shape.width - shape.steps;
  const int y0 = tile / across * shape.height - shape.steps;
  const int own_x1 = min(x0 + shape.steps + shape.width, extent.width);
  const int own_y1 = min(y0 + shape.steps + shape.height, extent.height);
  __shared__ PartCells all;
  if (threadIdx.x == 0) {
    all = {.kinds = 0,
           .mixed = {shape.haloed_width(), shape.haloed_height(), 0, 0},
           .least_factor = INT_MAX,
           .most_factor = INT_MIN};
  }
  __syncthreads();
  unsigned found = 0;
  int least_factor = INT_MAX;
  int most_factor = INT_MIN;
  const int count = shape.haloed_width() * shape.haloed_height();
  for (int i = static_cast<int>(threadIdx.x); i < count; i += kClassThreads) {
    const int column = i % shape.haloed_width();
    const int row = i / shape.haloed_width();
    const int x = grid_coordinate(x0 + column, extent.width, mirrors.x);
    const int y = grid_coordinate(y0 + row, extent.height, mirrors.y);
    const auto row_of_grid = static_cast<std::size_t>(y);
    const std::uint8_t cell = cells.flags[row_of_grid * cells.flags_stride + x];
    const unsigned kind =
        class_of(static_cast<std::uint8_t>(cell & ~missing_at_edges(mirrors, extent, x, y)));
    found |= kind;
    if (kind == 0 || kind == kSomeMedia) {
      const float factor = kind == 0 ? 1.0F : cells.factors[row_of_grid * cells.factors_stride + x];
      least_factor = min(least_factor, __float_as_int(factor));
      most_factor = max(most_factor, __float_as_int(factor));
    }
    if (kind == kSomeMixed) {
      atomicMin(&all.mixed.x0, column);
      atomicMin(&all.mixed.y0, row);
      atomicMax(&all.mixed.x1, column + 1);
      atomicMax(&all.mixed.y1, row + 1);
    }
    const bool is_own =
        column >= shape.steps && x0 + column < own_x1 && row >= shape.steps && y0 + row < own_y1;
    if (is_own && !is_fixed(cell)) found |= kSomeFree;
  }
  if (found != 0) atomicOr(&all.kinds, found);
  atomicMin(&all.least_factor, least_factor);
  atomicMax(&all.most_factor, most_factor);
  __syncthreads();
  if (threadIdx.x == 0) parts[tile] = all;
}

MirroredAxes mirrors_of(const CudaField& field, MirroredAxes kept) {
  return {.x = kept.x && !field.edge_cells.columns().joined,
          .y = kept.y && !field.edge_cells.rows().joined};
}

void TileList::set(const CutList<FusedTile>& list, const core::Stream& stream) {
  upload(tiles_, list.tiles, stream);
  count_ = static_cast<int>(list.tiles.size() - list.followers);
  exchanged_ = static_cast<int>(list.exchanged);
}

void TileLists::renew(const CudaField& field, MirroredAxes mirrors, const Oscillators& oscillators,
                      const TileRules& rules) {
  const int room = rules.watches ? room_for_watched(field, rules.mixed) : 0;
  if (version_ != field.cells_version || room_ != room) {
    room_ = room;
    sort(field, mirrors, oscillators, rules);
  }
  if (rules.watches) watch(field, rules.mixed);
}

void TileLists::sort(const CudaField& field, MirroredAxes mirrors, const Oscillators& oscillators,
                     const TileRules& rules) {
  const TileShape mixed = rules.mixed;
  Parts parts{.extent = field.extent, .shape = mixed, .kinds = {}, .factors = {}, .rows = {}};
  std::vector<PartCells> found(static_cast<std::size_t>(tiles_over(parts.extent, mixed)));
  found_.reserve(found.size());
  classify_tiles<<<static_cast<unsigned>(found.size()), kClassThreads, 0, field.stream.get()>>>(
      {.flags = field.flags.data(),
       .flags_stride = field.flags.stride(),
       .factors = field.factors.data(),
       .factors_stride = field.factors.stride(),
       .extent = parts.extent,
       .mirrors = mirrors},
      mixed, parts.across(), found_.data());
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(found.data(), found_.data(), found.size() * sizeof(PartCells),
                                      cudaMemcpyDeviceToHost, field.stream.get()));
  field.stream.synchronize();

  const auto lists = oscillators_by_part(oscillators, parts.extent, mixed);
  const std::set<float> frequent =
      rules.has_strips_in_media ? frequent_factors(found) : std::set<float>{1.0F};
  patches_.clear();
  for (std::size_t i = 0; i < found.size(); ++i) {
    PartCells& cells = found[i];
    for (const PartOscillator& one : lists[i]) {
      const auto [x, y] = one.cell;
      cells.mixed = united(cells.mixed, {x, y, x + 1, y + 1});
    }
    const core::Rect reached = reached_by(cells.mixed, mixed);
    const float factor = factor_of(cells);
    const bool is_in_one = factor > 0.0F && frequent.contains(factor);
    if (is_in_one) cells.kinds &= ~unsigned{kSomeMedia};
    parts.factors.push_back(factor == 0.0F || is_in_one ? factor : 1.0F);
    if (!rules.steps_media && (cells.kinds & kSomeMedia) != 0) {
      cells.kinds |= kSomeMixed;
    } else if (!cells.mixed.empty()) {
      // Tiles of a slab that devices exchange are stepped in streams of their own, so no cell may
      // be written by two of them.
      const bool is_whole = !field.slab.is_whole() || is_mixed_as_a_whole(reached, mixed);
      cells.kinds = is_whole ? cells.kinds | kSomeMixed : cells.kinds & ~unsigned{kSomeMixed};
      if (!is_whole) patches_[i] = reached;
    }
    parts.kinds.push_back(static_cast<std::uint8_t>(cells.kinds));
  }
  const auto make = [&](PassTiles& tiles, const PassRows& rows) {
    tiles.rows = rows;
    parts.rows = rows;
    const Cut found_cut = rules.cut(parts, room_);
    CutList<FusedTile> mixed_tiles{.tiles = {}, .exchanged = found_cut.mixed.exchanged};
    std::vector<TileOscillator> entries;
    const auto add = [&](const MixedPlace& place) {
      FusedTile& tile = mixed_tiles.tiles.emplace_back(tile_of(parts, place));
      tile.first = static_cast<int>(entries.size());
      const core::Rect haloed{0, 0, tile.width + 2 * mixed.steps, tile.height + 2 * mixed.steps};
      for (const PartOscillator& one : lists[place.part]) {
        const core::Cell cell{one.cell.x - place.own.x0, one.cell.y - place.own.y0};
        if (!haloed.contains(cell)) continue;
        entries.push_back({.cell = static_cast<std::uint16_t>(haloed.index(cell.x, cell.y)),
                           .component = one.component,
                           .oscillation = one.oscillation});
      }
      tile.count = static_cast<int>(entries.size()) - tile.first;
    };
    for (const std::size_t part : found_cut.mixed.tiles) {
      add({part, whole_part(mixed)});
      patches_.erase(part);
    }
    for (const auto& [part, own] : patches_) add({part, own});
    tiles.plain.set(found_cut.plain, field.stream);
    tiles.in_one_medium.clear();
    for (const MediumStrips& one : found_cut.in_one_medium) {
      tiles.in_one_medium.emplace_back(one.factor).strips.set(one.list, field.stream);
    }
    tiles.media.set(found_cut.media, field.stream);
    tiles.mixed.set(mixed_tiles, field.stream);
    upload(tiles.oscillators, entries, field.stream);
    field.stream.synchronize();
    return found_cut.mixed.tiles;
  };
  mixed_parts_ = make(all_, all_rows(parts.extent.height));
  if (!field.slab.is_whole())
    make(fewest_, rows_of_slab(field.slab, parts.extent.height, rules.reach));
  if (const auto rows = rows_before_exchange(field.slab, rules.reach)) make(last_, *rows);
  version_ = field.cells_version;
}

int TileLists::room_for_watched(const CudaField& field, TileShape mixed) {
  constexpr int kStep = 8;
  if (counted_for_ != field.samples.version()) {
    std::set<std::pair<int, int>> parts;
    for (const core::Cell& cell : field.samples.wanted().cells) {
      parts.emplace(cell.x / mixed.width, cell.y / mixed.height);
    }
    counted_ = static_cast<int>(parts.size());
    counted_for_ = field.samples.version();
  }
  return (counted_ + kStep - 1) / kStep * kStep;
}

void TileLists::watch(const CudaField& field, TileShape mixed) {
  const std::array<std::uint64_t, 2> wanted{version_, field.samples.version()};
  if (watched_for_ == wanted) return;
  const Parts parts{.extent = field.extent, .shape = mixed, .kinds = {}, .factors = {}, .rows = {}};
  const std::set<std::size_t> mixed_parts(mixed_parts_.begin(), mixed_parts_.end());
  std::map<std::size_t, core::Rect> found;
  CutList<FusedTile> list;
  for (const core::Cell& cell : field.samples.wanted().cells) {
    const std::size_t part = parts.index(cell.x / mixed.width, cell.y / mixed.height);
    const core::Cell in{cell.x % mixed.width, cell.y % mixed.height};
    const core::Rect own{in.x, in.y, in.x + 1, in.y + 1};
    if (mixed_parts.contains(part)) continue;
    const auto patch = patches_.find(part);
    if (patch == patches_.end()) {
      found[part] = united(found[part], own);
    } else if (!patch->second.contains(in)) {
      // A cell beside a patch does not depend on mixed cells, which a larger tile might contain.
      list.tiles.push_back(tile_of(parts, {part, own}));
    }
  }
  for (const auto& [part, own] : found) list.tiles.push_back(tile_of(parts, {part, own}));
  watched_.set(list, field.stream);
  field.stream.synchronize();
  watched_for_ = wanted;
}

}  // namespace heatwave::field
