// In the bar at the top: what is shown, a list of what else can be, and a sentence on it.
#pragma once

#include <string>
#include <vector>

#include "app/ui/box.h"
#include "app/ui/look.h"

namespace heatwave::ui {

/// What can be chosen in a bar: a title and a sentence on it.
struct Choice {
  std::string id;
  std::string title;
  std::string words;
  std::string heading;  ///< of what begins with it; empty: none
};

struct Picker {
  const char* id;
  std::string title;  ///< of what is shown
  std::string help;
  std::string keys;
};

/// A button with the title of what is shown, and a list of what else can be. Returns the place of
/// what was chosen now, or −1.
int draw_picker(const Look& look, const Picker& picker, float width,
                const std::vector<Choice>& choices, const std::string& chosen);
/// The same as wide as the bar lets it, and beside it the first sentence on what is shown;
/// `buttons`: what others take at the right end.
int draw_choice_in_bar(const Look& look, const Picker& picker, const Box& bar, float buttons,
                       const std::vector<Choice>& choices, const std::string& chosen,
                       const std::string& shows);

/// A sentence, where there is room for all of it in two lines; whether there is.
bool draw_sentence(const Look& look, const Box& bar, float left, float right,
                   const std::string& text);
std::string first_sentence(const std::string& text);

}  // namespace heatwave::ui
