// What every chart needs: axes with their ticks, and labels that keep out of each other's way.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace heatwave::ui {

// Ticks
// -------------------------------------------------------------------------------------------

/// The multiples of words::tick_step() from `low` to `high`.
std::vector<double> linear_ticks(double low, double high, int most);
/// Powers of ten from `low` to `high`, at most `most` of them. Where there are fewer than three and
/// room, also their multiples by two and five.
std::vector<double> log_ticks(double low, double high, int most);
/// A tick's number, with as many decimals as tell it from its neighbours.
std::string tick_label(double value, double step);

// Axes
// -------------------------------------------------------------------------------------------

/// Values along a line of the screen; `from` may lie beyond `to`, as it does upwards.
struct Axis {
  double low = 0.0;
  double high = 1.0;
  bool logarithmic = false;
  float from = 0.0F;  ///< where `low` lies
  float to = 1.0F;    ///< where `high` lies

  [[nodiscard]] float at(double value) const;
  [[nodiscard]] double value_at(float place) const;
  /// As many ticks as keep about `gap` apart, of the axis's kind; on a short axis the last alone.
  [[nodiscard]] std::vector<double> ticks(float gap) const;
};

/// The range of a logarithmic axis on which even the least of positive values is `margin` times
/// its beginning, and the most still a little short of its end.
struct Range {
  double low = 1.0;
  double high = 10.0;
};
/// The least and the most of numbers above zero; both zero where there are none.
struct PositiveEnds {
  double least = 0.0;
  double most = 0.0;
  void include(double number);
};
Range log_range(double least, double most, double margin);
/// From zero to a little more than the most.
Range zero_range(double most);
/// Whether values that lie this far apart are better seen on a logarithmic axis.
bool wants_log(double least, double most);

// Labels
// -------------------------------------------------------------------------------------------

/// Moves places apart until each is `gap` from the next, as little as can be, in their order, and
/// within `low` to `high`; where there is not room for all they are spaced evenly and closer.
std::vector<float> spread(const std::vector<float>& wanted, float gap, float low, float high);

/// Which of the labels that are centred at these places, in growing order, and as wide, can be
/// drawn with `gap` between them: every second or third if that is enough, else as many as fit. The
/// last one is always drawn.
std::vector<bool> without_overlap(const std::vector<float>& centres,
                                  const std::vector<float>& widths, float gap);

/// The same for a column of labels where there may not be room for all: those of less weight, and
/// of them the later ones, get no place.
std::vector<std::optional<float>> label_column(const std::vector<float>& wanted,
                                               const std::vector<int>& weight, float gap, float low,
                                               float high);

}  // namespace heatwave::ui
