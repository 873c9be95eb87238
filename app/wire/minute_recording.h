// Converts the last minute to a recording without a file.
#pragma once

#include <cstdint>

#include "app/session/last_minute.h"
#include "app/wire/recording.h"

namespace heatwave::wire {

/// The recording ends at `step`, where the field has the check sum `sum`.
Recording recording_of(const session::LoggedMinute& minute, std::int64_t step, std::uint64_t sum);

}  // namespace heatwave::wire
