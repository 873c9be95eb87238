// The controls that panels consist of.
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

/// Shows a tooltip for the last control after the pointer has rested on it. `reason`: why the
/// control is disabled. Empty text and reason: no tooltip.
void explain(const Look& look, const std::string& text, const std::string& keys = "",
             const std::string& reason = "");

struct ButtonLook {
  bool active = false;   ///< drawn in the accent colour, as chosen
  bool primary = false;  ///< filled with the accent colour
  float width = 0.0F;    ///< in design units; 0: square, or as wide as the text
  float height = 32.0F;
  const char* text = nullptr;
};
/// A button with an icon and optional text; disabled if `reason` is not empty.
bool icon_button(const Look& look, const char* id, Icon icon, const std::string& help,
                 const std::string& keys = "", const std::string& reason = "",
                 const ButtonLook& button = {});
/// How keys reach the rows of a list.
enum class RowKeys : std::uint8_t {
  tab_to_each,
  tab_to_chosen,  ///< The list is one Tab stop; arrows move on from the chosen row.
  none,           ///< The caller handles the keys for the choice.
};
/// A row of a list with one chosen row; returns true when it is pressed.
bool choice_row(const Look& look, const char* id, const std::string& title, ImVec2 size,
                bool chosen, RowKeys keys = RowKeys::tab_to_chosen);

/// Joined buttons for one choice. Returns the index of the pressed button, or −1.
int segmented(const Look& look, const char* id, std::span<const std::string> titles, int chosen,
              float width, std::span<const std::string> help = {});

/// A choice as joined buttons if the titles fit the width, otherwise as a list that opens. Returns
/// the index of a new choice, or −1.
int choice(const Look& look, const char* id, std::span<const std::string> titles, int chosen,
           float width, std::span<const std::string> help);
/// Returns the width that choice() needs for these titles, at most `room`.
float choice_width(const Look& look, std::span<const std::string> titles, float room);

/// A heading that folds the content below it; returns true when it is pressed.
bool fold(const Look& look, bool open, const char* title);

/// Starts a row: a label at the left; the next control fills the rest.
void row(const Look& look, const char* label);
/// A row with right-aligned text as its value.
void value_row(const Look& look, const char* label, const std::string& value);
void dim_text(const Look& look, const std::string& text);
/// Text on the current line that ends at `right`, in window coordinates.
void text_ending_at(float right, const std::string& text);

bool toggle(const Look& look, const char* id, const char* text, bool& on, const std::string& help,
            const std::string& reason = "");

/// Records the box of the last control for tests that drive the window from outside.
void note_place(const Look& look, const std::string& name);

/// Sets the position and size of a window that does not move.
void place_window(const Box& area);

}  // namespace heatwave::ui
