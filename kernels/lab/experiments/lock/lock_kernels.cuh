// These kernels take a lock. A lock and a counter move from block to block; the time to hand the
// lock to its next holder limits the speed.
#include <cuda/atomic>

/// The result of one thread of a warp that waits for a lock, but not forever.
struct LockAttempt {
  int got;  ///< 1: it got the lock; 0: it gave up
  unsigned tries;
  long long waited;  ///< nanoseconds
};

/// The kernels' shared variables in global memory, all 0 at first. Each has its own cache line, so
/// that threads that wait for one do not delay threads that write another.
struct LockWords {
  alignas(128) unsigned counter;
  alignas(128) unsigned mutex;    ///< 0: free; 1: taken
  alignas(128) unsigned next;     ///< next ticket to draw
  alignas(128) unsigned serving;  ///< ticket whose turn it is
  /// Upper half: the ticket whose turn it is; lower half: the counter.
  alignas(128) unsigned long long turn;
  alignas(128) LockAttempt attempts[32];
};

// variant: unlocked
__global__ void count_unlocked(LockWords* words) {
  if (threadIdx.x == 0) words->counter += 1;  //! load, add, store: another block may interleave
}

// variant: spin warp warp-lockstep by-value
__device__ void unlock(unsigned* mutex) {
  __threadfence();  //! a fence: the holder's writes become visible before the release
  atomicExch(mutex, 0);
}

// variant: spin by-value
__device__ void lock(unsigned* mutex) {
  while (atomicCAS(mutex, 0, 1) != 0) {  //! 0 was found: the lock was free and is now taken
  }
  __threadfence();  //! a fence: later reads happen after the lock was found free
}

// variant: spin
__global__ void count_locked(LockWords* words) {
  if (threadIdx.x != 0) return;
  lock(&words->mutex);
  words->counter += 1;
  unlock(&words->mutex);
}

// variant: by-value
__global__ void count_with_struct(unsigned* mutex, unsigned* counter) {
  if (threadIdx.x != 0) return;
  lock(mutex);  //! in a second launch the mutex would have been freed
  *counter += 1;
  unlock(mutex);
}

// variant: backoff
__global__ void count_with_pauses(LockWords* words) {
  if (threadIdx.x != 0) return;
  unsigned pause = 32;  // nanoseconds
  while (atomicCAS(&words->mutex, 0, 1) != 0) {
    __nanosleep(pause);  //! the longer it has waited, the less often it polls
    if (pause < 1024) pause *= 2;
  }
  __threadfence();
  words->counter += 1;
  __threadfence();
  atomicExch(&words->mutex, 0);
}

// variant: ticket
__global__ void count_by_ticket(LockWords* words) {
  if (threadIdx.x != 0) return;
  const cuda::atomic_ref<unsigned, cuda::thread_scope_device> serving(words->serving);
  const unsigned mine = atomicAdd(&words->next, 1);           //! only one atomic for each block
  while (serving.load(cuda::memory_order_acquire) != mine) {  //! it only reads while waiting
  }
  words->counter += 1;
  serving.store(mine + 1, cuda::memory_order_release);  //! call the next; both are fences
}

// variant: packed
__global__ void count_packed(LockWords* words) {
  if (threadIdx.x != 0) return;
  const cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> turn(words->turn);
  const unsigned mine = atomicAdd(&words->next, 1);
  unsigned long long word = 0;
  do {
    word = turn.load(cuda::memory_order_relaxed);  //! ticket and counter in one load
  } while ((unsigned)(word >> 32) != mine);
  const unsigned long long next_turn = 1ULL << 32;
  turn.store(word + next_turn + 1, cuda::memory_order_relaxed);  //! and both in one store
}

// variant: atomic
__global__ void count_atomic(LockWords* words) {
  if (threadIdx.x == 0) atomicAdd(&words->counter, 1);  //! no lock
}

// variant: warp warp-lockstep
__device__ long long nanoseconds() {
  long long now = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

/// Like lock(), but it gives up at a limit, so that the GPU never hangs, whatever its scheduler
/// does.
__device__ LockAttempt lock_or_give_up(unsigned* mutex, bool in_lockstep, unsigned most_tries,
                                       long long most_waiting) {
  const long long begin = nanoseconds();
  unsigned tries = 1;
  unsigned found = atomicCAS(mutex, 0, 1);
  while (found != 0 && tries < most_tries && nanoseconds() - begin < most_waiting) {
    found = atomicCAS(mutex, 0, 1);  //! the lanes that wait loop here …
    ++tries;
  }
  if (in_lockstep) __syncwarp();  //! … while the holder waits for them here
  __threadfence();
  return {found == 0 ? 1 : 0, tries, nanoseconds() - begin};
}

__global__ void count_by_warp(LockWords* words, bool in_lockstep, unsigned most_tries,
                              long long most_waiting) {
  const LockAttempt attempt = lock_or_give_up(&words->mutex, in_lockstep, most_tries, most_waiting);
  if (attempt.got == 1) {
    words->counter += 1;
    unlock(&words->mutex);  //! in lockstep this is never reached in time
  }
  words->attempts[threadIdx.x] = attempt;
}

// variant: warp-safe
/// The warp's threads share the n increments; each thread takes the lock for each of its
/// increments.
__global__ void count_by_warp_safely(LockWords* words, unsigned most_tries, long long n) {
  for (long long i = threadIdx.x; i < n; i += 32) {
    bool done = false;
    for (unsigned tries = 0; !done && tries < most_tries; ++tries) {
      if (atomicCAS(&words->mutex, 0, 1) == 0) {
        __threadfence();
        words->counter += 1;
        __threadfence();
        atomicExch(&words->mutex, 0);  //! released in the iteration that took it
        done = true;
      }
    }
  }
}
// end
