// Sorting tiles by what their cells are.
#include <cuda_runtime.h>

#include <algorithm>
#include <span>
#include <utility>

#include "kernels/core/cuda_check.h"
#include "kernels/field/cuda/tile_lists.h"

namespace heatwave::field {
namespace {

constexpr int kClassThreads = 256;

/// What a tile's reach holds besides plain cells.
enum TileClass : std::uint8_t {
  kSomeKept = 1,   ///< cells that keep their value: tiles in registers know these
  kSomeMixed = 2,  ///< any others
};

/// What a cell lacks for the edges' sake alone, which a mirrored grid gives back.
__device__ unsigned lacking(Mirrors mirrors, core::Extent extent, int x, int y) {
  unsigned flags = 0;
  if (mirrors.x && x == 0) flags |= kNoWest;
  if (mirrors.x && x == extent.width - 1) flags |= kNoEast;
  if (mirrors.y && y == 0) flags |= kNoNorth;
  if (mirrors.y && y == extent.height - 1) flags |= kNoSouth;
  return flags;
}

__device__ unsigned class_of(std::uint8_t flags) {
  if (flags == 0) return 0;
  return keeps_value(flags) ? kSomeKept : kSomeMixed;
}

template <typename T>
void upload(core::DeviceBuffer<T>& to, const std::vector<T>& from, const core::Stream& stream) {
  if (from.empty()) return;
  to.reserve(from.size());
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(to.data(), from.data(), from.size() * sizeof(T),
                                      cudaMemcpyHostToDevice, stream.get()));
}

/// Along one direction: the tiles whose reach holds a place, each with how far in it lies. Where a
/// reach is longer than the grid a place comes more than once.
template <typename Visit>
void for_each_reach(int place, int size, int tile, int steps, Visit visit) {
  const int tiles = (size + tile - 1) / tile;
  const int reach = tile + 2 * steps;
  for (int i = 0; i < tiles; ++i) {
    const int begin = i * tile - steps;
    int in = (place - begin) % size;
    if (in < 0) in += size;
    for (; in < reach; in += size) visit(i, in);
  }
}

/// Every oscillating cell in the reach of each mixed tile.
std::vector<std::vector<TileOscillator>> spread_out(const Oscillators& oscillators,
                                                    core::Extent extent, TileShape shape) {
  const int across = (extent.width + shape.width - 1) / shape.width;
  std::vector<std::vector<TileOscillator>> lists(
      static_cast<std::size_t>(tiles_over(extent, shape)));
  for (const OscillatingCell& cell : oscillators.cells()) {
    for_each_reach(cell.cell.y, extent.height, shape.height, shape.steps, [&](int row, int down) {
      for_each_reach(cell.cell.x, extent.width, shape.width, shape.steps,
                     [&](int column, int right) {
                       lists[static_cast<std::size_t>(row * across + column)].push_back(
                           {.cell = static_cast<std::uint16_t>(down * shape.reach_width() + right),
                            .component = static_cast<std::uint16_t>(cell.component),
                            .oscillation = cell.oscillation});
                     });
    });
  }
  return lists;
}

}  // namespace

__global__ void classify_tiles(const std::uint8_t* flags, std::size_t stride, core::Extent extent,
                               Mirrors mirrors, TileShape shape, int across,
                               std::uint8_t* classes) {
  const int tile = static_cast<int>(blockIdx.x);
  const int x0 = tile % across * shape.width - shape.steps;
  const int y0 = tile / across * shape.height - shape.steps;
  unsigned found = 0;
  const int cells = shape.reach_width() * shape.reach_height();
  for (int i = static_cast<int>(threadIdx.x); i < cells; i += kClassThreads) {
    const int x = placed(x0 + i % shape.reach_width(), extent.width, mirrors.x);
    const int y = placed(y0 + i / shape.reach_width(), extent.height, mirrors.y);
    const unsigned cell = flags[static_cast<std::size_t>(y) * stride + x];
    found |= class_of(static_cast<std::uint8_t>(cell & ~lacking(mirrors, extent, x, y)));
  }
  __shared__ unsigned all;
  if (threadIdx.x == 0) all = 0;
  __syncthreads();
  if (found != 0) atomicOr(&all, found);
  __syncthreads();
  if (threadIdx.x == 0) classes[tile] = static_cast<std::uint8_t>(all);
}

Mirrors mirrors_of(const CudaField& field) {
  return {.x = !field.edge_cells.columns().joined, .y = !field.edge_cells.rows().joined};
}

void TileLists::renew(const CudaField& field, const Oscillators& oscillators, TileShape plain,
                      TileShape mixed) {
  if (version_ == field.cells_version) return;
  const core::Extent extent = field.extent;
  const int parts_across = plain.width / mixed.width;
  const int parts_down = plain.height / mixed.height;
  const int across = (extent.width + mixed.width - 1) / mixed.width;
  const int down = (extent.height + mixed.height - 1) / mixed.height;
  std::vector<std::uint8_t> classes(static_cast<std::size_t>(across * down));
  classes_.reserve(classes.size());
  classify_tiles<<<static_cast<unsigned>(classes.size()), kClassThreads, 0, field.stream.get()>>>(
      field.flags.data(), field.flags.stride(), extent, mirrors_of(field), mixed, across,
      classes_.data());
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(classes.data(), classes_.data(), classes.size(),
                                      cudaMemcpyDeviceToHost, field.stream.get()));
  field.stream.synchronize();

  const auto lists = spread_out(oscillators, extent, mixed);
  std::vector<FusedTile> plain_tiles;
  std::vector<FusedTile> mixed_tiles;
  std::vector<TileOscillator> entries;
  for (int y = 0; y < down; y += parts_down) {
    for (int x = 0; x < across; x += parts_across) {
      std::uint8_t found = 0;
      bool oscillates = false;
      std::vector<std::size_t> parts;
      for (int py = y; py < std::min(down, y + parts_down); ++py) {
        for (int px = x; px < std::min(across, x + parts_across); ++px) {
          parts.push_back(static_cast<std::size_t>(py * across + px));
          found |= classes[parts.back()];
          oscillates = oscillates || !lists[parts.back()].empty();
        }
      }
      if (!oscillates && (found & kSomeMixed) == 0) {
        plain_tiles.push_back({x * mixed.width, y * mixed.height, found != 0 ? 1 : 0, 0, 0});
        continue;
      }
      for (const std::size_t part : parts) {
        const auto& list = lists[part];
        mixed_tiles.push_back({static_cast<int>(part) % across * mixed.width,
                               static_cast<int>(part) / across * mixed.height, 1,
                               static_cast<int>(entries.size()), static_cast<int>(list.size())});
        entries.insert(entries.end(), list.begin(), list.end());
      }
    }
  }
  upload(plain_, plain_tiles, field.stream);
  upload(mixed_, mixed_tiles, field.stream);
  upload(oscillators_, entries, field.stream);
  field.stream.synchronize();
  plain_count_ = static_cast<int>(plain_tiles.size());
  mixed_count_ = static_cast<int>(mixed_tiles.size());
  version_ = field.cells_version;
}

}  // namespace heatwave::field
