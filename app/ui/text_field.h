// A line of text to be typed, of any length.
#pragma once

#include <string>

#include "app/ui/look.h"

namespace heatwave::ui {

/// As wide as ImGui's next item; true when the text has changed. `hint` stands in it while it is
/// empty. With `takes_keys` it is typed into without being clicked.
bool text_field(const Look& look, const char* id, std::string& text, const char* hint,
                bool takes_keys = false);

}  // namespace heatwave::ui
