// This experiment multiplies matrices. This file describes its variants and contains the slides'
// two loops for the CPU.
#include "kernels/lab/experiments/matmul/matmul_experiment.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/bench/inputs.h"
#include "kernels/lab/bench/launched_by.h"
#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/bench/traffic.h"

namespace heatwave::lab::matmul_experiment {
namespace {

using Matrix = std::vector<float>;

/// Returns a product with no element written yet.
Matrix unwritten(const MatmulProblem& problem) {
  return Matrix(problem.a.size(), std::numeric_limits<float>::quiet_NaN());
}

template <typename Multiply>
std::unique_ptr<Run> run_of(const MatmulProblem& problem, const Stop& stop, Multiply multiply) {
  return cpu_run(
      [&problem, stop, multiply, c = unwritten(problem)]() mutable -> const Matrix* {
        multiply(problem.a.data(), problem.b.data(), c.data(), problem.n, stop);
        return &c;
      },
      [&problem](const Matrix* c) {
        return checked_matmul(problem, *c, MatmulPrecision::float32);
      });
}

// variant: loops
void multiply_loops(const float* a, const float* b, float* c, std::int64_t n, const Stop& stop) {
  for (std::int64_t i = 0; i < n && !stop.stop_requested(); ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      float sum = 0.0F;
      for (std::int64_t k = 0; k < n; ++k)
        sum += a[i * n + k] * b[k * n + j];  //! down a column of B: one line per step
      c[i * n + j] = sum;
    }
  }
}

std::unique_ptr<Run> loops(const MatmulProblem& problem, const Stop& stop) {
  return run_of(problem, stop, multiply_loops);
}

// variant: blocked
constexpr std::int64_t kBlock = 32;  // three blocks of 4 KB fit the L1 cache together

void multiply_block(const float* a, const float* b, float* c, std::int64_t n, std::int64_t i0,
                    std::int64_t j0, std::int64_t k0) {
  const std::int64_t i1 = std::min(n, i0 + kBlock);
  const std::int64_t j1 = std::min(n, j0 + kBlock);
  const std::int64_t k1 = std::min(n, k0 + kBlock);
  for (std::int64_t i = i0; i < i1; ++i) {
    for (std::int64_t j = j0; j < j1; ++j) {
      float sum = k0 == 0 ? 0.0F : c[i * n + j];
      for (std::int64_t k = k0; k < k1; ++k)
        sum += a[i * n + k] * b[k * n + j];  //! 32 × 32 elements of B are used 32 times
      c[i * n + j] = sum;
    }
  }
}

void multiply_blocks(const float* a, const float* b, float* c, std::int64_t n, const Stop& stop) {
  for (std::int64_t i = 0; i < n; i += kBlock) {
    for (std::int64_t j = 0; j < n && !stop.stop_requested(); j += kBlock) {
      for (std::int64_t k = 0; k < n; k += kBlock) multiply_block(a, b, c, n, i, j, k);
    }
  }
}

std::unique_ptr<Run> blocked(const MatmulProblem& problem, const Stop& stop) {
  return run_of(problem, stop, multiply_blocks);
}
// end

enum Input : std::int64_t { kUniform, kEqual, kIdentity };

Matrix filled_matrix(const Stop& stop, std::int64_t n, std::int64_t input, const Random& random) {
  return filled<float>(stop, static_cast<std::size_t>(n * n), [&](std::size_t i) {
    return input == kEqual ? 1.0F : 2.0F * random.uniform(i) - 1.0F;
  });
}

Matrix identity(std::int64_t n) {
  Matrix matrix(static_cast<std::size_t>(n * n), 0.0F);
  for (std::int64_t i = 0; i < n; ++i) matrix[static_cast<std::size_t>(i * n + i)] = 1.0F;
  return matrix;
}

std::unique_ptr<Problem> make_problem(const Settings& settings, const Stop& stop) {
  auto problem = std::make_unique<MatmulProblem>();
  const std::int64_t n = settings["n"];
  const std::int64_t input = settings["input"];
  problem->n = n;
  problem->threads = settings["threads"];
  problem->a = filled_matrix(stop, n, input, Random(2 * settings.seed));
  problem->b = input == kIdentity ? identity(n)
                                  : filled_matrix(stop, n, input, Random(2 * settings.seed + 1));
  prepare_matmul_check(*problem);
  return problem;
}

/// Counts n³ multiplications and n³ additions; each matrix moves once.
Work work(const Settings& settings) {
  const auto n = static_cast<double>(settings["n"]);
  return {.bytes = 12.0 * n * n, .operations = 2.0 * n * n * n};
}

/// The precision of the factors on tensor cores; sums are float32.
constexpr const char* kTf32 = "TF32, about 3 digits";

Work tensor_work(const Settings& settings) {
  Work all = work(settings);
  all.tensor_cores = true;
  return all;
}

std::function<std::string(const Settings&)> left_out_above(std::int64_t n) {
  return [n](const Settings& settings) {
    return settings["n"] <= n ? std::string()
                              : "takes many seconds above n = " + grouped(n) +
                                    "; select the variant by name to run it";
  };
}

double host_bytes(const Settings& settings) {
  const std::int64_t n = settings["n"];
  const auto cells = static_cast<double>(n) * static_cast<double>(n);
  const double check = 8.0 * std::min(cells, 1024.0 * 1024.0) + 64.0 * static_cast<double>(n) + 1e5;
  return 12.0 * cells + check + packed_matmul_bytes(n);
}

/// Rows are padded to 128 bytes; cuBLAS allocates some tens of megabytes itself.
double device_bytes(const Settings& settings) {
  const auto n = static_cast<double>(settings["n"]);
  return 12.0 * n * (n + 31.0) + 64e6;
}

/// Milliseconds and GFLOP/s, as the slides round them.
struct Printed {
  double milliseconds;
  double gflops;
};

std::vector<LectureFigure> lecture(Printed at_1024, Printed at_2048) {
  const auto figure = [](std::int64_t n, Printed printed) {
    return LectureFigure{.where = "Carnegie Mellon, GTX 1080, N = " + std::to_string(n),
                         .milliseconds = printed.milliseconds,
                         .at = {{"n", n}},
                         .gflops = printed.gflops};
  };
  return {figure(1024, at_1024), figure(2048, at_2048)};
}

std::vector<Variant> cpu_variants() {
  return {{.id = "loops",
           .title = "CPU, three loops",
           .what = "One thread multiplies rows by columns, as on paper; each step down a column "
                   "of B touches another cache line.",
           .processor = Processor::cpu,
           .work = work,
           .lecture = lecture({1950, 1.1}, {16000, 1.1}),
           .left_out = left_out_above(1536),
           .make = makes<MatmulProblem>(loops)},
          {.id = "blocked",
           .title = "CPU, blocked",
           .what = "The sums are computed block by block, so that data in the cache is used 32 "
                   "times before it is evicted.",
           .processor = Processor::cpu,
           .work = work,
           .lecture = lecture({612, 3.5}, {4940, 3.5}),
           .left_out = left_out_above(2048),
           .make = makes<MatmulProblem>(blocked)},
          {.id = "packed",
           .title = "CPU, packed, threads and vectors",
           .what = "Tiles are copied into the order of their use, 6 × 16 sums stay in registers, "
                   "and all processors share the rows, as in fast libraries.",
           .processor = Processor::cpu,
           .cpu_threads = CpuThreads::all,
           .work = work,
           .left_out = left_out_above(8192),
           .source = "kernels/lab/experiments/matmul/matmul_packed.cpp",
           .make = makes<MatmulProblem>(packed_matmul)}};
}

std::vector<Variant> lecture_variants() {
  return {{.id = "wrong-way",
           .title = "uncoalesced: a warp along a column",
           .what = "A lesson: one thread per element, but a warp's threads lie down a column, so "
                   "each of them reads and writes another row.",
           .processor = Processor::gpu,
           .work = work,
           .lecture = lecture({44.5, 48.2}, {301, 57.0}),
           .left_out = left_out_above(8192),
           .make = launched_by<matmul_uncoalesced>()},
          {.id = "coalesced",
           .title = "coalesced",
           .what = "The thread's index is swapped: a warp lies along a row, and its reads of B "
                   "are combined into whole sectors.",
           .processor = Processor::gpu,
           .work = work,
           .lecture = lecture({4.95, 434}, {38.4, 443}),
           .left_out = left_out_above(16384),
           .make = launched_by<matmul_coalesced>()},
          {.id = "single-block",
           .title = "32 × 32 per thread, in global memory",
           .what = "A lesson: every thread computes a tile of 32 × 32 elements, over k in blocks "
                   "of 32, and adds each block's sums to C in global memory. N = 1024 takes only "
                   "one block, so one multiprocessor works and all others are idle.",
           .processor = Processor::gpu,
           .work = work,
           .left_out = left_out_above(4096),
           .make = launched_by<matmul_single_block>()},
          {.id = "local-tiles",
           .title = "32 × 32 per thread, in local arrays",
           .what = "Each thread copies 32 × 32 elements of A, B and C into its own arrays. They "
                   "are too large for registers, so they are in local memory: private, but in the "
                   "GPU's memory. There a warp's 32 copies of a word are adjacent, while in B and "
                   "C its threads are 128 bytes apart: one sector for each of them.",
           .processor = Processor::gpu,
           .work = work,
           .lecture = lecture({111, 19.4}, {303, 56.7}),
           .left_out = left_out_above(4096),
           .make = launched_by<matmul_local_tiles>()},
          {.id = "shared-tiles",
           .title = "shared-memory tiles",
           .what = "A block loads a tile of A and a tile of B into shared memory, and uses every "
                   "loaded element as many times as the tile is wide.",
           .processor = Processor::gpu,
           .work = work,
           .lecture = lecture({2.05, 1050}, {15.7, 1100}),
           .left_out = left_out_above(16384),
           .make = launched_by<matmul_shared_tiles>()}};
}

std::vector<Variant> fast_variants() {
  const std::string registers = "kernels/lab/experiments/matmul/matmul_registers_kernels.cuh";
  const std::string pipeline = "kernels/lab/experiments/matmul/matmul_pipeline_kernels.cuh";
  const std::string hopper = "kernels/lab/experiments/matmul/matmul_hopper_kernels.cuh";
  return {{.id = "register-tiles",
           .title = "register tiles",
           .what = "Each thread keeps 8 × 8 sums in registers, so that 64 multiply-adds share 16 "
                   "numbers from shared memory, instead of 2 numbers for each.",
           .processor = Processor::gpu,
           .work = work,
           .source = registers,
           .make = launched_by<matmul_register_tiles>()},
          {.id = "vector-loads",
           .title = "vector loads",
           .what = "Memory is read 16 bytes at a time, and the next tile is loaded while the "
                   "current one is multiplied.",
           .processor = Processor::gpu,
           .work = work,
           .source = registers,
           .make = launched_by<matmul_vector_loads>()},
          {.id = "async-copies",
           .title = "warp tiles, asynchronous copies",
           .what = "Tiles are copied to shared memory without passing through registers, three "
                   "ahead of their use, and each warp has its own tile. For large products on an "
                   "H200 this is no faster than vector loads: one tile ahead was enough. It "
                   "prepares for the tensor cores below, which use tiles too fast for that "
                   "(compute capability 8.0 and later).",
           .processor = Processor::gpu,
           .work = work,
           .source = pipeline,
           .make = launched_by<matmul_async_copies>()},
          {.id = "bulk-copies",
           .title = "bulk copies, 128 sums per thread",
           .what = "A unit of the multiprocessor, TMA, loads whole tiles on the request of one "
                   "thread: addresses take no registers and no arithmetic. A thread has 16 × 8 "
                   "sums: 512 multiply-adds share 24 loads of 16 bytes instead of 32. If large "
                   "tiles would leave half of the GPU idle, they are halved, and two slices of "
                   "their depth are summed in parallel (compute capability 9.0).",
           .processor = Processor::gpu,
           .work = work,
           .source = hopper,
           .make = launched_by<matmul_bulk_copies>()},
          {.id = "tensor-tf32",
           .title = "tensor cores, TF32",
           .what = "A warp multiplies 16 × 8 by 8 × 8 with one instruction; its factors are "
                   "rounded to 10 bits of mantissa: look at the error (compute "
                   "capability 8.0 and later).",
           .processor = Processor::gpu,
           .lower_precision = kTf32,
           .work = tensor_work,
           .source = pipeline,
           .make = launched_by<matmul_tensor_tf32>()},
          {.id = "tensor-wgmma",
           .title = "tensor cores, warp groups, TF32",
           .what = "One instruction of four warps makes 32 768 multiply-adds instead of one "
                   "warp's 1024, reads A directly from shared memory and lets the warps "
                   "continue; other warps start the copies. A block's 256 × 128 elements take 85 "
                   "multiply-adds from each number that L2 sends instead of 64 (compute "
                   "capability 9.0).",
           .processor = Processor::gpu,
           .lower_precision = kTf32,
           .work = tensor_work,
           .source = hopper,
           .make = launched_by<matmul_tensor_wgmma>()},
          {.id = "cublas",
           .title = "cuBLAS, float32",
           .what = "NVIDIA's library on these matrices: the speed to reach.",
           .processor = Processor::gpu,
           .yardstick = true,
           .work = work,
           .make = launched_by<matmul_cublas>()},
          {.id = "cublas-tf32",
           .title = "cuBLAS, TF32",
           .what = "The library on tensor cores: the speed to reach if three digits are enough.",
           .processor = Processor::gpu,
           .yardstick = true,
           .lower_precision = kTf32,
           .work = tensor_work,
           .make = launched_by<matmul_cublas_tf32>()}};
}

// A block that reads a sector twice is assumed to find it in the L1 cache.

double cubed(const Settings& settings) { return std::pow(static_cast<double>(settings["n"]), 3); }

/// Returns the number of multiply-adds of whole warps.
double warp_steps(const Settings& settings) { return cubed(settings) / kWarpLanes; }

/// Returns the traffic through L2: a block of side × side outputs needs `side` rows of A and `side`
/// columns of B.
Traffic between_caches(const Settings& settings, double side) {
  const auto n = static_cast<double>(settings["n"]);
  return {.l2_bytes = 8.0 * cubed(settings) / side + 4.0 * n * n, .memory_bytes = 12.0 * n * n};
}

/// Returns the side of the square blocks for this number of threads: 32, 16 or 8.
std::int64_t side_of(const Settings& settings) {
  const std::int64_t threads = settings["threads"];
  return threads >= 1024 ? 32 : threads >= 256 ? 16 : 8;
}

/// Returns the passes that fill the tiles in shared memory: two loads and two stores of a word for
/// `tile` steps.
double tile_copies(double tile) { return 4.0 / tile; }

Traffic uncoalesced_traffic(const Settings& settings) {
  const std::int64_t n = settings["n"];
  const std::int64_t side = side_of(settings);
  const Traffic step =
      on_chip_access([&](int lane) { return lane % side * n; }) +  // A: down a column
      on_chip_access([&](int lane) { return lane / side; });       // B: one word
  return between_caches(settings, static_cast<double>(side)) +
         passes(warp_steps(settings) * step.passes);
}

Traffic coalesced_traffic(const Settings& settings) {
  const std::int64_t n = settings["n"];
  const std::int64_t side = side_of(settings);
  // A: one word for each row.
  const Traffic step = on_chip_access([&](int lane) { return lane / side * n; }) +
                       on_chip_access([&](int lane) { return lane % side; });  // B: along a row
  return between_caches(settings, static_cast<double>(side)) +
         passes(warp_steps(settings) * step.passes);
}

Traffic single_block_traffic(const Settings& settings) {
  constexpr std::int64_t kOwn =
      32;  // columns of a thread: the next lane begins this far to the right
  const Traffic apart = on_chip_access([](int lane) { return lane * kOwn; });
  // The warp shares one word of A; the words of B are apart; C is read and written once in 32
  // steps.
  const double of_step = 1.0 + apart.passes * (1.0 + 2.0 / kOwn);
  return between_caches(settings, 1024.0) + passes(warp_steps(settings) * of_step);
}

Traffic local_tiles_traffic(const Settings& settings) {
  constexpr double kOwn = 32.0;
  const Traffic apart = on_chip_access([](int lane) { return lane * 32; });
  // A warp's words in local memory are adjacent: two loads for each step. The copies are filled
  // once in 32 steps.
  const double of_step = 2.0 + (1.0 + apart.passes + 2.0) / kOwn + 2.0 / kOwn;
  Traffic all = between_caches(settings, 1024.0) + passes(warp_steps(settings) * of_step);
  all.l2_bytes += warp_steps(settings) * 2.0 * kLineBytes;  // far more than the L1 cache holds
  return all;
}

Traffic shared_tiles_traffic(const Settings& settings) {
  const auto side = static_cast<double>(side_of(settings));
  // A thread's words of A are adjacent, so that one load reads four; its words of B are not.
  const double of_step = 0.25 + 1.0 + tile_copies(side);
  return between_caches(settings, side) + passes(warp_steps(settings) * of_step);
}

Traffic register_tiles_traffic(const Settings& settings) {
  constexpr double kTile = 128.0;
  constexpr double kSums = 64.0;  // multiply-adds that share the loads
  const Traffic left = on_chip_access([](int lane) { return lane / 16 * 8; });
  // Four words in each bank.
  const Traffic right = on_chip_access([](int lane) { return lane % 16 * 8; });
  const double of_step = 8.0 * (left.passes + right.passes) / kSums + tile_copies(kTile);
  return between_caches(settings, kTile) + passes(warp_steps(settings) * of_step);
}

Traffic vector_loads_traffic(const Settings& settings) {
  constexpr double kTile = 128.0;
  // Two groups of four of A, which 16 lanes share; two groups of B, 256 bytes for the warp: two
  // passes each.
  constexpr double kOfStep = (2.0 * 1.0 + 2.0 * 2.0) / 64.0;
  return between_caches(settings, kTile) +
         passes(warp_steps(settings) * (kOfStep + tile_copies(kTile)));
}

Traffic async_copies_traffic(const Settings& settings) {
  constexpr double kTile = 128.0;
  // A warp reads 8 different groups of four of A for four steps, eight times, and 4 groups of B
  // twice for each step.
  constexpr double kOfStep = (8.0 / 4.0 + 2.0) / 64.0;
  return between_caches(settings, kTile) +
         passes(warp_steps(settings) * (kOfStep + tile_copies(kTile)));
}

Traffic tensor_tf32_traffic(const Settings& settings) {
  constexpr double kTile = 128.0;
  // A warp reads 16 words of A and 8 of B for 8 steps of its 64 × 32 sums.
  constexpr double kOfStep = 24.0 / (8.0 * 64.0);
  return between_caches(settings, kTile) +
         passes(warp_steps(settings) * (kOfStep + tile_copies(kTile)));
}

/// This is the traffic of the larger tiles.
Traffic bulk_copies_traffic(const Settings& settings) {
  constexpr double kTile = 128.0;
  // A warp reads 8 different groups of four of A for four steps, 16 times, and 4 groups of B twice
  // for each step. The profiler counts about two passes for each.
  constexpr double kOfStep = 2.0 * (16.0 / 4.0 + 2.0) / 128.0;
  constexpr double kFilling = 2.0 * kTile / (kTile * kTile);  // whole lines, by TMA
  return between_caches(settings, kTile) + passes(warp_steps(settings) * (kOfStep + kFilling));
}

/// This is the traffic of the larger tiles.
Traffic tensor_wgmma_traffic(const Settings& settings) {
  constexpr double kRows = 256.0;
  constexpr double kColumns = 128.0;
  // For 256 × 64 sums over 8 steps the tensor cores read the tile of A, 64 lines; each of four
  // warps reads 16 words of B in two passes.
  constexpr double kSteps = kRows * 64.0 * 8.0 / kWarpLanes;
  constexpr double kOfStep = (64.0 + 4.0 * 4.0) / kSteps;
  constexpr double kFilling = (kRows + kColumns) / (kRows * kColumns);
  // L2 sends TMA more than loads can receive, and its limit is measured by loads.
  return {.passes = warp_steps(settings) * (kOfStep + kFilling),
          .memory_bytes = between_caches(settings, kColumns).memory_bytes};
}

std::vector<Variant> variants() {
  std::vector<Variant> all = cpu_variants();
  for (const auto& more : {lecture_variants(), fast_variants()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  set_traffic(all, {{"wrong-way", uncoalesced_traffic},
                    {"coalesced", coalesced_traffic},
                    {"single-block", single_block_traffic},
                    {"local-tiles", local_tiles_traffic},
                    {"shared-tiles", shared_tiles_traffic},
                    {"register-tiles", register_tiles_traffic},
                    {"vector-loads", vector_loads_traffic},
                    {"async-copies", async_copies_traffic},
                    {"bulk-copies", bulk_copies_traffic},
                    {"tensor-tf32", tensor_tf32_traffic},
                    {"tensor-wgmma", tensor_wgmma_traffic}});
  return all;
}

}  // namespace

Experiment experiment() {
  return {
      .id = "matmul",
      .title = "Matrix multiply",
      .shows =
          "Each element of the product needs a whole row and a whole column, so every number is "
          "used n times, and the distance to the memory that holds it until its next use "
          "matters. Watch the speed rise from 0.5 to some tens of TFLOP/s with equal arithmetic: "
          "by coalesced reads, tiles in shared memory, sums in registers and copies ahead of "
          "their use. Three slow variants come from the slides, and the tensor cores show the "
          "gain from fewer digits.",
      .parameters =
          {{.id = "n",
            .title = "rows and columns",
            .help = "The matrices are n × n; any size works.",
            .maximum = 65536,
            .initial = 1024,
            .sweep = {256, 512, 1024, 2048, 4096}},
           threads_parameter(
               {.help =
                    "For the kernels with square blocks (wrong mapping, coalesced, shared-memory "
                    "tiles): 1024, 256 or 64, or the next below. The other kernels have fixed "
                    "sizes.",
                .minimum = 64,
                .initial = 1024,
                .sweep = {64, 256, 1024}}),
           {.id = "input",
            .title = "matrices",
            .help = "Random numbers from −1 to 1, all ones (the product is n "
                    "everywhere), or A random and B the identity (the product is A).",
            .minimum = 0,
            .maximum = 2,
            .initial = kUniform,
            .choices = {"uniform", "equal", "identity"}}},
      .quick = {{"n", 256}},
      .host_bytes = host_bytes,
      .device_bytes = device_bytes,
      .make_problem = make_problem,
      .variants = variants(),
  };
}

}  // namespace heatwave::lab::matmul_experiment
