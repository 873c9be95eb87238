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
  /// `unit`: the scale of the interface.
  TimeMarks(const ListData& data, const ui::Axis& axis, float unit)
      : data_(data), axis_(axis), unit_(unit) {}

  /// Draws the words of the ticks, before their lines.
  void draw_ticks(const ui::ChartPen& pen, float y);
  /// Draws the lines of the ticks, and a dashed one at the time that all others are compared with,
  /// across the part of a row that has marks: no words stand there.
  void draw_grid(const ui::ChartPen& pen, float top, float bottom) const;
  /// Returns the legend of what the rows of these measurements show.
  [[nodiscard]] std::vector<ui::KeyEntry> key(
      const std::vector<const lab::Measurement*>& in_sight) const;
  /// A line across the axis leads the eye from the name to the time.
  void draw_guide(const ui::ChartPen& pen, float y) const;
  void draw(const ui::ChartPen& pen, const ui::Box& row, const lab::Measurement& m, float y) const;
  /// Returns the place of the wedge at a time on the course's slides. It lies inside the row and
  /// the axis, above a mark that it would hide.
  [[nodiscard]] ImVec2 place_of_wedge(const ui::Box& row, const lab::Measurement& m, double ms,
                                      float y) const;

 private:
  /// The ticks of the axis, with their words, the middles of these, and which of them are drawn.
  struct TickLabels {
    std::vector<double> ticks;
    std::vector<std::string> words;
    std::vector<float> places;
    std::vector<bool> drawn;
  };
  /// Returns the most ticks whose words find room.
  [[nodiscard]] TickLabels tick_labels(const ui::ChartPen& pen) const;
  /// Returns the variant's time in the run before; null: there is none.
  [[nodiscard]] const lab::Measurement* run_before(const lab::Measurement& m) const;
  /// Returns whether a wedge at `x` would hide a mark of the measurement.
  [[nodiscard]] bool is_on_mark(const lab::Measurement& m, float x) const;
  /// Returns whether the spread of the samples is wider than the mark at their median.
  [[nodiscard]] bool has_whisker(const lab::Measurement& m) const;
  [[nodiscard]] ImVec4 ink_of(const ui::ChartPen& pen, const lab::Measurement& m) const;
  void draw_bar(const ui::ChartPen& pen, const lab::Measurement& m, float x, float y) const;
  void draw_dot(const ui::ChartPen& pen, const lab::Measurement& m, ImVec2 at) const;
  void draw_whisker(const ui::ChartPen& pen, const lab::Measurement& m, float y) const;
  /// Names, beside the marks, the lower precision that the time rests on. `at`: the time's own
  /// mark.
  void draw_precision(const ui::ChartPen& pen, const lab::Measurement& m, ImVec2 at) const;

  const ListData& data_;
  const ui::Axis& axis_;
  float unit_;
  std::vector<double> lines_;  ///< times of the ticks with a line
};

}  // namespace heatwave::lab_room
