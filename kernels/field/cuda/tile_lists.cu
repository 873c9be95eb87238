// Tiles are sorted here by the kinds of their cells.
#include <cuda_runtime.h>

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "kernels/core/cuda_check.h"
#include "kernels/field/cuda/tile_lists.h"

namespace heatwave::field {
namespace {

constexpr int kClassThreads = 256;

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

/// Returns the tile that is a part of the grid.
FusedTile tile_of(const Parts& parts, std::size_t part) {
  return {.x = static_cast<int>(part) % parts.across() * parts.shape.width,
          .y = static_cast<int>(part) / parts.across() * parts.shape.height};
}

/// Returns for each mixed tile the oscillating cells of the tile and its halo.
std::vector<std::vector<TileOscillator>> oscillators_by_tile(const Oscillators& oscillators,
                                                             core::Extent extent, TileShape shape) {
  const int across = (extent.width + shape.width - 1) / shape.width;
  std::vector<std::vector<TileOscillator>> lists(
      static_cast<std::size_t>(tiles_over(extent, shape)));
  for (const OscillatingCell& cell : oscillators.cells()) {
    for_each_haloed_tile(
        cell.cell.y, extent.height, shape.height, shape.steps, [&](int row, int down) {
          for_each_haloed_tile(
              cell.cell.x, extent.width, shape.width, shape.steps, [&](int column, int right) {
                lists[static_cast<std::size_t>(row * across + column)].push_back(
                    {.cell = static_cast<std::uint16_t>(down * shape.haloed_width() + right),
                     .component = static_cast<std::uint16_t>(cell.component),
                     .oscillation = cell.oscillation});
              });
        });
  }
  return lists;
}

}  // namespace

__global__ void classify_tiles(const std::uint8_t* flags, std::size_t stride, core::Extent extent,
                               MirroredAxes mirrors, TileShape shape, int across,
                               std::uint8_t* classes) {
  const int tile = static_cast<int>(blockIdx.x);
  const int x0 = tile % across * shape.width - shape.steps;
  const int y0 = tile / across * shape.height - shape.steps;
  const int own_x1 = min(x0 + shape.steps + shape.width, extent.width);
  const int own_y1 = min(y0 + shape.steps + shape.height, extent.height);
  unsigned found = 0;
  const int cells = shape.haloed_width() * shape.haloed_height();
  for (int i = static_cast<int>(threadIdx.x); i < cells; i += kClassThreads) {
    const int column = x0 + i % shape.haloed_width();
    const int row = y0 + i / shape.haloed_width();
    const int x = grid_coordinate(column, extent.width, mirrors.x);
    const int y = grid_coordinate(row, extent.height, mirrors.y);
    const std::uint8_t cell = flags[static_cast<std::size_t>(y) * stride + x];
    found |= class_of(static_cast<std::uint8_t>(cell & ~missing_at_edges(mirrors, extent, x, y)));
    const bool is_own =
        column >= x0 + shape.steps && column < own_x1 && row >= y0 + shape.steps && row < own_y1;
    if (is_own && !is_fixed(cell)) found |= kSomeFree;
  }
  __shared__ unsigned all;
  if (threadIdx.x == 0) all = 0;
  __syncthreads();
  if (found != 0) atomicOr(&all, found);
  __syncthreads();
  if (threadIdx.x == 0) classes[tile] = static_cast<std::uint8_t>(all);
}

MirroredAxes mirrors_of(const CudaField& field, MirroredAxes kept) {
  return {.x = kept.x && !field.edge_cells.columns().joined,
          .y = kept.y && !field.edge_cells.rows().joined};
}

void TileList::set(const CutList<FusedTile>& list, const core::Stream& stream) {
  upload(tiles_, list.tiles, stream);
  count_ = static_cast<int>(list.tiles.size());
  exchanged_ = static_cast<int>(list.exchanged);
}

void TileLists::renew(const CudaField& field, MirroredAxes mirrors, const Oscillators& oscillators,
                      TileShape mixed, int reach, bool steps_media,
                      const std::function<Cut(const Parts&)>& cut) {
  if (version_ == field.cells_version) return;
  Parts parts{.extent = field.extent, .shape = mixed, .kinds = {}, .rows = {}};
  parts.kinds.resize(static_cast<std::size_t>(tiles_over(parts.extent, mixed)));
  classes_.reserve(parts.kinds.size());
  classify_tiles<<<static_cast<unsigned>(parts.kinds.size()), kClassThreads, 0,
                   field.stream.get()>>>(field.flags.data(), field.flags.stride(), parts.extent,
                                         mirrors, mixed, parts.across(), classes_.data());
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(parts.kinds.data(), classes_.data(), parts.kinds.size(),
                                      cudaMemcpyDeviceToHost, field.stream.get()));
  field.stream.synchronize();

  const auto lists = oscillators_by_tile(oscillators, parts.extent, mixed);
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const bool lacks_media = !steps_media && (parts.kinds[i] & kSomeMedia) != 0;
    if (!lists[i].empty() || lacks_media) parts.kinds[i] |= kSomeMixed;
  }
  const auto make = [&](PassTiles& tiles, const PassRows& rows) {
    tiles.rows = rows;
    parts.rows = rows;
    const Cut found = cut(parts);
    CutList<FusedTile> mixed_tiles{.tiles = {}, .exchanged = found.mixed.exchanged};
    std::vector<TileOscillator> entries;
    for (const std::size_t part : found.mixed.tiles) {
      FusedTile& tile = mixed_tiles.tiles.emplace_back(tile_of(parts, part));
      tile.first = static_cast<int>(entries.size());
      tile.count = static_cast<int>(lists[part].size());
      entries.insert(entries.end(), lists[part].begin(), lists[part].end());
    }
    tiles.plain.set(found.plain, field.stream);
    tiles.media.set(found.media, field.stream);
    tiles.mixed.set(mixed_tiles, field.stream);
    upload(tiles.oscillators, entries, field.stream);
    field.stream.synchronize();
    return found.mixed.tiles;
  };
  mixed_parts_ = make(all_, all_rows(parts.extent.height));
  if (!field.slab.is_whole()) make(fewest_, rows_of_slab(field.slab, parts.extent.height, reach));
  if (const auto rows = rows_before_exchange(field.slab, reach)) make(last_, *rows);
  version_ = field.cells_version;
}

void TileLists::watch(const CudaField& field, TileShape mixed) {
  const std::array<std::uint64_t, 2> wanted{version_, field.samples.version()};
  if (watched_for_ == wanted) return;
  const Parts parts{.extent = field.extent, .shape = mixed, .kinds = {}, .rows = {}};
  std::set<std::size_t> found;
  for (const core::Cell& cell : field.samples.wanted().cells) {
    found.insert(parts.index(cell.x / mixed.width, cell.y / mixed.height));
  }
  for (const std::size_t part : mixed_parts_) found.erase(part);
  CutList<FusedTile> list;
  for (const std::size_t part : found) list.tiles.push_back(tile_of(parts, part));
  watched_.set(list, field.stream);
  field.stream.synchronize();
  watched_for_ = wanted;
}

}  // namespace heatwave::field
