// These kernels multiply matrices with the features of Hopper (compute capability 9.0): one thread
// starts copies of whole tiles to shared memory, and tensor cores read the tiles there. On other
// devices these kernels do nothing.
#include <cuda.h>

// variant: bulk-copies tensor-wgmma
constexpr int kDepth = 32;  // depth of the tiles of A and B; a row of 32 floats has 128 bytes

__device__ unsigned shared_address(const void* at) {
  return (unsigned)__cvta_generic_to_shared(at);
}

// A barrier in shared memory counts arrivals and expected bytes. When all have arrived, its phase
// (0 or 1) is complete and the next one begins.

__device__ void prepare_barrier(unsigned barrier, int arrivals) {
#if __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals));
  // Makes the barrier visible to TMA, the multiprocessor's unit for bulk copies.
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#endif
}

__device__ void arrive(unsigned barrier) {
#if __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(barrier) : "memory");
#endif
}

/// Arrives, and expects this many bytes.
__device__ void arrive_for_bytes(unsigned barrier, unsigned bytes) {
#if __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
               : "memory");
#endif
}

/// Waits until the phase is complete.
__device__ void wait_for(unsigned barrier, unsigned phase) {
#if __CUDA_ARCH__ >= 900
  asm volatile(
      "{ .reg .pred over;\n"
      "again: mbarrier.try_wait.parity.shared::cta.b64 over, [%0], %1;\n"
      "@!over bra again; }" ::"r"(barrier),
      "r"(phase)
      : "memory");
#endif
}

/// Starts the copy of a tile. The map knows the matrix and the tile's size; elements beyond the
/// matrix become zero.
__device__ void copy_tile(unsigned to, const CUtensorMap* map, int column, int row,
                          unsigned barrier) {
#if __CUDA_ARCH__ >= 900
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
      "[%0], [%1, {%2, %3}], [%4];" ::"r"(to),
      "l"(map), "r"(column), "r"(row), "r"(barrier)
      : "memory");
#endif
}

/// Returns the row and column of a block's tile of C, counted in tiles. The blocks cover eight
/// tiles downwards, then the eight to their right, so that concurrent blocks share data in L2.
__device__ int2 place_of_tile(int block, int down, int across) {
  const int first = block / (8 * across) * 8;
  const int height = min(8, down - first);
  const int in_band = block % (8 * across);
  return make_int2(first + in_band % height, in_band / height);
}

// variant: bulk-copies
constexpr int kBulkRows = 128;  // rows of C that a block computes
constexpr int kBulkStages = 3;  // pairs of tiles in shared memory
constexpr int kBulkTileA = kBulkRows * kDepth;

/// How a block is divided. A warp is 8 × 4 threads; each has `own_rows` rows and 8 columns. Slices
/// split the depth of every tile: with two slices, two warps compute one part of C, each with half
/// of the steps.
template <int own_rows, int slices>
struct BulkShape {
  static constexpr int kDown = kBulkRows / (8 * own_rows);  // warps below each other
  static constexpr int kAcross = 4 / slices;                // warps side by side
  static constexpr int kColumns = 32 * kAcross;             // columns of C that a block computes
  static constexpr int kThreads = 32 * kDown * kAcross * slices;
  static constexpr int kStage = kBulkTileA + kDepth * kColumns;  // floats
};

/// Starts the copies of one turn's tiles: one thread issues two instructions. Thousands of elements
/// need neither registers nor address arithmetic.
template <typename Shape>
__device__ void copy_bulk(const CUtensorMap* a, const CUtensorMap* b, float* stages,
                          unsigned long long* filled, int turn, int row0, int column0) {
  float* to = stages + turn % kBulkStages * Shape::kStage;
  const unsigned barrier = shared_address(filled + turn % kBulkStages);
  arrive_for_bytes(barrier, Shape::kStage * 4);
  copy_tile(shared_address(to), a, turn * kDepth, row0, barrier);  //! 16 KB of A …
  copy_tile(shared_address(to + kBulkTileA), b, column0, turn * kDepth, barrier);  //! … and of B
}

