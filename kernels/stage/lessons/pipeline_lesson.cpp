// This lesson passes values between two warps of a block, through two slots in shared memory: one
// side waits until a slot is full, the other one until a slot is empty.
#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"
#include "kernels/stage/stage_words.h"

namespace heatwave::stage::pipeline_lesson {
namespace {

constexpr const char* kCounters = R"cuda(
__global__ void squares(const int* in, int* out, int n) {
  __shared__ int filled;   // values stored
  __shared__ int emptied;  // values read
  __shared__ int slot[2];
  if (threadIdx.x == 0) {
    filled = 0;
    emptied = 0;
  }
  __syncthreads();
  if (threadIdx.x == 0) {  // producer
    for (int i = 0; i < n; ++i) {
      int x = in[i];
      while (i - atomicAdd(&emptied, 0) == 2) {  //! both slots are full
      }
      __threadfence_block();
      slot[i % 2] = x * x;
      __threadfence_block();  // the value becomes visible before the count
      atomicExch(&filled, i + 1);
    }
  } else {  // consumer
    for (int i = 0; i < n; ++i) {
      while (atomicAdd(&filled, 0) == i) {  //! both slots are empty
      }
      __threadfence_block();
      out[i] = slot[i % 2];
      __threadfence_block();  // the slot is read before it is given back
      atomicExch(&emptied, i + 1);
    }
  }
}
)cuda";

constexpr const char* kBarrier = R"cuda(
__global__ void squares(const int* in, int* out, int n) {
  __shared__ int slot[2];
  for (int i = 0; i <= n; ++i) {
    if (threadIdx.x == 0 && i < n) {  // producer
      int x = in[i];
      slot[i % 2] = x * x;
    }
    if (threadIdx.x == 1 && i > 0) {  // consumer: the value of the round before
      out[i - 1] = slot[(i - 1) % 2];
    }
    __syncthreads();  //! both sides come here, once in each round
  }
}
)cuda";

constexpr const char* kNoEmpty = R"cuda(
__global__ void squares(const int* in, int* out, int n) {
  __shared__ int filled;  // values stored
  __shared__ int slot[2];
  if (threadIdx.x == 0) filled = 0;
  __syncthreads();
  if (threadIdx.x == 0) {  // producer
    for (int i = 0; i < n; ++i) {
      int x = in[i];
      slot[i % 2] = x * x;  //! perhaps the old value was not read
      __threadfence_block();  // the value becomes visible before the count
      atomicExch(&filled, i + 1);
    }
  } else {  // consumer
    for (int i = 0; i < n; ++i) {
      while (atomicAdd(&filled, 0) <= i) {  // no new value yet
      }
      __threadfence_block();
      out[i] = slot[i % 2];
    }
  }
}
)cuda";

constexpr const char* kOneSide = R"cuda(
__global__ void squares(const int* in, int* out, int n) {
  __shared__ int filled;   // values stored
  __shared__ int emptied;  // values read
  __shared__ int slot[2];
  if (threadIdx.x == 0) {
    filled = 0;
    emptied = 0;
  }
  __syncthreads();
  if (threadIdx.x == 0) {  // producer
    for (int i = 0; i < n; ++i) {
      int x = in[i];
      while (i - atomicAdd(&emptied, 0) == 2) {
      }
      __threadfence_block();
      slot[i % 2] = x * x;
      __syncthreads();  //! the consumer does not come here
      atomicExch(&filled, i + 1);
    }
  } else {  // consumer
    for (int i = 0; i < n; ++i) {
      while (atomicAdd(&filled, 0) == i) {  //! a count that never comes
      }
      __threadfence_block();
      out[i] = slot[i % 2];
      __threadfence_block();
      atomicExch(&emptied, i + 1);
    }
  }
}
)cuda";

constexpr const char* kHost = R"cuda(
cudaError_t host(const int* host_in, int* host_out, int n) {
  int* in;
  int* out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, host_in, n * sizeof(int), cudaMemcpyHostToDevice);
  squares<<<1, 2>>>(in, out, n);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copy waits for the kernel
    error = cudaMemcpy(host_out, out, n * sizeof(int), cudaMemcpyDeviceToHost);
  }
  cudaFree(in);
  cudaFree(out);
  return error;
}
)cuda";

/// Names the first value that is not the square that was sent.
void compare(Machine& machine, Array out, const std::vector<double>& in) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    const auto index = static_cast<std::int64_t>(i);
    const double found = machine.value(out, index);
    const double sent = in[i] * in[i];
    if (found == sent) continue;
    machine.add_fault({.kind = FaultKind::result,
                       .text = "out[" + std::to_string(i) + "] is " + words::number(found) +
                               ", but " + words::number(sent) +
                               " was sent: its slot was overwritten before it was read",
                       .threads = {},
                       .array = out.id(),
                       .index = index,
                       .lines = {}});
    return;
  }
}

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  const std::vector<double> numbers = settings.list("in");
  HostInputs inputs = host_inputs(settings);
  inputs.numbers["n"] = static_cast<double>(numbers.size());
  return [&machine, code, inputs = std::move(inputs), numbers] {
    const auto arrays = play_host(machine, code, inputs);
    machine.step("the host compares out with the squares of in",
                 [&] { compare(machine, arrays.at("out"), numbers); });
  };
}

}  // namespace

Lesson lesson() {
  return {
      .id = "pipeline",
      .title = "Two buffers",
      .shows =
          "Thread 0 computes squares, thread 1 stores them. Two slots in shared memory lie between "
          "them: while one thread reads a slot, the other one fills the next. The consumer waits "
          "as long as both slots are empty, the producer as long as both are full; two counters "
          "tell them, and each is written by one side only. A barrier in each round does the same, "
          "if both sides reach it. Each thread is a warp of its own here.",
      .question =
          "Two threads in a warp, in lockstep: what happens with the counters, and what with the "
          "barrier?",
      .answer =
          "With the counters the producer spins when both slots are full, and its warp never gets "
          "to the consumer: a deadlock. So producer and consumer belong in different warps. With "
          "the barrier no thread spins, and the kernel ends. To see it, choose Lockstep and a warp "
          "of 4.",
      .lab = "order",
      .inputs = {{.id = "in",
                  .title = "numbers",
                  .help = "Numbers whose squares are passed on.",
                  .initial = {1, 2, 3, 4},
                  .minimum = 0,
                  .maximum = 100,
                  .most = 8}},
      .versions =
          {{.id = "counters",
            .title = "full and empty",
            .what = "Each side waits for the other one's counter.",
            .code = {kCounters, kHost}},
           {.id = "barrier",
            .title = "a barrier in each round",
            .what = "In each round one slot is filled and the other one read. Both sides wait for "
                    "the slower one.",
            .code = {kBarrier, kHost}},
           {.id = "no-empty",
            .title = "without waiting for “empty”",
            .what = "The producer overwrites values that have not been read.",
            .code = {kNoEmpty, kHost},
            .schedule = Schedule{.kind = Schedule::Kind::random, .seed = 141}},
           {.id = "one-side",
            .title = "a barrier on one side",
            .what = "The producer waits at the barrier for the consumer, which waits for the "
                    "producer's counter: a deadlock.",
            .code = {kOneSide, kHost}}},
      .schedule = {.kind = Schedule::Kind::independent},
      .warp = 1,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::pipeline_lesson
