// Texts on and above the field: of measures, and the lines above the field.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/rooms/fields/fields_view.h"
#include "app/rooms/room.h"
#include "app/ui/box.h"
#include "app/ui/look.h"

namespace heatwave::fields_room {

/// Returns the width of the colour range.
double shown_range(const FieldsView& context);
/// Formats a field value in the displayed unit.
std::string value_words(const FieldsView& context, double value);
/// Formats a value that is in the displayed unit already.
std::string shown_value_words(const FieldsView& context, double value);
std::string length_words(const FieldsView& context, double cells);
std::string time_words(const FieldsView& context, double steps);
/// Formats the stopwatch: steps, and seconds if the scene has units of time.
std::string stopwatch_words(const FieldsView& context, std::int64_t steps);
/// Returns the duration of a step in seconds; 0: the scene has no units of time.
double step_seconds(const FieldsView& context);
/// Returns the length of the tape, and the wavelength if it crosses waves.
std::string tape_words(const FieldsView& context, const scene::Segment& tape);

class WordsAbove {
 public:
  /// Sets the text from the next frame on; empty: no text. `row`: free part of a row above the
  /// field or of a column beside it, which takes the text if it is wide enough.
  void request(const ui::Look& look, const std::string& words, const ui::Box& row);
  /// Returns the height that the text takes of a room of this height; 0: it would take too much.
  [[nodiscard]] float height(float room, float unit) const;
  /// An area without height shows no text, unless the row takes it.
  void place(const ui::Box& area);
  /// Forgets the text.
  void hide() { *this = {}; }
  [[nodiscard]] const ui::Box& area() const { return area_; }
  /// Draws the text from the left edge of the visible field, if there is room.
  void draw(const ui::Look& look, const ui::Box& seen) const;

 private:
  std::string words_;
  ImVec2 size_;         ///< size with line breaks
  float width_ = 0.0F;  ///< width in a line of its own; 0: not placed yet
  ui::Box row_;         ///< takes the text; no width: it has a line of its own
  ui::Box area_;
};

}  // namespace heatwave::fields_room
