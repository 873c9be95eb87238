// Measurements of the field: probes, lines, totals, and the tables of their readings.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "app/scene/line_places.h"
#include "app/session/field/averaged_plane.h"
#include "app/session/field/field_core.h"
#include "app/session/field/live_field.h"
#include "app/session/field/readings.h"

namespace heatwave::session {

/// Adds up fields part by part, never with a copy of the whole.
///
/// The energy of waves is the one that their steps conserve up to rounding if nothing damps, drives
/// or absorbs: half of v² in each cell, where v is the last step's change, times the medium's
/// factor; plus half of c² times the current difference between neighbours, times that of the
/// previous time level.
class TotalCounter {
 public:
  Totals count(LiveField& field);

 private:
  [[nodiscard]] double factor(std::size_t cell) const {
    return factors_.empty() ? 1.0 : static_cast<double>(factors_[cell]);
  }
  void follow_media(const LiveField& field);

  std::vector<float> factors_;  ///< factor of each cell; empty: there is no medium
  std::uint64_t factors_version_ = 0;
};

/// Reads a field for its scene's measurements, now and between steps.
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

/// Carries out the commands for measurements.
class FieldMeasures {
 public:
  FieldMeasures(FieldCore& core, bool keeps_samples) : core_(core), instruments_(keeps_samples) {}

  void apply(const AddProbe& command, Gesture gesture);
  void apply(const MoveProbe& command, Gesture gesture);
  void apply(const RemoveProbe& command, Gesture gesture);
  void apply(const SetLine& command, Gesture gesture);
  void apply(const RemoveLine& command, Gesture gesture);
  void apply(const SetSampling& command, Gesture gesture);
  void apply(const WatchTotals& command, Gesture gesture);
  void apply(const SetUnits& command, Gesture gesture);
  void apply(const SaveMeasures& command, Gesture gesture);

  /// Reads all measurements at the current step.
  void measure();
  [[nodiscard]] Instruments& instruments() { return instruments_; }
  [[nodiscard]] const Readings& readings() const { return instruments_.readings(); }

 private:
  FieldCore& core_;
  Instruments instruments_;
};

}  // namespace heatwave::session
