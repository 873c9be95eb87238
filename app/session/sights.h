// The window's views as plain values that can be saved and restored.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "kernels/core/names.h"
#include "kernels/lab/experiment.h"
#include "kernels/stage/lesson.h"

namespace heatwave::session {

/// The rooms of the window, in their order.
enum class Place : std::uint8_t { fields, lab, stage };
constexpr auto names_of(Place /*kind*/) {
  return std::to_array<core::Name<Place>>(
      {{Place::fields, "fields"}, {Place::lab, "lab"}, {Place::stage, "stage"}});
}

enum class LabChart : std::uint8_t { times, sweep, roofline, utilisation, outcome, occupancy };
/// Earlier versions wrote "bars" for the times.
constexpr auto names_of(LabChart /*kind*/) {
  return std::to_array<core::Name<LabChart>>({{LabChart::times, "times"},
                                              {LabChart::times, "bars"},
                                              {LabChart::sweep, "sweep"},
                                              {LabChart::roofline, "roofline"},
                                              {LabChart::utilisation, "utilisation"},
                                              {LabChart::outcome, "outcome"},
                                              {LabChart::occupancy, "occupancy"}});
}

enum class LabDetail : std::uint8_t { source, comparison, profile };
/// Earlier versions wrote "table" for a table that the list of times has replaced.
constexpr auto names_of(LabDetail /*kind*/) {
  return std::to_array<core::Name<LabDetail>>({{LabDetail::source, "source"},
                                               {LabDetail::source, "table"},
                                               {LabDetail::comparison, "comparison"},
                                               {LabDetail::profile, "profile"}});
}

/// The figures beside the times in the lab's list.
enum class LabFigures : std::uint8_t { time, copies, launch, result };
constexpr auto names_of(LabFigures /*kind*/) {
  return std::to_array<core::Name<LabFigures>>({{LabFigures::time, "time"},
                                                {LabFigures::copies, "copies"},
                                                {LabFigures::launch, "launch"},
                                                {LabFigures::result, "result"}});
}

/// View of the lab.
struct LabSight {
  std::string experiment;
  std::string variant;     ///< the chosen variant; empty: the lab's own choice
  lab::Settings settings;  ///< missing values are the experiment's own
  LabChart chart = LabChart::times;
  LabDetail detail = LabDetail::source;
  LabFigures figures = LabFigures::time;
  bool guess = false;  ///< the times are hidden until they are revealed one by one
  std::string kernel;  ///< edited text of the variant's kernel, not yet timed; empty: its own
  static void fields(auto& self, auto&& visit) {
    visit.optional("experiment", self.experiment);
    visit.optional("variant", self.variant);
    visit.optional("settings", self.settings);
    visit.optional("chart", self.chart);
    visit.optional("detail", self.detail);
    visit.optional("column", self.figures);
    visit.optional("guess", self.guess);
    visit.optional("kernel", self.kernel);
  }
  friend bool operator==(const LabSight&, const LabSight&) = default;
};

/// View of the stage.
struct StageSight {
  std::string lesson;
  stage::PlaySettings settings;  ///< missing values are the lesson's own
  int step = 0;                  ///< number of steps played
  static void fields(auto& self, auto&& visit) {
    visit.optional("lesson", self.lesson);
    visit.optional("settings", self.settings);
    visit.optional("step", self.step);
  }
  friend bool operator==(const StageSight&, const StageSight&) = default;
};

/// The views of rooms; missing ones stay unchanged.
struct Sight {
  Place place = Place::fields;
  std::optional<LabSight> lab;
  std::optional<StageSight> stage;
  static void fields(auto& self, auto&& visit) {
    visit("room", self.place);
    visit.optional("lab", self.lab);
    visit.optional("stage", self.stage);
  }
  friend bool operator==(const Sight&, const Sight&) = default;
};

}  // namespace heatwave::session
