// This file launches the kernels of the pitch experiment, with and without padded rows, and copies
// the rows.
#include <cuda_runtime.h>

#include <utility>
#include <vector>

#include "kernels/lab/bench/launch.cuh"
#include "kernels/lab/experiments/pitch/pitch_experiment.h"
#include "kernels/lab/experiments/pitch/pitch_kernels.cuh"

namespace heatwave::lab::pitch_experiment {

// variant: rows-dense rows-pitched rows-vectors columns-dense columns-pitched
/// The cells with or without padding. Memory is allocated when a launcher has chosen one of them.
struct PitchDevice {
  explicit PitchDevice(const PitchProblem& problem)
      : width(static_cast<int>(problem.width)),
        rows(static_cast<int>(problem.rows)),
        row_bytes(static_cast<std::size_t>(problem.row_bytes())),
        result(problem.cells.size()) {}

  int width;
  int rows;
  std::size_t row_bytes;
  std::size_t pitch = 0;  ///< bytes from one row to the next
  core::DeviceBuffer<float> dense_in;
  core::DeviceBuffer<float> dense_out;
  core::PitchedBuffer<float> pitched_in;
  core::PitchedBuffer<float> pitched_out;
  std::vector<float> result;

  [[nodiscard]] float* in() const { return dense_in.empty() ? pitched_in.data() : dense_in.data(); }
  [[nodiscard]] float* out() const {
    return dense_out.empty() ? pitched_out.data() : dense_out.data();
  }
};

// variant: rows-dense columns-dense
static void take_dense(const PitchProblem& problem, PitchDevice& device) {
  device.dense_in = core::DeviceBuffer<float>(problem.cells.size());  //! rows without padding
  device.dense_out = core::DeviceBuffer<float>(problem.cells.size());
  device.pitch = device.row_bytes;
}

// variant: rows-pitched rows-vectors columns-pitched
static void take_pitched(const PitchProblem& /*problem*/, PitchDevice& device) {
  const core::Extent extent{device.width, device.rows};
  device.pitched_in = core::PitchedBuffer<float>(extent);  //! cudaMallocPitch chooses the pitch
  device.pitched_out = core::PitchedBuffer<float>(extent);
  device.pitch = device.pitched_in.pitch();
}

// variant: rows-dense rows-pitched rows-vectors columns-dense columns-pitched
static void copy_in(const PitchProblem& problem, PitchDevice& device, Queue queue) {
  HEATWAVE_CUDA_CHECK(cudaMemcpy2DAsync(device.in(), device.pitch, problem.cells.data(),  //! row …
                                        device.row_bytes, device.row_bytes,  //! … by row
                                        static_cast<std::size_t>(device.rows),
                                        cudaMemcpyHostToDevice, queue));
  HEATWAVE_CUDA_CHECK(cudaMemset2DAsync(device.out(), device.pitch, 0xFF, device.row_bytes,
                                        static_cast<std::size_t>(device.rows), queue));
}
static void copy_out(const PitchProblem& /*problem*/, PitchDevice& device, Queue queue) {
  HEATWAVE_CUDA_CHECK(cudaMemcpy2DAsync(
      device.result.data(), device.row_bytes, device.out(), device.pitch, device.row_bytes,
      static_cast<std::size_t>(device.rows), cudaMemcpyDeviceToHost, queue));
}

static void copy_in_dense(const PitchProblem& problem, PitchDevice& device, Queue queue) {
  if (device.pitch == 0) take_dense(problem, device);
  copy_in(problem, device, queue);
}
static void copy_in_pitched(const PitchProblem& problem, PitchDevice& device, Queue queue) {
  if (device.pitch == 0) take_pitched(problem, device);
  copy_in(problem, device, queue);
}
// end

static Outcome check(const PitchProblem& problem, const PitchDevice& device) {
  const core::PitchedBuffer<char> lecture(
      {static_cast<int>(kLectureWidth), static_cast<int>(kLectureRows)});
  return checked_doubles(problem, device.result, static_cast<std::int64_t>(device.pitch),
                         static_cast<std::int64_t>(lecture.pitch()));
}

static HostArrays host_arrays(const PitchProblem& problem, const PitchDevice& device) {
  return arrays_of(problem.cells, device.result);
}

std::unique_ptr<Run> gpu_run_of(const PitchProblem& problem, PitchLauncher* launcher) {
  const bool dense = launcher == pitch_rows_dense || launcher == pitch_columns_dense;
  return run_with(problem,
                  {.copy_in = dense ? copy_in_dense : copy_in_pitched,
                   .copy_out = copy_out,
                   .host_arrays = host_arrays,
                   .check = check},
                  launcher);
}

// variant: rows-dense rows-pitched
static Launched launch_along_rows(PitchDevice& device, Queue queue) {
  const dim3 block(32, 8);
  const dim3 grid(blocks_for(device.width, block.x), blocks_for(device.rows, block.y));
  along_rows<<<grid, block, 0, queue>>>(device.in(), device.out(), device.pitch, device.width,
                                        device.rows);
  return launched(along_rows, grid, block);
}

// variant: rows-dense
Launched pitch_rows_dense(const PitchProblem& /*problem*/, PitchDevice& device, Queue queue) {
  return launch_along_rows(device, queue);
}

// variant: rows-pitched
Launched pitch_rows_pitched(const PitchProblem& /*problem*/, PitchDevice& device, Queue queue) {
  return launch_along_rows(device, queue);
}

// variant: rows-vectors
Launched pitch_rows_vectors(const PitchProblem& /*problem*/, PitchDevice& device, Queue queue) {
  const dim3 block(32, 8);
  const unsigned vectors = blocks_for(device.width, 4);  //! four cells for each thread
  const dim3 grid(blocks_for(vectors, block.x), blocks_for(device.rows, block.y));
  along_rows_by_four<<<grid, block, 0, queue>>>(device.in(), device.out(), device.pitch,
                                                device.width, device.rows);
  return launched(along_rows_by_four, grid, block);
}

// variant: columns-dense columns-pitched
static Launched launch_down_columns(PitchDevice& device, Queue queue) {
  const dim3 block(32, 8);
  const dim3 grid(blocks_for(device.rows, block.x),  //! x runs down the rows
                  blocks_for(device.width, block.y));
  down_columns<<<grid, block, 0, queue>>>(device.in(), device.out(), device.pitch, device.width,
                                          device.rows);
  return launched(down_columns, grid, block);
}

// variant: columns-dense
Launched pitch_columns_dense(const PitchProblem& /*problem*/, PitchDevice& device, Queue queue) {
  return launch_down_columns(device, queue);
}

// variant: columns-pitched
Launched pitch_columns_pitched(const PitchProblem& /*problem*/, PitchDevice& device, Queue queue) {
  return launch_down_columns(device, queue);
}
// end

}  // namespace heatwave::lab::pitch_experiment
