// Measurements of the field: probes, lines, totals, and the tables of their readings.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "app/scene/measures.h"
#include "app/session/field/derived_plane.h"
#include "app/session/field/field_core.h"
#include "app/session/field/live_field.h"
#include "app/session/field/readings.h"

namespace heatwave::session {

/// Reads a field for its scene's measurements, now and at the steps between.
class Instruments {
 public:
  /// `rows_every`: steps between the rows that take_rows() returns; 0: there are none.
  Instruments(bool keeps_samples, std::int64_t rows_every);

  /// Drops all samples: they belong to another field.
  void start_over();
  /// Prepares for this number of steps: adapts the spacing of samples, and finds out which samples
  /// the solver can take.
  void expect(const LiveField& field, const DerivedPlane& derived, std::int64_t steps);
  /// Returns the samples that the solver is to take while it steps; collect() takes them from it.
  [[nodiscard]] const field::Sampling& wanted() const { return wanted_; }
  void collect(LiveField& field);
  /// Returns the number of steps after which sample() and sample_row() must be called. An average
  /// is not known to the solver, so it is sampled between steps.
  [[nodiscard]] std::int64_t steps_to_next(std::int64_t step) const;
  /// Samples the probes now if their curves lack a sample of this step.
  void sample(LiveField& field, DerivedPlane& derived);
  void sample_row(LiveField& field, DerivedPlane& derived);
  /// Returns the rows of the steps since the last call.
  [[nodiscard]] std::vector<MeasuredRow> take_rows() { return std::exchange(rows_, {}); }
  /// Reads everything again if the field or the measurements have changed. In a frame, totals are
  /// computed only as often as a twentieth of the time allows.
  void read(LiveField& field, DerivedPlane& derived, bool in_frame);
  [[nodiscard]] const Readings& readings() const { return readings_; }

 private:
  void configure_log(const scene::Scene& scene);
  void take_sample(LiveField& field, DerivedPlane& derived);
  void add_row(MeasuredRow row);
  void read_places(LiveField& field, DerivedPlane& derived);
  void count(LiveField& field, bool in_frame);

  bool keeps_samples_;
  std::int64_t rows_every_;
  std::vector<MeasuredRow> rows_;
  std::int64_t newest_row_ = -1;            ///< step of the newest row; -1: there is none
  std::vector<scene::Between> row_places_;  ///< places of the rows that the solver samples
  field::Sampling wanted_;
  bool between_steps_ = false;  ///< true: samples are taken between steps, not by the solver
  SampleLog log_;
  ShownLog<TotalsLog> totals_;
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
  FieldMeasures(FieldCore& core, bool keeps_samples, std::int64_t rows_every)
      : core_(core), instruments_(keeps_samples, rows_every) {}

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
