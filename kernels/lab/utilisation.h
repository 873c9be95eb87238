// Utilisation says how busy a variant keeps each part of its device, from the actual requests of
// its warps.
#pragma once

#include <cstdint>

#include "kernels/core/part_of_limit.h"
#include "kernels/lab/measurement.h"

namespace heatwave::lab {

/// A part of the device that may limit a kernel.
enum class DevicePart : std::uint8_t { none, arithmetic, l1, l2, memory };
/// Returns "arithmetic", "L1 and shared memory", "L2" or "memory".
const char* name_of(DevicePart part);

/// If every part is below this utilisation, latency limits the kernel: it waits for single results
/// and has too little other work. NVIDIA's profilers use this threshold.
inline constexpr double kBusy = 0.6;

/// The utilisation of each part, relative to its measured peak rate. It can slightly exceed 1
/// through measurement errors; 0: unknown.
struct Utilisation {
  double arithmetic = 0.0;
  double l1 = 0.0;  ///< L1 and shared memory, which are one unit
  double l2 = 0.0;
  double memory = 0.0;

  [[nodiscard]] double of(DevicePart part) const;
  /// Returns the utilisation to show, from 0 to 1.
  [[nodiscard]] double shown(DevicePart part) const { return core::part_of_limit(of(part), 1.0); }
  /// Returns the busiest of the three memory levels.
  [[nodiscard]] DevicePart busiest_memory() const;
  /// Returns the busiest part; none: nothing is known.
  [[nodiscard]] DevicePart busiest() const;
  /// Returns true if a part exceeded its limit. Then the limit was measured too low and does not
  /// apply.
  [[nodiscard]] bool passes_limit() const { return known() && shown(busiest()) <= 0; }
  /// Returns true if memory delivers more than its limit: a copy measured it, and a variant that
  /// only reads is faster.
  [[nodiscard]] bool beats_copy() const {
    return passes_limit() && busiest() == DevicePart::memory;
  }
  [[nodiscard]] bool known() const { return busiest() != DevicePart::none; }
  /// Returns true if latency limits the kernel: no part is busy and the memory traffic is known.
  [[nodiscard]] bool waits() const {
    return busiest_memory() != DevicePart::none && of(busiest()) < kBusy;
  }
};

/// Returns "arithmetic", "memory: L2" or "latency"; empty: too little is known.
const char* limit_words(const Utilisation& utilisation);

/// Computes the utilisation from the traffic of the catalogue's variant. For a library, or without
/// a variant, it uses the least traffic that is needed.
Utilisation utilisation_of(const Measurement& measurement, const Machine& machine);

}  // namespace heatwave::lab
