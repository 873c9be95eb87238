// Draws the times of the Lab's list on their axis.
#pragma once

#include <vector>

#include "app/rooms/lab/list_columns.h"
#include "app/ui/box.h"
#include "app/ui/chart_axes.h"
#include "app/ui/pen.h"
#include "kernels/lab/measurement.h"

namespace heatwave::lab_room {

/// Height of the lane for another run's mark at the lower end of a row, in design units.
inline constexpr float kBesideLane = 20.0F;

/// Draws times on the axis: a dot on a logarithmic one, a bar from zero on a linear one, with the
/// spread and the times to compare with.
class TimeMarks {
 public:
  TimeMarks(const ListData& data, const ui::Axis& axis) : data_(data), axis_(axis) {}

  /// Draws ticks, and a dashed line at the time that all others are compared with.
  void draw_grid(const ui::ChartPen& pen, const ui::Box& rows, float label_y) const;
  [[nodiscard]] std::vector<ui::KeyEntry> key() const;
  /// A line across the axis leads the eye from the name to the time.
  void draw_guide(const ui::ChartPen& pen, float y) const;
  void draw(const ui::ChartPen& pen, const ui::Box& row, const lab::Measurement& m, float y) const;

 private:
  [[nodiscard]] ImVec4 ink_of(const ui::ChartPen& pen, const lab::Measurement& m) const;
  void draw_bar(const ui::ChartPen& pen, const lab::Measurement& m, float x, float y) const;
  void draw_dot(const ui::ChartPen& pen, const lab::Measurement& m, ImVec2 at) const;
  void draw_whisker(const ui::ChartPen& pen, const lab::Measurement& m, float y) const;
  /// Names, beside the marks, the lower precision that the time rests on. `at`: the time's own
  /// mark.
  void draw_precision(const ui::ChartPen& pen, const lab::Measurement& m, ImVec2 at) const;

  const ListData& data_;
  const ui::Axis& axis_;
};

}  // namespace heatwave::lab_room
