// Everything that a control needs: its look, its state between frames, and the record of its box.
#pragma once

#include <imgui.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/ui/box.h"
#include "app/ui/theme.h"
#include "app/ui/tooltips.h"
#include "app/ui/typeset.h"
#include "app/words/glossary.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::ui {

struct FontSet {
  ImFont* body = nullptr;
  ImFont* strong = nullptr;
  ImFont* mono = nullptr;  ///< monospaced font for source code
  ImFont* math = nullptr;  ///< for formulas; null: formulas are not drawn
  float size = 16.0F;      ///< size of body text, in window units
  float large_size = 22.0F;
  float mono_size = 16.0F;

  /// Returns the fonts with letters that have a part of their usual size.
  [[nodiscard]] FontSet scaled(float part) const {
    FontSet fonts = *this;
    fonts.size *= part;
    fonts.large_size *= part;
    fonts.mono_size *= part;
    return fonts;
  }
};

/// State that controls keep between frames.
struct Memory {
  Tooltips tooltips;
  int grips = 0;              ///< number of times a slider or field was grabbed
  ImGuiID typed_in = 0;       ///< the field in which a number is being typed; 0: none
  double typed = 0.0;         ///< the number typed so far
  bool list_is_open = false;  ///< a list was open over the window
  std::string focused;        ///< name of the control with the keyboard focus; empty: none
  /// The draw lists of this frame that hold controls and their lists and tooltips, which are for
  /// the person at the window: an audience does not see them.
  std::vector<ImDrawList*> controls;
  /// The most lines that a changing text has needed at this width and font size.
  struct ReservedLines {
    float width = 0.0F;
    float letters = 0.0F;
    int lines = 0;
  };
  std::map<ImGuiID, ReservedLines> reserved_lines;
  std::map<std::string, TypesetFormula> formulas;  ///< layouts by their TeX
  /// The texts in the code editors of this frame, by name, where tests read the boxes.
  std::map<std::string, std::string> edited_texts;
};

struct Look {
  const Theme& theme;
  const FontSet& fonts;
  float unit;  ///< window units per design unit (the scale of the interface)
  Memory& memory;
  Places* places;            ///< null: nothing reads the boxes
  bool is_for_picture;       ///< nothing may cover the picture
  bool less_motion = false;  ///< nothing fades or is animated
  /// Receives the names of places that are not wholly in sight; null: nothing reads them.
  std::set<std::string>* cut = nullptr;
  /// The terms that texts explain; null: none.
  const words::Glossary* glossary = nullptr;

  /// Returns this look with other fonts, and lengths that have a part of their usual size.
  [[nodiscard]] Look scaled(const FontSet& other, float part) const {
    return {theme, other, unit * part, memory, places, is_for_picture, less_motion, cut, glossary};
  }
};

/// A look whose letters and lengths have a part of their usual size, with its fonts.
struct SizedLook : core::NonCopyable {
  SizedLook(const Look& usual, float part)
      : fonts(usual.fonts.scaled(part)), look(usual.scaled(fonts, part)) {}

  FontSet fonts;
  Look look;
};

}  // namespace heatwave::ui
