// The keys of a recording's lines. The format, line by line, each a JSON object:
//
//   {"heatwave": "recording", "version": 1, "program": "1.2.0", "scene": {…}}
//   {"at": 120, "ms": 16, "g": 3, "do": "move-item", "id": 2, "by": [1, 0]}
//   {"at": 122, "ms": 17, "by": [0, 1]}
//   {"at": 240, "ms": 900, "sum": "89abcdef01234567"}
//   {"at": 300, "ms": 5, "end": true, "sum": "0123456789abcdef"}
//
// `at` is the field's step when the command took effect, `ms` the milliseconds since the line
// before. A line without `do` repeats the command before it: a field that the line leaves out keeps
// its value. `g` is the gesture; `client` is the sender and `n` the sender's sequence number where
// that is not this program's own window. `sum` is the check sum of the field after all lines
// before. A recording whose last line has no `end` broke off: the program that wrote it was ended.
//
// Older versions wrote `from` for `client`, and lost the step of each `add-probe`: its point was
// called `at`.
#pragma once

#include <array>
#include <string_view>

#include "app/wire/command_json.h"

namespace heatwave::wire {

inline constexpr const char* kFormatKey = "heatwave";
inline constexpr const char* kFormatWord = "recording";
inline constexpr int kFormatVersion = 1;
inline constexpr const char* kStepKey = "at";
inline constexpr const char* kTimeKey = "ms";
inline constexpr const char* kGestureKey = "g";
inline constexpr const char* kClientKey = "client";
inline constexpr const char* kFormerClientKey = "from";
inline constexpr const char* kSequenceKey = "n";
inline constexpr const char* kSumKey = "sum";
inline constexpr const char* kEndKey = "end";

/// Keys beside a command's fields in its line; no field may have one of these names.
inline constexpr std::array<std::string_view, 8> kReservedKeys{
    kCommandKey, kStepKey, kTimeKey, kGestureKey, kClientKey, kSequenceKey, kSumKey, kEndKey};

}  // namespace heatwave::wire
