// Icons on a grid of 24: coordinates run from −12 to 12 about the centre.
#include "app/ui/icons.h"

#include <cmath>
#include <initializer_list>
#include <numbers>
#include <vector>

namespace heatwave::ui {
namespace {

/// A pen that draws in icon coordinates.
class Pen {
 public:
  Pen(ImDrawList& list, ImVec2 centre, float side, ImU32 colour)
      : list_(list), centre_(centre), unit_(side / 24.0F), colour_(colour) {}

  void line(std::initializer_list<ImVec2> points, bool closed = false, float width = 2.0F) {
    std::vector<ImVec2> placed;
    for (const ImVec2& p : points) placed.push_back(at(p));
    list_.AddPolyline(placed.data(), static_cast<int>(placed.size()), colour_,
                      width * unit_, closed ? ImDrawFlags_Closed : ImDrawFlags_None);
  }
  void fill(std::initializer_list<ImVec2> points) {
    std::vector<ImVec2> placed;
    for (const ImVec2& p : points) placed.push_back(at(p));
    list_.AddConvexPolyFilled(placed.data(), static_cast<int>(placed.size()), colour_);
  }
  void circle(ImVec2 c, float r, float width = 2.0F) {
    list_.AddCircle(at(c), r * unit_, colour_, 0, width * unit_);
  }
  void dot(ImVec2 c, float r) { list_.AddCircleFilled(at(c), r * unit_, colour_); }
  void box(ImVec2 a, ImVec2 b, float rounding = 1.5F, float width = 2.0F) {
    list_.AddRect(at(a), at(b), colour_, rounding * unit_, width * unit_);
  }
  void block(ImVec2 a, ImVec2 b, float rounding = 1.0F) {
    list_.AddRectFilled(at(a), at(b), colour_, rounding * unit_);
  }
  /// Angles in degrees, clockwise from the right.
  void arc(ImVec2 c, float r, float from, float to, float width = 2.0F) {
    constexpr float kDegree = std::numbers::pi_v<float> / 180.0F;
    list_.PathArcTo(at(c), r * unit_, from * kDegree, to * kDegree, 24);
    list_.PathStroke(colour_, width * unit_);
  }

 private:
  [[nodiscard]] ImVec2 at(ImVec2 p) const {
    return {centre_.x + p.x * unit_, centre_.y + p.y * unit_};
  }

