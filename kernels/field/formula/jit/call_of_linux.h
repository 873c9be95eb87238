// The calling convention of machine code that is made at run time, and of what it calls.
#pragma once

#include "kernels/core/simd.h"

// It is that of Linux, on every system.
#if HEATWAVE_HAS_LEVELS
#define HEATWAVE_CALL_OF_LINUX __attribute__((sysv_abi))
#else
#define HEATWAVE_CALL_OF_LINUX
#endif
