// Published state of a session: plain values that panels draw from, and that could be sent.
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
  int times = 1;  ///< number of times it was said
};

struct RecordingStatus {
  bool running = false;
  double seconds = 0.0;  ///< since it began
  std::int64_t commands = 0;
  std::uint64_t bytes = 0;
};

/// The field's status, extended by that of the others.
struct Snapshot : FieldStatus {
  std::vector<Notice> notices;
  RecordingStatus recording;
  std::uint64_t minute_bytes = 0;  ///< memory of the last minute's log
  LabStatus lab;
  StageStatus stage;
};

}  // namespace heatwave::session
