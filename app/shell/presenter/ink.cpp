// Draws, erases and keeps strokes, within bounds.
#include "app/shell/presenter/ink.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace heatwave::shell {
namespace {

std::size_t points_of(const std::deque<Stroke>& strokes) {
  std::size_t points = 0;
  for (const Stroke& stroke : strokes) points += stroke.points.size();
  return points;
}

/// Returns the distance from a point to a line between two points.
float distance(ImVec2 at, ImVec2 from, ImVec2 to) {
  const ImVec2 along{to.x - from.x, to.y - from.y};
  const float square = along.x * along.x + along.y * along.y;
  const float part =
      square > 0 ? ((at.x - from.x) * along.x + (at.y - from.y) * along.y) / square : 0.0F;
  const float near = std::clamp(part, 0.0F, 1.0F);
  return std::hypot(at.x - from.x - near * along.x, at.y - from.y - near * along.y);
}

ImVec2 on(const ui::Box& sheet, ImVec2 point) {
  return {sheet.left + point.x * sheet.width(), sheet.top + point.y * sheet.height()};
}

}  // namespace

void Ink::take(session::PenTool tool, session::PenColour colour) {
  tool_ = tool;
  colour_ = colour;
  is_open_ = false;
}

void Ink::turn_to(const std::string& page) {
  if (page == page_) return;
  if (!strokes_.empty()) kept_[page_] = std::move(strokes_);
  strokes_ = {};
  if (const auto found = kept_.find(page); found != kept_.end()) {
    strokes_ = std::move(found->second);
    kept_.erase(found);
  }
  page_ = page;
  is_open_ = false;
}

void Ink::draw_to(ImVec2 at, const ui::Box& sheet, float reach) {
  constexpr float kNear = 1.0F;
  if (tool_ == session::PenTool::eraser) return erase_near(at, sheet, reach);
  if (!std::exchange(is_open_, true)) strokes_.push_back({tool_, colour_, {}});
  const ImVec2 point{(at.x - sheet.left) / std::max(1.0F, sheet.width()),
                     (at.y - sheet.top) / std::max(1.0F, sheet.height())};
  const std::vector<ImVec2>& points = strokes_.back().points;
  if (!points.empty()) {
    const ImVec2 last = on(sheet, points.back());
    if (std::abs(last.x - at.x) + std::abs(last.y - at.y) < kNear) return;
  }
  add(point);
  if (strokes_.back().points.size() >= kLongestStroke) {
    strokes_.push_back({tool_, colour_, {}});
    add(point);
  }
  forget_oldest();
}

void Ink::add(ImVec2 point) {
  strokes_.back().points.push_back(point);
  ++all_points_;
}

void Ink::forget_oldest() {
  while (all_points_ > kMostPoints) {
    const bool is_page = strokes_.size() > 1;
    if (!is_page && kept_.empty()) return;
    std::deque<Stroke>& from = is_page ? strokes_ : kept_.begin()->second;
    all_points_ -= from.front().points.size();
    from.pop_front();
    if (!is_page && from.empty()) kept_.erase(kept_.begin());
  }
}

void Ink::erase_near(ImVec2 at, const ui::Box& sheet, float reach) {
  std::erase_if(strokes_, [&](const Stroke& stroke) {
    const auto& points = stroke.points;
    bool is_near = false;
    for (std::size_t i = 0; i < points.size() && !is_near; ++i) {
      const ImVec2 to = on(sheet, points[i]);
      is_near = distance(at, i == 0 ? to : on(sheet, points[i - 1]), to) <= reach;
    }
    if (is_near) all_points_ -= points.size();
    return is_near;
  });
}

void Ink::wipe() {
  all_points_ -= points();
  strokes_.clear();
  is_open_ = false;
}

void Ink::wipe_loose() {
  if (page_.empty()) return wipe();
  const auto loose = kept_.find("");
  if (loose == kept_.end()) return;
  all_points_ -= points_of(loose->second);
  kept_.erase(loose);
}

std::size_t Ink::points() const { return points_of(strokes_); }

}  // namespace heatwave::shell
