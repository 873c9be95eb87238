// The group of views: the view, its parameters, its layers, and the comparison with another field.
#pragma once

#include <string>

#include "app/rooms/fields/fields_view.h"

namespace heatwave::fields_room {

void draw_view_group(FieldsView& context);
/// Shows the field by this view, with the parameters last used for it.
void choose_view(FieldsView& context, scene::ViewKind kind);
/// Returns the search words of the group: "flat, contours, …".
const std::string& view_group_words();

}  // namespace heatwave::fields_room
