// This lesson shares tasks of unequal length by a queue in global memory: a thread takes the next
// one by a ticket, and appends what it leaves to others.
#include <algorithm>
#include <numeric>

#include "kernels/stage/host_program.h"
#include "kernels/stage/lesson_catalogue.h"
#include "kernels/stage/stage_words.h"

namespace heatwave::stage::queue_lesson {
namespace {

constexpr const char* kTickets = R"cuda(
__device__ int take(int* head) {
  return atomicAdd(head, 1);  //! no other thread gets this ticket
}

__device__ void append(int* slots, int* tail, int units) {
  int place = atomicAdd(tail, 1);  //! no other thread gets this slot
  atomicExch(&slots[place], units);  // not empty from now on
}

__global__ void work(int* slots, int* head, int* tail, int* left, int* done, int* worked) {
  int me = blockIdx.x * blockDim.x + threadIdx.x;
  int ticket = take(head);
  while (atomicAdd(left, 0) > 0) {  // units not done yet
    int units = atomicAdd(&slots[ticket], 0);
    if (units > 0) {  // 0: the slot is still empty, so look again
      int mine = min(units, 2);
      if (units > mine) append(slots, tail, units - mine);  // for others
      for (int i = 0; i < mine; ++i) worked[me] += 1;
      atomicAdd(&done[ticket], 1);
      atomicSub(left, mine);
      ticket = take(head);
    }
  }
}
)cuda";

constexpr const char* kFixed = R"cuda(
__global__ void work(int* slots, int* head, int* tail, int* left, int* done, int* worked) {
  int me = blockIdx.x * blockDim.x + threadIdx.x;
  int all = gridDim.x * blockDim.x;  // threads of the grid
  for (int task = me; task < *tail; task += all) {  //! no other thread may help
    int units = slots[task];
    for (int i = 0; i < units; ++i) worked[me] += 1;
    atomicAdd(&done[task], 1);
    atomicSub(left, units);
  }
}
)cuda";

constexpr const char* kPlainHead = R"cuda(
__device__ int take(int* head) {
  int ticket = *head;
  *head = ticket + 1;  //! another thread may have read the same number
  return ticket;
}

__device__ void append(int* slots, int* tail, int units) {
  int place = atomicAdd(tail, 1);
  atomicExch(&slots[place], units);
}

__global__ void work(int* slots, int* head, int* tail, int* left, int* done, int* worked) {
  int me = blockIdx.x * blockDim.x + threadIdx.x;
  int ticket = take(head);
  while (atomicAdd(left, 0) > 0) {  // units not done yet
    int units = atomicAdd(&slots[ticket], 0);
    if (units > 0) {  // 0: the slot is still empty, so look again
      int mine = min(units, 2);
      if (units > mine) append(slots, tail, units - mine);  // for others
      for (int i = 0; i < mine; ++i) worked[me] += 1;
      atomicAdd(&done[ticket], 1);
      atomicSub(left, mine);
      ticket = take(head);
    }
  }
}
)cuda";

constexpr const char* kEarly = R"cuda(
__device__ int take(int* head) {
  return atomicAdd(head, 1);
}

__device__ void append(int* slots, int* tail, int units) {
  int place = atomicAdd(tail, 1);  //! others may read the slot from now on
  slots[place] = units;  // too late
}

__global__ void work(int* slots, int* head, int* tail, int* left, int* done, int* worked) {
  int me = blockIdx.x * blockDim.x + threadIdx.x;
  int ticket = take(head);
  while (atomicAdd(left, 0) > 0) {  // units not done yet
    if (ticket < atomicAdd(tail, 0)) {  // the slot has been given to a task
      int units = slots[ticket];  //! perhaps it has not been written yet
      int mine = min(units, 2);
      if (units > mine) append(slots, tail, units - mine);  // for others
      for (int i = 0; i < mine; ++i) worked[me] += 1;
      atomicAdd(&done[ticket], 1);
      atomicSub(left, mine);
      ticket = take(head);
    }
  }
}
)cuda";

