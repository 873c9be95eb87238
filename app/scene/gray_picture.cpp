// Pictures are resampled by whole numbers, so that all machines make the same of them.
#include "app/scene/gray_picture.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace heatwave::scene {
namespace {

/// Calls `take` with the share of each old pixel in a new one, in whole numbers: an old pixel is
/// `new_count` units long.
template <typename Take>
void for_each_share(int old_count, int new_count, int place, Take take) {
  const std::int64_t from = std::int64_t{place} * old_count;
  const std::int64_t to = from + old_count;
  for (std::int64_t old = from / new_count; old * new_count < to; ++old) {
    const std::int64_t first = std::max(from, old * new_count);
    const std::int64_t last = std::min(to, (old + 1) * new_count);
    take(static_cast<std::size_t>(old), static_cast<std::uint64_t>(last - first));
  }
}

/// Resamples with the rounded mean of all covered pixels; integer arithmetic makes it the same on
/// every machine.
std::vector<std::uint8_t> resampled(const GrayPicture& picture, core::Extent now) {
  const core::Extent was = picture.extent;
  const auto width = static_cast<std::size_t>(now.width);
  const auto area = static_cast<std::uint64_t>(was.cells());
  std::vector<std::uint8_t> shades;
  shades.reserve(static_cast<std::size_t>(now.cells()));
  std::vector<std::uint64_t> row(width);
  for (int y = 0; y < now.height; ++y) {
    std::fill(row.begin(), row.end(), 0);
    for_each_share(was.height, now.height, y, [&](std::size_t old_y, std::uint64_t of_row) {
      const std::uint8_t* from =
          picture.shades.data() + old_y * static_cast<std::size_t>(was.width);
      for (std::size_t x = 0; x < width; ++x) {
        std::uint64_t sum = 0;
        for_each_share(was.width, now.width, static_cast<int>(x),
                       [&](std::size_t old_x, std::uint64_t part) { sum += part * from[old_x]; });
        row[x] += of_row * sum;
      }
    });
    for (const std::uint64_t sum : row) {
      shades.push_back(static_cast<std::uint8_t>((sum + area / 2) / area));
    }
  }
  return shades;
}

}  // namespace

PlacedPicture fitted(const GrayPicture& picture, core::Extent grid) {
  const auto [width, height] = picture.extent;
  core::Extent now = grid;
  if (std::int64_t{width} * grid.height > std::int64_t{height} * grid.width) {
    now.height = static_cast<int>(
        std::max<std::int64_t>(1, (std::int64_t{height} * grid.width + width / 2) / width));
  } else {
    now.width = static_cast<int>(
        std::max<std::int64_t>(1, (std::int64_t{width} * grid.height + height / 2) / height));
  }
  const int left = (grid.width - now.width) / 2;
  const int top = (grid.height - now.height) / 2;
  return {{left, top, left + now.width, top + now.height}, resampled(picture, now)};
}

GrayPicture reduced(GrayPicture picture) {
  const auto [width, height] = picture.extent;
  if (width <= kMostKeptSide && height <= kMostKeptSide) return picture;
  PlacedPicture small = fitted(picture, {kMostKeptSide, kMostKeptSide});
  return {{small.area.width(), small.area.height()}, std::move(small.shades)};
}

struct ScenePicture::Data {
  GrayPicture picture;
  std::mutex mutex;
  core::Extent grid{};                 ///< the grid of the last call of cells()
  std::shared_ptr<const Cells> cells;  ///< the picture on that grid
};

ScenePicture::ScenePicture(GrayPicture picture) : data_(std::make_shared<Data>()) {
  data_->picture = std::move(picture);
}

const GrayPicture& ScenePicture::operator*() const { return data_->picture; }

std::shared_ptr<const ScenePicture::Cells> ScenePicture::cells(core::Extent grid) const {
  if (data_ == nullptr) return std::make_shared<const Cells>();
  const std::scoped_lock lock(data_->mutex);
  if (data_->cells == nullptr || data_->grid != grid) {
    const PlacedPicture placed = fitted(data_->picture, grid);
    Cells cells(static_cast<std::size_t>(grid.cells()));
    for (int y = placed.area.y0; y < placed.area.y1; ++y) {
      for (int x = placed.area.x0; x < placed.area.x1; ++x) {
        const auto shade = static_cast<float>(placed.shades[placed.area.index(x, y)]);
        cells[core::whole(grid).index(x, y)] = shade / 255.0F;
      }
    }
    data_->grid = grid;
    data_->cells = std::make_shared<const Cells>(std::move(cells));
  }
  return data_->cells;
}

bool operator==(const ScenePicture& a, const ScenePicture& b) {
  return a.data_ == b.data_ || (a && b && *a == *b);
}

}  // namespace heatwave::scene
