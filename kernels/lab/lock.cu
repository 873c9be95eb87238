// The lock, on the GPU. What moves: a lock and a counter, from block to block; the way of the lock
// from one holder to the next is the limit.
#include <cuda_runtime.h>

#include <cuda/atomic>

#include "kernels/lab/gpu_run.cuh"
#include "kernels/lab/gpu_runs.h"
#include "kernels/lab/lock.h"
#include "kernels/lab/race.h"

namespace heatwave::lab {
namespace {

constexpr unsigned kWarp = 32;

/// All that the kernels share, in global memory; 0 at first. Each in a cache line of its own, so
/// that those who wait for one do not hold up those who write another.
struct Shared {
  alignas(128) unsigned counter;
  alignas(128) unsigned mutex;           ///< 0: free; 1: taken
  alignas(128) unsigned next;            ///< the next ticket to be drawn
  alignas(128) unsigned serving;         ///< the ticket whose turn it is
  alignas(128) unsigned long long turn;  ///< that ticket in the upper half, a counter in the lower
  alignas(128) Attempt attempts[kWarp];
};

// variant: unlocked
__global__ void count_unlocked(Shared* shared, long long /*n*/) {
  if (threadIdx.x == 0) shared->counter += 1;  //! load, add, store: another block may come between
}

// variant: spin warp warp-lockstep
__device__ void unlock(unsigned* mutex) {
  __threadfence();  //! what the holder wrote is seen before the lock is free
  atomicExch(mutex, 0U);
}

// variant: spin
__device__ void lock(unsigned* mutex) {
  while (atomicCAS(mutex, 0U, 1U) != 0) {  //! 0 found: it was free, and is now taken
  }
  __threadfence();  //! nothing that others wrote is read from an old copy
}

__global__ void count_locked(Shared* shared, long long /*n*/) {
  if (threadIdx.x != 0) return;
  lock(&shared->mutex);
  shared->counter += 1;
  unlock(&shared->mutex);
}

// variant: backoff
__global__ void count_with_pauses(Shared* shared, long long /*n*/) {
  if (threadIdx.x != 0) return;
  unsigned pause = 32;  // nanoseconds
  while (atomicCAS(&shared->mutex, 0U, 1U) != 0) {
    __nanosleep(pause);  //! the longer it has waited, the less it asks
    if (pause < 1024) pause *= 2;
  }
  __threadfence();
  shared->counter += 1;
  __threadfence();
  atomicExch(&shared->mutex, 0U);
}

// variant: ticket packed
/// A number in global memory that all blocks may read and write at once.
template <typename T>
using Word = cuda::atomic_ref<T, cuda::thread_scope_device>;

// variant: ticket
__global__ void count_by_ticket(Shared* shared, long long /*n*/) {
  if (threadIdx.x != 0) return;
  const Word<unsigned> serving(shared->serving);
  const unsigned mine = atomicAdd(&shared->next, 1U);  //! one atomic for each block, and no more
  while (serving.load(cuda::memory_order_acquire) != mine) {  //! waiting is only reading
  }
  shared->counter += 1;
  serving.store(mine + 1, cuda::memory_order_release);  //! call the next; both orders are fences
}

// variant: packed
__global__ void count_packed(Shared* shared, long long /*n*/) {
  if (threadIdx.x != 0) return;
  const Word<unsigned long long> turn(shared->turn);
  const unsigned mine = atomicAdd(&shared->next, 1U);
  unsigned long long word = 0;
  do {
    word = turn.load(cuda::memory_order_relaxed);  //! turn and counter in one load
  } while (static_cast<unsigned>(word >> 32U) != mine);
  constexpr unsigned long long kNextTurn = 1ULL << 32U;
  turn.store(word + kNextTurn + 1, cuda::memory_order_relaxed);  //! and both in one store
}

// variant: atomic
__global__ void count_atomic(Shared* shared, long long /*n*/) {
  if (threadIdx.x == 0) atomicAdd(&shared->counter, 1U);  //! no lock
}

// variant: warp warp-lockstep
__device__ long long nanoseconds() {
  long long now = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

/// As lock(), but it gives up in the end, so that no GPU hangs whatever its scheduler does.
__device__ Attempt lock_or_give_up(unsigned* mutex, bool in_lockstep) {
  const long long begin = nanoseconds();
  unsigned tries = 1;
  unsigned found = atomicCAS(mutex, 0U, 1U);
  while (found != 0 && tries < kMostTries && nanoseconds() - begin < kMostWaiting) {
    found = atomicCAS(mutex, 0U, 1U);  //! those that wait go round here…
    ++tries;
  }
  if (in_lockstep) __syncwarp();  //! …and the one that holds the lock waits for them here
  __threadfence();
  return {.got = found == 0 ? 1 : 0, .tries = tries, .waited = nanoseconds() - begin};
}

template <bool kInLockstep>
__global__ void count_by_warp(Shared* shared, long long /*n*/) {
  const Attempt attempt = lock_or_give_up(&shared->mutex, kInLockstep);
  if (attempt.got == 1) {
    shared->counter += 1;
    unlock(&shared->mutex);  //! in lockstep it comes too late for the others
  }
  shared->attempts[threadIdx.x] = attempt;
}

// variant: warp-safe
/// The warp's threads share the n increments; each takes the lock for every one of its own.
__global__ void count_by_warp_safely(Shared* shared, long long n) {
  for (long long i = threadIdx.x; i < n; i += kWarp) {
    bool done = false;
    for (unsigned tries = 0; !done && tries < kMostTries; ++tries) {
      if (atomicCAS(&shared->mutex, 0U, 1U) == 0) {
        __threadfence();
        shared->counter += 1;
        __threadfence();
        atomicExch(&shared->mutex, 0U);  //! given back in the same turn of the loop
        done = true;
      }
    }
  }
}
// end

using Kernel = void (*)(Shared* shared, long long n);

/// Launches without a reset between them count on where the last one ended, which takes as long;
/// only a single launch is checked.
class LockRun : public GpuRun {
 public:
  LockRun(const LockProblem& problem, Kernel kernel, std::int64_t blocks, std::int64_t threads)
      : problem_(problem),
        kernel_(kernel),
        blocks_(static_cast<unsigned>(blocks)),
        threads_(static_cast<unsigned>(threads)) {
    note_shape(kernel_, blocks_, threads_);
  }

  Outcome outcome() override {
    return checked_count(problem_.n, result_.counter, kernel_ == count_unlocked);
  }

 protected:
  void reset() override {
    clear(shared_, queue());
    Attempt* attempts = shared_.data()->attempts;  // until a thread reports, it never came back
    HEATWAVE_CUDA_CHECK(cudaMemsetAsync(attempts, 0xFF, kWarp * sizeof(Attempt), queue()));
  }
  void launch() override {
    kernel_<<<blocks_, threads_, 0, queue()>>>(shared_.data(), problem_.n);
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }
  void copy_out() override { download(&result_, shared_, queue()); }

  [[nodiscard]] const LockProblem& problem() const { return problem_; }
  [[nodiscard]] const Shared& result() const { return result_; }

 private:
  const LockProblem& problem_;
  Kernel kernel_;
  unsigned blocks_;
  unsigned threads_;
  core::DeviceBuffer<Shared> shared_{1};
  Shared result_{};
};

/// Its counter is half of the word that says whose turn it is.
class PackedRun : public LockRun {
 public:
  using LockRun::LockRun;
  Outcome outcome() override {
    return checked_count(problem().n, static_cast<std::uint32_t>(result().turn));
  }
};

/// The catch-22, which is judged by what the threads report.
class WarpRun : public LockRun {
 public:
  using LockRun::LockRun;
  Outcome outcome() override {
    const Shared& found = result();
    return checked_attempts({found.attempts, found.attempts + kWarp}, found.counter);
  }
};

/// A block for each increment.
template <typename OwnRun = LockRun>
MakeRun by_blocks(Kernel kernel) {
  return makes<LockProblem>([kernel](const LockProblem& problem, const Stop& /*stop*/) {
    return std::make_unique<OwnRun>(problem, kernel, problem.n, problem.threads);
  });
}
template <typename OwnRun = LockRun>
MakeRun by_one_warp(Kernel kernel) {
  return makes<LockProblem>([kernel](const LockProblem& problem, const Stop& /*stop*/) {
    return std::make_unique<OwnRun>(problem, kernel, 1, kWarp);
  });
}

}  // namespace

GpuRuns lock_on_gpu() {
  return {{"unlocked", by_blocks(count_unlocked)},
          {"spin", by_blocks(count_locked)},
          {"backoff", by_blocks(count_with_pauses)},
          {"ticket", by_blocks(count_by_ticket)},
          {"packed", by_blocks<PackedRun>(count_packed)},
          {"atomic", by_blocks(count_atomic)},
          {"warp", by_one_warp<WarpRun>(count_by_warp<false>)},
          {"warp-lockstep", by_one_warp<WarpRun>(count_by_warp<true>)},
          {"warp-safe", by_one_warp(count_by_warp_safely)}};
}

}  // namespace heatwave::lab
