// What a session shows of itself: plain values that panels draw from and that could travel.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/session/field/field_status.h"
#include "app/session/lab/lab_status.h"
#include "app/session/stage/stage_status.h"

namespace heatwave::session {

struct Notice {
  enum class Kind : std::uint8_t { info, warning, error };
  std::uint64_t id = 0;
  Kind kind = Kind::info;
  std::string text;
  bool offers_reset = false;
  int times = 1;  ///< it has been said, the newest time now
};

struct RecordingStatus {
  bool running = false;
  double seconds = 0.0;  ///< since it began
  std::int64_t commands = 0;
  std::uint64_t bytes = 0;
};

/// The field's status, and beside it the others'.
struct Snapshot : FieldStatus {
  std::vector<Notice> notices;
  RecordingStatus recording;
  std::uint64_t minute_bytes = 0;  ///< that the last minute holds
  LabStatus lab;
  StageStatus stage;
};

}  // namespace heatwave::session
