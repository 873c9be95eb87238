// Tests what the machine plays of CUDA C: types, memory, functions, shuffles, votes, barriers.
#include "kernels/stage/kernel_text.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/core/error.h"
#include "kernels/stage/fault_words.h"
#include "kernels/stage/machine.h"
#include "kernels/stage/stage_words.h"
#include "tests/stage/plays.h"

namespace heatwave::stage {
namespace {

using test::faults_of;
using test::final_value;
using test::final_values;

/// Plays a kernel k(out) whose result is an array of this type, and returns the trace.
Trace played(const std::string& text, Scalar type, int cells, Dim block = {1},
             const std::string& schedule = "lockstep", Dim grid = {1}, int warp = 32) {
  Machine machine({.schedule = Schedule::from(schedule), .warp = warp});
  const Array out = machine.array("out", Space::global, type,
                                  std::vector<double>(static_cast<std::size_t>(cells)));
  const KernelText code(text);
  return machine.play([&] { machine.launch({code.kernel("k"), grid, block, {out}}); });
}

/// Plays statements of one thread that store into `out`, and returns its cells.
std::vector<double> results(const std::string& statements, Scalar type, int cells) {
  const std::string name = cuda_text::name_of(type);
  const Trace trace =
      played("__global__ void k(" + name + "* out) {\n" + statements + "\n}\n", type, cells);
  EXPECT_TRUE(trace.faults.empty()) << statements << ": " << trace.faults.front().text;
  return final_values(trace, "out");
}

double result(const std::string& expression, Scalar type) {
  return results("out[0] = " + expression + ";", type, 1)[0];
}

TEST(StageText, AnAtomicOnAThreadsOwnVariableIsAFaultAndAnswersNoLaterOperation) {
  const Trace trace = played(R"(
__global__ void k(int* out) {
  int own = 5;
  int before = atomicCAS(&own, 5, 7) + atomicAdd(&own, 3);
  __syncthreads();
  out[threadIdx.x] = 40 + before;
  out[threadIdx.x] += __syncthreads_count(own == 5);
}
)",
                             Scalar::int32, 2, {2});
  ASSERT_EQ(trace.faults.size(), 1U) << "a line is told once";
  EXPECT_EQ(trace.faults.front().kind, FaultKind::outside);
  EXPECT_EQ(trace.faults.front().lines, std::vector<int>{4});
  EXPECT_NE(trace.faults.front().text.find("an atomic on a variable of its own"), std::string::npos)
      << trace.faults.front().text;
  EXPECT_EQ(final_values(trace, "out"), (std::vector<double>{42, 42}));
}

TEST(StageText, ArithmeticIsThatOfEachType) {
  EXPECT_EQ(result("7 / 2 + 7 % 4", Scalar::int32), 6);
  EXPECT_EQ(result("threadIdx.x - 1", Scalar::uint32), 4294967295.0);
  EXPECT_EQ(result("(int)(threadIdx.x - 1)", Scalar::int32), -1);
  EXPECT_EQ(results("int m = 2147483647; out[0] = m + 1;", Scalar::int32, 1)[0], -2147483648.0);
  EXPECT_EQ(results("int m = -7; out[0] = m >> 1;", Scalar::int32, 1)[0], -4);
  EXPECT_EQ(results("int m = 7, zero = 0; out[0] = m % zero;", Scalar::int32, 1)[0], -1)
      << "as a GPU's machine code computes it";
  EXPECT_EQ(results("long long m = 7, zero = 0; out[0] = m % zero;", Scalar::int32, 1)[0], -1);
  EXPECT_EQ(results("unsigned m = 0x80000000; out[0] = m >> 31;", Scalar::uint32, 1)[0], 1);
  EXPECT_EQ(results("float x = 16777216; out[0] = x + 1;", Scalar::float32, 1)[0], 16777216.0);
  EXPECT_EQ(results("double x = 16777216; out[0] = x + 1;", Scalar::float64, 1)[0], 16777217.0);
  EXPECT_EQ(results("unsigned char c = 250; c += 10; out[0] = c;", Scalar::int32, 1)[0], 4);
  EXPECT_EQ(results("float x = 3.9F; out[0] = -(int)x;", Scalar::int32, 1)[0], -3);
  EXPECT_EQ(results("int a = -1; unsigned b = 1; out[0] = a < b;", Scalar::int32, 1)[0], 0);
  EXPECT_EQ(results("long long x = 1LL << 40; out[0] = (int)(x >> 38);", Scalar::int32, 1)[0], 4);
  EXPECT_EQ(
      results("unsigned long long h = 0x9E3779B97F4A7C15ULL; h ^= h >> 31; out[0] = h % 1000;",
              Scalar::int32, 1)[0],
      static_cast<double>((0x9E3779B97F4A7C15ULL ^ (0x9E3779B97F4A7C15ULL >> 31U)) % 1000U));
  EXPECT_EQ(result("__popc(0xF0) + __ffs(8) + __clz(1)", Scalar::int32), 4 + 4 + 31);
  EXPECT_EQ(result(R"(fmaf(2.0F, 3.0F, 4.0F) + sqrtf(9.0F))", Scalar::float32), 13);
  EXPECT_EQ(result("__int_as_float(0x3F800000)", Scalar::float32), 1);
  EXPECT_EQ(result("max(3, 5) * min(2, 7)", Scalar::int32), 10);
}

// C++ leaves these conversions undefined. The values are those of a GPU.
TEST(StageText, RealsThatNoIntegerHoldsAreConvertedAsOnAGpu) {
  const std::string reals =
      "float f = 4e4f, huge = 1e19f, none = (f - f) / (f - f); double d = none; out[0] = ";
  const auto of = [&](const std::string& expression) {
    return results(reals + expression + ";", Scalar::float64, 1)[0];
  };
  EXPECT_EQ(of("(int)huge"), 2147483647.0);
  EXPECT_EQ(of("(unsigned)-f"), 0.0);
  EXPECT_EQ(of("(short)f"), -25536.0) << "the lower half of 32 bits";
  EXPECT_EQ(of("(short)-f"), 25536.0);
  EXPECT_EQ(of("(short)huge"), -1.0);
  EXPECT_EQ(of("(unsigned char)f"), 64.0);
  EXPECT_EQ(of("(unsigned char)-f"), 0.0);
  EXPECT_EQ(of("(int)none"), 0.0);
  EXPECT_EQ(of("(int)d"), -2147483648.0);
  EXPECT_EQ(of("(short)d"), 0.0);
  EXPECT_EQ(of("(unsigned)d"), 2147483648.0);
  EXPECT_EQ(of("(long long)none"), -9223372036854775808.0);
  EXPECT_EQ(of("(unsigned long long)none"), 9223372036854775808.0);
}

TEST(StageText, ControlFlowsAsInC) {
  EXPECT_EQ(results("int s = 0; for (int i = 0; i < 10; ++i) { if (i == 2) continue; if (i == 5) "
                    "break; s += i; } out[0] = s;",
                    Scalar::int32, 1)[0],
            0 + 1 + 3 + 4);
  EXPECT_EQ(results("int i = 5; do { --i; } while (i > 2); out[0] = i;", Scalar::int32, 1)[0], 2);
  EXPECT_EQ(results("for (int i = 0; i < 4; ++i) { switch (i) { case 0: out[i] = 7; break; case 1: "
                    "case 2: out[i] = 8; break; default: out[i] = 9; } }",
                    Scalar::int32, 4),
            (std::vector<double>{7, 8, 8, 9}));
  EXPECT_EQ(
      results("int a = 3; int b = a > 2 ? a++ : 0; out[0] = a * 10 + b;", Scalar::int32, 1)[0], 43);
}

TEST(StageText, ArraysStructsReferencesAndTemplatesWork) {
  const std::string text = R"(
struct Pair {
  int first;
  float second;
  __device__ float sum() const { return first + second; }
};
template <typename T, int N>
__device__ T total(const T (&values)[N]) {
  T sum = 0;
  for (int i = 0; i < N; ++i) sum += values[i];
  return sum;
}
__device__ void swap_them(float& a, float& b) {
  float old = a;
  a = b;
  b = old;
}
__global__ void k(float* out) {
  float grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
  int row = 1;
  out[0] = grid[row][2];
  Pair pair{2, 0.5F};
  out[1] = pair.sum();
  float left = 1, right = 9;
  swap_them(left, right);
  out[2] = left;
  int values[4] = {1, 2, 3};
  out[3] = total(values);
  float4 four = make_float4(1, 2, 3, 4);
  four.y += 10;
  out[4] = four.y + four.w;
  const float* last = &grid[1][2];
  out[5] = *last - last[-1];
}
)";
  const Trace trace = played(text, Scalar::float32, 6);
  EXPECT_TRUE(trace.faults.empty()) << trace.faults.front().text;
  EXPECT_EQ(final_values(trace, "out"), (std::vector<double>{6, 2.5, 9, 6, 16, 1}));
}

