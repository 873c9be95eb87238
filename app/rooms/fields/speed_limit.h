// What a field's steps are measured against: the speed of the memory or the cache that it lies in.
#pragma once

#include <cstdint>
#include <string>

#include "kernels/field/report.h"

namespace heatwave::fields_room {

struct SpeedLimit {
  double bytes_per_second = 0.0;  ///< 0: none is known that applies
  std::string name;               ///< "of memory's speed"
  std::string how;                ///< what it is and how it was found, as a sentence
};

/// For a field of so many bytes. The first on the CPU measures, for some tens of milliseconds.
SpeedLimit speed_limit(const field::BackendInfo& backend, std::uint64_t bytes);

}  // namespace heatwave::fields_room
