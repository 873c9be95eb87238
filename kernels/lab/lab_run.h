// One variant made ready for one problem: it can be timed again and again, and then asked what came
// out.
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

/// Long CPU loops look at it now and then, and return early once it is asked for.
using Stop = std::stop_token;

struct Picture {
  core::Extent extent;
  std::vector<float> cells;
};

/// What came out of a variant's last launch, beside what should have.
struct Outcome {
  bool right = false;
  std::string result;    ///< "2.34552e13"
  std::string expected;  ///< likewise
  double error = 0.0;    ///< relative to what was expected; 0: exact
  std::string note;      ///< "999 908 of 1 000 000 increments were lost"; empty: nothing to add
  /// Lines of a small table to show, such as what each thread wrote.
  std::vector<std::pair<std::string, std::string>> facts = {};
  std::shared_ptr<const std::vector<std::int64_t>> counts = {};  ///< a histogram's, to draw
  std::shared_ptr<const Picture> picture = {};
};

/// How a kernel was launched and what it takes of a multiprocessor.
struct LaunchShape {
  std::int64_t grid = 0;          ///< blocks
  std::int64_t block = 0;         ///< threads per block
  std::string grid_text;          ///< "64 × 64"
  std::string block_text;         ///< "16 × 16"
  int registers = 0;              ///< per thread
  std::int64_t shared_bytes = 0;  ///< per block, static and dynamic
  std::int64_t local_bytes = 0;   ///< per thread: spilled or indexed arrays
  double occupancy = 0.0;         ///< of the multiprocessor's warps, 0 to 1
};

/// What a variant's copies take by the device's own events; 0: there are none.
struct CopyTimes {
  double to_device_ms = 0.0;
  double to_host_ms = 0.0;
};

class Run : core::NonCopyable {
 public:
  virtual ~Run() = default;

  /// Whether launches can follow each other with nothing set back between them.
  [[nodiscard]] virtual bool repeatable() const { return true; }
  /// Milliseconds of so many launches, one after the other; on a GPU by its own events. What the
  /// launches before changed is set back first, untimed. More than one only where repeatable.
  virtual double time(int launches) = 0;
  /// Milliseconds by the host's clock of one launch until it is done.
  virtual double time_on_host() = 0;
  /// Milliseconds with the inputs' way to the device and the results' way back, from and to
  /// pageable memory; 0: no copies.
  virtual double time_with_copies() { return 0.0; }
  /// Milliseconds of the same, from and to pinned memory; 0: no arrays to copy, or the system pins
  /// no memory. Precondition: time_with_copies() has been called.
  virtual double time_with_pinned_copies() { return 0.0; }
  /// The same copies, each way by itself; what the last launch gave is lost.
  virtual CopyTimes time_copies() { return {}; }
  /// The result of the last launch. On a GPU it needs one of the calls with copies before.
  virtual Outcome outcome() = 0;
  [[nodiscard]] virtual std::optional<LaunchShape> shape() const { return std::nullopt; }
};

}  // namespace heatwave::lab
