// Draws cards and the headings of their groups.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>

#include "app/shell/gallery/gallery_card.h"
#include "app/shell/gallery/picture_worker.h"
#include "app/shell/shell_view.h"
#include "app/ui/box.h"

namespace heatwave::shell {

struct CardLook {
  const CardPicture* picture = nullptr;  ///< null: it is still being rendered
  /// The newest picture of a scene that runs, in place of its still one; null: none.
  std::shared_ptr<const exporting::Image> running;
  const CardGroup* group = nullptr;  ///< the group that shows it
  bool is_chosen = false;
  std::string lines;  ///< the card's sentence with its line breaks
  double part =
      -1.0;  ///< how far a race or a play has come, from 0 to 1; negative: it stands still
};

/// Returns whether the window is so low that cards and headings have fewer words.
bool has_few_words(const ui::Look& look);

/// Breaks the sentences of cards into lines, each once for a width of cards and a size of letters.
class CardSentences {
 public:
  /// Returns a card's sentence with its line breaks, until the next call.
  const std::string& lines_of(const ui::Look& look, const Card& card, float card_width);

 private:
  using Lines = std::unordered_map<std::string, std::string>;  ///< by sentence

  float letters_ = 0.0F;
  std::map<float, Lines> lines_;  ///< by width
};

/// Returns the height that a card needs below its picture: its badge, its title and its sentence.
float height_of_card_text(const ui::Look& look, const Card& card, const std::string& lines);
/// Draws a card; `picture_height` is the part of its box that the picture takes.
void draw_card(const ShellView& shell, ImDrawList& list, const Card& card, const ui::Box& box,
               float picture_height, const CardLook& card_look);

/// The heading above a group's cards.
struct GroupHeading {
  const CardGroup& group;
  bool has_words = true;  ///< the group's sentence stands below its title, if there is room
};

float height_of_heading(const ui::Look& look, const GroupHeading& heading, float width);
/// Returns the width of the title with the equation.
float width_of_heading(const ui::Look& look, const GroupHeading& heading, float most);
/// Draws the group's title, its sentence, and its equation beside the title.
void draw_heading(const ui::Look& look, ImDrawList& list, const GroupHeading& heading,
                  const ui::Box& box);

}  // namespace heatwave::shell
