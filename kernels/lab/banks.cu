// Banks, on the GPU. The readers stay in shared memory and are limited by its banks; the transposes
// move 4 bytes in and 4 bytes out per element and are limited by memory, or else by the banks.
#include <cuda_runtime.h>

#include <array>

#include "kernels/lab/banks.h"
#include "kernels/lab/gpu_run.cuh"
#include "kernels/lab/gpu_runs.h"

namespace heatwave::lab {
namespace {

// All readers are called alike: the tile, a sum for each thread, rounds and stride. They read
// through `volatile`, so that the compiler does not keep the words in registers from round to
// round.

// variant: row column padded
/// Rows of 32 words, or of 33: with one word of padding.
template <int kRow>
__device__ void load_tile(const unsigned* words, unsigned (&tile)[kTile][kRow]) {
  for (int i = static_cast<int>(threadIdx.x); i < kWords; i += static_cast<int>(blockDim.x))
    tile[i / kTile][i % kTile] = words[i];
  __syncthreads();
}

__device__ unsigned thread_in_grid() { return blockIdx.x * blockDim.x + threadIdx.x; }

// variant: row
__global__ void read_rows(const unsigned* words, unsigned* sums, int rounds, int /*stride*/) {
  __shared__ unsigned tile[kTile][kTile];
  load_tile(words, tile);
  const volatile unsigned* row = &tile[0][threadIdx.x % kTile];
  unsigned sum = 0;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int k = 0; k < kTile; ++k) sum += row[k * kTile];  //! 32 lanes, 32 banks
  }
  sums[thread_in_grid()] = sum;
}

// variant: stride
__global__ void read_stride(const unsigned* words, unsigned* sums, int rounds, int stride) {
  __shared__ unsigned shared[kWords];
  for (int i = static_cast<int>(threadIdx.x); i < kWords; i += static_cast<int>(blockDim.x))
    shared[i] = words[i];
  __syncthreads();
  const int lane = static_cast<int>(threadIdx.x) % kTile;
  const volatile unsigned* mine = shared + lane * stride;  //! lane l's bank: l * stride mod 32
  unsigned sum = 0;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int k = 0; k < kTile; ++k) sum += mine[k];  //! gcd(stride, 32) lanes at each bank
  }
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// variant: column padded
template <int kRow>
__global__ void read_columns(const unsigned* words, unsigned* sums, int rounds, int /*stride*/) {
  __shared__ unsigned tile[kTile][kRow];  //! rows of 32 words, or of 33: with one word of padding
  load_tile(words, tile);
  const volatile unsigned* mine = tile[threadIdx.x % kTile];
  unsigned sum = 0;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int k = 0; k < kTile; ++k) sum += mine[k];  //! the warp reads column k
  }
  sums[thread_in_grid()] = sum;
}
// end

using ReadKernel = void (*)(const unsigned*, unsigned*, int, int);

// variant: row stride column padded
class BankRun : public GpuRun {
 public:
  BankRun(const BanksProblem& problem, BankPattern pattern, ReadKernel kernel)
      : problem_(problem),
        pattern_(pattern),
        kernel_(kernel),
        words_(problem.words.size()),
        sums_(static_cast<std::size_t>(problem.blocks * problem.threads)),
        result_(sums_.size()),
        blocks_(static_cast<unsigned>(problem.blocks)),
        threads_(static_cast<unsigned>(problem.threads)) {
    note_shape(kernel_, blocks_, threads_);
  }

  Outcome outcome() override { return checked_sums(problem_, pattern_, result_); }

 protected:
  void copy_in() override {
    upload(words_, problem_.words.data(), queue());
    poison(sums_, queue());
  }
  void launch() override {
    kernel_<<<blocks_, threads_, 0, queue()>>>(words_.data(), sums_.data(),
                                               static_cast<int>(problem_.rounds),
                                               static_cast<int>(problem_.stride));
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }
  void copy_out() override { download(result_.data(), sums_, queue()); }

 private:
  const BanksProblem& problem_;
  BankPattern pattern_;
  ReadKernel kernel_;
  core::DeviceBuffer<std::uint32_t> words_;
  core::DeviceBuffer<std::uint32_t> sums_;
  std::vector<std::uint32_t> result_;
  unsigned blocks_;
  unsigned threads_;
};
// end

// The transposes: blocks of 32 × 8 threads, each block a tile of 32 × 32 elements.
constexpr int kRowsAtOnce = 8;

