// What a solver tells of itself: what it runs on, how long its work took, what its field looks
// like.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/geometry.h"

namespace heatwave::field {

enum class Backend : std::uint8_t { automatic, cpu, cuda };

struct BackendInfo {
  Backend backend = Backend::cpu;  ///< never `automatic`
  std::string device;              ///< the device's name
  std::string reason;              ///< why this backend
  int threads = 0;                 ///< CPU only
  double memory_bandwidth = 0.0;   ///< bytes/s by the device's clock and bus; 0: must be measured
  std::uint64_t cache_bytes = 0;   ///< of the last cache before memory; 0: not known
};

/// What one component of a surveyed field looks like.
struct ComponentSurvey {
  float minimum = 0.0F;
  float maximum = 0.0F;
  float probe_value = 0.0F;
};

/// Min and max of each component and whether all is finite, of a field that was surveyed at `step`.
struct Survey {
  std::int64_t step = -1;  ///< −1: none has been taken yet
  std::vector<ComponentSurvey> components;
  bool finite = true;
  core::Cell probe{-1, -1};  ///< the cell asked for; outside the grid: none
  std::uint64_t ticket = 0;  ///< which of the solver's surveys this is; grows from 1

  /// All zero for a component of which nothing is known yet.
  [[nodiscard]] ComponentSurvey of(std::size_t component) const {
    return component < components.size() ? components[component] : ComponentSurvey{};
  }
};

/// The newest figures that are ready. Milliseconds on the device that did the work.
struct Report {
  double advance_ms = 0.0;         ///< the newest advance() that has finished
  std::int64_t advance_steps = 0;  ///< its steps
  std::int64_t advances_done = 0;  ///< how many have finished
  double display_ms = 0.0;         ///< the newest present() that has finished
  Survey survey;
  /// Bytes that each of the newest steps moved at the least, between the device's memory, or the
  /// cache that holds the field, and what computes: a pass of several steps moves the field once
  /// for all of them. 0: no step has been taken.
  double bytes_per_step = 0.0;
  /// How steps are taken and, behind a colon, why in no faster way; empty where there is but one.
  std::string way;
};

std::string_view name_of(Backend backend);

}  // namespace heatwave::field
