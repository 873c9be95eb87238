// The parts that all charts share: axes with ticks and labels that do not overlap, the area of the
// window, and the tooltip beside the pointer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/ui/box.h"
#include "app/ui/look.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::ui {

// Ticks
// -------------------------------------------------------------------------------------------

/// Returns the multiples of words::tick_step() from `low` to `high`.
std::vector<double> linear_ticks(double low, double high, int most);
/// Returns at most `most` powers of ten from `low` to `high`, with their multiples by two and five
/// if all of these fit; linear ticks if there are fewer than two powers.
std::vector<double> log_ticks(double low, double high, int most);
/// Formats a tick's number with enough decimals to tell it from its neighbours.
std::string tick_label(double value, double step);

// Axes
// -------------------------------------------------------------------------------------------

/// Maps values to positions along a line of the screen. `from` may be greater than `to`, as on a
/// vertical axis.
struct Axis {
  double low = 0.0;
  double high = 1.0;
  bool logarithmic = false;
  float from = 0.0F;  ///< position of `low` along the line, in window units
  float to = 1.0F;    ///< position of `high` along the line, in window units

  [[nodiscard]] float at(double value) const;
  [[nodiscard]] double value_at(float place) const;
  /// Returns ticks about `gap` apart; on a short axis only the last one.
  [[nodiscard]] std::vector<double> ticks(float gap) const;
};

/// The range of a logarithmic axis: the smallest positive value is at least `margin` times its
/// beginning, and the largest lies a little below its end.
struct Range {
  double low = 1.0;
  double high = 10.0;
};
/// The smallest and the largest of all positive numbers; both 0: there are none.
struct PositiveEnds {
  double least = 0.0;
  double most = 0.0;
  void include(double number);
};
Range log_range(double least, double most, double margin);
/// Returns the range from zero to a little above the largest value.
Range zero_range(double most);
/// True if values this far apart are easier to read on a logarithmic axis.
bool wants_log(double least, double most);

// Labels
// -------------------------------------------------------------------------------------------

/// Moves positions apart until they keep a distance of `gap`: as little as possible, in their
/// order, within `low` to `high`. If they do not all fit, they are spaced evenly and closer.
std::vector<float> spread(const std::vector<float>& wanted, float gap, float low, float high);

/// Chooses labels to draw with at least `gap` between them, from their centres in ascending order
/// and their widths: every second to fourth if that is enough, otherwise as many as fit. The last
/// label is always drawn.
std::vector<bool> without_overlap(const std::vector<float>& centres,
                                  const std::vector<float>& widths, float gap);

/// Spreads a column of labels. If there is not room for all, those of less weight, and the later of
/// equal weight, get no position.
std::vector<std::optional<float>> label_column(const std::vector<float>& wanted,
                                               const std::vector<int>& weight, float gap, float low,
                                               float high);

/// A part of a row of words, in window units.
struct Span {
  float from;
  float to;
};
/// Returns the place of an axis' title, which shares the row of the labels: its end, or, where that
/// leaves fewer than two labels, the middle of the widest gap between two of them if it fits.
Span place_of_title(const std::vector<Span>& labels, Span row, float width, float apart);

/// A part of the current window for one chart; clips the drawing at its edges.
class ChartArea : core::NonCopyable {
 public:
  ChartArea(const char* id, const Box& box, bool scrolls = false);
  ~ChartArea();

  [[nodiscard]] const Box& box() const { return box_; }
  /// True if the pointer is over the area and nothing lies above it.
  [[nodiscard]] bool hovered() const { return hovered_; }
  [[nodiscard]] bool clicked() const { return hovered_ && ImGui::IsMouseClicked(0); }

 private:
  Box box_;
  bool hovered_ = false;
};

/// A tooltip beside the pointer, or beside rows of words that it would cover there; filled between
/// construction and destruction.
class ChartTooltip : core::NonCopyable {
 public:
  /// `rows`: stays off them if the window has room; empty: stays at the pointer.
  explicit ChartTooltip(const Look& look, const Box& rows = {});
  ~ChartTooltip();

  void title(const std::string& text);
  void sentence(const std::string& text, const ImVec4& colour);
  /// Adds a line with a right-aligned figure.
  void figure(const std::string& what, const std::string& figure, bool emphasised = false);

 private:
  struct Line {
    std::string what;
    std::string figure;
    bool emphasised;
  };
  static float width_beside(const Look& look, const Box& rows);

  const Look& look_;
  float width_;  ///< width of sentences
  std::vector<Line> lines_;
  bool shown_ = false;  ///< false in a saved picture and after a key press
  bool wide_ = false;   ///< a sentence takes the full width
};

}  // namespace heatwave::ui