TEST(StageText, AVectorIsOneAccessAndItsSectorsAndBanksCount) {
  const std::string text = R"(
__global__ void k(float* out) {
  __shared__ float4 tile[32];
  tile[threadIdx.x] = ((float4*)out)[threadIdx.x];
  ((float4*)out)[threadIdx.x] = tile[threadIdx.x];
}
)";
  const Trace trace = played(text, Scalar::float32, 128, {32});
  EXPECT_TRUE(trace.faults.empty()) << trace.faults.front().text;
  ASSERT_EQ(trace.steps.size(), 5U) << "the launch, two loads and two stores";
  EXPECT_EQ(trace.steps[1].actions[1].cells, 4);
  EXPECT_EQ(trace.steps[1].cost.sectors, 16);
  EXPECT_EQ(trace.steps[2].cost.ways, 1) << "a quarter of the warp at a time";
}

TEST(StageText, ACallIsPlayedWithItsOwnLinesAndItsVariablesEndWithIt) {
  const std::string text =
      "__device__ int next(const int* at) {\n  int own = *at;\n  return own + 1;\n}\n"
      "__global__ void k(int* out) {\n  int x = next(out);\n  *out = x;\n}\n";
  const Trace trace = played(text, Scalar::int32, 1);
  ASSERT_EQ(trace.steps.size(), 3U);
  EXPECT_EQ(trace.steps[1].actions[0].line, 2);
  EXPECT_EQ(trace.steps[2].actions[0].line, 7);
  const auto shown = [&](int step) {
    std::string names;
    const State state = trace.at(step);
    for (std::size_t i = 0; i < state.variables_of(0).size(); ++i) {
      if (state.variables_of(0)[i].is_set) names += trace.variable(0, i) + " ";
    }
    return names;
  };
  EXPECT_EQ(shown(2), "x ");
  EXPECT_EQ(final_value(trace, 0), 1);
}

