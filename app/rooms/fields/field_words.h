// Words on and about the field: of measures, of panes, and the lines above the field.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/rooms/fields/fields_view.h"
#include "app/rooms/panes.h"
#include "app/ui/box.h"
#include "app/ui/look.h"

namespace heatwave::fields_room {

/// How far apart the values at the ends of the colours are.
double shown_range(const FieldsView& context);
/// A value of what is shown.
std::string value_words(const FieldsView& context, double value);
/// A value that is in units already.
std::string shown_value_words(const FieldsView& context, double value);
std::string length_words(const FieldsView& context, double cells);
std::string time_words(const FieldsView& context, double steps);
/// What the stopwatch shows: steps, and seconds where they stand for any.
std::string stopwatch_words(const FieldsView& context, std::int64_t steps);
/// What a step lasts; 0 where there are no units, or no time follows from them.
double step_seconds(const FieldsView& context);
/// Its length, and the wavelength where waves lie along it.
std::string tape_words(const FieldsView& context, const scene::Segment& tape);

/// A part of the field's area that one of them has: column and row, each 0 or 1.
ui::Box quarter_of(const ui::Box& area, int column, int row, float gap);
/// Where the words of the field that is changed stand, if it stands beside another.
std::optional<ui::Box> place_of_now(const FieldsView& context);
/// In the panes, and in the quarter that is left over.
void draw_pane_words(const FieldsView& context, const rooms::Panes& panes, const ui::Box& area);

/// Says why a press in the field that was put beside, or in the difference, changes nothing.
void explain_other_panes(const rooms::Panes& panes, rooms::CommandSender& commands);

class WordsAbove {
 public:
  /// What is to be said in a room so wide from the next frame on; empty: nothing.
  void wish(const ui::Look& look, const std::string& words, float width);
  /// How much of a room so high it takes: nothing where that would be too much of it.
  [[nodiscard]] float height(float room, float unit) const;
  /// Without height where nothing is said.
  void place(const ui::Box& area) { area_ = area; }
  [[nodiscard]] const ui::Box& area() const { return area_; }
  /// From the left side of what is seen on, as far as there is room.
  void draw(const ui::Look& look, const ui::Box& seen) const;

 private:
  std::string words_;
  ImVec2 size_;  ///< in as many lines as it takes
  ui::Box area_;
};

}  // namespace heatwave::fields_room
