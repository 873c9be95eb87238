// Perspective from a fixed distance; zoom changes the focal length.
#include "app/view/surface_camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace heatwave::view {
namespace {

constexpr double kDistance = 3.2;  ///< distance of the eye, in radii of the grid
constexpr double kDegreesPerUnit = 0.4;
constexpr double kLowest = 8.0;  ///< degrees above the horizon
constexpr double kHighest = 90.0;
constexpr double kMostZoom = 24.0;
constexpr double kHeightOfMiddle = 0.08;  ///< fraction of the radius

/// The extents of the visible grid below and above the window's centre, for a focal length of 1.
/// The lower part is larger because it is nearer.
struct Extremes {
  double below, above;
};
/// `top`, `bottom`: of the highest surface, above and below its middle, as fractions of the radius.
Extremes extremes_at(double tilt, double top, double bottom) {
  const double rise = std::sin(tilt);
  const double level = std::cos(tilt);
  const double front = (rise + bottom * level) / (kDistance - level + bottom * rise);
  // From far above, the top of a hill in front is nearer and reaches lower than its foot.
  const double hill = (rise - top * level) / (kDistance - level - top * rise);
  return {.below = std::max(front, hill),
          .above = (rise + top * level) / (kDistance + level - top * rise)};
}

double radians(double degrees) { return degrees * std::numbers::pi / 180; }

double dot(const Space& a, const Space& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

Space unit_length(const Space& way) {
  const double length = std::sqrt(way.x * way.x + way.y * way.y + way.z * way.z);
  return {way.x / length, way.y / length, way.z / length};
}

}  // namespace

void SurfaceCamera::place(const ui::Box& area, core::Extent grid) {
  area_ =
      ui::Box::at(area.left, area.top, std::max(1.0F, area.width()), std::max(1.0F, area.height()));
  if (grid != grid_) {
    grid_ = grid;
    reset();
  }
  settle();
}

void SurfaceCamera::reset() {
  turn_ = kTurn;
  tilt_ = kTilt;
  zoom_ = 1.0;
  moved_ = {};
  settle();
}

bool SurfaceCamera::is_reset() const {
  return turn_ == kTurn && tilt_ == kTilt && zoom_ == 1.0 && moved_ == core::Point{};
}

void SurfaceCamera::turn(double right, double down) {
  turn_ = std::remainder(turn_ + right * kDegreesPerUnit, 360.0);
  tilt_ = std::clamp(tilt_ + down * kDegreesPerUnit, kLowest, kHighest);
  settle();
}

void SurfaceCamera::zoom_about(double x, double y, double factor) {
  const double zoomed = std::clamp(zoom_ * factor, 1.0, kMostZoom);
  const double part = zoomed / std::exchange(zoom_, zoomed);
  const core::Point from = unzoomed();
  moved_ = {moved_.x + (x - from.x) * (1 - part), moved_.y + (y - from.y) * (1 - part)};
  if (zoom_ == 1.0) moved_ = {};
  settle();
}

void SurfaceCamera::pan(double dx, double dy) {
  const double reach_x = zoom_ * static_cast<double>(area_.width()) / 2;
  const double reach_y = zoom_ * static_cast<double>(area_.height()) / 2;
  moved_ = {std::clamp(moved_.x + dx, -reach_x, reach_x),
            std::clamp(moved_.y + dy, -reach_y, reach_y)};
  settle();
}

void SurfaceCamera::see(double turned, double tilted, double zoomed, core::Point moved_part) {
  turn_ = std::remainder(turned, 360.0);
  tilt_ = std::clamp(tilted, kLowest, kHighest);
  zoom_ = std::clamp(zoomed, 1.0, kMostZoom);
  moved_ = {};
  pan(moved_part.x * static_cast<double>(area_.width()),
      moved_part.y * static_cast<double>(area_.height()));
}

core::Point SurfaceCamera::moved_part() const {
  return {moved_.x / static_cast<double>(area_.width()),
          moved_.y / static_cast<double>(area_.height())};
}

double SurfaceCamera::radius() const {
  return 0.5 * std::hypot(std::max(1, grid_.width), std::max(1, grid_.height));
}

core::Point SurfaceCamera::unzoomed() const {
  return {static_cast<double>(area_.left + area_.right) / 2 + moved_.x,
          static_cast<double>(area_.top + area_.bottom) / 2 + moved_.y};
}

/// Computed once per viewpoint because thousands of positions use it.
void SurfaceCamera::settle() {
  const double turn = radians(turn_);
  const double tilt = radians(tilt_);
  const double level = std::cos(tilt);
  const double rise = std::sin(tilt);
  axes_ = {.right = {std::cos(turn), -std::sin(turn), 0.0},
           .up = {-std::sin(turn) * rise, -std::cos(turn) * rise, level},
           .towards = {std::sin(turn) * level, std::cos(turn) * level, rise}};
  target_ = {grid_.width / 2.0, grid_.height / 2.0, kHeightOfMiddle * radius()};
  distance_ = kDistance * radius();
  // The circle around the grid is visible as a whole at any turn, with hills of any height.
  const ReliefBounds heights = relief_bounds(grid_);
  const double top = heights.top / radius() - kHeightOfMiddle;
  const double bottom = kHeightOfMiddle - heights.bottom / radius();
  const auto [below, above] = extremes_at(tilt, top, bottom);
  const double by_width =
      static_cast<double>(area_.width()) / 2 *
      std::sqrt((kDistance - top * rise) * (kDistance - top * rise) - level * level);
  focal_ = zoom_ * std::min(by_width, static_cast<double>(area_.height()) / (below + above));
  const core::Point from = unzoomed();
  middle_ = {from.x, from.y - focal_ * (below - above) / 2};
}

double SurfaceCamera::depth(const Space& at) const {
  const Space way{at.x - target_.x, at.y - target_.y, at.z - target_.z};
  // Keeps points behind the eye from being drawn in front of it.
  return std::max(0.05 * distance_, distance_ - dot(way, axes_.towards));
}

double SurfaceCamera::scale_at(const Space& at) const { return focal_ / depth(at); }

core::Point SurfaceCamera::to_window(const Space& at) const {
  const Space way{at.x - target_.x, at.y - target_.y, at.z - target_.z};
  const double scale = scale_at(at);
  return {middle_.x + scale * dot(way, axes_.right), middle_.y - scale * dot(way, axes_.up)};
}

Ray SurfaceCamera::ray(double x, double y) const {
  const Axes& to = axes_;
  const double right = (x - middle_.x) / focal_;
  const double up = (middle_.y - y) / focal_;
  const Space& from = target_;
  const double away = distance_;
  return {.from = {from.x + away * to.towards.x, from.y + away * to.towards.y,
                   from.z + away * to.towards.z},
          .way = {right * to.right.x + up * to.up.x - to.towards.x,
                  right * to.right.y + up * to.up.y - to.towards.y,
                  right * to.right.z + up * to.up.z - to.towards.z}};
}

std::array<float, 16> SurfaceCamera::to_clip(double window_width, double window_height) const {
  const Axes& to = axes_;
  const double near = distance_ - 1.9 * radius();
  const double far = distance_ + 1.9 * radius();
  const double across = 2 * focal_ / window_width;
  const double upwards = 2 * focal_ / window_height;
  const double shift_x = 2 * middle_.x / window_width - 1;
  const double shift_y = 1 - 2 * middle_.y / window_height;
  const double deep = (far + near) / (far - near);
  // Each row holds the weights of the three axes and a constant; depth = distance − towards.
  struct Row {
    double right, up, towards, constant;
  };
  const std::array<Row, 4> rows{{{across, 0, -shift_x, shift_x * distance_},
                                 {0, upwards, -shift_y, shift_y * distance_},
                                 {0, 0, -deep, deep * distance_ - 2 * far * near / (far - near)},
                                 {0, 0, -1, distance_}}};
  std::array<float, 16> clip{};
  for (std::size_t i = 0; i < 4; ++i) {
    const Row& row = rows[i];
    const Space way{row.right * to.right.x + row.up * to.up.x + row.towards * to.towards.x,
                    row.right * to.right.y + row.up * to.up.y + row.towards * to.towards.y,
                    row.right * to.right.z + row.up * to.up.z + row.towards * to.towards.z};
    clip[i] = static_cast<float>(way.x);
    clip[4 + i] = static_cast<float>(way.y);
    clip[8 + i] = static_cast<float>(way.z);
    clip[12 + i] = static_cast<float>(row.constant - dot(way, target_));
  }
  return clip;
}

SurfaceLight light_for(const SurfaceCamera& camera) {
  const auto& [right, up, towards] = camera.axes();
  const Space from = unit_length({-0.55 * right.x + 0.35 * up.x + 0.6 * towards.x,
                                  -0.55 * right.y + 0.35 * up.y + 0.6 * towards.y,
                                  -0.55 * right.z + 0.35 * up.z + 0.6 * towards.z});
  return {from, unit_length({from.x + towards.x, from.y + towards.y, from.z + towards.z})};
}

}  // namespace heatwave::view
