// Reads a field for its scene's measurements, now and between steps.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "app/scene/measures.h"
#include "app/session/field/averaged_plane.h"
#include "app/session/field/live_field.h"
#include "app/session/field/readings.h"
#include "app/session/field/shown_log.h"
#include "app/session/field/totals.h"

namespace heatwave::session {

class Instruments {
 public:
  explicit Instruments(bool keeps_samples);

  /// Drops all samples: they belong to another field.
  void start_over();
  /// Adapts the spacing of samples before this number of steps.
  void expect(const scene::Scene& scene, std::int64_t steps);
  /// Returns the number of steps after which sample() must be called.
  [[nodiscard]] std::int64_t steps_to_next(std::int64_t step) const {
    return log_.steps_to_next(step);
  }
  void sample(LiveField& field, AveragedPlane& averaged);
  /// Reads everything again if the field or the measurements have changed. In a frame, totals are
  /// computed only as often as a twentieth of the time allows.
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
  double sample_ms_ = 0.0;  ///< recent average time of a sample, in milliseconds
  std::uint64_t field_version_ = 0;
  std::uint64_t scene_version_ = 0;
};

}  // namespace heatwave::session
