// All figures of a measurement, in a tooltip beside the pointer.
#pragma once

#include "app/rooms/lab/beside.h"
#include "app/rooms/lab/chart_data.h"
#include "app/ui/chart_area.h"

namespace heatwave::lab_room {

/// `before`: of the run before; `beside`: the other run in the chart. Both may be null.
void figures_tooltip(const ui::Look& look, const Ladder& ladder,
                     const lab::Measurement& measurement, const lab::Measurement* before,
                     const Beside* beside = nullptr);

}  // namespace heatwave::lab_room
