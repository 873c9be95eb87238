// Published state of the field: plain values that panels draw from, and that could be sent.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/scene/scene.h"
#include "app/session/field/readings.h"
#include "app/session/field/space_time.h"
#include "kernels/field/report.h"

namespace heatwave::session {

struct ExportStatus {
  bool sequence = false;    ///< a sequence is running
  std::int64_t every = 0;   ///< steps between its frames
  std::int64_t frames = 0;  ///< requested number of frames; 0: until stopped
  std::int64_t frames_taken = 0;
  std::int64_t frames_bytes = 0;  ///< size of the frames on disk
  std::int64_t most_bytes = 0;    ///< limit of that size; 0: none
  std::string sequence_folder;    ///< destination of the frames
  std::int64_t taken = 0;         ///< number of frames passed to the writer since the program began
  std::int64_t written = 0;       ///< number of complete files
  std::int64_t failed = 0;
  /// Estimated time until the writer has finished, at its speed so far.
  double seconds_left = 0.0;
  std::string folder;         ///< folder for single pictures
  std::string newest;         ///< the newest complete file
  std::string newest_single;  ///< the newest complete file that is not a frame of a sequence
};

struct FieldStatus {
  scene::Scene scene;
  std::uint64_t scene_version = 0;  ///< grows with each change of the scene or its cells
  std::uint64_t field_version = 0;  ///< grows when the field may have changed
  int newest_item = 0;              ///< id of the newest item; 0: none yet
  bool playing = false;
  bool overflowed = false;  ///< the field has stopped after an overflow; Reset clears it
  /// Grows when earlier surveys become invalid, which is after a reset, load, restore, undo or
  /// overflow.
  std::uint64_t survey_epoch = 0;
  bool surveyed = false;  ///< the report's survey belongs to this epoch
  std::int64_t step = 0;
  int steps_last_frame = 0;
  bool can_undo = false;
  bool can_redo = false;
  std::string undo_what;  ///< description of the change that Undo would revert
  std::string redo_what;
  field::BackendInfo backend;
  field::Report report;
  /// Survey of the plane that the view shows in place of the field; none: it shows the field.
  std::optional<field::ComponentSurvey> derived;
  std::shared_ptr<const SpaceTime> line;  ///< null: the grid is not a line
  Readings readings;
  ExportStatus exporting;
};

/// Returns the survey of the displayed plane.
inline field::ComponentSurvey shown_survey(const FieldStatus& status) {
  return status.derived.value_or(status.report.survey.of(shown_component(status.scene)));
}

}  // namespace heatwave::session
