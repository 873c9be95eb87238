// The groups of the side panel, each drawn by one function, and the speed limit of the timings.
#pragma once

#include <cstdint>
#include <string>

#include "app/colour/colouring.h"
#include "app/rooms/fields/fields_view.h"
#include "app/ui/look.h"
#include "kernels/field/edit.h"
#include "kernels/field/report.h"

namespace heatwave::fields_room {

struct SpeedLimit {
  double bytes_per_second = 0.0;  ///< 0: none is known that applies
  std::string name;               ///< "of memory's speed"
  std::string how;                ///< what it is and how it was found, as a sentence
};

/// For a field of so many bytes. The first on the CPU measures, for some tens of milliseconds.
SpeedLimit speed_limit(const field::BackendInfo& backend, std::uint64_t bytes);

void draw_equation_group(FieldsView& context);

void draw_colours_group(FieldsView& context);

void draw_scene_group(FieldsView& context);

void draw_timings_group(FieldsView& context);

void draw_export_group(FieldsView& context);

void draw_tools_group(FieldsView& context);

void draw_item_group(FieldsView& context);

void draw_measure_group(FieldsView& context);

}  // namespace heatwave::fields_room
