// The controls that panels are made of.
#pragma once

#include <span>
#include <string>

#include "app/ui/box.h"
#include "app/ui/icons.h"
#include "app/ui/look.h"
#include "app/ui/sized.h"

namespace heatwave::ui {

/// Explains the last control after the pointer has rested on it. A reason says why it is disabled.
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
/// A row of a list of which one is chosen; true when it is clicked.
bool choice_row(const Look& look, const char* id, const std::string& title, ImVec2 size,
                bool chosen);

/// Buttons of one choice, joined, over the width given. Returns the one pressed, or −1.
int segmented(const Look& look, const char* id, std::span<const std::string> titles, int chosen,
              float width, std::span<const std::string> help = {});

/// A field with what is chosen, and while it is true a list to choose from; ImGui::EndCombo ends
/// it.
bool begin_list(const Look& look, const char* id, const std::string& chosen);
/// Every list that is open says so, and closes where it is asked to.
void note_open_list(const Look& look);
/// The sign of a list to unfold, before the right edge of a field.
void draw_unfold_sign(const Look& look, ImDrawList& list, ImVec2 from, ImVec2 to);
/// What text in such a field may take of its width.
float room_before_sign(const Look& look, float width);

/// The same where the titles fit the width, else a list to unfold. Returns the place of the one
/// chosen now, or −1.
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

/// A number to slide or, by double click or Ctrl click, to type. True while it is being changed.
bool slider(const Look& look, const char* id, double& value, double low, double high,
            const char* format, const std::string& help, bool logarithmic = false);
/// A number without natural ends: drag it, or double click to type. True while it changes.
bool number(const Look& look, const char* id, double& value, double speed, const char* format,
            const std::string& help, double low = -1e6, double high = 1e6);
/// Behind such a control, with what it gave: what is dragged counts at once, what is typed when it
/// has been typed to its end, for its first digits would be another number.
bool typed_to_its_end(const Look& look, const char* id, bool changed, double& value);
bool toggle(const Look& look, const char* id, const char* text, bool& on, const std::string& help,
            const std::string& reason = "");

/// Notes where the last control lies, for whoever drives the window from outside.
void note_place(const Look& look, const std::string& name);

/// Sets the place and size of a window that does not move.
void place_window(const Box& area);
/// Of the bars above and below the room.
inline constexpr ImGuiWindowFlags kBarFlags =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
    ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav;

}  // namespace heatwave::ui