constexpr const char* kHost = R"cuda(
cudaError_t host(const int* host_slots, int tasks, int units, int room, int* host_worked, int blocks, int threads) {
  int *slots, *head, *tail, *left, *done, *worked;
  cudaMalloc(&slots, room * sizeof(int));
  cudaMalloc(&head, sizeof(int));
  cudaMalloc(&tail, sizeof(int));
  cudaMalloc(&left, sizeof(int));
  cudaMalloc(&done, room * sizeof(int));
  cudaMalloc(&worked, blocks * threads * sizeof(int));
  cudaMemcpy(slots, host_slots, room * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(head, 0, sizeof(int));
  cudaMemcpy(tail, &tasks, sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(left, &units, sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(done, 0, room * sizeof(int));
  cudaMemset(worked, 0, blocks * threads * sizeof(int));
  work<<<blocks, threads>>>(slots, head, tail, left, done, worked);
  cudaError_t error = cudaGetLastError();  // was the launch correct?
  if (error == cudaSuccess) {  // the copy waits for the kernel
    error = cudaMemcpy(host_worked, worked, blocks * threads * sizeof(int), cudaMemcpyDeviceToHost);
  }
  cudaFree(slots);
  cudaFree(head);
  cudaFree(tail);
  cudaFree(left);
  cudaFree(done);
  cudaFree(worked);
  return error;
}
)cuda";

/// Adds a step in which the host finds the busiest thread, and the first task that was not done
/// exactly once.
void look_at_work(Machine& machine, Array tail, Array done, Array worked, int threads, int units) {
  int most = 0;
  for (int thread = 0; thread < threads; ++thread)
    most = std::max(most, static_cast<int>(machine.value(worked, thread)));
  const auto find_mistake = [&machine, tail, done] {
    const int room = machine.played().arrays[static_cast<std::size_t>(done.id())].size;
    for (int task = 0; task < room && task < machine.value(tail, 0); ++task) {
      const double times = machine.value(done, task);
      if (times == 1) continue;
      machine.add_fault({.kind = FaultKind::result,
                         .text = "the task in slots[" + std::to_string(task) + "] was done " +
                                 words::number(times) + " times",
                         .threads = {},
                         .array = done.id(),
                         .index = task,
                         .lines = {}});
      return;
    }
  };
  machine.step("the host looks at the work: the busiest thread did " + std::to_string(most) +
                   " of " + std::to_string(units) + " units",
               find_mistake);
}

std::function<void()> set_up(Machine& machine, const PlaySettings& settings,
                             const KernelText& code) {
  const std::vector<double>& tasks = settings.list("tasks");
  const int threads = settings.whole("blocks") * settings.whole("threads");
  const int units = static_cast<int>(std::accumulate(tasks.begin(), tasks.end(), 0.0));
  // Each thread may hold a ticket for an empty slot.
  std::size_t room = static_cast<std::size_t>(threads);
  for (const double task : tasks) room += static_cast<std::size_t>((task + 1) / 2);
  HostInputs inputs = host_inputs(settings);
  inputs.numbers["tasks"] = static_cast<double>(tasks.size());
  inputs.numbers["units"] = units;
  inputs.numbers["room"] = static_cast<double>(room);
  inputs.lists["host_slots"] = tasks;
  inputs.lists["host_slots"].resize(room, 0.0);
  // An appended task may get any slot, and the last tickets are not used.
  for (const char* name : {"slots", "head", "worked"}) inputs.shown[name] = {.may_vary = true};
  return [&machine, code, inputs = std::move(inputs), threads, units] {
    const auto arrays = play_host(machine, code, inputs);
    look_at_work(machine, arrays.at("tail"), arrays.at("done"), arrays.at("worked"), threads,
                 units);
  };
}

}  // namespace

Lesson lesson() {
  return {
      .id = "queue",
      .title = "A queue of tasks",
      .shows =
          "Tasks of unequal length lie in a queue in global memory. A thread takes a ticket from "
          "head: the number of its slot. It does two units of the task, and appends the rest at "
          "tail, where a free thread finds it. With a fixed split each thread has its tasks from "
          "the start, and the one with the long task still works when the others have ended. "
          "Compare worked, the units that each thread did; done counts how often each task was "
          "done.",
      .question = "A thread has a ticket for a slot that is still empty. Why may it not end now?",
      .answer =
          "Another thread may still append a task to that slot, and the ticket is given only once: "
          "the task would be lost, and the others would wait for its units forever. A thread may "
          "end when no units are left.",
      .lab = "atomics",
      .inputs = {{.id = "tasks",
                  .title = "tasks",
                  .help = "Units of each task.",
                  .initial = {9, 1, 1, 1},
                  .minimum = 1,
                  .maximum = 12,
                  .most = 8},
                 blocks_input(2, 4),
                 threads_input(2, 8)},
      .versions =
          {{.id = "tickets",
            .title = "a ticket by atomicAdd",
            .what = "atomicAdd gives each thread another task, and each new task another slot.",
            .code = {kTickets, kHost}},
           {.id = "fixed",
            .title = "a fixed split",
            .what = "Right, but the thread with the long task works on when the others have ended.",
            .code = {kFixed, kHost}},
           {.id = "plain-head",
            .title = "head without an atomic",
            .what = "Several threads read the same head and take the same task.",
            .code = {kPlainHead, kHost}},
           {.id = "early",
            .title = "tail before the task",
            .what =
                "A thread finds an empty slot where tail promises a task. The task is lost, and "
                "all wait for it.",
            .code = {kEarly, kHost},
            .schedule = Schedule{.kind = Schedule::Kind::random, .seed = 1391}}},
      .schedule = {.kind = Schedule::Kind::independent},
      .warp = 2,
      .set_up = set_up,
  };
}

}  // namespace heatwave::stage::queue_lesson
