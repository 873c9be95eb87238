// Far squares first, so that no depth has to be kept; that order is kept in each band of pixels.
#include "app/view/host_surface.h"

#include <algorithm>
#include <atomic>

#include "app/view/surface_mesh.h"
#include "kernels/core/scratch.h"

namespace heatwave::view {
namespace {

constexpr int kBand = 32;  ///< rows of pixels

}  // namespace

void HostSurface::paint(const Relief& relief, const LaidPicture& picture, const Sight& sight) {
  const core::Rect& area = sight.area;
  painted_ = {};
  const core::Extent squares{relief.heights.extent.width - 1, relief.heights.extent.height - 1};
  if (squares.width < 1 || squares.height < 1 || area.empty()) return;
  if (area.width() < SurfaceSquares::kNarrowest || picture.pixels.empty()) return;
  const CornerMaker maker(relief, sight.camera, sight.framebuffer, sight.pixels_per_unit, area);
  maker.prepare(picture.extent, corners_);
  maker.make(0, corners_.places.height, corners_);
  squares_.find(corners_, {area.width(), area.height()});
  core::Rect seen = squares_.seen();
  if (seen.empty()) return;
  seen.x0 = std::min(seen.x0, area.width() - SurfaceSquares::kNarrowest);
  seen.x1 = std::max(seen.x1, seen.x0 + SurfaceSquares::kNarrowest);
  painted_ = {area.x0 + seen.x0, area.y0 + seen.y0, area.x0 + seen.x1, area.y0 + seen.y1};
  core::fit(pixels_, static_cast<std::size_t>(seen.cells()));
  const core::Cell nearest = nearest_square(relief.heights, sight.camera);
  const std::vector<int> rows = far_first(0, squares.height, nearest.y);
  const std::vector<int> columns = far_first(0, squares.width, nearest.x);
  std::atomic<int> next{seen.y0};
  team_.share([&](int /*member*/) {
    for (int begin = next.fetch_add(kBand); begin < seen.y1; begin = next.fetch_add(kBand)) {
      const int end = std::min(begin + kBand, seen.y1);
      std::fill(pixels_.begin() + static_cast<std::ptrdiff_t>(seen.index(seen.x0, begin)),
                pixels_.begin() + static_cast<std::ptrdiff_t>(seen.index(seen.x0, end)),
                sight.ground);
      for (const int row : rows) {
        squares_.paint(corners_, picture, row, columns, begin, end, {seen, pixels_.data()});
      }
    }
  });
}

void HostSurface::forget() {
  corners_ = {};
  squares_ = {};
  painted_ = {};
  pixels_ = std::vector<std::uint32_t>();
}

}  // namespace heatwave::view
