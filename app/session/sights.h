// What the window shows, as plain values that can be kept, written down and come back to.
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
/// The column of the lab's table that is brought into sight, where not all are.
enum class LabTableColumn : std::uint8_t { time, result };

/// Where the lab stands.
struct LabSight {
  std::string experiment;
  std::string variant;     ///< the one chosen; empty: the lab's own choice
  lab::Settings settings;  ///< those that are not given are the experiment's own
  LabChart chart = LabChart::bars;
  LabDetail detail = LabDetail::table;
  LabTableColumn column = LabTableColumn::time;
  friend bool operator==(const LabSight&, const LabSight&) = default;
};

/// Where the stage stands.
struct StageSight {
  std::string lesson;
  stage::PlaySettings settings;  ///< what is left open is as in the lesson
  int step = 0;                  ///< so many have been played
  friend bool operator==(const StageSight&, const StageSight&) = default;
};

/// What rooms are to show; those that are not named stay as they are.
struct Sight {
  Place place = Place::fields;
  std::optional<LabSight> lab;
  std::optional<StageSight> stage;
  friend bool operator==(const Sight&, const Sight&) = default;
};

}  // namespace heatwave::session
