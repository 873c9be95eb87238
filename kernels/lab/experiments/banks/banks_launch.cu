// This file launches the kernels of the banks experiment, with the copies before and after.
#include <cuda_runtime.h>

#include <vector>

#include "kernels/lab/bench/launch.cuh"
#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/experiments/banks/banks_experiment.h"
#include "kernels/lab/experiments/banks/banks_kernels.cuh"

namespace heatwave::lab::banks_experiment {

// variant: row stride column padded transpose-naive transpose-tile transpose-padded copy
/// The readers use the tile and one sum for each thread; the transposes use the matrix and its
/// transpose.
struct BanksDevice {
  explicit BanksDevice(const BanksProblem& problem)
      : grid(static_cast<unsigned>(problem.blocks)),
        block(static_cast<unsigned>(problem.threads)),
        words(problem.words.size()),  // cudaMalloc
        sums(static_cast<std::size_t>(problem.blocks * problem.threads)),
        in(problem.matrix.size()),
        out(problem.matrix.size()),
        host_sums(sums.size()),
        transposed(out.size()) {}

  unsigned grid;  ///< blocks of the readers
  unsigned block;
  core::DeviceBuffer<std::uint32_t> words;
  core::DeviceBuffer<std::uint32_t> sums;
  core::DeviceBuffer<std::uint32_t> in;
  core::DeviceBuffer<std::uint32_t> out;
  std::vector<std::uint32_t> host_sums;
  std::vector<std::uint32_t> transposed;
};

// variant: row stride column padded
static void copy_words_in(const BanksProblem& problem, BanksDevice& device, Queue queue) {
  upload(device.words, problem.words.data(), queue);  //! cudaMemcpyAsync, host to device
}
static void copy_sums_out(const BanksProblem& /*problem*/, BanksDevice& device, Queue queue) {
  download(device.host_sums.data(), device.sums, queue);  //! device to host
}

// variant: transpose-naive transpose-tile transpose-padded copy
static void copy_matrix_in(const BanksProblem& problem, BanksDevice& device, Queue queue) {
  upload(device.in, problem.matrix.data(), queue);  //! cudaMemcpyAsync, host to device
}
static void copy_matrix_out(const BanksProblem& /*problem*/, BanksDevice& device, Queue queue) {
  download(device.transposed.data(), device.out, queue);  //! device to host
}
// end

static void poison_results(const BanksProblem& /*problem*/, BanksDevice& device, Queue queue) {
  poison(device.sums, queue);
  poison(device.out, queue);
}

template <BankPattern pattern>
static Outcome check_sums(const BanksProblem& problem, const BanksDevice& device) {
  return checked_sums(problem, pattern, device.host_sums);
}
static Outcome check_transpose(const BanksProblem& problem, const BanksDevice& device) {
  return checked_transpose(problem, device.transposed);
}
static Outcome check_copy(const BanksProblem& problem, const BanksDevice& device) {
  return outcome_of_copy(device.transposed, problem.matrix, "The matrix is copied, not transposed.",
                         problem.stop);
}

static HostArrays host_words(const BanksProblem& problem, const BanksDevice& device) {
  return arrays_of(problem.words, device.host_sums);
}
static HostArrays host_matrices(const BanksProblem& problem, const BanksDevice& device) {
  return arrays_of(problem.matrix, device.transposed);
}

std::unique_ptr<Run> gpu_run_of(const BanksProblem& problem, BanksLauncher* launcher) {
  Steps<BanksProblem, BanksDevice> steps{.prepare = poison_results,
                                         .copy_in = copy_words_in,
                                         .copy_out = copy_sums_out,
                                         .host_arrays = host_words,
                                         .check = check_transpose};
  if (launcher == banks_row) {
    steps.check = check_sums<BankPattern::row>;
  } else if (launcher == banks_stride) {
    steps.check = check_sums<BankPattern::stride>;
  } else if (launcher == banks_column) {
    steps.check = check_sums<BankPattern::column>;
  } else if (launcher == banks_padded) {
    steps.check = check_sums<BankPattern::padded>;
  } else {
    steps.copy_in = copy_matrix_in;
    steps.copy_out = copy_matrix_out;
    steps.host_arrays = host_matrices;
    if (launcher == banks_copy) steps.check = check_copy;
  }
  return run_with(problem, steps, launcher);
}

// variant: row stride column padded
using BankReader = void(const unsigned* words, unsigned* sums, int rounds, int stride);

static Launched launch_reader(const BanksProblem& problem, BanksDevice& device, BankReader* kernel,
                              Queue queue) {
  kernel<<<device.grid, device.block, 0, queue>>>(device.words.data(), device.sums.data(),
                                                  static_cast<int>(problem.rounds),
                                                  static_cast<int>(problem.stride));
  return launched(kernel, device.grid, device.block);
}

// variant: row
Launched banks_row(const BanksProblem& problem, BanksDevice& device, Queue queue) {
  return launch_reader(problem, device, read_rows, queue);  //!
}

// variant: stride
Launched banks_stride(const BanksProblem& problem, BanksDevice& device, Queue queue) {
  return launch_reader(problem, device, read_stride, queue);  //!
}

// variant: column
Launched banks_column(const BanksProblem& problem, BanksDevice& device, Queue queue) {
  return launch_reader(problem, device, read_columns, queue);  //!
}

// variant: padded
Launched banks_padded(const BanksProblem& problem, BanksDevice& device, Queue queue) {
  return launch_reader(problem, device, read_padded_columns, queue);  //!
}

// variant: transpose-naive transpose-tile transpose-padded
using Transposer = void(const unsigned* in, unsigned* out, long long side);

static Launched launch_transpose(const BanksProblem& problem, BanksDevice& device,
                                 Transposer* kernel, Queue queue) {
  const unsigned tiles = blocks_for(problem.side, 32);
  const dim3 grid(tiles, tiles);  //! one block for each tile
  const dim3 block(32, 8);        //! 32 × 32 elements; each thread handles four
  kernel<<<grid, block, 0, queue>>>(device.in.data(), device.out.data(), problem.side);
  return launched(kernel, grid, block);
}

// variant: transpose-naive
Launched banks_transpose_naive(const BanksProblem& problem, BanksDevice& device, Queue queue) {
  return launch_transpose(problem, device, transpose_straight, queue);
}

// variant: transpose-tile
Launched banks_transpose_tile(const BanksProblem& problem, BanksDevice& device, Queue queue) {
  return launch_transpose(problem, device, transpose_through_tile<32>, queue);
}

// variant: transpose-padded
Launched banks_transpose_padded(const BanksProblem& problem, BanksDevice& device, Queue queue) {
  return launch_transpose(problem, device, transpose_through_tile<33>, queue);
}

// variant: copy
Launched banks_copy(const BanksProblem& /*problem*/, BanksDevice& device, Queue queue) {
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(device.out.data(), device.in.data(),  //!
                                      device.in.size() * sizeof(unsigned), cudaMemcpyDeviceToDevice,
                                      queue));
  return {};
}
// end

}  // namespace heatwave::lab::banks_experiment
