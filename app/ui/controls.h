// The controls that panels consist of, and their icons.
#pragma once

#include <imgui.h>
#include <cstdint>
#include <span>
#include <string>

#include "app/ui/box.h"
#include "app/ui/look.h"
#include "app/ui/sized.h"

namespace heatwave::ui {

/// The values are the icons' code points in the font Font Awesome 4.7.
enum class Icon : std::uint16_t {
  play = 0xF04B,
  pause = 0xF04C,
  step = 0xF051,
  reset = 0xF021,
  undo = 0xF0E2,
  redo = 0xF01E,
  select = 0xF245,
  disc = 0xF111,
  rectangle = 0xF0C8,
  line = 0xF068,
  paint = 0xF1FC,
  hold = 0xF08D,
  erase = 0xF12D,
  probe = 0xF05B,
  profile = 0xF201,
  chart = 0xF080,
  tape = 0xF07E,
  source = 0xF140,
  oscillating = 0xF1EB,
  wall = 0xF00A,
  medium = 0xF042,
  camera = 0xF030,
  file = 0xF15B,
  folder = 0xF07B,
  window = 0xF2D0,
  film = 0xF008,
  stop = 0xF04D,
  record = 0xF192,
  sun = 0xF185,
  moon = 0xF186,
  panel = 0xF0DB,
  help = 0xF128,
  chevron_down = 0xF078,
  chevron_right = 0xF054,
  chevron_left = 0xF053,
  close = 0xF00D,
  duplicate = 0xF24D,
  remove = 0xF1F8,
  full_screen = 0xF0B2,
  fit = 0xF065,
  back = 0xF048,
  to_start = 0xF049,
  to_end = 0xF050,
  next_event = 0xF04E,
  previous_event = 0xF04A,
  dice = 0xF074,
  gallery = 0xF009,
  pencil = 0xF040,
  settings = 0xF013,
  exercise = 0xF19D,
  check = 0xF00C,
  warning = 0xF071,
  tools = 0xF0AD,
  view = 0xF06E,
  measure = 0xF24E,
  equation = 0xF12B,
  colours = 0xF1FB,
  grid = 0xF0CE,
  timings = 0xF0E4,
  save = 0xF0C7,
  answer = 0xF0EB,
  lectures = 0xF02D,
  present = 0xF108,
  experiment = 0xF0C3,
  device = 0xF2DB,
  rows = 0xF0C9,
};

/// Draws the icon in a square of this side around `centre`.
void draw_icon(ImDrawList& list, Icon icon, ImVec2 centre, float side, ImU32 colour);

/// Begins a part of the window with controls that an audience does not see; ImGui::EndChild ends
/// it.
void begin_controls(const Look& look, const char* id, ImVec2 size);
/// Hides all that the current window draws from an audience.
void hide_from_audience(const Look& look);

/// A field with the current choice. Returns true while its list is open; ImGui::EndPopup then ends
/// the list.
bool begin_list(const Look& look, const char* id, const std::string& chosen);
/// Draws a list's field over the last control: the choice, shortened to fit, and the list symbol.
/// Returns the text as shown.
std::string draw_list_field(const Look& look, const std::string& chosen);

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
  const char* word = nullptr;  ///< below the icon, in small letters
  float letters = 15.0F;       ///< size of the word's letters, in design units
};
/// A button with an icon and optional text; disabled if `reason` is not empty.
bool icon_button(const Look& look, const char* id, Icon icon, const std::string& help,
                 const std::string& keys = "", const std::string& reason = "",
                 const ButtonLook& button = {});
/// How keys reach the rows of a list.
enum class RowKeyboardFocus : std::uint8_t {
  tab_to_each,
  tab_to_chosen,  ///< The list is one Tab stop; arrows move on from the chosen row.
  none,           ///< The caller handles the keys for the choice.
};
/// A row of a list with one chosen row; returns true when it is pressed.
bool choice_row(const Look& look, const char* id, const std::string& title, ImVec2 size,
                bool chosen, RowKeyboardFocus keys = RowKeyboardFocus::tab_to_chosen);

/// Joined buttons for one choice. Returns the index of the pressed button, or −1.
int segmented(const Look& look, const char* id, std::span<const std::string> titles, int chosen,
              float width, std::span<const std::string> help = {});

/// A row of joined buttons for one choice. Returns the index of a new choice, or −1.
int segmented_row(const Look& look, const char* label, const char* id,
                  std::span<const std::string> titles, int chosen,
                  std::span<const std::string> help);

/// A choice as joined buttons if the titles fit the width, otherwise as a list that opens. Returns
/// the index of a new choice, or −1.
int choice(const Look& look, const char* id, std::span<const std::string> titles, int chosen,
           float width, std::span<const std::string> help);
/// Returns the width that choice() needs for these titles, at most `room`.
float choice_width(const Look& look, std::span<const std::string> titles, float room);

/// Draws a dialog's title, and at its right the button that closes it; returns true when that is
/// pressed.
bool dialog_title(const Look& look, const char* close, const char* title);

/// A heading that folds the content below it; returns true when it is pressed.
bool fold(const Look& look, bool open, const char* title);

/// Starts a row: a label at the left; the next control fills the rest.
void row(const Look& look, const char* label);
/// A row with right-aligned text as its value.
void value_row(const Look& look, const char* label, const std::string& value);
void dim_text(const Look& look, const std::string& text);
/// Returns a formula's layout, which is made once; empty when TeX does not understand it. Valid
/// until the next call.
const TypesetFormula& formula_of(const Look& look, const std::string& tex);
/// Returns the size of a formula's letters: that of body text, less where it must fit the width.
float formula_size(const Look& look, const TypesetFormula& formula, float width);
/// A formula on lines of its own, no wider than the window.
void formula_row(const Look& look, const std::string& tex);
/// Text on the current line that ends at `right`, in window coordinates.
void text_ending_at(float right, const std::string& text);

bool toggle(const Look& look, const char* id, const char* text, bool& on, const std::string& help,
            const std::string& reason = "");

/// Records a box for tests that drive the window from outside, and whether it is cut.
void note_box(const Look& look, const std::string& name, const Box& box);
/// Records the box of the last control.
void note_place(const Look& look, const std::string& name);

/// Sets the position and size of a window that does not move.
void place_window(const Box& area);

/// Takes the width of the next item; returns true when the text has changed. `hint` shows while the
/// field is empty. `takes_keys`: sets the keyboard focus on the field.
bool text_field(const Look& look, const char* id, std::string& text, const char* hint,
                bool takes_keys = false);

}  // namespace heatwave::ui
