// How busy a variant keeps the parts of its device, by what its warps really ask for.
#pragma once

#include <cstdint>

#include "kernels/core/part_of_limit.h"
#include "kernels/lab/measurement.h"

namespace heatwave::lab {

/// What may be the limit of a kernel.
enum class DevicePart : std::uint8_t { none, arithmetic, first_cache, l2, memory };
/// "arithmetic", "L1 and shared memory", "L2", "memory".
const char* name_of(DevicePart part);

/// Below this share of what it could do no part holds a kernel up: it waits for single answers, and
/// has too little beside that to do meanwhile. As NVIDIA's profilers draw the line.
inline constexpr double kBusy = 0.6;

/// Each in part of what the device could do in the time, as measured: a little over 1 where all of
/// it is used and measuring is off; 0: not known.
struct Utilisation {
  double arithmetic = 0.0;
  double first_cache = 0.0;  ///< with shared memory, which is the same unit
  double l2 = 0.0;
  double memory = 0.0;

  [[nodiscard]] double of(DevicePart part) const;
  /// The share that is shown, from 0 to 1.
  [[nodiscard]] double shown(DevicePart part) const { return core::part_of_limit(of(part), 1.0); }
  /// Of the three levels of memory the busiest.
  [[nodiscard]] DevicePart busiest_memory() const;
  /// The busiest of all; none: nothing is known.
  [[nodiscard]] DevicePart busiest() const;
  /// A part did more than its limit allows: that limit was measured too low, and does not apply.
  [[nodiscard]] bool passes_limit() const { return known() && shown(busiest()) <= 0; }
  [[nodiscard]] bool known() const { return busiest() != DevicePart::none; }
  /// Latency: nothing is busy, and memory is known not to be.
  [[nodiscard]] bool waits() const {
    return busiest_memory() != DevicePart::none && of(busiest()) < kBusy;
  }
};

/// "arithmetic", "memory: L2", "latency"; empty where too little is known to say it.
const char* limit_words(const Utilisation& utilisation);

/// What is asked for is counted by the catalogue's variant; without one, or for a library's, only
/// the least that must move.
Utilisation utilisation_of(const Measurement& measurement, const Machine& machine);

}  // namespace heatwave::lab
