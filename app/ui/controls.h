// The controls that panels are made of.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "app/ui/box.h"
#include "app/ui/icons.h"
#include "app/ui/look.h"
#include "app/ui/sized.h"
#include "app/ui/sliders.h"
#include "app/ui/unfolded_list.h"

namespace heatwave::ui {

/// Explains the last control after the pointer has rested on it. A reason says why it is disabled.
/// No text and no reason: the control says itself all that there is to say.
void explain(const Look& look, const std::string& text, const std::string& keys = "",
             const std::string& reason = "");

struct ButtonLook {
  bool active = false;   ///< drawn in the accent colour: chosen
  bool primary = false;  ///< filled with the accent colour
  float width = 0.0F;    ///< in units of design; 0: as wide as high, or as the text needs
  float height = 32.0F;
  const char* text = nullptr;
};
/// A button with an icon and perhaps text. Disabled when there is a reason.
bool icon_button(const Look& look, const char* id, Icon icon, const std::string& help,
                 const std::string& keys = "", const std::string& reason = "",
                 const ButtonLook& button = {});
/// How keys reach the rows of a list.
enum class RowKeys : std::uint8_t {
  tab_to_each,
  tab_to_chosen,  ///< Arrows go from there to the others: a list is one stop of Tab's.
  none,           ///< The caller has keys of its own for what is chosen.
};
/// A row of a list of which one is chosen; true when it is pressed.
bool choice_row(const Look& look, const char* id, const std::string& title, ImVec2 size,
                bool chosen, RowKeys keys = RowKeys::tab_to_chosen);

/// Buttons of one choice, joined, over the width given. Returns the one pressed, or −1.
int segmented(const Look& look, const char* id, std::span<const std::string> titles, int chosen,
              float width, std::span<const std::string> help = {});

/// Buttons of one choice where the titles fit the width, else a list to unfold. Returns the place
/// of the one chosen now, or −1.
int choice(const Look& look, const char* id, std::span<const std::string> titles, int chosen,
           float width, std::span<const std::string> help);
/// What such a choice takes of a room.
float choice_width(const Look& look, std::span<const std::string> titles, float room);

/// A heading that folds what follows; true when it is pressed.
bool fold(const Look& look, bool open, const char* title);

/// Starts a row: the label at the left, the control that follows fills the rest.
void row(const Look& look, const char* label);
/// A row with a value as text at its right end.
void value_row(const Look& look, const char* label, const std::string& value);
void dim_text(const Look& look, const std::string& text);
/// Text whose right edge stands at `right` (window coordinates), on the current line.
void text_ending_at(float right, const std::string& text);

bool toggle(const Look& look, const char* id, const char* text, bool& on, const std::string& help,
            const std::string& reason = "");

/// Notes where the last control lies, for whoever drives the window from outside.
void note_place(const Look& look, const std::string& name);

/// Sets the place and size of a window that does not move.
void place_window(const Box& area);

}  // namespace heatwave::ui
