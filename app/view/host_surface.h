// A surface's picture made by the processor, as shaders/surface.vert and .frag make it: OpenGL in
// software takes far longer over triangles of a few pixels than such triangles need.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/view/relief.h"
#include "app/view/surface_camera.h"
#include "app/view/surface_corners.h"
#include "app/view/surface_squares.h"
#include "kernels/core/thread_team.h"

namespace heatwave::view {

class HostSurface {
 public:
  /// The team makes it, each of its members some rows of pixels.
  explicit HostSurface(core::ThreadTeam& team) : team_(team) {}

  /// `area`: where it may be seen, in pixels of the framebuffer, y upwards. `ground` is what is
  /// seen beside it.
  struct Sight {
    const SurfaceCamera& camera;
    core::Extent framebuffer;
    double pixels_per_unit = 1.0;
    core::Rect area;
    std::uint32_t ground = 0;
  };
  void paint(const Relief& relief, const LaidPicture& picture, const Sight& sight);
  /// What was painted, and the memory that it took.
  void forget();

  /// What was painted, in pixels of the framebuffer; empty: there is nothing to be seen.
  [[nodiscard]] const core::Rect& painted() const { return painted_; }
  /// Row by row from below, each pixel as the bytes red, green, blue, 255.
  [[nodiscard]] std::span<const std::uint32_t> pixels() const { return pixels_; }

 private:
  core::ThreadTeam& team_;
  SurfaceCorners corners_;
  SurfaceSquares squares_;
  core::Rect painted_;
  std::vector<std::uint32_t> pixels_;
};

}  // namespace heatwave::view
