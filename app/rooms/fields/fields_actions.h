// The actions of the fields room, shared by keys and buttons.
#pragma once

#include <string>

#include "app/rooms/fields/fields_view.h"

namespace heatwave::fields_room {

/// Opens a scene by its name or path; shows a message if there is none.
void open_scene(FieldsView& context, const std::string& name);
/// Returns the reason why no sequence can start now; empty: it can.
std::string why_no_new_sequence(const FieldsView& context);
/// Starts a sequence of pictures in one of session::sequence_formats(), or shows why it cannot.
void start_sequence(FieldsView& context, const std::string& format);

}  // namespace heatwave::fields_room
