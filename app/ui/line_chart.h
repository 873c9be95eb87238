// Curves over one axis, with a zoom: for values over time, along a line, over frequency.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/ui/box.h"
#include "app/ui/chart_axes.h"
#include "app/ui/look.h"

namespace heatwave::ui {

struct LineCurve {
  std::string label;  ///< at its end, and in the tooltip
  std::string what;   ///< in the tooltip behind the label; may be empty
  ImVec4 colour;
  std::span<const float> values;        ///< what is not a number is left out
  double first = 0.0;                   ///< where the first value lies
  double spacing = 1.0;                 ///< from one value to the next
  std::span<const double> places = {};  ///< instead: where each lies, growing
  bool dashed = false;
};

struct LineChart {
  std::vector<LineCurve> curves;
  std::string x_title;
  std::string y_title;
  std::string empty;  ///< said where there is no curve
  /// A place and a value as the tooltip has them; by default plain numbers.
  std::function<std::string(double)> x_words = {};
  std::function<std::string(double)> y_words = {};
  std::string note = {};    ///< at the top, at the right
  bool from_zero = false;   ///< the axis of values begins at zero
  double least_span = 0.0;  ///< of the axis of values; 0: it closes in on any difference
};

/// Which part of the axis is seen.
struct LineView {
  bool whole = true;
  double low = 0.0;
  double high = 1.0;
};

/// Into a part of the current window. The wheel zooms about the pointer, dragging moves, a double
/// click shows the whole.
void draw_line_chart(const Look& look, const char* id, const Box& box, const LineChart& chart,
                     LineView& view);

// Arithmetic of it
// -------------------------------------------------------------------------------------------

/// A tick's number, where numbers are tiny or huge, too.
std::string axis_label(double value, double step);
/// How far apart the labels of so many curves stand in a column so high: of many closer than lines.
float label_gap(std::size_t count, float line, float height);
/// From the first to the last place of all curves.
Range whole_range(const LineChart& chart);
/// The part that is seen, within the whole.
Range seen_range(const LineView& view, Range whole);
void zoom_about(LineView& view, Range whole, double place, double factor);
void move_view(LineView& view, Range whole, double by);
/// A little more than the values that are seen, at least the chart's least span; never empty.
Range value_range(const LineChart& chart, Range seen);
/// The first value of a curve that lies at this place or beyond.
std::size_t index_at(const LineCurve& curve, double place);
double place_of(const LineCurve& curve, std::size_t i);

}  // namespace heatwave::ui
