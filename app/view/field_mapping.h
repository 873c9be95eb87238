// Maps window positions to cells and back, with zoom and pan.
#pragma once

#include "app/ui/box.h"
#include "kernels/core/geometry.h"

namespace heatwave::view {

/// Cells are always square. At zoom 1 the whole grid is centred in the area.
class FieldMapping {
 public:
  /// Takes the window's layout. A new grid is shown as a whole; a new area keeps zoom and centre.
  void place(const ui::Box& area, core::Extent extent);

  [[nodiscard]] core::Point to_cells(double x, double y) const;
  [[nodiscard]] core::Point to_window(core::Point cells) const;
  /// Returns the cell at a window position; {-1, -1}: no cell is there.
  [[nodiscard]] core::Cell cell_at(double x, double y) const;
  /// Returns window units per cell.
  [[nodiscard]] double scale() const;
  /// Returns the part of the area that shows the grid.
  [[nodiscard]] ui::Box seen() const;
  [[nodiscard]] const ui::Box& area() const { return area_; }
  /// Shows only a part of the area, until the next call of place().
  void show_part(const ui::Box& part);
  /// Returns the part of the area that may show the grid.
  [[nodiscard]] const ui::Box& shown() const { return shown_; }
  [[nodiscard]] bool fitted() const { return zoom_ == 1.0; }

  /// Keeps the cell under (x, y) in place.
  void zoom_about(double x, double y, double factor);
  void pan(double dx, double dy);
  void fit();

  /// Zoom and centre of the view, the centre as fractions of the grid, so that both apply to any
  /// window size.
  [[nodiscard]] double magnified() const { return zoom_; }
  [[nodiscard]] core::Point centre_part() const;
  void see(double magnified, core::Point centre_part);

 private:
  void clamp_centre();

  ui::Box area_;
  ui::Box shown_;
  // Doubles, because at a strong zoom the whole grid is far larger than the window.
  core::Point middle_{0.5, 0.5};
  double width_ = 1.0;
  double height_ = 1.0;
  core::Extent extent_{1, 1};
  double zoom_ = 1.0;         ///< 1: the grid just fits
  core::Point centre_{0, 0};  ///< cell coordinates of the area's centre
};

}  // namespace heatwave::view