TEST(StageText, LanesShuffleAndVoteUnderEverySchedule) {
  const std::string text = R"(
__global__ void k(int* out) {
  int sum = threadIdx.x;
  for (int offset = 4; offset > 0; offset /= 2) sum += __shfl_down_sync(0xFF, sum, offset, 8);
  unsigned odd = __ballot_sync(0xFF, threadIdx.x % 2);
  int all = __all_sync(0xFF, sum >= 0);
  int count = __syncthreads_count(threadIdx.x < 3);
  if (threadIdx.x == 0) {
    out[0] = sum;
    out[1] = odd;
    out[2] = all;
    out[3] = count;
  }
}
)";
  for (const char* schedule : {"lockstep", "independent", "random:1", "random:2", "random:3"}) {
    const Trace trace = played(text, Scalar::int32, 4, {8}, schedule);
    EXPECT_TRUE(trace.faults.empty()) << trace.faults.front().text;
    EXPECT_EQ(final_values(trace, "out"), (std::vector<double>{28, 0xAA, 1, 3})) << schedule;
  }
}

TEST(StageText, AShuffleRightAfterAVoteGetsItsValue) {
  const KernelText code = R"(
__global__ void k(int* out) {
  unsigned odd = __ballot_sync(0xFF, threadIdx.x % 2);
  int other = __shfl_xor_sync(0xFF, (int)threadIdx.x, 4);
  if (other % 3 != 0) odd += 1;
  out[threadIdx.x] = (int)odd * 16 + other;
}
)";
  for (const char* schedule : {"lockstep", "independent", "random:1", "random:2"}) {
    Machine machine({.schedule = Schedule::from(schedule), .warp = 8});
    const Array out = machine.unwritten("out", Space::global, Scalar::int32, 8);
    const Trace trace = machine.play([&] { machine.launch({code.kernel("k"), {1}, {8}, {out}}); });
    ASSERT_TRUE(trace.faults.empty());
    for (int t = 0; t < 8; ++t) {
      const int other = t ^ 4;
      EXPECT_EQ(test::final_value(trace, 0, t), (0xAA + (other % 3 != 0 ? 1 : 0)) * 16 + other);
    }
  }
}

