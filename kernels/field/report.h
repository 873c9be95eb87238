// A Report is a solver's own account: its backend, the time of its work and the survey of its
// field.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/geometry.h"

namespace heatwave::field {

enum class Backend : std::uint8_t { automatic, cpu, cuda };

/// One of the parts into which a field is cut: a band of its rows.
struct PartInfo {
  std::string device;  ///< name of the device
  int first_row = 0;
  int rows = 0;
  int threads = 0;  ///< CPU only
};

struct BackendInfo {
  Backend backend = Backend::cpu;  ///< never `automatic`
  std::string device;              ///< name of the device
  std::string reason;              ///< why this backend was chosen
  int threads = 0;                 ///< CPU only
  /// Bytes/s, computed from the device's clock and bus; 0: must be measured.
  double memory_bandwidth = 0.0;
  std::uint64_t cache_bytes = 0;     ///< size of the last-level cache; 0: unknown
  std::vector<PartInfo> parts = {};  ///< empty: the field is not cut
  std::string exchange = {};         ///< how parts exchange rows, in words; empty: no parts
  int steps_between_exchanges = 0;   ///< 0: there are no parts, or one alone
  bool joins_edges = true;           ///< false: the top and bottom edges must not become periodic
  bool outlives_devices = true;      ///< false: without one of its devices the field ends
};

/// The survey of one component of a field.
struct ComponentSurvey {
  float minimum = 0.0F;
  float maximum = 0.0F;
  float probe_value = 0.0F;
};

/// The minimum and maximum of each component and whether all values are finite, in the field at
/// step `step`.
struct Survey {
  std::int64_t step = -1;  ///< −1: no survey has been taken yet
  std::vector<ComponentSurvey> components;
  bool finite = true;
  core::Cell probe{-1, -1};  ///< the requested cell; outside the grid: none
  std::uint64_t ticket = 0;  ///< number of the survey, counted from 1

  /// Returns all zeros for a component that has not been surveyed yet.
  [[nodiscard]] ComponentSurvey of(std::size_t component) const {
    return component < components.size() ? components[component] : ComponentSurvey{};
  }
};

/// The times that one part of a field takes for a step: means of all its steps so far, or, of a
/// part on a device, of one round between two exchanges in sixteen.
struct PartTimes {
  double compute_ms = 0.0;   ///< its steps
  double exchange_ms = 0.0;  ///< waiting for other parts, and copying their rows
  double hidden_ms = 0.0;    ///< the time of the exchange in which the part also stepped rows
};

/// The newest figures that are ready. Times are milliseconds on the device that did the work.
struct Report {
  double advance_ms = 0.0;         ///< time of the newest finished advance(), in ms
  std::int64_t advance_steps = 0;  ///< number of steps in the newest finished advance()
  std::int64_t advances_done = 0;  ///< number of advance() calls that have finished
  double display_ms = 0.0;         ///< time of the newest finished present(), in ms
  Survey survey;
  /// Bytes that each of the newest steps moved at least, between the processor and the memory or
  /// cache that holds the field. A pass of several steps moves the field once for all of them. 0:
  /// no step has been taken.
  double bytes_per_step = 0.0;
  /// The stepping method and, after a colon, why a faster one was not used; empty: there is only
  /// one method.
  std::string method;
  /// true: kernels for a faster method are being compiled
  bool is_compiling = false;
  /// One for each part; empty: the field is not cut, or no round of each part has been timed
  std::vector<PartTimes> parts = {};
};

std::string_view name_of(Backend backend);

}  // namespace heatwave::field
