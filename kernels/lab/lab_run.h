// A Run is one variant, ready for one problem: it can be timed repeatedly and then returns its
// result.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/geometry.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::lab {

/// Long CPU loops poll this token and return early after a stop request.
using Stop = std::stop_token;

struct Picture {
  core::Extent extent;
  std::vector<float> cells;
};

/// The result of a variant's last launch and the expected result.
struct Outcome {
  bool right = false;
  std::string result;    ///< "2.34552e13"
  std::string expected;  ///< such as "2.34552e13"
  double error = 0.0;    ///< relative to the expected result; 0: exact
  std::string note;  ///< such as "999 908 of 1 000 000 increments were lost"; empty: nothing to add
  /// Rows of a small table to show, such as the value that each thread wrote.
  std::vector<std::pair<std::string, std::string>> facts = {};
  /// Counts of a histogram, to be drawn.
  std::shared_ptr<const std::vector<std::int64_t>> counts = {};
  std::shared_ptr<const Picture> picture = {};
};

/// The shape of a kernel launch and the resources that it takes on a multiprocessor.
struct LaunchShape {
  std::int64_t grid = 0;          ///< blocks in the grid
  std::int64_t block = 0;         ///< threads in a block
  std::string grid_text;          ///< "64 × 64"
  std::string block_text;         ///< "16 × 16"
  int registers = 0;              ///< registers of each thread
  std::int64_t shared_bytes = 0;  ///< shared memory of each block, in bytes, static and dynamic
  /// Local memory of each thread, in bytes, for spilled registers and indexed arrays.
  std::int64_t local_bytes = 0;
  double occupancy = 0.0;  ///< part of the multiprocessor's warps, from 0 to 1
};

/// The time of a variant's copies, measured by the device's events; 0: there are no copies.
struct CopyTimes {
  double to_device_ms = 0.0;
  double to_host_ms = 0.0;
};

class Run : core::NonCopyable {
 public:
  virtual ~Run() = default;

  /// Returns whether launches can follow each other without a reset in between.
  [[nodiscard]] virtual bool repeatable() const { return true; }
  /// Returns the milliseconds of this many consecutive launches; on a GPU they are timed by events.
  /// Changes of earlier launches are undone first, outside the timing. Precondition: `launches` is
  /// 1 or the run is repeatable.
  virtual double time(int launches) = 0;
  /// Returns the milliseconds from one launch to its end, by the host's clock.
  virtual double time_on_host() = 0;
  /// Returns the milliseconds of a launch with all copies to and from pageable memory; 0: no
  /// copies.
  virtual double time_with_copies() { return 0.0; }
  /// Returns the milliseconds of a launch with all copies to and from pinned memory; 0: no arrays
  /// to copy, or the system does not pin memory. Precondition: time_with_copies() has been called.
  virtual double time_with_pinned_copies() { return 0.0; }
  /// Times the copies alone, one direction after the other. The result of the last launch is lost.
  virtual CopyTimes time_copies() { return {}; }
  /// Returns the result of the last launch. Precondition on a GPU: a call with copies has been
  /// made.
  virtual Outcome outcome() = 0;
  [[nodiscard]] virtual std::optional<LaunchShape> shape() const { return std::nullopt; }
  /// Returns how many devices of a kind shared the work of the last launch equally.
  [[nodiscard]] virtual int devices() const { return 1; }
};

}  // namespace heatwave::lab
