// The range of values that automatic colours of the window show.
#pragma once

#include "app/lines/sampled_field.h"

namespace heatwave::view {

struct ValueRange {
  float minimum = 0.0F;
  float maximum = 0.0F;
  friend bool operator==(const ValueRange&, const ValueRange&) = default;
};

/// Returns the part of `all`, the range from the least to the greatest value, in which the field's
/// samples lie. An end beyond most of the samples, such as the value of a small source, is left
/// out, so that it does not hide the rest. Walls do not count. `is_signed`: the colours are
/// symmetric about zero, and both ends are left out together.
ValueRange exposed_range(const lines::Samples& samples, const ValueRange& all, bool is_signed);

}  // namespace heatwave::view
