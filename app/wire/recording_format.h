// The keys of a recording's lines. The format, line by line, each a JSON object:
//
//   {"heatwave": "recording", "version": 1, "program": "1.2.0", "scene": {…}}
//   {"at": 120, "ms": 16, "g": 3, "do": "move-item", "id": 2, "by": [1, 0]}
//   {"at": 122, "ms": 17, "by": [0, 1]}
//   {"at": 240, "ms": 900, "sum": "89abcdef01234567"}
//   {"at": 300, "ms": 5, "end": true, "sum": "0123456789abcdef"}
//
// `at` is the step at which the field stood, `ms` the milliseconds since the line before. A command
// whose line does not say what to do goes on as the command before it: what its line leaves out is
// as it was there. `g` is the gesture, `from` the client and `n` the client's sequence number where
// it is not this program's own front. `sum` is the check sum of the field after all that stands
// before.
#pragma once

#include <cstdint>

namespace heatwave::wire {

inline constexpr const char* kFormatKey = "heatwave";
inline constexpr const char* kFormatWord = "recording";
inline constexpr int kFormatVersion = 1;
inline constexpr const char* kStepKey = "at";
inline constexpr const char* kTimeKey = "ms";
inline constexpr const char* kGestureKey = "g";
inline constexpr const char* kClientKey = "from";
inline constexpr const char* kSequenceKey = "n";
inline constexpr const char* kSumKey = "sum";
inline constexpr const char* kEndKey = "end";

}  // namespace heatwave::wire
