// Published state of a session: plain values that panels draw from, and that could be sent.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/session/field/field_status.h"
#include "app/session/lab/lab_status.h"
#include "kernels/stage/lesson.h"

namespace heatwave::session {

struct StageStatus {
  std::string lesson;            ///< empty: nothing has been played yet
  stage::PlaySettings settings;  ///< with all values filled in
  std::shared_ptr<const stage::Trace> trace;
  stage::Totals totals;
  std::uint64_t version = 0;  ///< grows with every play

  bool running = false;    ///< another play is running
  std::string asked;       ///< lesson of the running play or, if none runs, of the newest request
  std::int64_t steps = 0;  ///< steps of the running play so far
  double seconds = 0.0;    ///< since it began
};

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
