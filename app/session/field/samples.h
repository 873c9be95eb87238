// What probes have read, step after step: evenly spaced samples in bounded memory.
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

/// What one probe has read; not a number where it was not there yet.
struct SampleCurve {
  int probe = 0;
  core::Cell cell;
  std::vector<float> values;
};

/// All curves have as many values, of the same steps.
struct Samples {
  static constexpr std::size_t kMost = 16384;

  std::string component;   ///< the one that was read
  std::int64_t first = 0;  ///< the step of the first value
  std::int64_t every = 1;  ///< steps from one to the next; each is a multiple of it
  /// Values from before the first were let go, so that there is room for the newest.
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

/// Keeps samples for a scene's probes. A probe that is put elsewhere begins anew: a curve is of one
/// place.
class SampleLog {
 public:
  /// Whatever was read is of another field.
  void start_over();
  /// Takes the probes, the component and the spacing as they are now.
  void follow(const scene::Measures& measures, core::Extent grid, const std::string& component);
  [[nodiscard]] bool any() const { return !log_->curves.empty(); }
  [[nodiscard]] const std::vector<SampleCurve>& curves() const { return log_->curves; }

  /// Before so many steps of a frame: spaces samples further apart where there would be more than
  /// `most` of them, unless the spacing was asked for.
  void expect(std::int64_t steps, std::int64_t most);
  [[nodiscard]] std::int64_t steps_to_next(std::int64_t step) const;
  /// Whether a sample of this step is wanted, or one of some of the probes.
  [[nodiscard]] bool wants(std::int64_t step) const;
  /// One value for each curve.
  void add(std::int64_t step, std::span<const float> values);

  /// As they are now: they do not change while somebody keeps them.
  [[nodiscard]] std::shared_ptr<const Samples> samples() const { return log_.shown(); }

 private:
  void space(std::int64_t every);
  void make_room();

  ShownLog<Samples> log_;
  bool automatic_ = true;
};

}  // namespace heatwave::session
