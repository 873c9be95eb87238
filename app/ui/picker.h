// A picker in the top bar: the current item, a list of alternatives, and a sentence about the item.
#pragma once

#include <string>
#include <vector>

#include "app/ui/box.h"
#include "app/ui/look.h"

namespace heatwave::ui {

/// An item that can be chosen in a bar: a title and a sentence about it.
struct Choice {
  std::string id;
  std::string title;
  std::string words;
  std::string heading;  ///< group heading that begins with this item; empty: none
};

struct Picker {
  const char* id;
  std::string title;  ///< title of the current item
  std::string help;
  std::string keys;
};

/// A button with the current title that opens a list of alternatives. Returns the index of a new
/// choice, or −1.
int draw_picker(const Look& look, const Picker& picker, float width,
                const std::vector<Choice>& choices, const std::string& chosen);
/// Draws a picker that fits the bar, followed by the first sentence of `shows` if it fits in one
/// line; the panel has all of them. `buttons`: width that other controls need at the right end.
int draw_choice_in_bar(const Look& look, const Picker& picker, const Box& bar, float buttons,
                       const std::vector<Choice>& choices, const std::string& chosen,
                       const std::string& shows);

/// Draws a sentence if it fits in one line; returns whether it fits.
bool draw_sentence(const Look& look, const Box& bar, float left, float right,
                   const std::string& text);
std::string first_sentence(const std::string& text);

}  // namespace heatwave::ui
