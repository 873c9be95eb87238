// Draws curves over one axis with zoom: values over time, along a line, or over frequency.
#pragma once

#include <imgui.h>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/ui/box.h"
#include "app/ui/chart_axes.h"
#include "app/ui/look.h"

namespace heatwave::ui {

/// Eight colours for overlapping curves. People with any kind of colour-blindness can tell them
/// apart too, and all stand out from the panel.
inline constexpr std::size_t kCurveColours = 8;

/// Returns the colour of the i-th curve, counted from 0; colours repeat after eight.
ImVec4 curve_colour(bool dark, std::size_t i);

struct LineCurve {
  std::string label;  ///< beside the curve and in the tooltip
  std::string what;   ///< in the tooltip after the label; may be empty
  ImVec4 colour;
  std::span<const float> values;  ///< NaN and infinite values leave a gap
  double first = 0.0;             ///< x of the first value
  double spacing = 1.0;           ///< distance in x between two values
  /// x of each value, ascending; empty: `first` and `spacing` apply
  std::span<const double> places = {};
  bool dashed = false;
  bool thick = false;    ///< stands out from the others, and lies over them
  std::size_t lane = 0;  ///< row of the plot, where the chart has lanes
};

struct LineChart {
  std::vector<LineCurve> curves;
  std::string x_title;
  std::string y_title;
  std::string empty;  ///< text if there is no curve
  /// Formats x and y for the tooltip; by default plain numbers.
  std::function<std::string(double)> x_words = {};
  std::function<std::string(double)> y_words = {};
  std::string note = {};    ///< text at the top right
  bool from_zero = false;   ///< the y axis begins at zero
  double least_span = 0.0;  ///< smallest range of the y axis; 0: no limit
  /// Rows of the plot below each other, with the same range, as far as it is high enough for them.
  std::size_t lanes = 1;
  /// Labels stand where the curves end; otherwise below each other, in the order of the curves.
  bool labels_at_ends = true;
};

/// The visible part of the x axis.
struct LineView {
  bool whole = true;  ///< all of it, or its newest part
  /// Length of the newest part, which a chart of values over time shows before it is zoomed; 0: it
  /// shows all of the axis.
  double newest = 0.0;
  double low = 0.0;
  double high = 1.0;
};

/// Draws into a part of the current window. The wheel zooms about the pointer, dragging pans, a
/// double click shows what the chart began with.
void draw_line_chart(const Look& look, const char* id, const Box& box, const LineChart& chart,
                     LineView& view);

// Arithmetic of the chart
// -------------------------------------------------------------------------------------------

/// Formats a tick's number; also suits tiny and huge numbers.
std::string axis_label(double value, double step);
/// Returns the distance between `count` labels in a column of this height; less than a line if
/// there are many.
float label_gap(std::size_t count, float line, float height);
/// Returns how many of the wanted lanes a plot of this height, in design units, has: all, or one.
std::size_t lanes_in(std::size_t wanted, float height);
/// Returns the range from the first to the last x of all curves.
Range whole_range(const LineChart& chart);
/// Returns the visible range, limited to `whole`.
Range seen_range(const LineView& view, Range whole);
void zoom_about(LineView& view, Range whole, double place, double factor);
void move_view(LineView& view, Range whole, double by);
/// Returns a range a little wider than the visible values, at least `least_span`; never empty.
Range value_range(const LineChart& chart, Range seen);
/// Returns the index of a curve's first value at or beyond `place`.
std::size_t index_at(const LineCurve& curve, double place);
double place_of(const LineCurve& curve, std::size_t i);

}  // namespace heatwave::ui
