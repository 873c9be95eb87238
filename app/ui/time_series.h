// The newest times of one part of the frame: current, mean and worst of the last two seconds.
#pragma once

#include <array>
#include <cstddef>

namespace heatwave::ui {

class TimeSeries {
 public:
  static constexpr double kSeconds = 2.0;
  static constexpr std::size_t kSamples = 256;  ///< more than two seconds at 120 frames per second

  /// `at`: time in seconds, ascending.
  void add(double at, double ms);

  struct Figures {
    double now = 0.0;
    double mean = 0.0;
    double worst = 0.0;
  };
  [[nodiscard]] Figures figures(double at) const;
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

}  // namespace heatwave::ui
