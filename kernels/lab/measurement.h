// What measuring an experiment gives: plain values that tables, charts and files are made from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/device.h"
#include "kernels/lab/experiment.h"
#include "kernels/lab/lab_run.h"

namespace heatwave::lab {

/// What a device can do at best, by its own figures.
struct Limits {
  double bytes_per_second = 0.0;              ///< 0: not known
  bool bandwidth_measured = false;            ///< by a copy, not from clock and bus
  double operations_per_second = 0.0;         ///< float32; 0: not known
  bool operations_measured = false;           ///< by multiply-adds, not from clock and units
  double tensor_operations_per_second = 0.0;  ///< TF32; 0: none, or not known
  double cache_bytes = 0.0;                   ///< of the last cache before memory
  double l2_bytes_per_second = 0.0;           ///< measured; 0: not known, or no GPU
  double multiprocessor_clocks = 0.0;  ///< a second, of all of a GPU's together; 0: not known
};

struct Device {
  std::string name;    ///< empty: there is none
  std::string detail;  ///< "compute capability 9.0, 132 multiprocessors", "2 threads, AVX-512"
  int threads = 0;     ///< processors of a CPU; 0: not known, or a GPU
  Limits limits;
  /// What each of a GPU's multiprocessors has, such as "warps at once": "64"; empty: not known.
  std::vector<std::pair<std::string, std::string>> resources = {};
};
/// The same of a device by its properties, and by its compute capability what those do not tell.
std::vector<std::pair<std::string, std::string>> resources_of(const core::DeviceFacts& facts);

struct Machine {
  Device cpu;
  Device gpu;
  std::string no_gpu;  ///< why no GPU can be used; empty when one can
};

/// Asks this machine; measures the CPU's memory the first time.
Machine this_machine();

struct Timing {
  double median = 0.0;  ///< milliseconds of one launch
  double least = 0.0;
  double most = 0.0;
  int samples = 0;
  int launches = 1;  ///< in a sample, one right after the other
  /// Half of the samples lie between them, whatever a few outliers do; 0: not known.
  double lower_quarter = 0.0;
  double upper_quarter = 0.0;
};

enum class Status : std::uint8_t {
  measured,
  wrong,        ///< the result is not what it should be: its time counts for nothing
  needs_gpu,    ///< this machine or program has none
  unavailable,  ///< something else is missing, such as a library
  left_out,     ///< it would take too long beside the others
  failed,
  cancelled,
};
/// "measured", "needs a CUDA GPU", …
const char* name_of(Status status);

struct Measurement {
  std::string experiment;
  std::string variant;
  std::string title;
  Place place = Place::cpu;
  bool wrong_on_purpose = false;
  bool yardstick = false;
  std::string task = {};  ///< times compare only with those of the same task; empty: the usual one
  Settings settings;
  Status status = Status::measured;
  std::string note;  ///< why, where the status is not `measured`
  Timing time;       ///< the kernel by the GPU's events; on the CPU by its clock
  double host_ms = 0.0;
  double with_copies_ms = 0.0;         ///< from and to pageable memory; 0: there are no copies
  double with_pinned_copies_ms = 0.0;  ///< from and to pinned memory; 0: not measured
  CopyTimes copies;  ///< medians, of pageable memory; none in a recording of an earlier version
  Work work;
  double bytes_per_second = 0.0;
  double operations_per_second = 0.0;  ///< of floats; 0: it has none worth counting
  /// The share of the device's nearer limit, from 0 to 1; 0: no limit is known that holds for it.
  double part_of_limit = 0.0;
  bool limit_is_memory = true;
  bool in_cache = false;  ///< all that it goes over fits in the device's last cache
  Outcome outcome;
  std::optional<LaunchShape> shape;

  [[nodiscard]] bool timed() const { return time.samples > 0; }
  /// Whether its time may stand in a ranking.
  [[nodiscard]] bool ranked() const {
    return status == Status::measured && timed() && !wrong_on_purpose;
  }
  /// Whether their times may be compared: the same settings and the same task.
  [[nodiscard]] bool comparable_with(const Measurement& other) const {
    return settings == other.settings && task == other.task;
  }
};

/// Fills in which limit of the device is the nearer one, and how near it is, from the rates.
void find_limit(Measurement& measurement, const Limits& limits);

/// Everything that one request gave, and on what.
struct Report {
  Machine machine;
  std::string experiment;
  std::string swept;  ///< the parameter whose values differ; empty: none
  std::vector<Measurement> measurements;
};

}  // namespace heatwave::lab
