// Numbers to slide, to drag and to type. Space takes hold of one that has the keyboard focus:
// arrows change it, and Space or Esc lets go.
#pragma once

#include <string>

#include "app/ui/look.h"

namespace heatwave::ui {

/// A number to slide or, by double click or Ctrl click, to type. True while it is being changed.
bool slider(const Look& look, const char* id, double& value, double low, double high,
            const char* format, const std::string& help, bool logarithmic = false);
/// A number without natural ends: drag it, or double click to type. True while it changes.
bool number(const Look& look, const char* id, double& value, double speed, const char* format,
            const std::string& help, double low = -1e6, double high = 1e6);
/// Something to slide along from 0 to `high`, which the caller draws: its ends lie `rim` within the
/// area. True while the value changes.
bool slide_area(const char* id, ImVec2 size, float rim, double& value, double high);
/// Behind such a control, with what it gave: what is dragged counts at once, what is typed when it
/// has been typed to its end, for its first digits would be another number.
bool typed_to_its_end(const Look& look, const char* id, bool changed, double& value);
/// A whole number to drag, or double click to type. True while it changes.
bool whole(const Look& look, const char* id, int& value, int least, int most, const char* format,
           bool logarithmic = false);

}  // namespace heatwave::ui
