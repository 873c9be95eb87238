// What stands in place of a sweep's curves where there are none.
#pragma once

#include <cstddef>

#include "app/rooms/pen.h"

namespace heatwave::panels {

/// Says why; of a run that is no sweep, with a button that begins one. `values`: how many there
/// are.
void explain_missing_sweep(PanelContext& context, const Box& box, const lab::Report& report,
                           std::size_t values);

}  // namespace heatwave::panels
