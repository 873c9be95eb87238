// The pane of the second quantity: a picture of the same field with a colour bar of its own. What
// is done in it is done to the field.
#pragma once

#include <array>

#include "app/rooms/fields/fields_view.h"
#include "app/rooms/room.h"
#include "app/ui/box.h"
#include "app/view/field_look.h"

namespace heatwave::fields_room {

class QuantityPane {
 public:
  /// Sets whether there is a second quantity in this frame.
  void take(bool is_on) { is_on_ = is_on; }
  [[nodiscard]] bool is_on() const { return is_on_; }
  [[nodiscard]] const rooms::Panes* panes() const { return is_on_ ? &panes_ : nullptr; }

  /// Divides an area between both quantities; each half has a field and, in the width `taken`, its
  /// colour bar.
  [[nodiscard]] static std::array<ui::Box, 2> halves(const ui::Box& area, core::Extent grid,
                                                     float taken, float unit);
  /// Shows the same part of the grid as the first pane.
  void place(const ui::Box& field, const view::FieldMapping& first, core::Extent extent);
  void place_bar(const ui::Box& bar) { bar_ = bar; }
  [[nodiscard]] ui::Box seen() const { return panes_.before.seen(); }
  /// Requests samples for contours.
  void request_samples(const scene::Scene& scene);

  /// Returns the window position in the first pane that shows what is under the pointer. A drag
  /// stays in the pane in which it began.
  [[nodiscard]] ImVec2 aimed(ImVec2 pointer, bool is_pressed, const view::FieldMapping& first);

  /// Draws contours, the marks of items, and the colour bar.
  void draw(const FieldsView& context);

 private:
  bool is_on_ = false;
  bool has_pointer_ = false;
  rooms::Panes panes_{.before = {}, .difference = {}, .shows_difference = false, .request = {}};
  view::FlatLook look_{panes_.before};
  ui::Box bar_;
};

}  // namespace heatwave::fields_room
