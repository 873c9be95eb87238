// Draws the lab's table, and the comparison of two runs in the same look.
#pragma once

#include <string>

#include "app/rooms/lab/lab_view.h"
#include "app/rooms/lab/result_table.h"

namespace heatwave::lab_room {

/// Fills what is left of the window. A click on a row chooses its variant; one on a head sorts.
void draw_lab_table(LabView& context);

/// What a variant changed, what there is to say of it, and what the lecture measured; where the
/// pointer rests on it.
void explain_variant(LabView& context, const lab::Variant& variant, const std::string& remark);

}  // namespace heatwave::lab_room
