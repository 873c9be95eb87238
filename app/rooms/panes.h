// Two fields side by side, as the room that shows them receives them.
#pragma once

#include <optional>
#include <string>

#include "app/lines/sampled_field.h"
#include "app/scene/scene.h"
#include "app/view/field_mapping.h"
#include "app/view/sample_request.h"

namespace heatwave::rooms {

/// The texts and data about the comparison.
struct Comparison {
  std::string before;             ///< label that distinguishes the other field
  std::string now;                ///< label that distinguishes the edited field
  core::Extent extent;            ///< extent of the other field
  std::optional<double> largest;  ///< largest difference; empty: the cells cannot be compared
  /// The other field's scene and samples, if lines are drawn over it; null: it shows another
  /// quantity.
  const scene::Scene* scene = nullptr;
  const lines::Samples* samples = nullptr;
};

/// The positions of the other field and of the difference.
struct Panes {
  view::FieldMapping before;
  view::FieldMapping difference;
  /// Samples requested of the other field; none: no samples.
  std::optional<view::SampleRequest> request;
};

}  // namespace heatwave::rooms
