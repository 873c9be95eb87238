// The probes' samples: evenly spaced in steps, in bounded memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/scene/measures.h"
#include "app/session/field/shown_log.h"

namespace heatwave::session {

/// Values of one probe; not a number: the probe was not there yet.
struct SampleCurve {
  int probe = 0;
  core::Cell cell;
  std::vector<float> values;
};

/// Samples of all probes; all curves have the same steps.
struct Samples {
  static constexpr std::size_t kMost = 16384;

  std::string component;   ///< the sampled component
  std::int64_t first = 0;  ///< step of the first value
  std::int64_t every = 1;  ///< steps between values; each step is a multiple of it
  /// Older values were dropped to make room for the newest.
  bool forgot = false;
  std::vector<SampleCurve> curves;

  [[nodiscard]] std::size_t size() const {
    return curves.empty() ? 0 : curves.front().values.size();
  }
  [[nodiscard]] std::int64_t step_of(std::size_t i) const {
    return first + every * static_cast<std::int64_t>(i);
  }
  [[nodiscard]] std::int64_t newest() const { return step_of(size()) - every; }
};

/// Collects samples for a scene's probes. A probe that is moved starts a new curve, because a curve
/// belongs to one cell.
class SampleLog {
 public:
  /// Drops all samples: they belong to another field.
  void start_over();
  /// Follows the current probes, component and spacing.
  void follow(const scene::Measures& measures, core::Extent grid, const std::string& component);
  [[nodiscard]] bool any() const { return !log_->curves.empty(); }
  [[nodiscard]] const std::vector<SampleCurve>& curves() const { return log_->curves; }

  /// Prepares for this number of steps in a frame: spaces samples further apart if there would be
  /// more than `most`, unless the spacing is fixed.
  void expect(std::int64_t steps, std::int64_t most);
  [[nodiscard]] std::int64_t every() const { return log_->every; }
  [[nodiscard]] std::int64_t steps_to_next(std::int64_t step) const;
  /// Returns whether any probe needs a sample of this step.
  [[nodiscard]] bool wants(std::int64_t step) const;
  /// Adds one value for each curve.
  void add(std::int64_t step, std::span<const float> values);

  /// Returns the current samples, which do not change while the pointer is held.
  [[nodiscard]] std::shared_ptr<const Samples> samples() const { return log_.shown(); }

 private:
  void space(std::int64_t every);
  void make_room();

  ShownLog<Samples> log_;
  bool automatic_ = true;
};

}  // namespace heatwave::session
