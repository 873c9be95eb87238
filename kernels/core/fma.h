// core::fma() is the one name for the fused multiply-add in all code, on the CPU and on GPUs.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "kernels/core/host_device.h"

namespace heatwave::core {

/// Returns x · y + z, rounded once, without an instruction for it. A double holds the product
/// exactly. A sum that it cannot hold gets an odd last bit, so that rounding to float gives the
/// result of the exact sum.
HEATWAVE_HOST_DEVICE float fma_in_doubles(float x, float y, float z) {
  const double product = static_cast<double>(x) * static_cast<double>(y);
  const double addend = z;
  double sum = product + addend;
  const double added = sum - product;
  const double error = (product - (sum - added)) + (addend - added);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &sum, sizeof bits);
  if ((error > 0.0 || error < 0.0) && bits % 2 == 0) {
    bits = (error > 0.0) == (sum > 0.0) ? bits + 1 : bits - 1;
    std::memcpy(&sum, &bits, sizeof sum);
  }
  return static_cast<float>(sum);
}

/// Returns x · y + z, rounded once: equal bits on every processor. On a processor without such an
/// instruction the C library is much slower. That of Windows rounds some sums twice, so a function
/// of platform_windows.cpp takes its place.
HEATWAVE_HOST_DEVICE float fma(float x, float y, float z) { return ::fmaf(x, y, z); }

/// Returns x · y + z in each lane of a vector (lanes.h), rounded once.
template <typename Real>
HEATWAVE_HOST_DEVICE Real fma(Real x, Real y, Real z) {
  return fma_of_lanes(x, y, z);
}

}  // namespace heatwave::core
