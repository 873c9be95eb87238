// What can be done on the field; keys and buttons alike end here.
#pragma once

#include <string>

#include "app/rooms/fields/fields_view.h"

namespace heatwave::fields_room {

/// Opens a scene by its name or path; where there is none the person is told.
void open_scene(FieldsView& context, const std::string& name);
/// Why no sequence can be begun now; empty: one can.
std::string why_no_new_sequence(const FieldsView& context);
/// Pictures of the field in this of session::sequence_formats(); why not is told.
void start_sequence(FieldsView& context, const std::string& format);

}  // namespace heatwave::fields_room