/// Computes sums += rows of A times 8 columns of B, over four steps of the depth. In rows of 128
/// bytes TMA permutes the eight groups of four floats differently in each row (group ^
/// row), so that the groups of eight rows lie in different banks.
template <int own_rows, int columns>
__device__ void add_bulk_products(float (&sums)[own_rows][8], const float* a, const float* b,
                                  int quad, int row) {
  float left[own_rows][4];
#pragma unroll
  for (int i = 0; i < own_rows; ++i)
    *(float4*)left[i] = *(const float4*)(a + 8 * i * kDepth + (quad ^ row) * 4);
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    float right[8];
    *(float4*)right = *(const float4*)(b + (4 * quad + k) * columns);
    *(float4*)(right + 4) = *(const float4*)(b + (4 * quad + k) * columns + 16);
#pragma unroll
    for (int i = 0; i < own_rows; ++i) {
#pragma unroll
      for (int step = 0; step < 8; ++step) {
        const int j = i % 2 == 0 ? step : 7 - step;  //! back and forth: fewer register reads
        sums[i][j] = fmaf(left[i][k], right[j], sums[i][j]);
      }
    }
  }
}

/// Adds the sums of the second slice to those of the first, through shared memory. Returns whether
/// this thread holds the result.
template <int own_rows, int threads>
__device__ bool join_slices(float (&sums)[own_rows][8], float* stages) {
  const bool gives = threadIdx.x >= threads / 2;
  float4* place = (float4*)stages + threadIdx.x % (threads / 2);
  __syncthreads();  // wait until all threads have read the tiles
#pragma unroll
  for (int i = 0; i < 2 * own_rows; ++i) {
    if (gives) place[i * (threads / 2)] = *(float4*)(sums[i / 2] + i % 2 * 4);
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 2 * own_rows; ++i) {
    const float4 other = place[i * (threads / 2)];
    float* four = sums[i / 2] + i % 2 * 4;
    four[0] += other.x;
    four[1] += other.y;
    four[2] += other.z;
    four[3] += other.w;
  }
  return !gives;
}

/// A thread has the rows lane / 4, lane / 4 + 8, … of its warp and two groups of four columns. As
/// many blocks as fit share a multiprocessor, so that sums fill its registers.
template <int own_rows, int slices>
__global__ void __launch_bounds__(BulkShape<own_rows, slices>::kThreads,
                                  256 / BulkShape<own_rows, slices>::kThreads)
    multiply_bulk_copies(const __grid_constant__ CUtensorMap a,
                         const __grid_constant__ CUtensorMap b, float* c, int n, int stride) {
#if __CUDA_ARCH__ >= 900
  using Shape = BulkShape<own_rows, slices>;
  extern __shared__ __align__(1024) float stages[];
  __shared__ __align__(8) unsigned long long filled[kBulkStages];
  const int2 place = place_of_tile(blockIdx.x, (n + kBulkRows - 1) / kBulkRows,
                                   (n + Shape::kColumns - 1) / Shape::kColumns);
  const int row0 = place.x * kBulkRows;
  const int column0 = place.y * Shape::kColumns;
  const int turns = (n + kDepth - 1) / kDepth;
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < kBulkStages; ++stage)
      prepare_barrier(shared_address(filled + stage), 1);
    for (int turn = 0; turn < min(turns, kBulkStages - 1); ++turn)
      copy_bulk<Shape>(&a, &b, stages, filled, turn, row0, column0);
  }
  __syncthreads();
  const int warp = threadIdx.x / 32;
  const int lane_row = threadIdx.x % 32 / 4;
  const int row = warp / Shape::kAcross % Shape::kDown * 8 * own_rows + lane_row;
  const int column = warp % Shape::kAcross * 32 + threadIdx.x % 4 * 4;
  const int slice = warp / (Shape::kAcross * Shape::kDown);
  float sums[own_rows][8] = {};
  for (int turn = 0; turn < turns; ++turn) {
    wait_for(shared_address(filled + turn % kBulkStages), (turn / kBulkStages) & 1);
    __syncthreads();  //! all have read the last turn's tiles, which may now be overwritten
    const int ahead = turn + kBulkStages - 1;
    if (threadIdx.x == 0 && ahead < turns)
      copy_bulk<Shape>(&a, &b, stages, filled, ahead, row0, column0);
    const float* tile_a = stages + turn % kBulkStages * Shape::kStage;
#pragma unroll
    for (int quad = 0; quad < 8 / slices; ++quad)
      add_bulk_products<own_rows, Shape::kColumns>(sums, tile_a + row * kDepth,
                                                   tile_a + kBulkTileA + column,
                                                   slice * (8 / slices) + quad, lane_row);
  }
  if (slices == 2 && !join_slices<own_rows, Shape::kThreads>(sums, stages)) return;
#pragma unroll
  for (int i = 0; i < 2 * own_rows; ++i) {
    const int to_row = row0 + row + i / 2 * 8;
    const int to_column = column0 + column + i % 2 * 16;
    if (to_row < n && to_column < stride)
      *(float4*)(c + (size_t)to_row * stride + to_column) = *(float4*)(sums[i / 2] + i % 2 * 4);
  }