TEST(StageText, GroupsReduceAndTheGridMeets) {
  const std::string text = R"(
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int* out) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<4> tile = cg::tiled_partition<4>(block);
  int sum = cg::reduce(tile, (int)block.thread_rank(), cg::plus<int>());
  if (tile.thread_rank() == 0) atomicAdd(&out[0], sum);
  cg::this_grid().sync();
  if (threadIdx.x == 0) out[1 + blockIdx.x] = out[0];
}
)";
  const Trace trace = played(text, Scalar::int32, 3, {8}, "random:5", {2});
  EXPECT_TRUE(trace.faults.empty()) << trace.faults.front().text;
  EXPECT_EQ(final_values(trace, "out"), (std::vector<double>{56, 56, 56}));
}

TEST(StageText, AWarpReconvergesAfterABranchWhateverTheLines) {
  // The else side is shorter, and the loop's head lies before both.
  const std::string text = R"(
__global__ void k(int* out) {
  for (int i = 0; i < 2; ++i) {
    if (threadIdx.x == 0) {
      atomicAdd(&out[0], 1);
      atomicAdd(&out[1], 1);
    }
    atomicAdd(&out[2], 1);
  }
}
)";
  const Trace trace = played(text, Scalar::int32, 3, {4});
  for (const Step& step : trace.steps) {
    if (step.actions.front().line == 7) {
      EXPECT_EQ(step.actions.size(), 4U);
    }
  }
}

TEST(StageText, TheCompilerUnrollsALoopWhoseCountItKnows) {
  const auto branches = [](const std::string& loop) {
    int count = 0;
    const Trace trace =
        played("__global__ void k(int* out) {\n" + loop + " out[0] += i;\n}\n", Scalar::int32, 1);
    for (const Step& step : trace.steps) count += step.actions.front().op == Op::branch ? 1 : 0;
    return count;
  };
  EXPECT_EQ(branches("for (int i = 0; i < 4; ++i)"), 0);
  EXPECT_EQ(branches("for (int i = 0; i < blockDim.x; ++i)"), 2);
  EXPECT_EQ(branches("for (int i = 0; i < 4; i += i + 1)"), 4) << "its step is not known";
}

TEST(StageText, MistakesOfAThreadAreFoundWithTheirLine) {
  const auto first_fault = [](const std::string& statements) {
    const Trace trace =
        played("__global__ void k(int* out) {\n" + statements + "\n}\n", Scalar::int32, 8, {2});
    return trace.faults.empty() ? std::string() : trace.faults.front().text;
  };
  EXPECT_EQ(first_fault("int x;\nout[0] = x;"),
            "Thread 0 reads its variable 'x', which has no value yet, in line 3.");
  EXPECT_EQ(first_fault("__shared__ int s;\nout[threadIdx.x] = s;"),
            "Thread 0 reads s in line 3, but no thread has written it.");
  EXPECT_EQ(
      first_fault("*(int2*)(out + 1) = make_int2(1, 2);"),
      "Thread 0 accesses 8 bytes at out[1] in line 2, but that address is no multiple of 8: a "
      "GPU ends the kernel there.");
  EXPECT_EQ(first_fault("out[8] = 1;"),
            "Thread 0 accesses out[8] in line 2, but out has only 8 cells.");
  EXPECT_EQ(first_fault("assert(threadIdx.x == 0);\nout[0] = 1;"),
            "Thread 1 finds that its assert does not hold, in line 2.");
  EXPECT_NE(
      first_fault("if (threadIdx.x == 0) __syncwarp(3); else while (atomicAdd(out, 0) == 0) {}")
          .find("poll"),
      std::string::npos);
  EXPECT_EQ(first_fault("if (threadIdx.x == 0) {\n__syncwarp(3);\n} else {\n__syncthreads();\n}"),
            "Thread 0 waits in line 3 for lanes of the warp that never arrive there: no thread can "
            "ever continue.");
}

