// Samples of fields given by a formula.
#pragma once

#include <functional>

#include "app/lines/sampled_field.h"

namespace heatwave::lines {

inline Samples sampled(core::Extent extent, const std::function<double(core::Point)>& field,
                       core::Point spacing = {1.0, 1.0}) {
  Samples samples;
  samples.extent = extent;
  samples.first = {0.5, 0.5};
  samples.spacing = spacing;
  for (int y = 0; y < extent.height; ++y) {
    for (int x = 0; x < extent.width; ++x) {
      samples.values.push_back(static_cast<float>(field(samples.place(x, y))));
    }
  }
  return samples;
}

}  // namespace heatwave::lines
