// A ring of samples.
#include "app/ui/time_series.h"

#include <algorithm>

namespace heatwave::ui {

void TimeSeries::add(double at, double ms) {
  samples_[next_] = {at, ms};
  next_ = (next_ + 1) % kSamples;
}

TimeSeries::Figures TimeSeries::figures(double at) const {
  Figures figures;
  figures.now = newest(0);
  double sum = 0.0;
  int count = 0;
  for (const Sample& sample : samples_) {
    if (at - sample.at > kSeconds) continue;
    sum += sample.ms;
    figures.worst = std::max(figures.worst, sample.ms);
    ++count;
  }
  if (count > 0) figures.mean = sum / count;
  return figures;
}

double TimeSeries::newest(std::size_t i) const {
  if (i >= kSamples) return 0.0;
  return samples_[(next_ + kSamples - 1 - i) % kSamples].ms;
}

}  // namespace heatwave::ui
