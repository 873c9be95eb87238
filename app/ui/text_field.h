// A line of text to type, of any length.
#pragma once

#include <string>

#include "app/ui/look.h"

namespace heatwave::ui {

/// Takes the width of the next item; returns true when the text has changed. `hint` shows while the
/// field is empty. `takes_keys`: sets the keyboard focus on the field.
bool text_field(const Look& look, const char* id, std::string& text, const char* hint,
                bool takes_keys = false);

}  // namespace heatwave::ui
