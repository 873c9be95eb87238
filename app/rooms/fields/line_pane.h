// The plot of a field on a line in the room: its curves, which are picked and dragged, and the
// space–time picture below them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "app/export/line_plot.h"
#include "app/rooms/fields/fields_view.h"
#include "app/rooms/room.h"
#include "app/ui/box.h"
#include "app/view/field_look.h"
#include "app/view/field_mapping.h"

namespace heatwave::fields_room {

/// Places of cells on the main curve.
class LineLook final : public view::FieldLook {
 public:
  explicit LineLook(const view::FieldMapping& mapping) : mapping_(mapping) {}
  /// Takes the plot of this frame and the area of its curves; null: there is none. The plot must
  /// stay valid until the next call.
  void take(const exporting::LinePlot* plot, const ui::Box& curves);

  [[nodiscard]] core::Point to_window(core::Point cells) const override;
  /// Returns the cell below or above a window position, in the middle of the row.
  [[nodiscard]] core::Point to_cells(double x, double y) const override;
  [[nodiscard]] double scale_at(core::Point /*cells*/) const override { return mapping_.scale(); }
  [[nodiscard]] ui::Box seen() const override { return curves_; }
  [[nodiscard]] bool is_hidden(core::Point /*cells*/) const override { return false; }
  [[nodiscard]] bool is_flat() const override { return false; }

  /// Returns the value at a height in the window.
  [[nodiscard]] double value_at(double y) const;

 private:
  const view::FieldMapping& mapping_;
  const exporting::LinePlot* plot_ = nullptr;
  ui::Box curves_;
};

class LinePane {
 public:
  explicit LinePane(const view::FieldMapping& mapping) : look_(mapping) {}

  /// Divides an area; returns that of the curves.
  ui::Box place(const ui::Box& area, float unit);
  [[nodiscard]] const LineLook& look() const { return look_; }
  /// Takes the field of this frame; the mapping gives the visible part of the line.
  void follow(const rooms::Frame& frame, const view::FieldMapping& mapping, bool shows_theory);
  /// Forgets the field: the grid is a plane.
  void forget();
  /// Adds the height of the pointer to what it tells.
  void aim(PointerInput& pointer, core::Point window, float unit) const;
  /// Draws the plot below the marks of items and measures.
  void draw(const FieldsView& context);
  [[nodiscard]] const ui::Box& past() const { return past_; }

 private:
  /// The inputs of the space-time picture, which is drawn again when one of them changes.
  struct PastKey {
    std::uint64_t scene_version = 0;
    std::uint64_t field_version = 0;
    colour::ColourScale scale;
    double first_cell = 0.0;
    double end_cell = 0.0;
    bool dark = false;
    friend bool operator==(const PastKey&, const PastKey&) = default;
  };
  void add_comparison(const rooms::Frame& frame);
  void add_theory(const rooms::Frame& frame);
  void draw_past(const FieldsView& context);

  LineLook look_;
  ui::Box area_;
  ui::Box curves_;
  ui::Box past_;
  std::optional<exporting::LinePlot> plot_;  ///< none: no field has been taken yet
  PastKey key_;
  std::shared_ptr<const exporting::Image> image_;
};

}  // namespace heatwave::fields_room
