// Makes sizes drawable and hands them on.
#include "app/ui/sized.h"

#include <algorithm>
#include <cmath>

namespace heatwave::ui {
namespace {

constexpr float kLeast = 1.0F;
constexpr float kMost = 1e6F;

/// What is left of a side when it is no number or negative: nothing.
float at_least_nothing(float side) { return side > 0 ? std::min(side, kMost) : 0.0F; }

}  // namespace

// Written so that what is no number fails the comparison too.
float drawable(float side) { return side > kLeast ? std::min(side, kMost) : kLeast; }

ImVec2 drawable(ImVec2 size) { return {drawable(size.x), drawable(size.y)}; }

Box last_box() {
  const ImVec2 from = ImGui::GetItemRectMin();
  const ImVec2 to = ImGui::GetItemRectMax();
  return {from.x, from.y, to.x, to.y};
}

bool press_area(const char* id, ImVec2 size) {
  return ImGui::InvisibleButton(id, drawable(size), ImGuiButtonFlags_EnableNav);
}

bool mouse_area(const char* id, ImVec2 size) { return ImGui::InvisibleButton(id, drawable(size)); }

bool plain_button(const char* text, float width) {
  return ImGui::Button(text, {drawable(width), 0});
}

namespace {

/// The keys begin at the row that is chosen when the list is unfolded.
bool row_of_list(const char* id, bool chosen, ImVec2 size) {
  const bool pressed = ImGui::Selectable(id, chosen, 0, size);
  if (chosen) ImGui::SetItemDefaultFocus();
  return pressed;
}

}  // namespace

bool list_row(const char* id, bool chosen, ImVec2 size) {
  return row_of_list(id, chosen, drawable(size));
}

bool text_row(const char* text, bool chosen) { return row_of_list(text, chosen, {}); }

bool table_row(const char* id, bool chosen, float height) {
  return ImGui::Selectable(id, chosen, ImGuiSelectableFlags_SpanAllColumns, {0, drawable(height)});
}

float content_right() { return ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x; }
float content_bottom() { return ImGui::GetCursorPosY() + ImGui::GetContentRegionAvail().y; }

void space(ImVec2 size) { ImGui::Dummy({at_least_nothing(size.x), at_least_nothing(size.y)}); }

bool begin_part(const char* id, ImVec2 size, ImGuiWindowFlags flags, ImGuiChildFlags child_flags) {
  return ImGui::BeginChild(id, drawable(size), child_flags, flags);
}

// Dear ImGui takes a zero as all that is left.
bool begin_rest(const char* id, ImGuiWindowFlags flags, ImGuiChildFlags child_flags) {
  return ImGui::BeginChild(id, {0, 0}, child_flags, flags);
}

bool begin_strip(const char* id, float height, ImGuiWindowFlags flags) {
  return ImGui::BeginChild(id, {0, drawable(height)}, ImGuiChildFlags_NavFlattened, flags);
}

void set_next_window_size(ImVec2 size) { ImGui::SetNextWindowSize(drawable(size)); }

void set_next_window_limits(ImVec2 least, ImVec2 most) {
  const ImVec2 low{at_least_nothing(least.x), at_least_nothing(least.y)};
  const ImVec2 high = drawable(most);
  ImGui::SetNextWindowSizeConstraints(low, {std::max(low.x, high.x), std::max(low.y, high.y)});
}

void set_next_width(float width) { ImGui::SetNextItemWidth(drawable(width)); }

}  // namespace heatwave::ui
