// Computes zoom and pan.
#include "app/view/field_mapping.h"

#include <algorithm>
#include <cmath>

namespace heatwave::view {
namespace {

constexpr double kLargestCell = 64.0;  ///< largest size of a cell, in window units

}  // namespace

void FieldMapping::place(const ui::Box& area, core::Extent extent) {
  area_ =
      ui::Box::at(area.left, area.top, std::max(1.0F, area.width()), std::max(1.0F, area.height()));
  shown_ = area_;
  width_ = static_cast<double>(area_.width());
  height_ = static_cast<double>(area_.height());
  middle_ = {static_cast<double>(area_.left) + width_ / 2,
             static_cast<double>(area_.top) + height_ / 2};
  if (extent != extent_) {
    extent_ = extent;
    fit();
  }
  clamp_centre();
}

double FieldMapping::scale() const {
  const double fitting = std::min(width_ / extent_.width, height_ / extent_.height);
  return fitting * zoom_;
}

core::Point FieldMapping::to_cells(double x, double y) const {
  const double s = scale();
  return {centre_.x + (x - middle_.x) / s, centre_.y + (y - middle_.y) / s};
}

core::Point FieldMapping::to_window(core::Point cells) const {
  const double s = scale();
  return {middle_.x + (cells.x - centre_.x) * s, middle_.y + (cells.y - centre_.y) * s};
}

core::Cell FieldMapping::cell_at(double x, double y) const {
  if (!shown_.contains(core::Point{x, y})) return {-1, -1};
  const core::Point p = to_cells(x, y);
  const core::Cell cell{static_cast<int>(std::floor(p.x)), static_cast<int>(std::floor(p.y))};
  return extent_.contains(cell) ? cell : core::Cell{-1, -1};
}

ui::Box FieldMapping::seen() const {
  const core::Point from = to_window({0, 0});
  const core::Point to =
      to_window({static_cast<double>(extent_.width), static_cast<double>(extent_.height)});
  return {std::max(shown_.left, static_cast<float>(from.x)),
          std::max(shown_.top, static_cast<float>(from.y)),
          std::min(shown_.right, static_cast<float>(to.x)),
          std::min(shown_.bottom, static_cast<float>(to.y))};
}

void FieldMapping::show_part(const ui::Box& part) {
  shown_ = {std::max(area_.left, part.left), std::max(area_.top, part.top),
            std::min(area_.right, part.right), std::min(area_.bottom, part.bottom)};
}

void FieldMapping::zoom_about(double x, double y, double factor) {
  const core::Point before = to_cells(x, y);
  const double fitting = scale() / zoom_;
  zoom_ = std::clamp(zoom_ * factor, 1.0, std::max(1.0, kLargestCell / fitting));
  const core::Point after = to_cells(x, y);
  centre_ = {centre_.x + before.x - after.x, centre_.y + before.y - after.y};
  clamp_centre();
}

void FieldMapping::pan(double dx, double dy) {
  const double s = scale();
  centre_ = {centre_.x - dx / s, centre_.y - dy / s};
  clamp_centre();
}

void FieldMapping::fit() {
  zoom_ = 1.0;
  centre_ = {extent_.width / 2.0, extent_.height / 2.0};
}

core::Point FieldMapping::centre_part() const {
  return {std::clamp(centre_.x / extent_.width, 0.0, 1.0),
          std::clamp(centre_.y / extent_.height, 0.0, 1.0)};
}

void FieldMapping::see(double magnified, core::Point centre_part) {
  zoom_ = 1.0;
  zoom_ = std::clamp(magnified, 1.0, std::max(1.0, kLargestCell / scale()));
  centre_ = {centre_part.x * extent_.width, centre_part.y * extent_.height};
  clamp_centre();
}

/// Centres a side that fits; otherwise keeps the grid's edges outside the area.
void FieldMapping::clamp_centre() {
  const double s = scale();
  const auto held = [s](double centre, double length, double cells) {
    const double half = length / s / 2;
    if (half * 2 >= cells) return cells / 2;
    return std::clamp(centre, half, cells - half);
  };
  centre_ = {held(centre_.x, width_, extent_.width), held(centre_.y, height_, extent_.height)};
}

}  // namespace heatwave::view
