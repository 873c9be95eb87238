// Measurements are plain values, from which tables, charts and files are made. The catalogue adds
// to them, and finds the CPU's times to compare them with.
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

/// The peak performance of a device.
struct Limits {
  double bytes_per_second = 0.0;  ///< 0: unknown
  /// True: measured by a copy; false: computed from clock and bus width.
  bool bandwidth_measured = false;
  double operations_per_second = 0.0;  ///< float32; 0: unknown
  /// True: measured by multiply-adds; false: computed from clock and unit count.
  bool operations_measured = false;
  double tensor_operations_per_second = 0.0;  ///< TF32; 0: none or unknown
  double cache_bytes = 0.0;                   ///< size of the last-level cache
  double l2_bytes_per_second = 0.0;           ///< measured; 0: unknown, or not a GPU
  /// Clock cycles per second, summed over all multiprocessors; 0: unknown.
  double multiprocessor_clocks = 0.0;
};

struct Device {
  std::string name;    ///< empty: there is no such device
  std::string detail;  ///< "compute capability 9.0, 132 multiprocessors", "2 threads, AVX-512"
  int threads = 0;     ///< processors of a CPU; 0: unknown, or a GPU
  Limits limits;
  /// Resources of each multiprocessor of a GPU, such as "warps at once": "64"; empty: unknown.
  std::vector<std::pair<std::string, std::string>> resources = {};
};
/// Returns Device::resources, from the device's properties and, for the rest, from its compute
/// capability.
std::vector<std::pair<std::string, std::string>> resources_of(const core::DeviceFacts& facts);

struct Machine {
  Device cpu;
  Device gpu;
  std::string no_gpu;  ///< why no GPU can be used; empty: one can
};

/// Returns this machine's devices. The first call measures the CPU's memory bandwidth.
Machine this_machine();

struct Timing {
  double median = 0.0;  ///< milliseconds of one launch
  double least = 0.0;
  double most = 0.0;
  int samples = 0;
  int launches = 1;  ///< consecutive launches in one sample
  /// Quartiles: half of the samples lie between them, so a few outliers have no effect; 0: unknown.
  double lower_quarter = 0.0;
  double upper_quarter = 0.0;
};

enum class Status : std::uint8_t {
  measured,
  wrong,        ///< the result is wrong, so the time does not count
  needs_gpu,    ///< this machine or program has no GPU
  unavailable,  ///< something else is missing, such as a library
  left_out,     ///< skipped, because it would take much longer than the others
  failed,
  cancelled,
};
/// Returns "measured", "needs a CUDA GPU", …
const char* name_of(Status status);

struct Measurement {
  std::string experiment;
  std::string variant;
  std::string title;
  Processor processor = Processor::cpu;
  bool wrong_on_purpose = false;
  bool yardstick = false;
  std::string task = {};  ///< only times of equal tasks compare; empty: the first variant's task
  Settings settings;
  Status status = Status::measured;
  std::string note;  ///< the reason, if the status is not `measured`
  Timing time;       ///< time of the kernel, by the GPU's events or the CPU's clock
  double host_ms = 0.0;
  double with_copies_ms = 0.0;  ///< copies to and from pageable memory; 0: there are no copies
  double with_pinned_copies_ms = 0.0;  ///< copies to and from pinned memory; 0: not measured
  CopyTimes copies;  ///< medians, for pageable memory; empty in recordings of earlier versions
  Work work;
  int devices = 1;  ///< devices that shared the work equally; the rates are those of each
  double bytes_per_second = 0.0;
  double operations_per_second = 0.0;  ///< float operations; 0: none worth counting
  /// The utilisation of the limit that it reaches first, from 0 to 1; 0: no known limit applies.
  double part_of_limit = 0.0;
  bool limit_is_memory = true;
  bool in_cache = false;  ///< true: all of its data fits into the device's last-level cache
  Outcome outcome;
  std::optional<LaunchShape> shape;

  [[nodiscard]] bool timed() const { return time.samples > 0; }
  /// Returns the cells that all devices together step in a second; 0: there is no grid that steps.
  [[nodiscard]] double cells_per_second() const {
    return time.median > 0 ? work.cells / (time.median * 1e-3) : 0.0;
  }
  /// Returns whether its time may be ranked.
  [[nodiscard]] bool ranked() const {
    return status == Status::measured && timed() && !wrong_on_purpose;
  }
  /// Returns whether two times compare: the settings and the tasks must be equal.
  [[nodiscard]] bool comparable_with(const Measurement& other) const {
    return settings == other.settings && task == other.task;
  }
};

/// Finds the limit that the measurement reaches first, and its utilisation, from the rates.
void find_limit(Measurement& measurement, const Limits& limits);

/// All results of one request, and the machine they come from.
struct Report {
  Machine machine;
  std::string experiment;
  std::string swept;  ///< id of the swept parameter; empty: no sweep
  std::vector<Measurement> measurements;
};

/// Returns the measurement's variant; null: this version has no such experiment or variant.
const Variant* catalogued_variant(const Measurement& measurement);
/// Returns the lower precision that the measurement's speed rests on, as its variant names it;
/// empty: it computes as precisely as the others of its task.
std::string lower_precision_of(const Measurement& measurement);
/// Returns whether a is the better solution of the task that both solve: the faster one, but one of
/// lower precision comes after all others.
bool is_better(const Measurement& a, const Measurement& b);
/// Returns the kernel times that the slides print for this problem, in milliseconds, shortest
/// first. Figures for other sizes and figures with copies are left out, because they do not compare
/// with a kernel's time.
std::vector<double> kernel_times_of_lecture(const Measurement& measurement);

/// Two CPU variants measured at equal settings and with an equal task; null: not measured.
struct Baselines {
  const Measurement* one_thread = nullptr;   ///< the first variant that uses one thread
  const Measurement* all_threads = nullptr;  ///< the fastest variant that uses all processors

  /// Returns what the Lab compares all variants of the task with: all that the CPU can do, or one
  /// thread if that is all that was measured; null: neither was.
  [[nodiscard]] const Measurement* reference() const {
    return all_threads != nullptr ? all_threads : one_thread;
  }
};
Baselines baselines_of(const Report& report, const Measurement& measurement);

/// Returns the speedup of `milliseconds` over the baseline's kernel; 0: there is no baseline.
double times_as_fast(const Measurement* baseline, double milliseconds);

}  // namespace heatwave::lab
