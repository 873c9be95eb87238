// Mean distance to fixed objects, on the GPU. Four bytes leave for each point; the objects are few
// and stay near. Roots limit it, and on small squares the launch.
#include <cuda_runtime.h>

#include <algorithm>

#include "kernels/lab/distance.h"
#include "kernels/lab/gpu_run.cuh"
#include "kernels/lab/gpu_runs.h"
#include "kernels/lab/unavailable.h"

namespace heatwave::lab {
namespace {

/// The points' means on the device, and the shape of the launches: blocks lie along the rows.
class DistanceRun : public GpuRun {
 public:
  DistanceRun(const DistanceProblem& problem, std::int64_t points_per_thread)
      : problem_(problem),
        means_(static_cast<std::size_t>(problem.side * problem.side)),
        result_(means_.size()),
        blocks_(blocks_for(problem.side, points_per_thread * problem.threads),
                static_cast<unsigned>(problem.side), 1) {}

  Outcome outcome() override { return checked_distance(problem_, result_); }

 protected:
  void copy_in() override {
    copy_objects();
    poison(means_, queue());
  }
  virtual void copy_objects() = 0;
  void copy_out() override { download(result_.data(), means_, queue()); }

  [[nodiscard]] const DistanceProblem& problem() const { return problem_; }
  [[nodiscard]] float* means() const { return means_.data(); }
  [[nodiscard]] int side() const { return static_cast<int>(problem_.side); }
  [[nodiscard]] int count() const { return static_cast<int>(problem_.objects.size()); }
  [[nodiscard]] dim3 blocks() const { return blocks_; }
  [[nodiscard]] unsigned threads() const { return static_cast<unsigned>(problem_.threads); }

 private:
  const DistanceProblem& problem_;
  core::DeviceBuffer<float> means_;
  std::vector<float> result_;
  dim3 blocks_;
};

// variant: global constant shared points fast-root
__device__ float* row_of(float* means, int side) {
  return means + static_cast<size_t>(blockIdx.y) * side;  // a row of blocks for each row of points
}

// variant: global
__global__ void means_from_global(const Object* objects, int count, float* means, int side) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (x >= side) return;
  const auto y = static_cast<float>(blockIdx.y);
  float sum = 0.0F;
  for (int i = 0; i < count; ++i) {
    sum += distance_to(objects[i], static_cast<float>(x), y);  //! through the caches, each time
  }
  row_of(means, side)[x] = sum / static_cast<float>(count);
}

// variant: shared
constexpr int kPiece = 1024;  // objects in shared memory at a time: 8 KB

__global__ void means_from_shared(const Object* objects, int count, float* means, int side) {
  __shared__ float2 piece[kPiece];
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const auto y = static_cast<float>(blockIdx.y);
  float sum = 0.0F;
  for (int first = 0; first < count; first += kPiece) {
    const int here = min(kPiece, count - first);
    __syncthreads();  // nobody still reads the piece before
    for (int i = static_cast<int>(threadIdx.x); i < here; i += static_cast<int>(blockDim.x)) {
      piece[i] = make_float2(objects[first + i].x, objects[first + i].y);  //! once for the block
    }
    __syncthreads();
    for (int i = 0; i < here; ++i) {
      sum += distance_to({piece[i].x, piece[i].y}, static_cast<float>(x), y);  //! one word for all
    }
  }
  if (x < side) row_of(means, side)[x] = sum / static_cast<float>(count);
}

// variant: global shared
using GlobalKernel = void(const Object*, int, float*, int);

template <GlobalKernel* kernel>
class FromMemory : public DistanceRun {
 public:
  explicit FromMemory(const DistanceProblem& problem)
      : DistanceRun(problem, 1), objects_(problem.objects.size()) {
    note_shape(kernel, blocks(), threads());
  }

 protected:
  void copy_objects() override { upload(objects_, problem().objects.data(), queue()); }
  void launch() override {
    kernel<<<blocks(), threads(), 0, queue()>>>(objects_.data(), count(), means(), side());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }

