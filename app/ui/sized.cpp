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

KeyFocus::Asked key_stop(const Look& look, const char* id, Takes takes, bool is_chosen) {
  return look.memory.focus.stop(ImGui::GetID(id), last_box(), takes, is_chosen);
}

void begin_disabled(const Look& look, bool disabled) { look.memory.focus.begin_disabled(disabled); }
void end_disabled(const Look& look) { look.memory.focus.end_disabled(); }

bool mouse_area(const char* id, ImVec2 size) { return ImGui::InvisibleButton(id, drawable(size)); }

bool press_area(const Look& look, const char* id, ImVec2 size, Takes takes, bool is_chosen) {
  const bool clicked = mouse_area(id, size);
  return key_stop(look, id, takes, is_chosen).pressed || clicked;
}

KeyFocus::Asked slide_area(const Look& look, const char* id, ImVec2 size) {
  mouse_area(id, size);
  return key_stop(look, id, Takes::change);
}

bool plain_button(const Look& look, const char* text, float width) {
  const bool clicked = ImGui::Button(text, {drawable(width), 0});
  return key_stop(look, text, Takes::press).pressed || clicked;
}

namespace {

/// A row that keys choose folds its list as one that is clicked does.
bool row_taken(const Look& look, const char* id, bool chosen, bool clicked) {
  const bool pressed = key_stop(look, id, Takes::press, chosen).pressed;
  if (pressed && look.memory.focus.layer() == Layer::list) ImGui::CloseCurrentPopup();
  return pressed || clicked;
}

}  // namespace

bool list_row(const Look& look, const char* id, bool chosen, ImVec2 size) {
  return row_taken(look, id, chosen, ImGui::Selectable(id, chosen, 0, drawable(size)));
}

bool text_row(const Look& look, const char* text, bool chosen) {
  return row_taken(look, text, chosen, ImGui::Selectable(text, chosen));
}

bool table_row(const char* id, bool chosen, float height) {
  return ImGui::Selectable(id, chosen, ImGuiSelectableFlags_SpanAllColumns, {0, drawable(height)});
}

void space(ImVec2 size) { ImGui::Dummy({at_least_nothing(size.x), at_least_nothing(size.y)}); }

// Dear ImGui takes a zero as all that is left.
bool begin_part(const char* id, ImVec2 size, ImGuiWindowFlags flags) {
  return ImGui::BeginChild(id, drawable(size), false, flags);
}

bool begin_rest(const char* id, ImGuiWindowFlags flags) {
  return ImGui::BeginChild(id, {0, 0}, false, flags);
}

bool begin_strip(const char* id, float height, ImGuiWindowFlags flags) {
  return ImGui::BeginChild(id, {0, drawable(height)}, false, flags);
}

void set_next_window_size(ImVec2 size) { ImGui::SetNextWindowSize(drawable(size)); }

void set_next_window_limits(ImVec2 least, ImVec2 most) {
  const ImVec2 low{at_least_nothing(least.x), at_least_nothing(least.y)};
  const ImVec2 high = drawable(most);
  ImGui::SetNextWindowSizeConstraints(low, {std::max(low.x, high.x), std::max(low.y, high.y)});
}

void set_next_width(float width) { ImGui::SetNextItemWidth(drawable(width)); }

}  // namespace heatwave::ui
