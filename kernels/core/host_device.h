// This macro marks functions that run on the host and, if nvcc compiles them, on the device, too.
#pragma once

#ifdef __CUDACC__
#define HEATWAVE_HOST_DEVICE __host__ __device__ __forceinline__
#else
#define HEATWAVE_HOST_DEVICE [[gnu::always_inline]] inline
#endif
