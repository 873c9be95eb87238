// Two fields side by side, as the room that shows them knows them.
#pragma once

#include <optional>
#include <string>

#include "app/lines/sampled_field.h"
#include "app/scene/scene.h"
#include "app/view/field_mapping.h"
#include "app/view/sample_wish.h"

namespace heatwave::rooms {

/// What is said of them.
struct Comparison {
  std::string before;             ///< what tells the one that was put beside from the other
  std::string now;                ///< and the other from it
  core::Extent extent;            ///< of the one that was put beside
  std::optional<double> largest;  ///< difference; none: they cannot be compared cell by cell
  /// Of the one that was put beside, where lines are wanted over it; null: it is of another
  /// quantity.
  const scene::Scene* scene = nullptr;
  const lines::Samples* samples = nullptr;
};

/// Where they lie, besides the field that is worked on.
struct Panes {
  view::FieldMapping before;
  view::FieldMapping difference;
  std::optional<view::SampleWish> wish;  ///< of the one before
};

}  // namespace heatwave::rooms
