// The words that stand in a document of measurements, for its writer and its reader.
#pragma once

#include <array>
#include <cstddef>

#include "kernels/lab/measurement.h"

namespace heatwave::exporting {

inline constexpr const char* kInfinite = "infinite";
inline constexpr const char* kMinusInfinite = "-infinite";

/// A longer histogram is left out.
inline constexpr std::size_t kMostCounts = 4096;

inline constexpr std::array<lab::Status, 7> kStatuses{
    lab::Status::measured, lab::Status::wrong,  lab::Status::needs_gpu, lab::Status::unavailable,
    lab::Status::left_out, lab::Status::failed, lab::Status::cancelled};

/// "needs_gpu" and the like: unlike the words shown to people, they never change.
constexpr const char* word_of(lab::Status status) {
  constexpr std::array<const char*, kStatuses.size()> kWords{
      "measured", "wrong", "needs_gpu", "unavailable", "left_out", "failed", "cancelled"};
  return kWords[static_cast<std::size_t>(status)];
}

}  // namespace heatwave::exporting
