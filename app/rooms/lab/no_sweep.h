// What stands in place of a sweep's curves where there are none.
#pragma once

#include <cstddef>

#include "app/rooms/lab/lab_view.h"
#include "app/ui/box.h"
#include "app/ui/pen.h"

namespace heatwave::lab_room {

/// Says why; of a run that is no sweep, with a button that begins one. `values`: how many there
/// are.
void explain_missing_sweep(LabView& context, const ui::Box& box, const lab::Report& report,
                           std::size_t values);

}  // namespace heatwave::lab_room