  ImDrawList& list_;
  ImVec2 centre_;
  float unit_;
  ImU32 colour_;
};

void draw_turning_arrow(Pen& pen, float mirror) {
  pen.line({{-8 * mirror, -2}, {2 * mirror, -2}});
  pen.arc({2 * mirror, 3}, 5, mirror > 0 ? -90.0F : 90.0F, mirror > 0 ? 90.0F : 270.0F);
  pen.line({{2 * mirror, 8}, {-3 * mirror, 8}});
  pen.line({{-4 * mirror, -6}, {-8 * mirror, -2}, {-4 * mirror, 2}});
}

void draw_sun(Pen& pen) {
  pen.circle({0, 0}, 4);
  for (int i = 0; i < 8; ++i) {
    const float a = std::numbers::pi_v<float> / 4.0F * static_cast<float>(i);
    pen.line({{7 * std::cos(a), 7 * std::sin(a)}, {9.5F * std::cos(a), 9.5F * std::sin(a)}});
  }
}

void draw_wave(Pen& pen) {
  pen.arc({-4.5F, 0}, 4.5F, 180, 360);
  pen.arc({4.5F, 0}, 4.5F, 0, 180);
}

bool draw_transport(Pen& pen, Icon icon) {
  switch (icon) {
    case Icon::play:
      pen.fill({{-5, -8}, {8, 0}, {-5, 8}});
      return true;
    case Icon::pause:
      pen.block({-6.5F, -8}, {-2, 8});
      pen.block({2, -8}, {6.5F, 8});
      return true;
    case Icon::step:
      pen.fill({{-7, -7}, {3, 0}, {-7, 7}});
      pen.block({5, -7}, {8, 7});
      return true;
    case Icon::reset:
      pen.arc({0, 0}, 7.5F, -60, 230);
      pen.line({{3.2F, -10.5F}, {3.2F, -6}, {8, -5.4F}});
      return true;
    case Icon::undo:
      draw_turning_arrow(pen, 1);
      return true;
    case Icon::redo:
      draw_turning_arrow(pen, -1);
      return true;
    case Icon::record:
      pen.circle({0, 0}, 8.5F);
      pen.dot({0, 0}, 4.5F);
      return true;
    case Icon::stop:
      pen.block({-6, -6}, {6, 6});
      return true;
    default:
      return false;
  }
}

bool draw_walk(Pen& pen, Icon icon) {
  switch (icon) {
    case Icon::back:
      pen.fill({{7, -7}, {-3, 0}, {7, 7}});
      pen.block({-8, -7}, {-5, 7});
      return true;
    case Icon::to_start:
      pen.fill({{0, -6}, {-6, 0}, {0, 6}});
      pen.fill({{8, -6}, {2, 0}, {8, 6}});
      pen.block({-9, -6.5F}, {-6.5F, 6.5F});
      return true;
    case Icon::to_end:
      pen.fill({{0, -6}, {6, 0}, {0, 6}});
      pen.fill({{-8, -6}, {-2, 0}, {-8, 6}});
      pen.block({6.5F, -6.5F}, {9, 6.5F});
      return true;
    case Icon::next_event:
      pen.line({{-8, -5}, {-3, 0}, {-8, 5}});
      pen.fill({{4, -6}, {10, 0}, {4, 6}, {-2, 0}});
      return true;
    case Icon::previous_event:
      pen.line({{8, -5}, {3, 0}, {8, 5}});
      pen.fill({{-4, -6}, {2, 0}, {-4, 6}, {-10, 0}});
      return true;
    case Icon::dice:
      pen.box({-8, -8}, {8, 8}, 3);
      for (const ImVec2 eye : {ImVec2{-4, -4}, {4, -4}, {0, 0}, {-4, 4}, {4, 4}})
        pen.dot(eye, 1.7F);
      return true;
    default:
      return false;
  }
}

bool draw_tool(Pen& pen, Icon icon) {
  switch (icon) {
    case Icon::select:
      pen.line({{-5, -8}, {-5, 7}, {-1.2F, 3.4F}, {1.5F, 9}, {4, 7.8F}, {1.4F, 2.3F}, {6.5F, 2}},
               true, 1.8F);
      return true;
    case Icon::disc:
      pen.circle({0, 0}, 7.5F);
      return true;
    case Icon::rectangle:
      pen.box({-8.5F, -6}, {8.5F, 6});
      return true;
    case Icon::line:
      pen.line({{-7.5F, 7.5F}, {7.5F, -7.5F}});
      pen.dot({-7.5F, 7.5F}, 2.2F);
      pen.dot({7.5F, -7.5F}, 2.2F);
      return true;
    case Icon::paint:
      pen.line({{8, -8}, {-1, 1}}, false, 3.2F);
      pen.fill({{-3, 0}, {0.5F, 3.5F}, {-3, 8}, {-8, 8}, {-6, 4}});
      return true;
    case Icon::hold:
      pen.line({{8, -8}, {-2, 2}}, false, 3.2F);
      pen.dot({-5, 5}, 4);
      return true;
    case Icon::erase:
      pen.line({{-8, 3}, {2, -7}, {8, -1}, {0, 7}, {-4, 7}}, true);
      pen.line({{-3, -2}, {3, 4}});
      pen.line({{0, 8}, {9, 8}});
      return true;
    default:
      return false;
  }
}

bool draw_measure(Pen& pen, Icon icon) {
  switch (icon) {
    case Icon::probe:
      pen.circle({0, -3}, 5.5F);
      pen.dot({0, -3}, 2);
      pen.line({{0, 2.5F}, {0, 9}});
      return true;
    case Icon::profile:
      pen.line({{-9, 8}, {9, 8}});
      pen.line({{-9, 3}, {-5, 3}, {-1, -7}, {3, 1}, {6, -2}, {9, -2}});
      return true;
    case Icon::tape:
      pen.line({{-9, 0}, {9, 0}});
      pen.line({{-9, -5}, {-9, 5}});
      pen.line({{9, -5}, {9, 5}});
      pen.line({{-3, 0}, {-3, 3}});
      pen.line({{3, 0}, {3, 3}});
      return true;
    default:
      return false;
  }
}

bool draw_make(Pen& pen, Icon icon) {
  switch (icon) {
    case Icon::source:
      pen.dot({0, 0}, 6);
      return true;
    case Icon::oscillating:
      draw_wave(pen);
      return true;
    case Icon::wall:
      pen.block({-9, -7}, {9, -3.2F}, 0);
      pen.block({-9, -1.8F}, {-1, 2}, 0);
      pen.block({0.5F, -1.8F}, {9, 2}, 0);
      pen.block({-9, 3.4F}, {9, 7.2F}, 0);
      return true;
    case Icon::medium:
      pen.box({-8, -8}, {8, 8});
      pen.line({{-8, 1}, {1, -8}}, false, 1.5F);
      pen.line({{-7, 7}, {7, -7}}, false, 1.5F);
      pen.line({{-1, 8}, {8, -1}}, false, 1.5F);
      return true;
    default:
      return false;
  }
}

void draw_other(Pen& pen, Icon icon) {
  switch (icon) {
    case Icon::camera:
      pen.box({-9, -5}, {9, 7.5F}, 2);
      pen.circle({0, 1.2F}, 3.5F);
      pen.line({{-4, -5}, {-2.5F, -8}, {2.5F, -8}, {4, -5}});
      break;
    case Icon::file:
      pen.line({{1.5F, -9},
                {-7, -9},
                {-7, 9},
                {7, 9},
                {7, -3.5F},
                {1.5F, -9},
                {1.5F, -3.5F},
                {7, -3.5F}});
      break;
    case Icon::folder:
      pen.line({{-9, 7}, {-9, -7}, {-2.5F, -7}, {0, -4}, {9, -4}, {9, 7}}, true);
      break;
    case Icon::window:
      pen.box({-9, -7}, {9, 7}, 2);
      pen.line({{-9, -3}, {9, -3}});
      break;
    case Icon::film:
      pen.box({-9, -6.5F}, {9, 6.5F}, 2);
      for (const float x : {-6.0F, 0.0F, 6.0F}) {
        pen.block({x - 1, -4.5F}, {x + 1, -2.5F}, 0);
        pen.block({x - 1, 2.5F}, {x + 1, 4.5F}, 0);
      }
      break;
    case Icon::sun:
      draw_sun(pen);
      break;
    case Icon::moon:
      pen.arc({0, 0}, 7.5F, 20, 250);
      pen.arc({4.2F, -3.8F}, 6.9F, 63, 207);
      break;
    case Icon::panel:
      pen.box({-9, -7.5F}, {9, 7.5F}, 2);
      pen.block({3, -7.5F}, {9, 7.5F}, 1);
      break;
    case Icon::help:
      pen.arc({0, -4}, 4, 180, 400);
      pen.line({{3, -1.4F}, {0, 1.2F}, {0, 4}});
      pen.dot({0, 7.6F}, 1.5F);
      break;
    case Icon::chevron_down:
      pen.line({{-5, -2.5F}, {0, 2.5F}, {5, -2.5F}});
      break;
    case Icon::chevron_right:
      pen.line({{-2.5F, -5}, {2.5F, 0}, {-2.5F, 5}});
      break;
    case Icon::chevron_left:
      pen.line({{2.5F, -5}, {-2.5F, 0}, {2.5F, 5}});
      break;
    case Icon::close:
      pen.line({{-6, -6}, {6, 6}});
      pen.line({{6, -6}, {-6, 6}});
      break;
    case Icon::duplicate:
      pen.box({-8, -8}, {3.5F, 3.5F});
      pen.line({{7.5F, -3}, {7.5F, 7.5F}, {-3, 7.5F}});
      break;
    case Icon::remove:
      pen.line({{-8, -5.5F}, {8, -5.5F}});
      pen.line({{-6, -5.5F}, {-5, 8.5F}, {5, 8.5F}, {6, -5.5F}});
      pen.line({{-2.5F, -6}, {-2.5F, -8.5F}, {2.5F, -8.5F}, {2.5F, -6}});
      break;
    case Icon::full_screen:
      pen.line({{-8, -3}, {-8, -8}, {-3, -8}});
      pen.line({{8, 3}, {8, 8}, {3, 8}});
      pen.line({{3, -8}, {8, -8}, {8, -3}});
      pen.line({{-3, 8}, {-8, 8}, {-8, 3}});
      break;
    case Icon::fit:
      pen.box({-9, -7}, {9, 7}, 2);
      pen.block({-5, -3}, {5, 3});
      break;
    default:
      break;
  }
}

}  // namespace

void draw_icon(ImDrawList& list, Icon icon, ImVec2 centre, float side, ImU32 colour) {
  Pen pen(list, centre, side, colour);
  if (draw_transport(pen, icon) || draw_walk(pen, icon) || draw_tool(pen, icon) ||
      draw_measure(pen, icon) || draw_make(pen, icon))
    return;
  draw_other(pen, icon);
}

}  // namespace heatwave::ui
