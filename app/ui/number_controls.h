// Controls for numbers: sliders, and fields that are dragged or typed into.
#pragma once

#include <imgui.h>

#include <string>

#include "app/ui/look.h"

namespace heatwave::ui {

/// A slider; double click or Ctrl click to type a number. Returns true while it changes.
bool slider(const Look& look, const char* id, double& value, double low, double high,
            const char* format, const std::string& help, bool logarithmic = false);
/// A number without a natural range: drag it, or double click to type. Returns true while it
/// changes.
bool number(const Look& look, const char* id, double& value, double speed, const char* format,
            const std::string& help, double low = -1e6, double high = 1e6);
/// An invisible slider from 0 to `high` over an area that the caller draws; its ends lie `rim`
/// inside the area. Returns true while the value changes.
bool slide_area(const char* id, ImVec2 size, float rim, double& value, double high);
/// Call after slider() or number() with its result. A dragged value counts at once, a typed one
/// only when the entry ends, because its first digits are another number.
bool typed_to_its_end(const Look& look, const char* id, bool changed, double& value);
/// An integer: drag it, or double click to type. Returns true while it changes.
bool whole(const Look& look, const char* id, int& value, int least, int most, const char* format,
           bool logarithmic = false);

}  // namespace heatwave::ui
