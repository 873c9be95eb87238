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

/// The field's step, and the time since the recording began.
struct Moment {
  std::int64_t step = 0;
  std::int64_t milliseconds = 0;
};

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

}  // namespace heatwave::session
