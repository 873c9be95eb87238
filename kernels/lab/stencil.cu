// Heat on a plate, on the GPU. A step moves one float in and one out for each cell; the neighbours
// come from a cache, from shared memory, or from the texture units. Memory limits it.
#include <cuda_runtime.h>

#include <array>
#include <vector>

#include "kernels/core/cuda_texture.h"
#include "kernels/lab/gpu_run.cuh"
#include "kernels/lab/gpu_runs.h"
#include "kernels/lab/stencil.h"

namespace heatwave::lab {
namespace {

// variant: global shared texture
constexpr unsigned kBlockWidth = 16;

/// One grid or mask in pitched memory. The stride counts elements.
template <typename T>
struct Grid {
  T* cells;
  size_t stride;
  __device__ T& at(int x, int y) const { return cells[static_cast<size_t>(y) * stride + x]; }
};

__device__ int own_x() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }
__device__ int own_y() { return static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y); }
// end

template <typename T>
Grid<T> grid_of(const core::PitchedBuffer<T>& buffer) {
  return {buffer.data(), buffer.stride()};
}

/// The two grids of a plate, and the course of its steps.
class StencilRun : public GpuRun {
 public:
  explicit StencilRun(const StencilProblem& problem)
      : problem_(problem),
        spoiled_(spoiled_plate(problem)),
        grids_{core::PitchedBuffer<float>(problem.extent),
               core::PitchedBuffer<float>(problem.extent)},
        held_(problem.extent),
        result_(problem.start.size()) {}

  [[nodiscard]] bool repeatable() const override { return false; }
  Outcome outcome() override { return checked_stencil(problem_, result_); }

 protected:
  virtual void step() = 0;

  void copy_in() override {
    grids_[now_].upload(core::whole(problem_.extent), problem_.start.data(), queue());
    held_.upload(core::whole(problem_.extent), problem_.held.data(), queue());
  }
  void reset() override {
    now_ = 0;
    grids_[0].upload(core::whole(problem_.extent), problem_.start.data(), queue());
    grids_[1].upload(core::whole(problem_.extent), spoiled_.data(), queue());
  }
  void launch() override {
    for (std::int64_t s = 0; s < problem_.steps; ++s) {
      step();
      now_ ^= 1U;  // the two grids change places
    }
  }
  void copy_out() override {
    grids_[now_].download(core::whole(problem_.extent), result_.data(), queue());
  }

  [[nodiscard]] core::Extent extent() const { return problem_.extent; }
  [[nodiscard]] dim3 block() const {
    return {kBlockWidth, static_cast<unsigned>(problem_.threads) / kBlockWidth, 1};
  }
  [[nodiscard]] dim3 blocks() const {
    const auto rows = block().y;
    return {(static_cast<unsigned>(extent().width) + kBlockWidth - 1) / kBlockWidth,
            (static_cast<unsigned>(extent().height) + rows - 1) / rows, 1};
  }
  [[nodiscard]] unsigned now() const { return now_; }
  [[nodiscard]] Grid<float> from() const { return grid_of(grids_[now_]); }
  [[nodiscard]] Grid<float> to() const { return grid_of(grids_[now_ ^ 1U]); }
  [[nodiscard]] Grid<std::uint8_t> held() const { return grid_of(held_); }
  [[nodiscard]] const core::PitchedBuffer<float>& grid(unsigned which) const {
    return grids_[which];
  }

 private:
  const StencilProblem& problem_;
  std::vector<float> spoiled_;
  std::array<core::PitchedBuffer<float>, 2> grids_;
  core::PitchedBuffer<std::uint8_t> held_;
  std::vector<float> result_;
  unsigned now_ = 0;  ///< which of the grids holds the plate
};

// variant: global
__global__ void step_inner_cells(Grid<float> from, Grid<float> to, core::Extent extent) {
  const int x = own_x();
  const int y = own_y();
  if (x < 1 || y < 1 || x >= extent.width - 1 || y >= extent.height - 1) return;
  to.at(x, y) = heat_step({from.at(x, y), from.at(x - 1, y), from.at(x + 1, y),  //! five reads
                           from.at(x, y - 1), from.at(x, y + 1)});
}

__global__ void put_back(Grid<float> to, Grid<float> sources, core::Extent extent) {
  const int x = own_x();
  const int y = own_y();
  if (x >= extent.width || y >= extent.height) return;
  const float source = sources.at(x, y);  //! as much again is read, to change a few cells
  if (source != 0.0F) to.at(x, y) = source;
}

