// The corners of a surface, as shaders/surface.vert makes them: where they are seen, in what light.
#pragma once

#include <array>
#include <vector>

#include "app/view/relief.h"
#include "app/view/surface_camera.h"

namespace heatwave::view {

struct SurfaceCorners {
  core::Extent places;
  // One of each a corner, row by row.
  std::vector<float> x;  ///< pixels from the left of what is painted
  std::vector<float> y;  ///< and from below
  std::vector<float> nearness;
  std::vector<float> brightness;
  std::vector<float> gloss;  ///< of 255
  // One a column, one a row: texels of the picture that is laid over it, from the left and below.
  std::vector<float> across;
  std::vector<float> upwards;

  [[nodiscard]] std::size_t index(int column, int row) const {
    return core::whole(places).index(column, row);
  }
};

/// Makes corners of heights, any rows of them apart from all others.
class CornerMaker {
 public:
  /// `pixels`: what is painted of the framebuffer, y upwards. What is given must outlive it.
  CornerMaker(const Relief& relief, const SurfaceCamera& camera, core::Extent framebuffer,
              double pixels_per_unit, const core::Rect& pixels);
  /// Makes room for all of them, under a picture of so many texels.
  void prepare(core::Extent laid, SurfaceCorners& corners) const;
  void make(int first_row, int end_row, SurfaceCorners& corners) const;

 private:
  /// Of a place, a height and 1 the sum of so much each.
  struct Sum {
    float x, y, height, one;
  };
  struct Row;
  static void make_row(const Row& row);

  const Relief& relief_;
  Sum x_{};
  Sum y_{};
  Sum depth_{};
  float least_depth_;
  std::array<float, 3> light_{};
  std::array<float, 3> halfway_{};
  std::vector<float> places_x_;  ///< in cells
  std::vector<float> places_y_;
};

}  // namespace heatwave::view
