// These kernels do not depend on the equation.
#include <cuda_runtime.h>

#include "kernels/field/cuda/cuda_kernels.cuh"

namespace heatwave::field {
namespace {

/// Returns the cell of an area that this thread of a 2-D launch handles.
__device__ core::Cell own_cell(core::Rect area) {
  return {area.x0 + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x),
          area.y0 + static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y)};
}

__device__ bool inside(core::Rect area, core::Cell c) { return c.x < area.x1 && c.y < area.y1; }

__device__ std::size_t dense_index(core::Rect area, core::Cell c) {
  return static_cast<std::size_t>(c.y - area.y0) * static_cast<std::size_t>(area.x1 - area.x0) +
         static_cast<std::size_t>(c.x - area.x0);
}

__device__ void set_cell(DevicePlanes planes, core::Cell c, float newest, float older) {
  const std::size_t at = static_cast<std::size_t>(c.y) * planes.stride + c.x;
  planes.newest[at] = newest;
  planes.other[at] = older;
  const AbsorbingSides sides = sides_of(planes.absorbing, c.x, c.y, planes.width, planes.height);
  if (sides.any()) planes.rim[rim_index(sides, c.x, c.y, planes.width, planes.height)] = 0.0F;
}

__device__ void set_both(DevicePlanes planes, core::Cell c, float value) {
  set_cell(planes, c, value, value);
}

__device__ PartialSurvey merged(PartialSurvey a, PartialSurvey b) {
  return {fminf(a.minimum, b.minimum), fmaxf(a.maximum, b.maximum), a.not_finite | b.not_finite};
}

}  // namespace

__global__ void oscillate(DevicePlanes planes, int component, const DeviceOscillator* cells,
                          int count, const float* values) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  const DeviceOscillator c = cells[i];
  if (c.component != component) return;
  planes.newest[static_cast<std::size_t>(c.y) * planes.stride + c.x] = values[c.oscillation];
}

__global__ void start_oscillating(DevicePlanes planes, int component, const DeviceOscillator* cells,
                                  int count, const float* values) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  const DeviceOscillator c = cells[i];
  if (c.component == component) set_both(planes, {c.x, c.y}, values[c.oscillation]);
}

__global__ void settle_cells(DevicePlanes planes, const std::uint8_t* flags,
                             std::size_t flags_stride, core::Rect area, const float* held_values,
                             float rest) {
  const core::Cell c = own_cell(area);
  if (!inside(area, c)) return;
  const std::uint8_t flag = flags[static_cast<std::size_t>(c.y) * flags_stride + c.x];
  if ((flag & kHeld) != 0) set_both(planes, c, held_values[dense_index(area, c)]);
  if ((flag & kWall) != 0) set_both(planes, c, rest);
}

__global__ void paint_cells(DevicePlanes planes, const std::uint8_t* flags,
                            std::size_t flags_stride, core::Rect area, const std::uint8_t* mask,
                            float value) {
  const core::Cell c = own_cell(area);
  if (!inside(area, c)) return;
  const std::uint8_t flag = flags[static_cast<std::size_t>(c.y) * flags_stride + c.x];
  if ((flag & (kHeld | kWall)) == 0 && mask[dense_index(area, c)] != 0) {
    set_both(planes, c, value);
  }
}

__global__ void put_cells(DevicePlanes planes, const std::uint8_t* flags, std::size_t flags_stride,
                          core::Rect area, const std::uint8_t* mask, const float* newest,
                          const float* older) {
  const core::Cell c = own_cell(area);
  if (!inside(area, c)) return;
  const std::uint8_t flag = flags[static_cast<std::size_t>(c.y) * flags_stride + c.x];
  const std::size_t from = dense_index(area, c);
  if ((flag & (kHeld | kWall)) == 0 && mask[from] != 0) {
    set_cell(planes, c, newest[from], older[from]);
  }
}

__global__ void thin_cells(const float* cells, std::size_t stride, float* thin,
                           std::size_t thin_stride, core::Extent thin_extent, int k) {
  const core::Rect area{0, 0, thin_extent.width, thin_extent.height};
  const core::Cell c = own_cell(area);
  if (!inside(area, c)) return;
  thin[static_cast<std::size_t>(c.y) * thin_stride + c.x] =
      cells[static_cast<std::size_t>(c.y) * k * stride + static_cast<std::size_t>(c.x) * k];
}

__global__ void survey_cells(const float* cells, std::size_t stride, core::Extent extent,
                             PartialSurvey* partial) {
  PartialSurvey sum{INFINITY, -INFINITY, 0};
  for (int y = static_cast<int>(blockIdx.x); y < extent.height; y += static_cast<int>(gridDim.x)) {
    const float* row = cells + static_cast<std::size_t>(y) * stride;
    for (int x = static_cast<int>(threadIdx.x); x < extent.width; x += kSurveyThreads) {
      const float value = row[x];
      sum = merged(sum, {value, value, isfinite(value) ? 0 : 1});
    }
  }
  __shared__ PartialSurvey shared[kSurveyThreads];
  shared[threadIdx.x] = sum;
  for (unsigned half = kSurveyThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      shared[threadIdx.x] = merged(shared[threadIdx.x], shared[threadIdx.x + half]);
    }
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = shared[0];
}

}  // namespace heatwave::field
