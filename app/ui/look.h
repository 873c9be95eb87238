// What a control needs to know: how it looks, what is kept of it between frames, who asks where it
// lies.
#pragma once

#include <imgui.h>

#include <map>
#include <string>

#include "app/ui/box.h"
#include "app/ui/theme.h"
#include "app/ui/tooltips.h"

namespace heatwave::ui {

struct FontSet {
  ImFont* body = nullptr;
  ImFont* strong = nullptr;
  ImFont* mono = nullptr;  ///< for source code: every letter is as wide
  float size = 16.0F;      ///< of plain words, in window units
  float large_size = 22.0F;
  float mono_size = 16.0F;
};

/// What controls keep from frame to frame.
struct Memory {
  Tooltips tooltips;
  int grips = 0;              ///< how often a slider or a field was taken hold of
  ImGuiID typed_in = 0;       ///< the field that a number is being typed in; 0: none
  double typed = 0.0;         ///< so far
  bool list_is_open = false;  ///< one to choose from was drawn over the window
  std::string focused;        ///< the name of the control with the keyboard focus, if it has one
  /// The lines that a text which changes has needed so far, at this width and size of letters.
  struct ReservedLines {
    float width = 0.0F;
    float letters = 0.0F;
    int lines = 0;
  };
  std::map<ImGuiID, ReservedLines> reserved_lines;
};

struct Look {
  const Theme& theme;
  const FontSet& fonts;
  float unit;  ///< window units per unit of design (the interface's scale)
  Memory& memory;
  Places* places;       ///< null: no test reads the places
  bool is_for_picture;  ///< nothing may lie over what is drawn
};

}  // namespace heatwave::ui
