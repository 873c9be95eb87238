// This lesson shows the ABA problem: a compare-and-swap finds the old value again, although a list
// has changed meanwhile.
#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage::aba_lesson {
namespace {

constexpr const char* kPlain = R"cuda(
__device__ int pop(int* top, int* next) {
  int first;
  int rest;
  do {
    first = atomicAdd(top, 0);
    rest = atomicAdd(&next[first], 0);
  } while (atomicCAS(top, first, rest) != first);  //! equal does not mean unchanged
  return first;
}

__device__ void push(int* top, int* next, int node) {
  int first;
  do {
    first = atomicAdd(top, 0);
    atomicExch(&next[node], first);
  } while (atomicCAS(top, first, node) != first);
}

__global__ void share(int* top, int* next, int* taken) {
  if (threadIdx.x == 0) {
    taken[0] = pop(top, next);
  } else {
    int node = pop(top, next);
    taken[1] = pop(top, next);
    push(top, next, node);  // gives the first node back
  }
}
)cuda";

constexpr const char* kCounted = R"cuda(
// top holds 16 times the number of changes, and the node
__device__ int pop(int* top, int* next) {
  int seen;
  int rest;
  do {
    seen = atomicAdd(top, 0);
    rest = atomicAdd(&next[seen % 16], 0);
  } while (atomicCAS(top, seen, seen - seen % 16 + 16 + rest) != seen);  //! the count differs
  return seen % 16;
}

__device__ void push(int* top, int* next, int node) {
  int seen;
  do {
    seen = atomicAdd(top, 0);
    atomicExch(&next[node], seen % 16);
  } while (atomicCAS(top, seen, seen - seen % 16 + 16 + node) != seen);
}

__global__ void share(int* top, int* next, int* taken) {
  if (threadIdx.x == 0) {
    taken[0] = pop(top, next);
  } else {
    int node = pop(top, next);
    taken[1] = pop(top, next);
    push(top, next, node);  // gives the first node back
  }
}
)cuda";

constexpr const char* kHost = R"cuda(
cudaError_t host(int* host_taken) {
  const int first = 1;  // node 1 is the top, then 2 and 3; node 0 is the end
  const int rest[] = {0, 2, 3, 0};
  int *top, *next, *taken;
  cudaMalloc(&top, sizeof(int));
  cudaMalloc(&next, 4 * sizeof(int));
  cudaMalloc(&taken, 2 * sizeof(int));
  cudaMemcpy(top, &first, sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(next, rest, 4 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(taken, 0, 2 * sizeof(int));
  share<<<1, 2>>>(top, next, taken);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copy waits for the kernel
    error = cudaMemcpy(host_taken, taken, 2 * sizeof(int), cudaMemcpyDeviceToHost);
  }
  cudaFree(top);
  cudaFree(next);
  cudaFree(taken);
  return error;
}
)cuda";

/// Thread 0 reads the top and the node after it, thread 1 does all its work, thread 0 goes on.
std::vector<int> choices() {
  std::vector<int> all(3, 0);
  all.insert(all.end(), 13, 1);
  all.insert(all.end(), 8, 0);
  return all;
}

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  HostInputs inputs = host_inputs(settings);
  for (const char* const array : {"top", "next", "taken"}) inputs.shown[array].may_vary = true;
  return [&machine, code, inputs = std::move(inputs)] {
    const auto arrays = play_host(machine, code, inputs);
    const Array top = arrays.at("top");
    const Array taken = arrays.at("taken");
    const int first = static_cast<int>(machine.value(top, 0)) % 16;
    const bool is_taken =
        first != 0 && (first == machine.value(taken, 0) || first == machine.value(taken, 1));
    const std::string node = "node " + std::to_string(first);
    machine.step(is_taken ? "the host looks at the list: " + node + " is taken, and still in it"
                          : "the host looks at the list: no taken node is in it",
                 [&] {
                   if (!is_taken) return;
                   machine.add_fault({.kind = FaultKind::result,
                                      .text = node + " is taken, and still in the list",
                                      .threads = {},
                                      .array = top.id(),
                                      .lines = {}});
                 });
  };
}

}  // namespace

Lesson lesson() {
  return {
      .id = "aba",
      .title = "ABA",
      .shows =
          "Free nodes 1, 2, 3 form a list, without a lock. Thread 0 reads the top (1) and the node "
          "after it (2), and is delayed. Thread 1 takes 1 and 2 and gives 1 back. Now the top is 1 "
          "again, thread 0's compare-and-swap succeeds, and puts node 2, which thread 1 holds, at "
          "the top. A count of changes beside the node makes the two tops differ.",
      .question =
          "The top is equal to what thread 0 has read. Why is it wrong to conclude that "
          "nothing happened?",
      .answer =
          "Two pops and a push left the same node at the top, but the node after it is no longer "
          "free. An equal value says what is there now, not what happened meanwhile; a count of "
          "changes does.",
      .lab = "lock",
      .versions = {{.id = "plain",
                    .title = "compares the node",
                    .what = "The swap succeeds although the list has changed.",
                    .code = {kPlain, kHost}},
                   {.id = "counted",
                    .title = "compares node and count",
                    .what = "Each change counts, so the swap fails and is tried again.",
                    .code = {kCounted, kHost}}},
      .schedule = {.kind = Schedule::Kind::chosen, .choices = choices()},
      .warp = 1,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::aba_lesson