#endif
}

// variant: tensor-wgmma
// Columns of C for each block: 64 for each of two groups of four warps.
constexpr int kWgColumns = 128;
constexpr int kWgThreads = 384;  // the third group starts the copies
constexpr int kWgStages = 4;     // pairs of tiles in shared memory

/// The shared memory of a block: stages, each with a tile of A and a tile of B, and two barriers
/// for each stage: one says that it is filled, the other that it may be filled again.
template <int rows>
struct WgStages {
  static constexpr int kBytesA = rows * kDepth * 4;
  static constexpr int kBytes = kBytesA + kWgColumns * kDepth * 4;
  unsigned tiles;
  unsigned filled;
  unsigned free;

  __device__ unsigned tile_a(int stage) const { return tiles + stage * kBytes; }
  __device__ unsigned tile_b(int stage) const { return tile_a(stage) + kBytesA; }
};

/// One thread keeps the stages full. B comes in four pieces of 32 columns.
template <int rows>
__device__ void copy_all_tiles(const CUtensorMap* a, const CUtensorMap* b, WgStages<rows> stages,
                               int row0, int column0, int n) {
  for (int k0 = 0, turn = 0; k0 < n; k0 += kDepth, ++turn) {
    const int stage = turn % kWgStages;
    const unsigned filled = stages.filled + 8 * stage;
    if (turn >= kWgStages) wait_for(stages.free + 8 * stage, (turn / kWgStages - 1) & 1);
    arrive_for_bytes(filled, stages.kBytes);
    copy_tile(stages.tile_a(stage), a, k0, row0, filled);  //! 32 KB with one instruction
    for (int piece = 0; piece < 4; ++piece)
      copy_tile(stages.tile_b(stage) + piece * 4096, b, column0 + 32 * piece, k0, filled);
  }
}

/// The thread's share of a stage of B: two columns, and two of every eight rows. In rows of 128
/// bytes TMA permutes the eight pieces of 16 bytes differently in each row (piece ^
/// row), so that the lanes find their words in 32 different banks.
struct WgShare {
  int column;   // first of the two columns, from 0 to 126
  unsigned at;  // offset of row lane % 4; the other row is four below
  unsigned other;

  __device__ explicit WgShare(int thread) {
    const int warp = thread / 32;
    const int row = thread % 4;
    const int lane = thread % 32 / 4;
    const int piece = 4 * (lane / 2 % 2) + 2 * (warp % 2) + lane / 4;
    column = 32 * (warp / 2) + 4 * piece + 2 * (lane % 2);
    const unsigned begin = warp / 2 * 4096 + 8 * (lane % 2);
    at = begin + row * 128 + (piece ^ row) * 16;
    other = begin + (row + 4) * 128 + (piece ^ (row + 4)) * 16;
  }
};

/// Returns the nearest number with 10 bits after the binary point, which the tensor cores require.
__device__ unsigned rounded_to_tf32(float value) {
  unsigned bits = __float_as_uint(value);
#if __CUDA_ARCH__ >= 800
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(value));
#endif
  return bits;
}

/// Loads the words of B for four instructions with eight rows each. The instruction defines the
/// order of the four registers.
__device__ void load_share(unsigned (&right)[4][4], const char* tile, const WgShare& share) {
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const float2 upper = *(const float2*)(tile + share.at + k * 1024);
    const float2 lower = *(const float2*)(tile + share.other + k * 1024);
    right[k][0] = rounded_to_tf32(upper.x);
    right[k][1] = rounded_to_tf32(upper.y);
    right[k][2] = rounded_to_tf32(lower.x);
    right[k][3] = rounded_to_tf32(lower.y);
  }
}