 private:
  core::DeviceBuffer<Object> objects_;
};

// variant: constant points fast-root
constexpr int kMostObjects = 8192;
__constant__ float2 constant_objects[kMostObjects];  //! all the 64 KB there are

// variant: constant
__global__ void means_from_constant(int count, float* means, int side) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (x >= side) return;
  const auto y = static_cast<float>(blockIdx.y);
  float sum = 0.0F;
  for (int i = 0; i < count; ++i) {
    const float2 object = constant_objects[i];  //! the same for all lanes: one read for the warp
    sum += distance_to({object.x, object.y}, static_cast<float>(x), y);
  }
  row_of(means, side)[x] = sum / static_cast<float>(count);
}

// variant: points fast-root
constexpr int kPoints = 4;  // of one row, side by side

// variant: fast-root
struct HardwareRoot {
  __device__ static float distance(float2 object, float x, float y) {
    const float dx = object.x - x;
    const float dy = object.y - y;
    float root = 0.0F;
    asm("sqrt.approx.f32 %0, %1;" : "=f"(root) : "f"(fmaf(dx, dx, dy * dy)));  //! 1 instruction
    return root;
  }
};

// variant: points
struct RoundedRoot {
  __device__ static float distance(float2 object, float x, float y) {
    return distance_to({object.x, object.y}, x, y);
  }
};

// variant: points fast-root
template <typename Root>
__global__ void means_of_four_points(int count, float* means, int side) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) * kPoints;
  if (x >= side) return;
  const auto y = static_cast<float>(blockIdx.y);
  float sum[kPoints] = {};
  for (int i = 0; i < count; ++i) {
    const float2 object = constant_objects[i];
    for (int p = 0; p < kPoints; ++p) {
      sum[p] += Root::distance(object, static_cast<float>(x + p), y);  //! four at once
    }
  }
  const auto divisor = static_cast<float>(count);
  for (float& each : sum) each /= divisor;
  float* to = row_of(means, side) + x;
  if (side % kPoints == 0) {
    *reinterpret_cast<float4*>(to) = make_float4(sum[0], sum[1], sum[2], sum[3]);  //! 16 bytes
  } else {
    for (int p = 0; p < min(kPoints, side - x); ++p) to[p] = sum[p];  // rows begin anywhere
  }
}

// variant: constant points fast-root
using ConstantKernel = void(int, float*, int);

template <ConstantKernel* kernel, int points>
class FromConstant : public DistanceRun {
 public:
  explicit FromConstant(const DistanceProblem& problem) : DistanceRun(problem, points) {
    if (count() > kMostObjects) {
      throw Unavailable("constant memory holds 64 KB, which are 8,192 objects");
    }
    note_shape(kernel, blocks(), threads());
  }

 protected:
  void copy_objects() override {
    HEATWAVE_CUDA_CHECK(cudaMemcpyToSymbolAsync(constant_objects, problem().objects.data(),
                                                problem().objects.size() * sizeof(Object), 0,
                                                cudaMemcpyHostToDevice, queue()));
  }
  // Constant memory is the program's, not this run's: another may have used it in between.
  void reset() override { copy_objects(); }
  void launch() override {
    kernel<<<blocks(), threads(), 0, queue()>>>(count(), means(), side());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }
};
// end

}  // namespace

GpuRuns distance_on_gpu() {
  return {
      {"global", makes_run<DistanceProblem, FromMemory<means_from_global>>()},
      {"constant", makes_run<DistanceProblem, FromConstant<means_from_constant, 1>>()},
      {"shared", makes_run<DistanceProblem, FromMemory<means_from_shared>>()},
      {"points",
       makes_run<DistanceProblem, FromConstant<means_of_four_points<RoundedRoot>, kPoints>>()},
      {"fast-root",
       makes_run<DistanceProblem, FromConstant<means_of_four_points<HardwareRoot>, kPoints>>()}};
}

}  // namespace heatwave::lab
