// A session reports to a journal while it is recorded. Each call writes a line, which is in the
// file when the call returns, so that the recording survives however the program ends.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>

#include "app/scene/scene.h"
#include "app/session/envelope.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::session {

/// Where the field stood, and how long it has been recorded for.
struct Moment {
  std::int64_t step = 0;
  std::int64_t milliseconds = 0;
};

class Journal : core::NonCopyable {
 public:
  virtual ~Journal() = default;

  /// The command took effect when the field stood at this step.
  virtual void note(Moment moment, const Envelope& envelope) = 0;
  /// After all that was noted the field has this check sum.
  virtual void keyframe(Moment moment, std::uint64_t sum) = 0;
  /// Notes the last check sum and ends the recording. Returns its file. Throws core::Error.
  virtual std::filesystem::path close(Moment moment, std::uint64_t sum) = 0;
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
};

struct JournalRequest {
  std::filesystem::path path;
  bool exact = true;     ///< else the next free name like this one
  bool replace = false;  ///< a file that is there already
  scene::Scene scene;    ///< in which the recording begins
};
/// Throws core::Error where the file cannot be.
using JournalFactory = std::function<std::unique_ptr<Journal>(const JournalRequest&)>;

}  // namespace heatwave::session
