// Times tooltips and keeps them off words that are being read.
#include "app/ui/tooltips.h"

#include <algorithm>
#include <limits>

namespace heatwave::ui {
namespace {

constexpr double kDelay = 0.45;  ///< seconds for which the pointer or the keyboard focus must rest

// A window of at least this size has room for the largest tooltip on some side of the pointer.
constexpr float kHighEnough = 640.0F;
constexpr float kWideEnough = 960.0F;

/// Returns the position along one axis: after the pointer, or before it if there is no room.
float beside(float pointer, float size, float window, float unit) {
  const float behind = pointer + 16 * unit;
  return behind + size <= window ? behind : std::max(0.0F, pointer - 12 * unit - size);
}

/// Places a tooltip in a small window. It shifts along its own length in proportion to the
/// pointer's position in the window, so that all of it stays visible.
Box at_pointer(ImVec2 pointer, ImVec2 size, ImVec2 window, float unit) {
  const ImVec2 part{std::clamp(pointer.x / window.x, 0.0F, 1.0F),
                    std::clamp(pointer.y / window.y, 0.0F, 1.0F)};
  const bool is_wide = window.x >= kWideEnough * unit;
  const bool is_high = window.y >= kHighEnough * unit;
  const float x = is_wide ? beside(pointer.x, size.x, window.x, unit) : pointer.x - part.x * size.x;
  const float y =
      is_wide && is_high ? beside(pointer.y, size.y, window.y, unit) : pointer.y - part.y * size.y;
  return Box::at(x, y, size.x, size.y);
}

float distance_squared(const Box& box, ImVec2 point) {
  const float x = std::max({box.left - point.x, 0.0F, point.x - box.right});
  const float y = std::max({box.top - point.y, 0.0F, point.y - box.bottom});
  return x * x + y * y;
}

}  // namespace

void Tooltips::begin_frame() {
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  if (moved.x != 0 || moved.y != 0) moved_at_ = ImGui::GetTime();
}

bool Tooltips::is_due_at(ImVec2 corner) {
  const std::array<float, 2> here{corner.x, corner.y};
  const int frame = ImGui::GetFrameCount();
  const bool stays = corner_ == here && frame - frame_ <= 1;
  if (!stays) since_ = ImGui::GetTime();
  corner_ = here;
  frame_ = frame;
  const double rested = ImGui::GetTime() - since_;
  return since_ >= hidden_at_ && rested >= kDelay && rested < kDelay + kShownFor;
}

bool Tooltips::covers_words(const Box& tooltip) const {
  return std::any_of(words_.begin(), words_.end(),
                     [&](const Box& words) { return words.meets(tooltip); });
}

/// Finds the position beside the words that is nearest to the anchor.
std::optional<ImVec2> Tooltips::off_words(const Box& wanted, ImVec2 anchor, float unit) const {
  if (!covers_words(wanted)) return ImVec2{wanted.left, wanted.top};
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float gap = 8 * unit;
  std::optional<ImVec2> best;
  float nearest = std::numeric_limits<float>::max();
  for (const Box& words : words_) {
    for (const ImVec2 at : {ImVec2{wanted.left, words.top - gap - wanted.height()},
                            ImVec2{wanted.left, words.bottom + gap},
                            ImVec2{words.left - gap - wanted.width(), wanted.top},
                            ImVec2{words.right + gap, wanted.top}}) {
      const Box box = Box::at(at.x, at.y, wanted.width(), wanted.height());
      const bool is_seen =
          box.left >= 0 && box.top >= 0 && box.right <= window.x && box.bottom <= window.y;
      const float distance = distance_squared(box, anchor);
      if (!is_seen || covers_words(box) || distance >= nearest) continue;
      best = at;
      nearest = distance;
    }
  }
  return best;
}

std::optional<ImVec2> Tooltips::place_at_pointer(ImVec2 size, float unit) const {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  if (window.x <= 0 || window.y <= 0 || !ImGui::IsMousePosValid(&pointer)) return {};
  return off_words(at_pointer(pointer, size, window, unit), pointer, unit);
}

namespace {

/// Returns where a box of this size begins that is centred at `middle` and lies in the window.
float centred(float middle, float size, float window) {
  return std::clamp(middle - size / 2, 0.0F, std::max(0.0F, window - size));
}

/// True if the pane has its controls below each other, as a side panel, a rail and a list do.
bool is_column(const Box& pane, ImVec2 window) {
  constexpr float kMostOfWindow = 0.45F;
  return pane.width() < pane.height() && pane.width() <= kMostOfWindow * window.x;
}

}  // namespace

std::optional<ImVec2> Tooltips::first_free(const std::vector<ImVec2>& places, ImVec2 size) const {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  for (const ImVec2 at : places) {
    const Box box = Box::at(at.x, at.y, size.x, size.y);
    if (Box{0, 0, window.x, window.y}.holds(box) && !covers_words(box)) return at;
  }
  return {};
}

std::optional<ImVec2> Tooltips::place_beside(const Box& rows, ImVec2 size, float unit) const {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  const float gap = 8 * unit;
  const float x = centred(pointer.x, size.x, window.x);
  const float y = centred(pointer.y, size.y, window.y);
  const auto free = first_free({{rows.right + gap, y},
                                {rows.left - gap - size.x, y},
                                {x, rows.bottom + gap},
                                {x, rows.top - gap - size.y}},
                               size);
  return free ? free : place_at_pointer(size, unit);
}

std::optional<ImVec2> Tooltips::place_at(const Box& control, const Box& pane, ImVec2 size,
                                         float unit) const {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  if (window.x <= 0 || window.y <= 0) return {};
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  const bool has_pointer = control.contains(pointer);
  const ImVec2 middle{(control.left + control.right) / 2, (control.top + control.bottom) / 2};
  const ImVec2 anchor = has_pointer ? pointer : middle;
  const float gap = 8 * unit;
  const float x = centred(anchor.x, size.x, window.x);
  const float y = centred(middle.y, size.y, window.y);
  const ImVec2 below{x, control.bottom + gap};
  const ImVec2 above{x, control.top - gap - size.y};
  const bool is_low = 2 * middle.y > window.y;
  std::vector<ImVec2> places;
  if (is_column(pane, window)) {
    places = {{pane.left - gap - size.x, y}, {pane.right + gap, y}};
  }
  places.insert(places.end(), {is_low ? above : below,
                               is_low ? below : above,
                               {control.left - gap - size.x, y},
                               {control.right + gap, y}});
  if (const auto free = first_free(places, size)) return free;
  if (has_pointer) return place_at_pointer(size, unit);
  return off_words(Box::at(x, is_low ? above.y : below.y, size.x, size.y), anchor, unit);
}

}  // namespace heatwave::ui
