// What is seen of the field: surveys, the cell under the pointer, an overflow.
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

  /// Asks for a survey where the field or the cell is another one. Returns the step of an overflow
  /// that the newest survey tells of.
  std::optional<std::int64_t> observe();
  /// Waits for a survey of the field as it is now. Returns the step of an overflow; nothing also
  /// where a device was lost meanwhile.
  std::optional<std::int64_t> check_now();
  [[nodiscard]] std::string overflow_text(std::int64_t step) const;
  /// What is known of the field's values holds no more. `is_other`: the field is another one.
  void forget(bool is_other);

  /// The cell that is read.
  [[nodiscard]] core::Cell cell() const { return cell_; }
  [[nodiscard]] const field::Report& report() const { return report_; }
  [[nodiscard]] field::Report& report() { return report_; }
  /// Grows when what was known of the field's values holds no more.
  [[nodiscard]] std::uint64_t story() const { return story_; }
  /// Whether the newest survey is of this story.
  [[nodiscard]] bool is_surveyed() const { return report_.survey.ticket > stale_ticket_; }

 private:
  void request_survey();
  /// The newest survey's step, where it is one of this field and says that it overflowed.
  [[nodiscard]] std::optional<std::int64_t> overflow_step() const;

  FieldCore& core_;
  core::Cell cell_{-1, -1};
  field::Report report_;
  std::uint64_t newest_ticket_ = 0;
  /// Surveys up to this one are of a field that was replaced since, and count for nothing.
  std::uint64_t stale_ticket_ = 0;
  std::uint64_t story_ = 0;
  std::uint64_t surveyed_version_ = 0;
  core::Cell surveyed_cell_{-1, -1};
};

}  // namespace heatwave::session
