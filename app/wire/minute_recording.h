// The last minute as a recording that was never in a file.
#pragma once

#include <cstdint>

#include "app/session/last_minute.h"
#include "app/wire/recording.h"

namespace heatwave::wire {

/// It ends at this step, where the field has this check sum.
Recording recording_of(const session::LoggedMinute& minute, std::int64_t step, std::uint64_t sum);

}  // namespace heatwave::wire
