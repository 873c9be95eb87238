// The group of views: which one, its parameters, what lies over it, and the field beside itself.
#pragma once

#include <string>

#include "app/rooms/fields/fields_view.h"

namespace heatwave::fields_room {

void draw_view_group(FieldsView& context);
/// Shows the field by this view, with the parameters that it had when it was shown last.
void choose_view(FieldsView& context, scene::ViewKind kind);
/// "flat, contours, …": what is set there, for whoever looks for it.
const std::string& view_group_words();

}  // namespace heatwave::fields_room
