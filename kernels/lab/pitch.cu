// Pitch, on the GPU. What moves: 4 bytes in and 4 bytes out per cell; memory limits the passes
// along the rows, the sectors fetched in vain those down the columns.
#include <cuda_runtime.h>

#include "kernels/lab/gpu_run.cuh"
#include "kernels/lab/gpu_runs.h"
#include "kernels/lab/pitch.h"

namespace heatwave::lab {
namespace {

// variant: rows-dense rows-pitched rows-vectors columns-dense columns-pitched
/// The begin of a row: the pitch counts bytes, whatever the cells are.
template <typename T>
__device__ T* row_of(float* array, std::size_t pitch, int row) {
  return reinterpret_cast<T*>(reinterpret_cast<char*>(array) + row * pitch);
}

// variant: rows-dense rows-pitched
__global__ void along_rows(float* in, float* out, std::size_t pitch, int width, int rows) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= width || y >= rows) return;
  row_of<float>(out, pitch, y)[x] = 2 * row_of<float>(in, pitch, y)[x];  //! neighbours in a row
}

// variant: rows-vectors
/// The last vector of a row may reach into its padding: that is there, and nobody reads it.
__global__ void along_rows_by_four(float* in, float* out, std::size_t pitch, int width, int rows) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (4 * x >= width || y >= rows) return;
  const float4 four = row_of<float4>(in, pitch, y)[x];  //! every row begins aligned to 16 bytes
  row_of<float4>(out, pitch, y)[x] = make_float4(2 * four.x, 2 * four.y, 2 * four.z, 2 * four.w);
}

// variant: columns-dense columns-pitched
__global__ void down_columns(float* in, float* out, std::size_t pitch, int width, int rows) {
  const int y = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int x = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= width || y >= rows) return;
  row_of<float>(out, pitch, y)[x] = 2 * row_of<float>(in, pitch, y)[x];  //! neighbours a row apart
}

// variant: rows-dense rows-pitched rows-vectors columns-dense columns-pitched
/// The same cells with and without padding.
class DeviceRows {
 public:
  DeviceRows(const PitchProblem& problem, bool padded)
      : row_bytes_(static_cast<std::size_t>(problem.row_bytes())),
        rows_(static_cast<std::size_t>(problem.rows)),
        pitch_(row_bytes_) {
    if (padded) {
      pitched_ = core::PitchedBuffer<float>(  //! cudaMallocPitch: the device chooses the pitch
          {static_cast<int>(problem.width), static_cast<int>(problem.rows)});
      pitch_ = pitched_.pitch();
    } else {
      dense_ = core::DeviceBuffer<float>(problem.cells.size());  //! row after row, no padding
    }
  }

  [[nodiscard]] float* data() const { return dense_.empty() ? pitched_.data() : dense_.data(); }
  [[nodiscard]] std::size_t pitch() const { return pitch_; }

  void upload(const float* cells, cudaStream_t stream) const {
    HEATWAVE_CUDA_CHECK(cudaMemcpy2DAsync(data(), pitch_, cells, row_bytes_, row_bytes_, rows_,
                                          cudaMemcpyHostToDevice, stream));
  }
  void download(float* cells, cudaStream_t stream) const {
    HEATWAVE_CUDA_CHECK(cudaMemcpy2DAsync(cells, row_bytes_, data(), pitch_, row_bytes_, rows_,
                                          cudaMemcpyDeviceToHost, stream));
  }
  void poison(cudaStream_t stream) const {
    HEATWAVE_CUDA_CHECK(cudaMemset2DAsync(data(), pitch_, 0xFF, row_bytes_, rows_, stream));
  }

 private:
  std::size_t row_bytes_;
  std::size_t rows_;
  std::size_t pitch_;
  core::DeviceBuffer<float> dense_;
  core::PitchedBuffer<float> pitched_;
};
// end

using PassKernel = void (*)(float*, float*, std::size_t, int, int);

/// How a pass goes over the array.
struct Pass {
  PassKernel kernel = nullptr;
  bool padded = false;
  bool down_columns = false;
  int cells_per_thread = 1;
};

// variant: rows-dense rows-pitched rows-vectors columns-dense columns-pitched
class PitchRun : public GpuRun {
 public:
  PitchRun(const PitchProblem& problem, Pass pass)
      : problem_(problem),
        pass_(pass),
        in_(problem, pass.padded),
        out_(problem, pass.padded),
        result_(problem.cells.size()) {
    const std::int64_t across = blocks_for(problem.width, pass.cells_per_thread);
    grid_ = pass.down_columns
                ? dim3(blocks_for(problem.rows, kBlock.x), blocks_for(across, kBlock.y))
                : dim3(blocks_for(across, kBlock.x), blocks_for(problem.rows, kBlock.y));
    note_shape(pass_.kernel, grid_, kBlock);
  }

  Outcome outcome() override {
    const core::PitchedBuffer<char> lecture(
        {static_cast<int>(kLectureWidth), static_cast<int>(kLectureRows)});
    return checked_doubles(problem_, result_, static_cast<std::int64_t>(in_.pitch()),
                           static_cast<std::int64_t>(lecture.pitch()));
  }

 protected:
  void copy_in() override {
    in_.upload(problem_.cells.data(), queue());
    out_.poison(queue());
  }
  void launch() override {
    pass_.kernel<<<grid_, kBlock, 0, queue()>>>(in_.data(), out_.data(), in_.pitch(),
                                                static_cast<int>(problem_.width),
                                                static_cast<int>(problem_.rows));
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }
  void copy_out() override { out_.download(result_.data(), queue()); }

 private:
  static constexpr dim3 kBlock{32, 8, 1};

  const PitchProblem& problem_;
  Pass pass_;
  DeviceRows in_;
  DeviceRows out_;
  std::vector<float> result_;
  dim3 grid_;
};
// end

MakeRun passing(Pass pass) {
  return makes<PitchProblem>([pass](const PitchProblem& problem, const Stop& /*stop*/) {
    return std::make_unique<PitchRun>(problem, pass);
  });
}

}  // namespace

GpuRuns pitch_on_gpu() {
  return {
      {"rows-dense", passing({.kernel = along_rows})},
      {"rows-pitched", passing({.kernel = along_rows, .padded = true})},
      {"rows-vectors",
       passing({.kernel = along_rows_by_four, .padded = true, .cells_per_thread = 4})},
      {"columns-dense", passing({.kernel = down_columns, .down_columns = true})},
      {"columns-pitched", passing({.kernel = down_columns, .padded = true, .down_columns = true})}};
}

}  // namespace heatwave::lab
