// The arithmetic of zoom and pan.
#include "app/view/field_mapping.h"

#include <algorithm>
#include <cmath>

namespace heatwave::view {
namespace {

constexpr double kLargestCell = 64.0;  ///< window units a cell may grow to

}  // namespace

void FieldMapping::place(Area area, core::Extent extent) {
  area_ = area;
  area_.width = std::max(1.0, area_.width);
  area_.height = std::max(1.0, area_.height);
  if (extent != extent_) {
    extent_ = extent;
    fit();
  }
  keep_in_sight();
}

double FieldMapping::scale() const {
  const double fitting = std::min(area_.width / extent_.width, area_.height / extent_.height);
  return fitting * zoom_;
}

core::Point FieldMapping::to_cells(double x, double y) const {
  const double s = scale();
  return {centre_.x + (x - area_.x - area_.width / 2) / s,
          centre_.y + (y - area_.y - area_.height / 2) / s};
}

core::Point FieldMapping::to_window(core::Point cells) const {
  const double s = scale();
  return {area_.x + area_.width / 2 + (cells.x - centre_.x) * s,
          area_.y + area_.height / 2 + (cells.y - centre_.y) * s};
}

core::Cell FieldMapping::cell_at(double x, double y) const {
  if (!area_.contains(x, y)) return {-1, -1};
  const core::Point p = to_cells(x, y);
  const core::Cell cell{static_cast<int>(std::floor(p.x)), static_cast<int>(std::floor(p.y))};
  return extent_.contains(cell) ? cell : core::Cell{-1, -1};
}

Area FieldMapping::seen() const {
  const core::Point from = to_window({0, 0});
  const core::Point to =
      to_window({static_cast<double>(extent_.width), static_cast<double>(extent_.height)});
  const double x = std::max(area_.x, from.x);
  const double y = std::max(area_.y, from.y);
  return {x, y, std::min(area_.x + area_.width, to.x) - x,
          std::min(area_.y + area_.height, to.y) - y};
}

void FieldMapping::zoom_about(double x, double y, double factor) {
  const core::Point before = to_cells(x, y);
  const double fitting = scale() / zoom_;
  zoom_ = std::clamp(zoom_ * factor, 1.0, std::max(1.0, kLargestCell / fitting));
  const core::Point after = to_cells(x, y);
  centre_ = {centre_.x + before.x - after.x, centre_.y + before.y - after.y};
  keep_in_sight();
}

void FieldMapping::pan(double dx, double dy) {
  const double s = scale();
  centre_ = {centre_.x - dx / s, centre_.y - dy / s};
  keep_in_sight();
}

void FieldMapping::fit() {
  zoom_ = 1.0;
  centre_ = {extent_.width / 2.0, extent_.height / 2.0};
}

/// A side that fits is centred; else no more than needed lies beyond the grid's edges.
void FieldMapping::keep_in_sight() {
  const double s = scale();
  const auto held = [s](double centre, double length, double cells) {
    const double half = length / s / 2;
    if (half * 2 >= cells) return cells / 2;
    return std::clamp(centre, half, cells - half);
  };
  centre_ = {held(centre_.x, area_.width, extent_.width),
             held(centre_.y, area_.height, extent_.height)};
}

}  // namespace heatwave::view
