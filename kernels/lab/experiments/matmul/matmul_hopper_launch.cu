// This file launches the matrix multiply kernels for Hopper, and makes the matrices' maps for
// TMA, the unit that copies whole tiles.
#include <cuda.h>
#include <cuda_runtime.h>

#include "kernels/core/error.h"
#include "kernels/lab/bench/launch.cuh"
#include "kernels/lab/experiments/matmul/matmul_device.cuh"
#include "kernels/lab/experiments/matmul/matmul_hopper_kernels.cuh"

namespace heatwave::lab::matmul_experiment {

/// Throws core::Unavailable on any other device, because the kernels are empty there.
template <typename Kernel>
static void require_hopper(Kernel* kernel) {
  cudaFuncAttributes attributes{};
  HEATWAVE_CUDA_CHECK(cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(kernel)));
  if (attributes.binaryVersion == 90 && attributes.ptxVersion >= 90) return;
  throw core::Unavailable("needs a GPU of compute capability 9.0 (Hopper: H100, H200, GH200)");
}

/// Returns the driver's function that makes a map. This program is not linked with the driver.
static decltype(cuTensorMapEncodeTiled)* map_maker() {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult result{};
#if CUDART_VERSION >= 12050
  HEATWAVE_CUDA_CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000,
                                                       cudaEnableDefault, &result));
#else
  HEATWAVE_CUDA_CHECK(
      cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &found, cudaEnableDefault, &result));
#endif
  if (found == nullptr || result != cudaDriverEntryPointSuccess)
    throw core::Unavailable("this driver makes no maps of matrices (it is older than CUDA 12)");
  return reinterpret_cast<decltype(cuTensorMapEncodeTiled)*>(found);
}

// variant: bulk-copies tensor-wgmma
/// The tiles of a matrix whose rows are padded to 128 bytes: their size, and whether the pieces of
/// 16 bytes in a row of 128 are permuted so that columns fall into different banks.
struct Tiles {
  unsigned columns;
  unsigned rows;
  bool swizzled;
};

static CUtensorMap map_of(const core::DeviceBuffer<float>& matrix, const MatmulDevice& device,
                          Tiles tiles) {
  CUtensorMap map;
  const cuuint64_t size[] = {static_cast<cuuint64_t>(device.padded),
                             static_cast<cuuint64_t>(device.n)};
  const cuuint64_t row_bytes[] = {sizeof(float) * static_cast<cuuint64_t>(device.padded)};
  const cuuint32_t tile[] = {tiles.columns, tiles.rows};
  const cuuint32_t every[] = {1, 1};
  const CUresult result =
      map_maker()(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, matrix.data(), size, row_bytes, tile,
                  every, CU_TENSOR_MAP_INTERLEAVE_NONE,
                  tiles.swizzled ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_NONE,  //!
                  CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS) throw core::Unavailable("the driver refuses a map of this matrix");
  return map;
}

/// Returns whether half of the multiprocessors would be idle.
static bool leaves_half_idle(dim3 grid) {
  return 2 * grid.x <= static_cast<unsigned>(multiprocessors());
}

/// Returns a one-dimensional grid of blocks with this many rows and columns each.
static dim3 blocks_of(const MatmulDevice& device, int rows, int columns) {
  return blocks_for(device.n, rows) * blocks_for(device.n, columns);
}

// variant: bulk-copies
template <int own_rows, int slices>
static Launched launch_bulk(MatmulDevice& device, Queue queue) {
  using Shape = BulkShape<own_rows, slices>;
  auto* const kernel = multiply_bulk_copies<own_rows, slices>;
  require_hopper(kernel);
  const dim3 grid = blocks_of(device, kBulkRows, Shape::kColumns);
  const std::size_t shared = kBulkStages * Shape::kStage * sizeof(float);  //! up to 96 KB
  HEATWAVE_CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                           static_cast<int>(shared)));
  kernel<<<grid, Shape::kThreads, shared, queue>>>(
      map_of(device.a, device, {kDepth, kBulkRows, true}),
      map_of(device.b, device, {Shape::kColumns, kDepth, false}), device.c.data(), device.n,
      device.padded);
  return launched(kernel, grid, Shape::kThreads, shared);
}

Launched matmul_bulk_copies(const MatmulProblem& /*problem*/, MatmulDevice& device, Queue queue) {
  return leaves_half_idle(blocks_of(device, kBulkRows, BulkShape<16, 1>::kColumns))
             ? launch_bulk<8, 2>(device, queue)  //! twice as many tiles and warps
             : launch_bulk<16, 1>(device, queue);
}

// variant: tensor-wgmma
template <int rows>
static Launched launch_warp_groups(MatmulDevice& device, Queue queue) {
  auto* const kernel = multiply_by_warp_groups<rows>;
  require_hopper(kernel);
  const dim3 grid = blocks_of(device, rows, kWgColumns);
  const std::size_t shared = kWgStages * WgStages<rows>::kBytes;  //! 192 KB
  HEATWAVE_CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                           static_cast<int>(shared)));
  kernel<<<grid, kWgThreads, shared, queue>>>(map_of(device.a, device, {kDepth, rows, true}),
                                              map_of(device.b, device, {32, kDepth, true}),
                                              device.c.data(), device.n, device.padded);
  return launched(kernel, grid, kWgThreads, shared);
}

Launched matmul_tensor_wgmma(const MatmulProblem& /*problem*/, MatmulDevice& device, Queue queue) {
  return leaves_half_idle(blocks_of(device, 256, kWgColumns))
             ? launch_warp_groups<128>(device, queue)
             : launch_warp_groups<256>(device, queue);
}
// end

}  // namespace heatwave::lab::matmul_experiment
