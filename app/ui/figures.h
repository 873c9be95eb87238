// Figures in the bottom bar, which are numbers in fixed positions, and the newest frame times as a
// strip.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "app/ui/look.h"

namespace heatwave::ui {

/// The newest times of one part of the frame: current, mean and worst of the last two seconds.
class TimeSeries {
 public:
  static constexpr double kSeconds = 2.0;
  static constexpr std::size_t kSamples = 256;  ///< more than two seconds at 120 frames per second

  /// `at`: time in seconds, ascending.
  void add(double at, double ms);

  struct Statistics {
    double now = 0.0;
    double mean = 0.0;
    double worst = 0.0;
  };
  [[nodiscard]] Statistics statistics(double at) const;
  /// Returns the i-th newest sample; 0: there is none.
  [[nodiscard]] double newest(std::size_t i) const;

 private:
  struct Sample {
    double at = -1e9;
    double ms = 0.0;
  };
  std::array<Sample, kSamples> samples_{};
  std::size_t next_ = 0;
};

/// A number over its label, both right-aligned in a field of fixed width.
void draw_figure(const Look& look, const std::string& number, const char* label, float width,
                 const std::string& help, bool large = false);
/// Frame times as a strip of bars; the line marks 1/60 s.
void draw_strip_chart(const Look& look, const TimeSeries& series, ImVec2 size);

}  // namespace heatwave::ui
