// Observation of the field: surveys, the cell under the pointer, overflow.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/session/field/field_core.h"
#include "app/session/field/field_status.h"

namespace heatwave::session {

class FieldWatch {
 public:
  explicit FieldWatch(FieldCore& core) : core_(core) {}

  void apply(const ReadCell& command, Gesture gesture);

  /// Requests a survey if the field or the cell has changed. Returns the step of an overflow found
  /// by the newest survey.
  std::optional<std::int64_t> observe();
  /// Waits for a survey of the current field. Returns the step of an overflow; none also if a
  /// device was lost meanwhile.
  std::optional<std::int64_t> check_now();
  [[nodiscard]] std::string overflow_text(std::int64_t step) const;
  /// Invalidates earlier surveys. `is_other`: the field was replaced.
  void forget(bool is_other);

  /// The cell whose value is read.
  [[nodiscard]] core::Cell cell() const { return cell_; }
  [[nodiscard]] const field::Report& report() const { return report_; }
  [[nodiscard]] field::Report& report() { return report_; }
  /// Grows when earlier surveys become invalid.
  [[nodiscard]] std::uint64_t survey_epoch() const { return survey_epoch_; }
  /// Returns whether the newest survey belongs to this epoch.
  [[nodiscard]] bool is_surveyed() const { return report_.survey.ticket > stale_ticket_; }

 private:
  void request_survey();
  /// Returns the newest survey's step if the survey is valid and shows an overflow.
  [[nodiscard]] std::optional<std::int64_t> overflow_step() const;

  FieldCore& core_;
  core::Cell cell_{-1, -1};
  field::Report report_;
  std::uint64_t newest_ticket_ = 0;
  /// Surveys up to this ticket belong to a replaced field and are ignored.
  std::uint64_t stale_ticket_ = 0;
  std::uint64_t survey_epoch_ = 0;
  std::uint64_t surveyed_version_ = 0;
  core::Cell surveyed_cell_{-1, -1};
};

}  // namespace heatwave::session
