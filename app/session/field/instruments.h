// Reads a field for its scene's measures: now, and on the way from step to step.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "app/scene/line_places.h"
#include "app/session/field/averaged_plane.h"
#include "app/session/field/live_field.h"
#include "app/session/field/readings.h"
#include "app/session/field/shown_log.h"
#include "app/session/field/totals.h"

namespace heatwave::session {

class Instruments {
 public:
  explicit Instruments(bool keeps_samples);

  /// Samples so far are of another field.
  void start_over();
  /// Before so many steps in one go.
  void expect(const scene::Scene& scene, std::int64_t steps);
  /// After at most so many steps sample() wants to see the field.
  [[nodiscard]] std::int64_t steps_to_next(std::int64_t step) const {
    return log_.steps_to_next(step);
  }
  void sample(LiveField& field, AveragedPlane& averaged);
  /// Reads all again where the field or the measures have changed. In a frame the whole field is
  /// counted as often as a twentieth of the time allows.
  void read(LiveField& field, AveragedPlane& averaged, bool in_frame);
  [[nodiscard]] const Readings& readings() const { return readings_; }

 private:
  void follow(const scene::Scene& scene);
  void take_sample(LiveField& field, AveragedPlane& averaged);
  void count(LiveField& field, bool in_frame);

  bool keeps_samples_;
  SampleLog log_;
  ShownLog<TotalsLog> totals_;
  TotalCounter counter_;
  std::uint64_t counted_version_ = 0;
  std::chrono::steady_clock::time_point count_due_;
  Readings readings_;
  double sample_ms_ = 0.0;  ///< what one has taken of late
  std::uint64_t field_version_ = 0;
  std::uint64_t scene_version_ = 0;
};

}  // namespace heatwave::session
