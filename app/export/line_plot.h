// A field on a line as a picture: curves over the line and, below them, its past with time upwards.
// The window and the pictures in files share what is drawn where.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/colour/colouring.h"
#include "app/export/field_picture.h"
#include "app/lines/contours.h"
#include "kernels/core/geometry.h"

namespace heatwave::exporting {

struct PlotCurve {
  std::string label;
  std::vector<float> values;  ///< one for each cell; NaN leaves a gap
  bool is_main = false;       ///< it is the quantity that the colours show
  bool is_dashed = false;
};

/// A row of the past. Many pictures share it.
struct PlotRow {
  std::int64_t step = 0;
  std::shared_ptr<const std::vector<float>> values;  ///< one for each cell
};

/// The numbers along an axis: origin + per_unit · u, where u counts cells or steps.
struct PlotScale {
  std::string title;
  double origin = 0.0;
  double per_unit = 1.0;
};

struct LinePlot {
  int cells = 1;
  colour::ColourScale scale;        ///< colours and legend of the main curve
  std::vector<PlotCurve> curves;    ///< the main one comes last
  std::vector<PlotRow> past;        ///< in the order of their steps
  std::int64_t every = 1;           ///< steps from one row of the past to the next
  std::int64_t over = 1;            ///< steps from its bottom to its top
  std::int64_t step = 0;            ///< the newest one
  std::vector<std::uint8_t> flags;  ///< field::CellFlag of each cell; empty: none
  PlotScale along;                  ///< numbers along the line
  PlotScale time;                   ///< numbers of steps
  double first_cell = 0.0;          ///< the visible part of the line
  double end_cell = 1.0;

  /// Returns the ends of the axis of values: a little beyond the range of the colours.
  [[nodiscard]] double low() const;
  [[nodiscard]] double high() const;
  /// Returns the step at the top of the past; the picture scrolls once it is full.
  [[nodiscard]] std::int64_t top_step() const;
};

/// The areas of a plot.
struct PlotPlan {
  lines::Frame curves;
  lines::Frame past;
};
/// Divides an area into margins with numbers, which are as wide as the letters ask for, and the two
/// parts of a plot. `letter`: height of a line of text; 0: there is no text.
PlotPlan plan_plot(const lines::Frame& area, double letter);

/// A place in the area of curves, and back.
struct PlotMapping {
  PlotMapping(const LinePlot& plot, const PlotPlan& plan);
  [[nodiscard]] double x_of(double cell) const;
  [[nodiscard]] double y_of(double value) const;
  [[nodiscard]] double value_at(double y) const;
  [[nodiscard]] double y_of_step(double step) const;

 private:
  lines::Frame curves_;
  lines::Frame past_;
  double first_cell_, cells_;
  double low_, high_;
  double top_step_, steps_;
};

struct PlotText {
  enum class Align : std::uint8_t { left, centre, right };
  core::Point at;  ///< its middle in y
  Align align = Align::left;
  std::string text;
  bool is_title = false;
  int curve = -1;  ///< the curve that it names; −1: none
};

/// All that is drawn over the areas of a plot.
struct PlotMarks {
  std::vector<lines::Frame> walls;  ///< cells without values
  std::vector<lines::Frame> media;
  std::vector<std::vector<core::Point>> grid;
  std::vector<core::Point> zero;                ///< the line of the value 0; empty: out of sight
  std::vector<std::vector<core::Point>> ticks;  ///< short strokes outside the areas
  std::vector<std::vector<std::vector<core::Point>>> curves;  ///< by curve: its unbroken parts
  std::vector<std::vector<core::Point>> held;  ///< parts of the main curve that sources hold
  std::vector<PlotText> texts;
};
PlotMarks marks_of(const LinePlot& plot, const PlotPlan& plan, double letter);

/// Returns the past, coloured: a row of pixels for each row, newest first, and at most `columns` of
/// them. Rows that are not known have the colour `ground`.
Image past_pixels(const LinePlot& plot, int columns, colour::Rgb ground);

/// Returns the size of a plot's picture.
core::Extent plot_extent(const PictureParts& parts);
/// Draws a plot with its title, on white or, if the picture is dark, on black.
Image drawn_plot(const LinePlot& plot, const FieldPicture& picture);

}  // namespace heatwave::exporting
