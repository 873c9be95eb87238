// Two compared fields in the room: their places, the divider of a wipe, and drags in the other
// field.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "app/rooms/fields/field_tools.h"
#include "app/rooms/fields/fields_view.h"
#include "app/rooms/room.h"
#include "app/ui/box.h"
#include "app/view/field_look.h"

namespace heatwave::fields_room {

inline constexpr float kPaneGap = 8.0F;  ///< between panes, in design units
/// Returns one of two halves, side by side or one above the other, in whichever way fields of this
/// grid are larger. `taken`: width of a half that the field cannot have.
ui::Box half_of(const ui::Box& area, int which, float gap, core::Extent grid, float taken = 0.0F);

class ComparedPanes {
 public:
  explicit ComparedPanes(rooms::Gestures& gestures) : tools_(gestures) {}

  /// Takes the comparison of this frame; null: there is none.
  void take(const rooms::Comparison* comparison);
  [[nodiscard]] bool is_on() const { return is_on_; }
  [[nodiscard]] const rooms::Panes* panes() const { return is_on_ ? &panes_ : nullptr; }
  /// Returns the box around all fields.
  [[nodiscard]] const ui::Box& all() const { return all_; }

  /// True if the fields and their difference take a half of the room each, with a colour bar.
  [[nodiscard]] bool takes_halves() const { return is_on_ && wipes() && has_difference_; }
  /// The width that a colour bar needs beside a pane, and the design unit.
  struct BarRoom {
    float width = 0.0F;
    float unit = 1.0F;
  };
  /// Divides the area between the fields. `of_difference`: the area of the difference where the
  /// fields take a half; `now`: the mapping of the edited field; `bar`: the room of the fields'
  /// bar.
  void place(const ui::Box& area, const ui::Box& of_difference, view::FieldMapping& now,
             core::Extent extent, BarRoom bar);
  /// The boxes that the colour bars of the fields and of their difference stand beside.
  struct BesideBars {
    ui::Box fields;
    std::optional<ui::Box> difference;  ///< none: it is not shown
  };
  [[nodiscard]] BesideBars beside_bars(const view::FieldMapping& now) const;
  void place_difference_bar(const ui::Box& bar) { difference_bar_ = bar; }
  /// Requests samples of the other field for the scene's layers.
  void request_samples(const scene::Scene& scene);

  /// True if the pointer is over one of both fields.
  [[nodiscard]] bool has_pointer(const view::FieldMapping& now) const;
  /// Lets the pointer drag the divider or the items of the other field. `room`: the pointer is not
  /// over a panel. Returns true if the edited field must not see it.
  bool take_pointer(const rooms::Frame& frame, bool room, const ToolSettings& settings);
  /// Ends a drag, as releasing the button does.
  void rest(const rooms::Frame& frame);
  /// True while something in the other field is being dragged, or the divider.
  [[nodiscard]] bool busy() const { return slides_ || tools_.busy(); }

  /// Draws marks over the other field, the divider, and the fields' labels.
  void draw(const FieldsView& context);
  void add_status(nlohmann::ordered_json& status) const;

 private:
  [[nodiscard]] bool wipes() const { return layout_ == session::ComparisonLayout::wipe; }
  [[nodiscard]] float divider() const;
  void slide(const rooms::Frame& frame) const;
  void draw_other_marks(const FieldsView& context);
  void draw_divider(const FieldsView& context) const;
  void draw_annotations(const FieldsView& context);
  /// Returns the title of the difference, the edited field minus the other one, as long as it fits.
  [[nodiscard]] std::string difference_title(const view::FieldMapping& now, float room) const;
  void draw_difference_bar(const FieldsView& context) const;

  bool is_on_ = false;
  session::ComparisonLayout layout_ = session::ComparisonLayout::side_by_side;
  double divided_at_ = 0.5;
  bool has_difference_ = true;
  core::Extent extent_{1, 1};  ///< extent of the other field
  rooms::Panes panes_;
  view::FlatLook look_{panes_.before};
  FieldTools tools_;
  ui::Box wiped_;  ///< visible part of the grid in a wipe
  ui::Box all_;
  ui::Box difference_bar_;
  std::string difference_title_;  ///< empty: none was drawn yet
  bool slides_ = false;
  bool was_pressed_ = false;
};

/// Returns the box of the label on the field that is being edited, if another field is shown beside
/// it.
std::optional<ui::Box> place_of_now(const FieldsView& context);

}  // namespace heatwave::fields_room
