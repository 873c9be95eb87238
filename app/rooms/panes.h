// Two fields side by side, as the room that shows them knows them.
#pragma once

#include <optional>
#include <string>

#include "app/view/field_mapping.h"

namespace heatwave::rooms {

/// What is said of them.
struct Comparison {
  std::string before;             ///< what tells the one that was put beside from the other
  std::string now;                ///< and the other from it
  core::Extent extent;            ///< of the one that was put beside
  std::optional<double> largest;  ///< difference; none: they cannot be compared cell by cell
};

/// Where they lie, besides the field that is worked on.
struct Panes {
  view::FieldMapping before;
  view::FieldMapping difference;
};

}  // namespace heatwave::rooms
