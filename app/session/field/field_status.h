// What the session shows of the field: plain values that panels draw from and that could travel.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/scene/scene.h"
#include "app/session/field/readings.h"
#include "kernels/field/report.h"

namespace heatwave::session {

struct ExportStatus {
  bool sequence = false;    ///< one is being recorded
  std::int64_t every = 0;   ///< steps between its frames
  std::int64_t frames = 0;  ///< how many it is to have; 0: until stopped
  std::int64_t frames_taken = 0;
  std::int64_t frames_bytes = 0;  ///< of those that are written
  std::int64_t most_bytes = 0;    ///< it ends before they are more; 0: it does not
  std::string sequence_folder;    ///< where they go
  std::int64_t taken = 0;         ///< frames handed to the writer, in this program's life
  std::int64_t written = 0;       ///< files that lie complete on disk
  std::int64_t failed = 0;
  double seconds_left = 0.0;  ///< until the writer has caught up, by its pace so far
  std::string folder;         ///< where single pictures go
  std::string newest;         ///< the newest complete file
  std::string newest_single;  ///< that is no frame of a sequence
};

struct FieldStatus {
  scene::Scene scene;
  std::uint64_t scene_version = 0;  ///< grows whenever the scene changes
  std::uint64_t field_version = 0;  ///< grows whenever the field may have changed
  int newest_item = 0;              ///< the id given to the newest item; 0: none yet
  bool playing = false;
  bool overflowed = false;  ///< stopped because the field overflowed; reset to go on
  /// Grows whenever what was known of the field's values holds no more: it was reset, loaded, put
  /// back or undone, or it overflowed.
  std::uint64_t story = 0;
  bool surveyed = false;  ///< the report's survey is of this story, not of one before
  std::int64_t step = 0;
  int steps_last_frame = 0;
  bool can_undo = false;
  bool can_redo = false;
  std::string undo_what;  ///< what undo would take back, in words
  std::string redo_what;
  field::BackendInfo backend;
  field::Report report;
  /// Of the plane that the view shows in place of the field; none: it shows the field.
  std::optional<field::ComponentSurvey> averaged;
  Readings readings;
  ExportStatus exporting;
};

/// The values of what is shown.
inline field::ComponentSurvey shown_survey(const FieldStatus& status) {
  return status.averaged.value_or(status.report.survey.of(shown_component(status.scene)));
}

}  // namespace heatwave::session
