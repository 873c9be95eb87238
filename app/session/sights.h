// The window's views as plain values that can be saved and restored.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "kernels/lab/experiment.h"
#include "kernels/stage/lesson.h"

namespace heatwave::session {

/// The rooms of the window, in their order.
enum class Place : std::uint8_t { fields, lab, stage };

enum class LabChart : std::uint8_t { bars, sweep, roofline, utilisation, outcome };
enum class LabDetail : std::uint8_t { table, source, comparison, profile };
/// The column of the lab's table to scroll to.
enum class LabTableColumn : std::uint8_t { time, result };

/// View of the lab.
struct LabSight {
  std::string experiment;
  std::string variant;     ///< the chosen variant; empty: the lab's own choice
  lab::Settings settings;  ///< missing values are the experiment's own
  LabChart chart = LabChart::bars;
  LabDetail detail = LabDetail::table;
  LabTableColumn column = LabTableColumn::time;
  friend bool operator==(const LabSight&, const LabSight&) = default;
};

/// View of the stage.
struct StageSight {
  std::string lesson;
  stage::PlaySettings settings;  ///< missing values are the lesson's own
  int step = 0;                  ///< number of steps played
  friend bool operator==(const StageSight&, const StageSight&) = default;
};

/// The views of rooms; missing ones stay unchanged.
struct Sight {
  Place place = Place::fields;
  std::optional<LabSight> lab;
  std::optional<StageSight> stage;
  friend bool operator==(const Sight&, const Sight&) = default;
};

}  // namespace heatwave::session
