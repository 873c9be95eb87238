// A session's recording: its journal, and the schedule of its keyframes.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>

#include "app/scene/scene.h"
#include "app/session/envelope.h"
#include "app/session/snapshot.h"
#include "kernels/core/non_copyable.h"
#include "kernels/field/field_state.h"

namespace heatwave::session {

/// The field's step, and the time since the recording began.
struct Moment {
  std::int64_t step = 0;
  std::int64_t milliseconds = 0;
};

/// A session reports to a journal while it is recorded. Each call writes a line, which is in the
/// file when the call returns, so that the recording survives however the program ends.
class Journal : core::NonCopyable {
 public:
  virtual ~Journal() = default;

  /// Records that the command took effect at this step of the field.
  virtual void note(Moment moment, const Envelope& envelope) = 0;
  /// Records the field's check sum after all earlier commands.
  virtual void keyframe(Moment moment, std::uint64_t sum) = 0;
  /// Records the last check sum and ends the recording. Returns its file. Throws core::Error.
  virtual std::filesystem::path close(Moment moment, std::uint64_t sum) = 0;
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
};

struct JournalRequest {
  std::filesystem::path path;
  bool exact = true;     ///< use this path; false: the next free name like it
  bool replace = false;  ///< an existing file may be replaced
  scene::Scene scene;    ///< scene at the beginning of the recording
};
/// Throws core::Error when the file cannot be created.
using JournalFactory = std::function<std::unique_ptr<Journal>(const JournalRequest&)>;

/// A running recording with its clock and its keyframes; between recordings it is idle.
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
