// Keeps a session's recording: when it began, what is still to be noted, when a keyframe is due.
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
  /// Throws core::Error where one is under way, or the file cannot be.
  void start(const JournalRequest& request, std::int64_t step);
  /// What cannot be written, here or of a keyframe, ends the recording and throws core::Error.
  void note(std::int64_t step, const Envelope& envelope);
  /// The step that the newest note or keyframe carries.
  [[nodiscard]] std::int64_t newest_step() const { return newest_step_; }

  /// Whether it is time for one again, where the field has come to this version and step. Where
  /// nobody watches the steps themselves are the clock.
  [[nodiscard]] bool wants_keyframe(std::uint64_t field_version, std::int64_t step,
                                    bool watched) const;
  /// `took` is what it cost to copy the field: keyframes take a small share of the time.
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
