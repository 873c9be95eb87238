// Matrix multiply with what came with Hopper (compute capability 9.0): one thread has whole tiles
// copied to shared memory, and tensor cores read them there. Elsewhere these kernels do nothing.
#include <cuda.h>

// variant: bulk-copies tensor-wgmma
constexpr int kDepth = 32;  // of the tiles of A and B; a row of 32 floats has 128 bytes

__device__ unsigned shared_address(const void* at) {
  return (unsigned)__cvta_generic_to_shared(at);
}

// A barrier in shared memory counts arrivals, and bytes that are yet to come. When all are there
// its phase, 0 or 1, is over and the next begins.

__device__ void prepare_barrier(unsigned barrier, int arrivals) {
#if __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals));
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");  // the copy engine sees it
#endif
}

__device__ void arrive(unsigned barrier) {
#if __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(barrier) : "memory");
#endif
}

/// Arrives, and says that so many bytes are to come.
__device__ void arrive_for_bytes(unsigned barrier, unsigned bytes) {
#if __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
               : "memory");
#endif
}

/// Until that phase is over.
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

/// Has a tile copied. The map knows the matrix and the tile's size, and makes zeros of what lies
/// beyond the matrix.
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

/// The row and the column of the tiles of C where a block's tile lies: eight tiles below each
/// other, then the eight to their right, so that blocks that run together share what L2 holds.
__device__ int2 place_of_tile(int block, int down, int across) {
  const int first = block / (8 * across) * 8;
  const int height = min(8, down - first);
  const int in_band = block % (8 * across);
  return make_int2(first + in_band % height, in_band / height);
}

// variant: bulk-copies
constexpr int kBulkRows = 128;  // of C that a block computes
constexpr int kBulkStages = 3;  // pairs of tiles in shared memory
constexpr int kBulkTileA = kBulkRows * kDepth;

/// How a block is divided. A warp is 8 × 4 threads with so many rows and 8 columns each. Slices
/// share the depth of every tile: two warps then compute the same part of C, each by half of the
/// steps.
template <int own_rows, int slices>
struct BulkShape {
  static constexpr int kDown = kBulkRows / (8 * own_rows);  // warps below each other …
  static constexpr int kAcross = 4 / slices;                // … and side by side
  static constexpr int kColumns = 32 * kAcross;             // of C that a block computes
  static constexpr int kThreads = 32 * kDown * kAcross * slices;
  static constexpr int kStage = kBulkTileA + kDepth * kColumns;  // floats
};

/// Has the tiles of a turn copied: two instructions of one thread, and neither registers nor
/// arithmetic on addresses for thousands of elements.
template <typename Shape>
__device__ void copy_bulk(const CUtensorMap* a, const CUtensorMap* b, float* stages,
                          unsigned long long* filled, int turn, int row0, int column0) {
  float* to = stages + turn % kBulkStages * Shape::kStage;
  const unsigned barrier = shared_address(filled + turn % kBulkStages);
  arrive_for_bytes(barrier, Shape::kStage * 4);
  copy_tile(shared_address(to), a, turn * kDepth, row0, barrier);  //! 16 KB of A …
  copy_tile(shared_address(to + kBulkTileA), b, column0, turn * kDepth, barrier);  //! … and of B
}

/// sums += rows of A times 8 columns of B, over four steps of the depth. In rows of 128 bytes the
/// copy engine changes the places of the eight quads from row to row (quad ^ row), so that eight
/// rows' quads lie in different banks.
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
        const int j = i % 2 == 0 ? step : 7 - step;  //! there and back: fewer reads of registers
        sums[i][j] = fmaf(left[i][k], right[j], sums[i][j]);
      }
    }
  }
}

/// Adds the second slice's sums to the first's, through shared memory. True: this thread has them.
template <int own_rows, int threads>
__device__ bool join_slices(float (&sums)[own_rows][8], float* stages) {
  const bool gives = threadIdx.x >= threads / 2;
  float4* place = (float4*)stages + threadIdx.x % (threads / 2);
  __syncthreads();  // nobody still reads tiles
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

/// A thread has the rows lane / 4, lane / 4 + 8, … of its warp's, and two quads of columns. As many
/// blocks as fit share a multiprocessor, so that its registers are full of sums.
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
    __syncthreads();  //! nobody still reads the tiles of the turn before: they may be overwritten
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
constexpr int kWgColumns = 128;  // of C for a block: 64 for each of two groups of four warps
constexpr int kWgThreads = 384;  // the third group has the tiles copied
constexpr int kWgStages = 4;     // pairs of tiles in shared memory

/// What a block has in shared memory: the stages, each a tile of A and then one of B, and for each
/// stage two barriers, which tell that it was filled and that it may be filled again.
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

/// One thread's work: to keep the stages full. B comes in four pieces of 32 columns.
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

/// The thread's share of a stage of B: two columns, two rows of every eight. In rows of 128 bytes
/// the copy engine changes the places of the eight pieces of 16 bytes, from row to row in another
/// way (piece ^ row), so that the lanes find their words in 32 different banks.
struct WgShare {
  int column;   // of the two, from 0 to 126
  unsigned at;  // of the row lane % 4; the other is four below
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

/// The nearest number with 10 bits behind the point, as the tensor cores want it.
__device__ unsigned rounded_to_tf32(float value) {
  unsigned bits = __float_as_uint(value);
#if __CUDA_ARCH__ >= 800
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(value));
#endif
  return bits;
}

/// What four instructions need of B, eight rows each: the order of the four registers is theirs.
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

/// sums += (8 × 64 of B, in the registers of four warps)ᵀ · (64 × 8 of A, in shared memory)ᵀ. What
/// tells the tensor cores where A lies: 128-byte pieces in the changed order, 1,024 bytes from
/// eight rows to the next eight, the address in sixteens.
__device__ void multiply_add(float (&sums)[32], const unsigned (&right)[4], unsigned tile_a) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  const unsigned long long left = (1ULL << 62) | (64ULL << 32) | (1ULL << 16) | (tile_a >> 4);
  asm volatile(  //! 32,768 multiply-adds, while the warps go on
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

/// Multiplies one stage, and gives back the one before it once the tensor cores are done with that.
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
  asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");  //! all but the newest are done
  if (turn > 0 && threadIdx.x % 32 == 0) arrive(stages.free + 8 * ((turn - 1) % kWgStages));
#endif
}

/// A thread has two columns of every eighth pair of rows.
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

/// Rows of A and C per block: 256, or 128 for matrices that have too few tiles for all
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
      prepare_barrier(stages.filled + 8 * stage, 1);  // the copying thread, and the bytes
      prepare_barrier(stages.free + 8 * stage, 8);    // the warps that multiply
    }
  }
  __syncthreads();
  if (threadIdx.x >= 256) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 24;");  // the others need the registers
    if (threadIdx.x == 256) copy_all_tiles(&a, &b, stages, row0, column0, n);  //!
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 240;");
    const WgShare share(threadIdx.x);
    float sums[rows / 64][32] = {};
    unsigned even[4][4];  // while the tensor cores read these …
    unsigned odd[4][4];   // … the next are loaded
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
