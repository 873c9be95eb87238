// Beside or above the field: its name, equation and time, the values of its parameters and what to
// watch for where the room is presented, and the equation and parameters that a lecture's step
// points at.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/rooms/fields/field_fit.h"
#include "app/rooms/fields/fields_view.h"
#include "app/rooms/room.h"
#include "app/ui/box.h"

namespace heatwave::fields_room {

/// The equations of a scene in TeX's syntax, below each other and in one row.
struct EquationTexts {
  std::string column;
  std::string row;
};

class FieldCaption {
 public:
  /// Takes what the layout asks for: the places "equation" and "parameter/alpha", for each
  /// parameter of the scene's equation; and everything but the parameters for an audience.
  void take(const rooms::Layout& layout, const scene::Scene& scene);
  /// Takes whether the bar above the room has space for the equation. If not, it is shown here from
  /// the next frame on.
  void note_bar(bool shows_equation) { is_in_bar_ = shows_equation; }
  /// Returns whether the layout asks for the equation here, so that the bar need not show it.
  [[nodiscard]] bool names_equation() const { return names_equation_; }
  /// Cuts the caption from the room, at its left side or above, where more of the field is left.
  /// `is_low`: the room has no height to spare, so that an equation that makes the field smaller is
  /// left out. Returns the rest.
  ui::Box cut(const ui::Box& room, const FieldFit& fit, float unit, bool is_low);
  /// Cuts an equation that nothing asks for from the top of the charts' column beside the field,
  /// where it takes no room from the field. Returns false if the caption has more to show.
  bool cut_from_column(ui::Box& column, float unit);
  /// Returns whether the caption was left out for the sake of the field.
  [[nodiscard]] bool is_left_out() const { return is_left_out_; }
  /// Draws the caption, in line with the field, and measures it for the next frame.
  void draw(FieldsView& context, const ui::Box& field);
  /// Returns the part of the caption's area without words in the last frame; empty: none.
  [[nodiscard]] const ui::Box& free_place() const { return free_; }

 private:
  [[nodiscard]] bool is_empty() const {
    return !shows_name_ && !shows_equation_ && parameters_.empty();
  }
  /// Returns whether the caption is only the equation, and nothing asks for it here.
  [[nodiscard]] bool is_optional() const { return !names_equation_ && parameters_.empty(); }
  /// Returns the name of the equation's place: "equation" is the list in the bar, unless the layout
  /// asks for the equation here.
  [[nodiscard]] const char* equation_place() const {
    return names_equation_ ? "equation" : "equation above field";
  }
  /// Returns the height of a row above the field, without the line of values and words below it.
  [[nodiscard]] float row_height(const ui::Box& room, float unit) const;
  /// Returns the height of that line.
  [[nodiscard]] float line_height(float unit) const;
  /// Draws the values and the words below the row, from `left` on.
  void draw_line(const FieldsView& context, float left);
  void measure(const FieldsView& context);
  void draw_beside(FieldsView& context, const ui::Box& field);
  void draw_above(FieldsView& context, const ui::Box& field);

  bool shows_name_ = false;  ///< and the time
  bool is_in_bar_ = true;
  bool names_equation_ = false;
  bool shows_equation_ = false;
  EquationTexts equations_;              ///< empty: none were shown yet
  std::vector<std::size_t> parameters_;  ///< by index
  std::string values_;                   ///< "c² = 0.25"; empty: none is shown
  std::string words_;                    ///< the sentence on the scene; empty: none
  bool has_row_values_ = false;          ///< the row has room for the values
  bool wraps_ = false;                   ///< the line of values and words breaks into two
  bool is_beside_ = false;
  bool is_left_out_ = false;
  ui::Box area_;
  ui::Box free_;
  ImVec2 needed_;  ///< size of the caption beside the field; 0: not measured yet
};

}  // namespace heatwave::fields_room
