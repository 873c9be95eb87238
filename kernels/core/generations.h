// The generations of CUDA GPUs, and what each changed for a course like this one.
#pragma once

#include <span>
#include <string>

namespace heatwave::core {

struct Generation {
  const char* name;     ///< "Fermi"
  int year;             ///< of its first GPUs
  const char* numbers;  ///< its compute capabilities, as in "2.0, 2.1"
  int major;            ///< the least of them …
  int minor;            ///< … in two parts
  const char* changes;  ///< what it changed, in a few sentences
};

/// From the oldest to the newest.
std::span<const Generation> generations();
/// That of a compute capability; null for one that is older than all.
const Generation* generation_of(int major, int minor);

}  // namespace heatwave::core
