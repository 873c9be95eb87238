// Draws the lab's table, and the comparison of two runs in the same look.
#pragma once

#include <string>

#include "app/rooms/lab/result_table.h"
#include "app/rooms/panel_context.h"

namespace heatwave::panels {

/// Fills what is left of the window. A click on a row chooses its variant; one on a head sorts.
void draw_lab_table(PanelContext& context);

/// What a variant changed, what there is to say of it, and what the lecture measured; where the
/// pointer rests on it.
void explain_variant(PanelContext& context, const lab::Variant& variant, const std::string& remark);

}  // namespace heatwave::panels