// variant: transpose-naive
__global__ void transpose_naive(const unsigned* in, unsigned* out, long long side) {
  const long long x = static_cast<long long>(blockIdx.x) * kTile + threadIdx.x;
  const long long top = static_cast<long long>(blockIdx.y) * kTile;
  for (long long y = top + threadIdx.y; y < min(top + kTile, side); y += kRowsAtOnce) {
    if (x < side) out[x * side + y] = in[y * side + x];  //! neighbours write a row apart
  }
}

// variant: transpose-tile transpose-padded
template <int kRow>
__global__ void transpose_tile(const unsigned* in, unsigned* out, long long side) {
  __shared__ unsigned tile[kTile][kRow];  //! rows of 32 words, or of 33: with one word of padding
  const long long left = static_cast<long long>(blockIdx.x) * kTile;
  const long long top = static_cast<long long>(blockIdx.y) * kTile;
  const int lane = static_cast<int>(threadIdx.x);
  for (int row = static_cast<int>(threadIdx.y); row < kTile; row += kRowsAtOnce) {
    if (left + lane < side && top + row < side)
      tile[row][lane] = in[(top + row) * side + left + lane];  // along a row of the matrix
  }
  __syncthreads();
  for (int row = static_cast<int>(threadIdx.y); row < kTile; row += kRowsAtOnce) {
    if (top + lane < side && left + row < side)
      out[(left + row) * side + top + lane] = tile[lane][row];  //! a row there, a column here
  }
}
// end

using TransposeKernel = void (*)(const unsigned*, unsigned*, long long);

/// The matrix on the device, and room for its transpose.
class MatrixRun : public GpuRun {
 public:
  explicit MatrixRun(const BanksProblem& problem)
      : problem_(problem),
        in_(problem.matrix.size()),
        out_(problem.matrix.size()),
        result_(in_.size()) {}

 protected:
  void copy_in() override {
    upload(in_, problem_.matrix.data(), queue());
    poison(out_, queue());
  }
  void copy_out() override { download(result_.data(), out_, queue()); }

  const BanksProblem& problem_;
  core::DeviceBuffer<std::uint32_t> in_;
  core::DeviceBuffer<std::uint32_t> out_;
  std::vector<std::uint32_t> result_;
};

// variant: transpose-naive transpose-tile transpose-padded
class TransposeRun : public MatrixRun {
 public:
  TransposeRun(const BanksProblem& problem, TransposeKernel kernel)
      : MatrixRun(problem), kernel_(kernel) {
    const unsigned tiles = blocks_for(problem.side, kTile);
    grid_ = dim3(tiles, tiles);
    note_shape(kernel_, grid_, block_);
  }

  Outcome outcome() override { return checked_transpose(problem_, result_); }

 protected:
  void launch() override {
    kernel_<<<grid_, block_, 0, queue()>>>(in_.data(), out_.data(), problem_.side);
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }

 private:
  TransposeKernel kernel_;
  dim3 grid_;
  dim3 block_ = dim3(kTile, kRowsAtOnce);
};

// variant: copy
class MatrixCopy : public MatrixRun {
 public:
  explicit MatrixCopy(const BanksProblem& problem) : MatrixRun(problem) {}

  Outcome outcome() override {
    const bool same = result_ == problem_.matrix;
    return {.right = same,
            .result = same ? "a copy" : "not a copy",
            .expected = "a copy",
            .error = same ? 0.0 : 1.0,
            .note = "The matrix is copied, not transposed."};
  }

 protected:
  void launch() override {
    HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(out_.data(), in_.data(), in_.size() * sizeof(unsigned),  //!
                                        cudaMemcpyDeviceToDevice, queue()));
  }
};
// end

MakeRun reading(BankPattern pattern, ReadKernel kernel) {
  return makes<BanksProblem>([=](const BanksProblem& problem, const Stop& /*stop*/) {
    return std::make_unique<BankRun>(problem, pattern, kernel);
  });
}

MakeRun transposing(TransposeKernel kernel) {
  return makes<BanksProblem>([=](const BanksProblem& problem, const Stop& /*stop*/) {
    return std::make_unique<TransposeRun>(problem, kernel);
  });
}

}  // namespace

GpuRuns banks_on_gpu() {
  return {{"row", reading(BankPattern::row, read_rows)},
          {"stride", reading(BankPattern::stride, read_stride)},
          {"column", reading(BankPattern::column, read_columns<kTile>)},
          {"padded", reading(BankPattern::padded, read_columns<kPaddedRow>)},
          {"transpose-naive", transposing(transpose_naive)},
          {"transpose-tile", transposing(transpose_tile<kTile>)},
          {"transpose-padded", transposing(transpose_tile<kPaddedRow>)},
          {"copy", makes_run<BanksProblem, MatrixCopy>()}};
}

}  // namespace heatwave::lab
