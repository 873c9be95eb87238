// Readings of a field for its measurements, and their logs over time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/scene/measures.h"
#include "kernels/field/totals.h"

namespace heatwave::session {

/// Copy on write: a log that was handed out does not change while its pointer is held.
template <typename Log>
class ShownLog {
 public:
  /// Returns the log for changes.
  Log& own() {
    constexpr long kOwners = 3;  // this object, the readings, and the snapshot's readings
    if (log_.use_count() > kOwners) log_ = std::make_shared<Log>(*log_);
    return *log_;
  }
  void begin_anew() { log_ = std::make_shared<Log>(); }

  const Log* operator->() const { return log_.get(); }
  [[nodiscard]] std::shared_ptr<const Log> shown() const { return log_; }

 private:
  std::shared_ptr<Log> log_ = std::make_shared<Log>();
};

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
  /// Drops all samples. Call it when the field was replaced.
  void start_over();
  /// Adopts the current probes, component and spacing; keeps the curves of unchanged probes.
  void configure(const scene::Measures& measures, core::Extent grid, const std::string& component);
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

using field::Totals;

/// Totals over time in bounded memory: a full log drops every second entry.
struct TotalsLog {
  static constexpr std::size_t kMost = 4096;
  std::vector<double> steps;
  std::vector<float> minimum;
  std::vector<float> maximum;
  std::vector<float> total;

  void add(std::int64_t step, const Totals& totals);
  void clear() { *this = {}; }

 private:
  double gap_ = 0.0;
};

struct LineReading {
  scene::LineCells along;
  std::vector<core::Point> places;  ///< positions of the readings, one for each cell
  std::vector<float> values;        ///< the values there
};

/// A row of a table: the scene's measurements at one step.
struct MeasuredRow {
  std::int64_t step = 0;
  std::vector<float> values;     ///< values of the probes, then those of the profile's places
  std::optional<Totals> totals;  ///< none: they are not computed
};

/// Readings of the displayed component.
struct Readings {
  std::int64_t step = -1;     ///< the field's step at the reading; -1: not read yet
  std::vector<float> probes;  ///< one for each of the scene's probes, in their order
  std::optional<LineReading> profile;
  std::optional<LineReading> tape;
  std::shared_ptr<const Samples> samples;   ///< never null
  std::optional<Totals> whole;              ///< the newest totals; none: they are not computed
  std::shared_ptr<const TotalsLog> totals;  ///< never null
  /// Only steps have changed the field since the scene began.
  bool as_begun = true;
};

}  // namespace heatwave::session
