// The kernels that step any formula, one sub-step in each launch. They are compiled at run time,
// together with the text that cuda_text.h prints.
#pragma once

#include "kernels/field/formula/cuda/formula_grid.h"
#include "kernels/field/leaving_waves.h"

namespace heatwave::field::formula {

/// The numbers that an update reads besides the planes.
struct FormulaNumbers {
  const float* k;
  const float* uniforms;
  const NoiseKey* keys;
  float medium;
  float column;
  float row;
  std::uint32_t cell;
};

/// The cell of a thread in blocks of a two-dimensional launch.
struct FormulaCell {
  int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);

  __device__ bool is_in(const FormulaGrid& grid) const { return x < grid.width && y < grid.height; }
  __device__ std::size_t index(const FormulaGrid& grid) const {
    return static_cast<std::size_t>(y) * grid.stride + x;
  }
  __device__ unsigned flags(const FormulaGrid& grid) const {
    return grid.flags[static_cast<std::size_t>(y) * grid.flags_stride + x];
  }
  __device__ FormulaNumbers numbers(const FormulaGrid& grid, const float* uniforms,
                                    unsigned flags) const {
    const float medium = (flags & kMedium) != 0
                             ? grid.factors[static_cast<std::size_t>(y) * grid.factors_stride + x]
                             : 1.0F;
    const int row = grid.row_of_whole(y);
    return {grid.constants,
            uniforms,
            grid.keys,
            medium,
            static_cast<float>(2 * x - (grid.width - 1)),
            static_cast<float>((grid.whole_height - 1) - 2 * row),
            static_cast<std::uint32_t>(row) * static_cast<std::uint32_t>(grid.width) +
                static_cast<std::uint32_t>(x)};
  }
  /// Reads the cell and its neighbours as if the grid were a torus.
  template <int kPlanes>
  __device__ void read(const FormulaGrid& grid, Neighbourhood<kPlanes>& n,
                       Values<kPlanes>& older) const {
    const int west = x == 0 ? grid.width - 1 : x - 1;
    const int east = x == grid.width - 1 ? 0 : x + 1;
    const int north = y == 0 ? grid.height - 1 : y - 1;
    const int south = y == grid.height - 1 ? 0 : y + 1;
    const std::size_t begin = static_cast<std::size_t>(y) * grid.stride;
#pragma unroll
    for (int p = 0; p < kPlanes; ++p) {
      const float* row = grid.from[p] + begin;
      n[p] = {row[x], row[west], row[east],
              grid.from[p][static_cast<std::size_t>(north) * grid.stride + x],
              grid.from[p][static_cast<std::size_t>(south) * grid.stride + x]};
      older[p] = grid.to[p][begin + x];
    }
  }
};

/// Lets waves leave by a cell on an absorbing edge. `next` has the values that the cell would get
/// otherwise.
template <typename SubStep>
__device__ void leave_by_edges(const FormulaGrid& grid, const FormulaCell& at, AbsorbingSides sides,
                               const Values<SubStep::kPlanes>& older,
                               const Values<SubStep::kPlanes>& along,
                               const Values<SubStep::kOutputs>& speeds,
                               Values<SubStep::kOutputs>& next) {
  float* rim = grid.rim + rim_index(sides, at.x, at.y, grid.width, grid.height);
#pragma unroll
  for (int o = 0; o < SubStep::kOutputs; ++o) {
    const int component = SubStep::plane_of(o);
    float& psi = rim[component * rim_size(grid.width, grid.height)];
    next[o] = leave_by_edge(speeds[o], core::square_root(speeds[o]), next[o], older[component],
                            along[component], sides_across(sides), psi);
  }
}

/// Takes a sub-step in the thread's cell.
template <typename SubStep>
__device__ __forceinline__ void step_formula(const FormulaGrid& grid) {
  constexpr int kPlanes = SubStep::kPlanes;
  constexpr int kOutputs = SubStep::kOutputs;
  const FormulaCell at;
  if (!at.is_in(grid)) return;
  Neighbourhood<kPlanes> n;
  Values<kPlanes> older;
  at.read<kPlanes>(grid, n, older);
  const unsigned flags = at.flags(grid);
  const FormulaNumbers numbers = at.numbers(grid, grid.uniforms, flags);
  const bool absorbs = SubStep::kAbsorbs && (flags & kAbsorb) != 0;
  const AbsorbingSides sides = sides_of(grid.absorbing, at.x, at.y, grid.width, grid.height);
  Values<kPlanes> along{};
  if (flags != 0) {
#pragma unroll
    for (int p = 0; p < kPlanes; ++p) {
      n[p] = visible_neighbours(n[p], flags);
      if (absorbs) along[p] = mirror_at_edge(n[p], sides);
    }
    if (!absorbs) SubStep::see_slopes(grid, at.x, at.y, flags, n, older, numbers);
  }
  Values<kOutputs> next = SubStep::update(n, older, numbers);
  if constexpr (SubStep::kAbsorbs) {
    if (absorbs) {
      leave_by_edges<SubStep>(grid, at, sides, older, along,
                              SubStep::squared_speeds(n, older, numbers), next);
    }
  }
  const bool is_free = (flags & (kHeld | kWall)) == 0;
#pragma unroll
  for (int o = 0; o < kOutputs; ++o) {
    if (!is_free && !absorbs) next[o] = n[SubStep::fixed_plane_of(o)].centre;
  }
  if (is_free) {
    SubStep::set_sides(grid, at.x, at.y, n, older, at.numbers(grid, grid.uniforms_after, flags),
                       next);
  }
#pragma unroll
  for (int o = 0; o < kOutputs; ++o) grid.to[SubStep::plane_of(o)][at.index(grid)] = next[o];
}

/// Writes what an integral adds in the thread's cell into the first plane.
template <typename Integrand>
__device__ __forceinline__ void write_integrand(const FormulaGrid& grid) {
  const FormulaCell at;
  if (!at.is_in(grid)) return;
  Neighbourhood<Integrand::kPlanes> n;
  Values<Integrand::kPlanes> older;
  at.read<Integrand::kPlanes>(grid, n, older);
  const FormulaNumbers numbers = at.numbers(grid, grid.uniforms, at.flags(grid));
  grid.to[0][at.index(grid)] = Integrand::update(n, older, numbers)[0];
}

}  // namespace heatwave::field::formula
