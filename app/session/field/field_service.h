// The field's service: the parts that work on the scene and the field, and the hub's functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "app/session/command.h"
#include "app/session/field/field_core.h"
#include "app/session/field/field_course.h"
#include "app/session/field/field_edits.h"
#include "app/session/field/field_files.h"
#include "app/session/field/field_measures.h"
#include "app/session/field/field_status.h"
#include "app/session/field/field_watch.h"
#include "app/session/hub.h"
#include "app/session/session.h"

namespace heatwave::session {

class FieldService {
 public:
  FieldService(scene::Scene scene, const SessionOptions& options, Hub& hub);
  ~FieldService() = default;
  // The parts hold references to each other.
  FieldService(const FieldService&) = delete;
  FieldService& operator=(const FieldService&) = delete;
  FieldService(FieldService&&) = delete;
  FieldService& operator=(FieldService&&) = delete;

  /// Returns the parts that carry out commands.
  [[nodiscard]] auto parts() {
    return std::tie(scene_edits_, field_edits_, measures_, files_, watch_, course_);
  }

  [[nodiscard]] FieldCore& core() { return core_; }
  [[nodiscard]] FieldCourse& course() { return course_; }
  [[nodiscard]] Instruments& instruments() { return measures_.instruments(); }
  [[nodiscard]] const LiveField& live() const { return core_.live(); }
  /// Grows when the field is replaced.
  [[nodiscard]] std::uint64_t survey_epoch() const { return watch_.survey_epoch(); }

  void present(field::DisplayTarget& target, PresentedPlane plane);
  /// Returns a copy of what the view shows in place of the field.
  [[nodiscard]] Derived derived() { return core_.derived().copy(); }
  void finish_exports() { files_.exports().finish(); }
  void tell_of_exports() { files_.tell(); }
  void show_in(FieldStatus& status);

  /// Returns a copy of the field.
  [[nodiscard]] field::FieldState copied() { return core_.live().save(); }
  /// Marks all history entries as older than the recording, or as belonging to no recording.
  void mark_history(bool before_recording) { core_.history().mark_all(before_recording); }
  /// Drops the values under items and the average, which a recording that begins here would lack.
  void settle();
  void go_back(const KeptField& kept, bool is_recorded);

 private:
  FieldCore core_;
  SceneEdits scene_edits_;
  FieldEdits field_edits_;
  FieldMeasures measures_;
  FieldFiles files_;
  FieldWatch watch_;
  FieldCourse course_;
};

}  // namespace heatwave::session