class Global : public StencilRun {
 public:
  explicit Global(const StencilProblem& problem) : StencilRun(problem), sources_(problem.extent) {
    sources_.clear(queue());
    if (!problem.source.empty()) {
      const std::vector<float> values(static_cast<std::size_t>(problem.source.cells()), kSource);
      sources_.upload(problem.source, values.data(), queue());
    }
    stream().synchronize();
    note_shape(step_inner_cells, blocks(), block());
  }

 protected:
  void step() override {
    step_inner_cells<<<blocks(), block(), 0, queue()>>>(from(), to(), extent());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
    put_back<<<blocks(), block(), 0, queue()>>>(to(), grid_of(sources_), extent());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }

 private:
  core::PitchedBuffer<float> sources_;
};

// variant: shared
__global__ void step_shared_tile(Grid<float> from, Grid<float> to, Grid<std::uint8_t> held,
                                 core::Extent extent) {
  extern __shared__ float tile[];  // the block's cells and a rim of one
  const int width = static_cast<int>(blockDim.x) + 2;
  const int height = static_cast<int>(blockDim.y) + 2;
  const int x0 = static_cast<int>(blockIdx.x * blockDim.x) - 1;
  const int y0 = static_cast<int>(blockIdx.y * blockDim.y) - 1;
  const int thread = static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x);
  for (int i = thread; i < width * height; i += static_cast<int>(blockDim.x * blockDim.y)) {
    const int x = x0 + i % width;
    const int y = y0 + i / width;
    const bool inside = x >= 0 && y >= 0 && x < extent.width && y < extent.height;
    tile[i] = inside ? from.at(x, y) : 0.0F;  //! each cell is read once a block
  }
  __syncthreads();  //! the whole tile is there
  const int x = own_x();
  const int y = own_y();
  if (x >= extent.width || y >= extent.height) return;
  const float* own = tile + (threadIdx.y + 1) * width + threadIdx.x + 1;
  const float stepped = heat_step({own[0], own[-1], own[1], own[-width], own[width]});
  to.at(x, y) = held.at(x, y) != 0 ? own[0] : stepped;
}

class Shared : public StencilRun {
 public:
  explicit Shared(const StencilProblem& problem)
      : StencilRun(problem), bytes_((block().x + 2) * (block().y + 2) * sizeof(float)) {
    note_shape(step_shared_tile, blocks(), block(), bytes_);
  }

 protected:
  void step() override {
    step_shared_tile<<<blocks(), block(), bytes_, queue()>>>(from(), to(), held(), extent());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }

 private:
  std::size_t bytes_;
};

// variant: texture
__global__ void step_texture(cudaTextureObject_t from, Grid<float> to, Grid<std::uint8_t> held,
                             core::Extent extent) {
  const int x = own_x();
  const int y = own_y();
  if (x >= extent.width || y >= extent.height) return;
  const float u = static_cast<float>(x) + 0.5F;  // the middle of a cell
  const float v = static_cast<float>(y) + 0.5F;
  const field::Neighbours n{tex2D<float>(from, u, v), tex2D<float>(from, u - 1, v),  //! no bounds:
                            tex2D<float>(from, u + 1, v), tex2D<float>(from, u, v - 1),  // beyond
                            tex2D<float>(from, u, v + 1)};  // the edge a texture is zero
  to.at(x, y) = held.at(x, y) != 0 ? n.centre : heat_step(n);
}

class Texture : public StencilRun {
 public:
  explicit Texture(const StencilProblem& problem)
      : StencilRun(problem), first_(grid(0)), second_(grid(1)) {
    note_shape(step_texture, blocks(), block());
  }

 protected:
  void step() override {
    const core::GridTexture& texture = now() == 0 ? first_ : second_;
    step_texture<<<blocks(), block(), 0, queue()>>>(texture.get(), to(), held(), extent());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }

 private:
  core::GridTexture first_;
  core::GridTexture second_;
};
// end

std::unique_ptr<Run> solver(const StencilProblem& problem, const Stop& stop) {
  return stencil_by_solver(problem, field::Backend::cuda, stop);
}

}  // namespace

GpuRuns stencil_on_gpu() {
  return {{"global", makes_run<StencilProblem, Global>()},
          {"shared", makes_run<StencilProblem, Shared>()},
          {"texture", makes_run<StencilProblem, Texture>()},
          {"solver-cuda", makes<StencilProblem>(solver)}};
}

}  // namespace heatwave::lab
