// Draws a table of a text: numbers end at the right, the first column's words break into lines.
#pragma once

#include "app/ui/look.h"
#include "app/words/text_tables.h"

namespace heatwave::ui {

/// Returns the height of a table in the current font at this width.
float height_of_table(const Look& look, const words::TextTable& table, float width);
/// Draws a table at the cursor, as wide as the current window's content. Its letters are smaller
/// than the current font's where it would be too wide.
void text_table(const Look& look, const words::TextTable& table);

}  // namespace heatwave::ui
