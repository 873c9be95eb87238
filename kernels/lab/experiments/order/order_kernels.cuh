// One thread writes eight words and raises a flag; another one waits for the flag and reads the
// words. The way of a value from one thread to the other, and back, limits the speed.

#include <cuda/atomic>

// variant: relaxed fences block device system sequential barrier
/// Each number has a line of the cache for itself.
struct Court {
  unsigned sent, sent_line[31];          ///< the last turn whose words are written
  unsigned answered, answered_line[31];  ///< the last turn whose words are read
  unsigned right, right_line[31];        ///< turns in which all words were the turn's own
  unsigned words[8][32];
};

constexpr unsigned kMostPolls = 1U << 22U;  // then a thread gives up, so that no GPU hangs

/// A value in global memory that threads of a scope exchange.
template <cuda::thread_scope scope>
using Flag = cuda::atomic_ref<unsigned, scope>;

/// Waits until the flag has this value; false: it never had.
template <cuda::thread_scope scope>
__device__ bool wait_for(unsigned& flag, unsigned value, cuda::memory_order order) {
  for (unsigned poll = 0; poll < kMostPolls; ++poll)
    if (Flag<scope>(flag).load(order) == value) return true;
  return false;
}
// end

// variant: relaxed fences block device system sequential
/// The writer's turns.
template <cuda::thread_scope scope>
__device__ void send_words(Court* court, unsigned turns, bool fenced, cuda::memory_order order) {
  for (unsigned turn = 1; turn <= turns; ++turn) {
    for (int i = 0; i < 8; ++i) court->words[i][0] = 8 * turn + i;  // first the words
    if (fenced) __threadfence();                  // the words become visible before the flag
    Flag<scope>(court->sent).store(turn, order);  //! then the flag
    if (!wait_for<scope>(court->answered, turn, cuda::memory_order_acquire)) return;
  }
}

/// The reader's turns.
template <cuda::thread_scope scope>
__device__ void receive_words(Court* court, unsigned turns, bool fenced, cuda::memory_order order) {
  unsigned right = 0;
  for (unsigned turn = 1; turn <= turns; ++turn) {
    if (!wait_for<scope>(court->sent, turn, order)) break;  //! first the flag
    if (fenced) __threadfence();
    unsigned seen = 0;
    for (int i = 0; i < 8; ++i) seen += court->words[i][0] == 8 * turn + i;  // then the words
    right += seen == 8;
    Flag<scope>(court->answered).store(turn, cuda::memory_order_release);
  }
  court->right = right;
}

// variant: relaxed
__global__ void pass_relaxed(Court* court, unsigned turns) {
  constexpr auto kScope = cuda::thread_scope_device;
  constexpr auto kOrder = cuda::memory_order_relaxed;  //! indivisible, but it orders nothing else
  if (blockIdx.x == 0) send_words<kScope>(court, turns, false, kOrder);
  if (blockIdx.x == 1) receive_words<kScope>(court, turns, false, kOrder);
}

// variant: fences
__global__ void pass_with_fences(Court* court, unsigned turns) {
  constexpr auto kScope = cuda::thread_scope_device;
  constexpr auto kOrder = cuda::memory_order_relaxed;
  if (blockIdx.x == 0) send_words<kScope>(court, turns, true, kOrder);  //! a fence on both sides
  if (blockIdx.x == 1) receive_words<kScope>(court, turns, true, kOrder);
}

// variant: block device system
/// `writer` and `reader` are this thread's part in the exchange.
template <cuda::thread_scope scope>
__device__ void pass_in_scope(Court* court, unsigned turns, bool writer, bool reader) {
  if (writer) send_words<scope>(court, turns, false, cuda::memory_order_release);
  if (reader) receive_words<scope>(court, turns, false, cuda::memory_order_acquire);
}

// variant: block
__global__ void pass_in_block(Court* court, unsigned turns) {
  pass_in_scope<cuda::thread_scope_block>(court, turns, threadIdx.x == 0,
                                          threadIdx.x == 32);  //! two warps of one block
}

// variant: device
__global__ void pass_on_device(Court* court, unsigned turns) {
  pass_in_scope<cuda::thread_scope_device>(court, turns, blockIdx.x == 0,
                                           blockIdx.x == 1);  //! two blocks
}

// variant: system
__global__ void pass_in_system(Court* court, unsigned turns) {
  pass_in_scope<cuda::thread_scope_system>(court, turns, blockIdx.x == 0,
                                           blockIdx.x == 1);  //! the host could take part, too
}

// variant: sequential
__global__ void pass_in_one_order(Court* court, unsigned turns) {
  constexpr auto kScope = cuda::thread_scope_device;
  constexpr auto kOrder = cuda::memory_order_seq_cst;  //! one order of all such operations
  if (blockIdx.x == 0) send_words<kScope>(court, turns, false, kOrder);
  if (blockIdx.x == 1) receive_words<kScope>(court, turns, false, kOrder);
}

// variant: barrier
__global__ void pass_by_barrier(Court* court, unsigned turns) {
  unsigned right = 0;
  for (unsigned turn = 1; turn <= turns; ++turn) {
    if (threadIdx.x == 0)
      for (int i = 0; i < 8; ++i) court->words[i][0] = 8 * turn + i;
    __syncthreads();  //! waits, and makes the words visible to the block
    if (threadIdx.x == 32) {
      unsigned seen = 0;
      for (int i = 0; i < 8; ++i) seen += court->words[i][0] == 8 * turn + i;
      right += seen == 8;
    }
    __syncthreads();  //! all have read
  }
  if (threadIdx.x == 32) court->right = right;
}
// end