TEST(StageText, ALoopWithoutStepsEndsAsEndless) {
  Machine machine({.schedule = {}, .most_steps = 3});
  const KernelText code("__global__ void k() {\n  while (true) {\n  }\n}\n");
  const Trace trace = machine.play([&] { machine.launch({code.kernel("k"), {1}, {1}, {}}); });
  EXPECT_EQ(faults_of(trace, FaultKind::endless), 1);
  Trace long_play;
  long_play.steps.resize(200'000);
  EXPECT_EQ(words::endless(long_play).text,
            "After 200\u00A0000 steps the play has not ended: it may be endless.");
}

TEST(StageText, APlayThatTakesTooMuchMemoryEnds) {
  const char* const kinds[] = {"__syncthreads();", "printf(\"a line that takes memory\");",
                               "for (int k = 0; k < 8; ++k) own[k] = i;\n__syncthreads();"};
  for (const char* kind : kinds) {
    Machine machine({.schedule = {}, .most_bytes = 1'000'000});
    const KernelText code(std::string("__global__ void k() {\nint own[8];\n"
                                      "for (int i = 0;; ++i) {\n") +
                          kind + "\n}\n}\n");
    const Trace trace = machine.play([&] { machine.launch({code.kernel("k"), {1}, {32}, {}}); });
    ASSERT_EQ(faults_of(trace, FaultKind::endless), 1) << kind;
    EXPECT_NE(trace.faults.back().text.find("takes too much memory and has not ended"),
              std::string::npos);
    EXPECT_LT(trace.steps.size(), 600U) << kind;
    EXPECT_GT(trace.steps.size(), 20U) << kind;
  }
}

TEST(StageText, ConstantMemoryAndStructsInMemoryHaveTheirCells) {
  const std::string text = R"(
struct Words {
  alignas(128) unsigned counter;
  unsigned long long turn;
};
__constant__ int offset = 3;
__device__ Words words;
__global__ void k(int* out) {
  atomicAdd(&words.counter, 2);
  words.turn = (1ULL << 40) + 1;
  out[0] = offset + words.counter;
  out[1] = words.turn == (1ULL << 40) + 1;
}
)";
  const Trace trace = played(text, Scalar::int32, 2);
  EXPECT_TRUE(trace.faults.empty()) << trace.faults.front().text;
  EXPECT_EQ(final_values(trace, "out"), (std::vector<double>{5, 1}));
  EXPECT_EQ(words::sentence(trace, 1),
            "Thread 0 executes atomicAdd on words.counter with 2: the old value was 0.");
}

TEST(StageText, PrintfFormatsItsLine) {
  Machine machine({});
  const KernelText code(
      "__global__ void k(float x) {\n  printf(\"%d: %5.2f %s%%\\n\", 7, x, 1);\n}\n");
  const Trace trace = machine.play([&] { machine.launch({code.kernel("k"), {1}, {1}, {2.5}}); });
  EXPECT_EQ(trace.text_of(trace.steps[1].actions[0]), "7:  2.50 ?%");
}

TEST(StageText, ALaunchBeyondTheLimitsIsRefusedInWords) {
  const KernelText code("__global__ void __launch_bounds__(64) k(int* a, int n) { a[0] = n; }");
  const auto refusal = [&](const KernelLaunch& launch) {
    Machine machine({});
    try {
      (void)machine.play([&] { machine.launch(launch); });
    } catch (const core::Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const auto kernel = code.kernel("k");
  EXPECT_EQ(refusal({kernel, {1}, {2048}, {}}), "a block has at most 1024 threads, not 2048");
  EXPECT_EQ(refusal({kernel, {1}, {128}, {}}),
            "the __launch_bounds__ of k allow 64 threads in a block, not 128");
  EXPECT_EQ(refusal({kernel, {1}, {32}, {1}}), "k takes 2 arguments, not 1");
  EXPECT_EQ(refusal({kernel, {1}, {32}, {1, 2}}),
            "the argument 'a' of k is a pointer, not a number");
  EXPECT_THROW(KernelText("__global__ void k() { x = 1; }").kernel("k"), core::Error);
}

}  // namespace
}  // namespace heatwave::stage
