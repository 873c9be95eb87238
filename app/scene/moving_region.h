// The region in which a formula holds may move with time. MovingRegion finds the step at which its
// cells change next, and the areas that change.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "app/scene/scene.h"

namespace heatwave::scene {

/// Returns whether the region of the scene's formula depends on time.
bool has_moving_region(const Scene& scene);

class MovingRegion {
 public:
  /// The next change of a region's cells.
  struct Change {
    std::int64_t steps = 0;  ///< number of steps from now on
    /// Areas outside which all cells stay as they are; empty: no cell changes in these steps.
    std::vector<core::Rect> areas;
  };
  /// Returns the first change after `step`, or `most` steps without one.
  Change next(const Scene& scene, std::int64_t step, std::int64_t most);

 private:
  [[nodiscard]] std::vector<std::uint8_t> cells_at(const Scene& scene, std::int64_t step) const;

  // The cells of one step, which are kept for the call that follows.
  std::shared_ptr<const field::formula::Formula> formula_;
  std::vector<double> parameters_;
  core::Extent extent_{};
  ScenePicture picture_;
  std::int64_t step_ = 0;
  std::vector<std::uint8_t> cells_;  ///< 1: inside
};

}  // namespace heatwave::scene
