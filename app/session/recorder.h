// A session's recording: its begin, its journal, and the schedule of keyframes.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>

#include "app/session/journal.h"
#include "app/session/snapshot.h"
#include "kernels/field/field_state.h"

namespace heatwave::session {

class Recorder {
 public:
  explicit Recorder(JournalFactory make) : make_(std::move(make)) {}

  [[nodiscard]] bool running() const { return journal_ != nullptr; }
  /// Throws core::Error when a recording is running or the file cannot be created.
  void start(const JournalRequest& request, std::int64_t step);
  /// Records a command. A failed write, here or in keyframe(), ends the recording and throws
  /// core::Error.
  void note(std::int64_t step, const Envelope& envelope);
  /// The step of the newest entry or keyframe.
  [[nodiscard]] std::int64_t newest_step() const { return newest_step_; }

  /// Returns whether a keyframe is due for this version and step of the field. `watched`: by the
  /// clock; otherwise by the number of steps.
  [[nodiscard]] bool wants_keyframe(std::uint64_t field_version, std::int64_t step,
                                    bool watched) const;
  /// `took`: time for copying the field. Keyframes take a small share of the time.
  void keyframe(const field::FieldState& state, std::uint64_t field_version,
                std::chrono::nanoseconds took);
  std::filesystem::path stop(const field::FieldState& state);

  [[nodiscard]] RecordingStatus status() const;

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] Moment now(std::int64_t step) const;
  template <typename Work>
  void write(Work work);

  JournalFactory make_;
  std::unique_ptr<Journal> journal_;
  Clock::time_point began_;
  Clock::time_point keyframe_end_;
  Clock::time_point keyframe_allowed_;
  std::uint64_t keyframe_version_ = 0;
  std::int64_t keyframe_step_ = 0;
  std::int64_t newest_step_ = 0;
  std::int64_t commands_ = 0;
};

}  // namespace heatwave::session
