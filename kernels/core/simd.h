// One function body, compiled for several instruction sets; the loader picks the best this CPU has.
#pragma once

// Field code calls fmaf() itself and is compiled with -ffp-contract=off, so every clone gives the
// same bits; the clone without FMA instructions goes through the C library and is only slower.
// Clang gives the functions that choose among clones names that no other file calls, so that it
// gets no clones.
#if defined(__x86_64__) && defined(__linux__) && !defined(__clang__) && \
    !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define HEATWAVE_SIMD_CLONES \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define HEATWAVE_SIMD_CLONES
#endif