/// Computes sums += (8 × 64 of B, in the registers of four warps)ᵀ · (64 × 8 of A, in shared
/// memory)ᵀ. The descriptor says how A is stored: in 128-byte pieces in permuted order, 1024 bytes
/// from one group of eight rows to the next, with the address in units of 16 bytes.
__device__ void multiply_add(float (&sums)[32], const unsigned (&right)[4], unsigned tile_a) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  const unsigned long long left = (1ULL << 62) | (64ULL << 32) | (1ULL << 16) | (tile_a >> 4);
  asm volatile(  //! 32 768 multiply-adds; the warps continue
      "wgmma.mma_async.sync.aligned.m64n64k8.f32.tf32.tf32 "
      "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
      "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, "
      "{%32, %33, %34, %35}, %36, 1, 1, 1;"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3]), "+f"(sums[4]), "+f"(sums[5]),
        "+f"(sums[6]), "+f"(sums[7]), "+f"(sums[8]), "+f"(sums[9]), "+f"(sums[10]), "+f"(sums[11]),
        "+f"(sums[12]), "+f"(sums[13]), "+f"(sums[14]), "+f"(sums[15]), "+f"(sums[16]),
        "+f"(sums[17]), "+f"(sums[18]), "+f"(sums[19]), "+f"(sums[20]), "+f"(sums[21]),
        "+f"(sums[22]), "+f"(sums[23]), "+f"(sums[24]), "+f"(sums[25]), "+f"(sums[26]),
        "+f"(sums[27]), "+f"(sums[28]), "+f"(sums[29]), "+f"(sums[30]), "+f"(sums[31])
      : "r"(right[0]), "r"(right[1]), "r"(right[2]), "r"(right[3]), "l"(left));
#endif
}

/// Multiplies one stage, and releases the previous stage once the tensor cores have finished it.
template <int rows>
__device__ void multiply_stage(float (&sums)[rows / 64][32], unsigned (&right)[4][4],
                               const WgStages<rows>& stages, const char* memory,
                               const WgShare& share, int turn) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  const int stage = turn % kWgStages;
  wait_for(stages.filled + 8 * stage, (turn / kWgStages) & 1);
  load_share(right, memory + stage * stages.kBytes + stages.kBytesA, share);
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");  // the registers are ready
#pragma unroll
  for (int k = 0; k < 4; ++k) {
#pragma unroll
    for (int part = 0; part < rows / 64; ++part)
      multiply_add(sums[part], right[k], stages.tile_a(stage) + part * 64 * 128 + k * 32);
  }
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");  //! all but one finished
  if (turn > 0 && threadIdx.x % 32 == 0) arrive(stages.free + 8 * ((turn - 1) % kWgStages));
#endif
}

/// A thread stores two columns of every eighth pair of rows.
template <int rows>
__device__ void store_sums(const float (&sums)[rows / 64][32], float* c, int n, int stride,
                           int row0, int column) {
  if (column >= stride) return;
#pragma unroll
  for (int i = 0; i < rows / 8; ++i) {
    const float* four = sums[i / 8] + i % 8 * 4;
    const int row = row0 + 8 * i + threadIdx.x % 4 * 2;
    float* to = c + (size_t)row * stride + column;
    if (row < n) *(float2*)to = make_float2(four[0], four[2]);
    if (row + 1 < n) *(float2*)(to + stride) = make_float2(four[1], four[3]);
  }
}

/// A block computes `rows` rows of C: 256, or 128 if the matrices have too few tiles for all
/// multiprocessors.
template <int rows>
__global__ void __launch_bounds__(kWgThreads, 1)
    multiply_by_warp_groups(const __grid_constant__ CUtensorMap a,
                            const __grid_constant__ CUtensorMap b, float* c, int n, int stride) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  extern __shared__ __align__(1024) char memory[];
  __shared__ __align__(8) unsigned long long barriers[2 * kWgStages];
  const unsigned first_barrier = shared_address(barriers);
  const WgStages<rows> stages{shared_address(memory), first_barrier, first_barrier + 8 * kWgStages};
  const int2 place =
      place_of_tile(blockIdx.x, (n + rows - 1) / rows, (n + kWgColumns - 1) / kWgColumns);
  const int row0 = place.x * rows;
  const int column0 = place.y * kWgColumns;
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < kWgStages; ++stage) {
      // Arrivals: the copying thread; it also counts bytes.
      prepare_barrier(stages.filled + 8 * stage, 1);
      prepare_barrier(stages.free + 8 * stage, 8);  // arrivals: the warps that multiply
    }
  }
  __syncthreads();
  if (threadIdx.x >= 256) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 24;");  // the other warps need the registers
    if (threadIdx.x == 256) copy_all_tiles(&a, &b, stages, row0, column0, n);  //!
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 240;");
    const WgShare share(threadIdx.x);
    float sums[rows / 64][32] = {};
    unsigned even[4][4];  // the tensor cores read one of these arrays …
    unsigned odd[4][4];   // … while the other is loaded
    const int turns = (n + kDepth - 1) / kDepth;
    for (int turn = 0; turn < turns; turn += 2) {
      multiply_stage(sums, even, stages, memory, share, turn);
      if (turn + 1 < turns) multiply_stage(sums, odd, stages, memory, share, turn + 1);
    }
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    store_sums<rows>(sums, c, n, stride, row0, column0 + share.column);
  }
#endif
}
// end
