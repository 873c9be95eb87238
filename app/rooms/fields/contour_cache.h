// Contours as they were drawn last: they stay while neither the field nor the look at it changes.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <vector>

#include "app/colour/colouring.h"
#include "app/lines/contours.h"
#include "app/ui/box.h"

namespace heatwave::fields_room {

/// All that they depend on.
struct ContourKey {
  std::uint64_t version = 0;  ///< of the samples
  const colour::ColourMap* map = nullptr;
  int bands = 0;
  float low = 0.0F;
  float high = 0.0F;
  colour::Legend legend;
  std::vector<double> levels;
  bool labelled = false;
  float unit = 0.0F;
  ui::Box seen;
  core::Point corner;  ///< where three places of the grid are seen
  core::Point across;
  core::Point down;
  friend bool operator==(const ContourKey&, const ContourKey&) = default;
};

/// A line as it is drawn into the window.
struct ContourLine {
  ImU32 colour = 0;
  bool closed = false;
  std::vector<ImVec2> points;
};

struct ContourCache {
  ContourKey key;
  std::vector<ContourLine> lines;
  std::vector<lines::LevelLabel> labels;
};

}  // namespace heatwave::fields_room
