// Measurements are matched with the catalogue here.
#include "kernels/lab/catalogued.h"

#include <algorithm>

#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab {

const Variant* catalogued_variant(const Measurement& measurement) {
  for (const Experiment& experiment : experiments()) {
    if (experiment.id != measurement.experiment) continue;
    for (const Variant& variant : experiment.variants) {
      if (variant.id == measurement.variant) return &variant;
    }
  }
  return nullptr;
}

std::vector<double> kernel_times_of_lecture(const Measurement& measurement) {
  std::vector<double> times;
  const Variant* variant = catalogued_variant(measurement);
  if (variant == nullptr) return times;
  for (const LectureFigure& figure : variant->lecture) {
    if (!figure.with_copies && figure.fits(measurement.settings)) {
      times.push_back(figure.milliseconds);
    }
  }
  std::sort(times.begin(), times.end());
  return times;
}

}  // namespace heatwave::lab
