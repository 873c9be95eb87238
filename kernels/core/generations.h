// The generations of CUDA GPUs, and the changes in each that matter for a course like this one.
#pragma once

#include <span>
#include <string>

namespace heatwave::core {

struct Generation {
  const char* name;     ///< "Fermi"
  int year;             ///< year of its first GPUs
  const char* numbers;  ///< its compute capabilities, such as "2.0, 2.1"
  int major;            ///< major number of its lowest compute capability
  int minor;            ///< minor number of its lowest compute capability
  const char* changes;  ///< its first chips and cards, then its changes, in a few sentences
};

/// Returns all generations, oldest first.
std::span<const Generation> generations();
/// Returns the generation of a compute capability; null: it is older than all generations.
const Generation* generation_of(int major, int minor);

}  // namespace heatwave::core
