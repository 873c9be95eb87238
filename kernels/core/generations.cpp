// The table of GPU generations follows NVIDIA's programming and tuning guides.
#include "kernels/core/generations.h"

#include <array>

namespace heatwave::core {
namespace {

constexpr std::array kGenerations{
    Generation{"Tesla", 2006, "1.0 to 1.3", 1, 0,
               "The first CUDA GPUs, such as the G80 (GeForce 8800 GTX). A half-warp's access is "
               "one transaction only if the k-th "
               "thread accesses the k-th word of an aligned segment; from 1.2 on in any "
               "order. Global memory is not cached. Shared memory has 16 banks. Atomics on "
               "global memory from 1.1 on, on shared memory from 1.2 on."},
    Generation{"Fermi", 2010, "2.0, 2.1", 2, 0,
               "GF100 (GeForce GTX 480). L1 and L2 caches for global memory: the cost of a warp's "
               "access is the number "
               "of lines that it touches. 32 banks, one for each lane. atomicAdd for float. "
               "Blocks of up to 1024 threads, printf, and one address space."},
    Generation{"Kepler", 2012, "3.0 to 3.7", 3, 0,
               "GK104 (GeForce GTX 680). Shuffles between the lanes of a warp. Faster atomics. "
               "From 3.5 on: loads "
               "through the read-only cache, which const __restrict__ allows, and kernels "
               "that launch kernels."},
    Generation{"Maxwell", 2014, "5.0 to 5.3", 5, 0,
               "GM107 (GeForce GTX 750 Ti). Atomics on shared memory in hardware, no longer as a "
               "lock in a loop: a "
               "histogram for each block pays off. L1 and texture cache become one."},
    Generation{"Pascal", 2016, "6.0 to 6.2", 6, 0,
               "GP100 (Tesla P100), GP104 (GeForce GTX 1080). atomicAdd for double. Managed memory "
               "moves page by page, where it is touched."},
    Generation{"Volta", 2017, "7.0, 7.2", 7, 0,
               "GV100 (Tesla V100). The threads of a warp are scheduled independently: code must "
               "no longer rely "
               "on lockstep, and shuffles and votes name the lanes that take part. L1 and "
               "shared memory share one store again, as up to Kepler. The first tensor cores."},
    Generation{"Turing", 2018, "7.5", 7, 5,
               "TU102 (GeForce RTX 2080 Ti). Half as many resident warps on a multiprocessor as "
               "before: 32. Tensor cores "
               "for integers."},
    Generation{"Ampere", 2020, "8.0 to 8.7", 8, 0,
               "GA100 (A100), GA102 (GeForce RTX 3090). Asynchronous copies from global to shared "
               "memory that bypass the registers. "
               "TF32 on the tensor cores. A warp's sum of integers by one instruction."},
    Generation{"Ada Lovelace", 2022, "8.9", 8, 9,
               "AD102 (GeForce RTX 4090). A far larger L2 than Ampere's graphics cards had."},
    Generation{"Hopper", 2022, "9.0", 9, 0,
               "GH100 (H100, H200). Clusters of blocks, which read each other's shared memory and "
               "synchronise. A "
               "unit, TMA, that copies whole tiles."},
    Generation{"Blackwell", 2024, "10.0 to 12.1", 10, 0,
               "B200, GB202 (GeForce RTX 5090). The tensor cores also support floating-point "
               "numbers of 4 and of 6 bits."}};

}  // namespace

std::span<const Generation> generations() { return kGenerations; }

const Generation* generation_of(int major, int minor) {
  const Generation* found = nullptr;
  for (const Generation& each : kGenerations) {
    if (major > each.major || (major == each.major && minor >= each.minor)) found = &each;
  }
  return found;
}

}  // namespace heatwave::core
