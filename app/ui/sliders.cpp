// Draws numbers, and takes what is slid, dragged, typed and stepped by keys.
#include "app/ui/sliders.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "app/ui/controls.h"

namespace heatwave::ui {
namespace {

constexpr double kSmallest = 1e-4;  ///< where a logarithmic way that begins at zero leaves it

/// Where on its way a slider stands, from 0 to 1.
double slid_part(double value, double low, double high, bool logarithmic) {
  if (!(high > low)) return 0.0;
  if (!logarithmic) return std::clamp((value - low) / (high - low), 0.0, 1.0);
  const double first = std::max(low, kSmallest);
  if (value <= first) return 0.0;
  return std::clamp(std::log(value / first) / std::log(high / first), 0.0, 1.0);
}

void draw_slider_track(const Look& look, ImVec2 from, ImVec2 size, double part, bool hovered) {
  const float u = look.unit;
  const Theme& theme = look.theme;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 to{from.x + size.x, from.y + size.y};
  const float edge = from.x + 2 * u + (size.x - 4 * u) * static_cast<float>(part);
  list.AddRectFilled(from, to, ImGui::GetColorU32(hovered ? theme.hovered : theme.raised), 6 * u);
  list.PushClipRect(from, {edge, to.y}, true);
  list.AddRectFilled(from, to, ImGui::GetColorU32(with_alpha(theme.accent, 0.22F)), 6 * u);
  list.PopClipRect();
  // Above and below the number, never across it.
  const ImU32 accent = ImGui::GetColorU32(theme.accent);
  list.AddRectFilled({edge - 2 * u, from.y}, {edge + 2 * u, from.y + 6 * u}, accent, 1 * u);
  list.AddRectFilled({edge - 2 * u, to.y - 6 * u}, {edge + 2 * u, to.y}, accent, 1 * u);
}

/// The last digit that the format shows; a format of words alone shows whole numbers.
double unit_of(const char* format) {
  const char* begin = std::strchr(format, '%');
  if (begin == nullptr) return 1.0;
  char* end = nullptr;
  const long digits = begin[1] == '.' ? std::strtol(begin + 2, &end, 10) : 0;
  return end != nullptr && *end == 'f' ? std::pow(10.0, -static_cast<double>(digits)) : 0.0;
}

/// As it will be shown, so that steps there and back end where they began.
double rounded(double value, double unit) {
  return unit > 0 ? std::round(value / unit) * unit : value;
}

struct Way {
  double low, high;
  double unit;
  bool logarithmic;
};

double stepped(double value, int steps, const Way& way) {
  constexpr double kSteps = 100;  // from end to end
  const double by = std::abs(steps);
  const double sign = steps > 0 ? 1.0 : -1.0;
  double change = by * std::max((way.high - way.low) / kSteps, way.unit);
  if (way.logarithmic) {
    const double first = std::max(way.low, kSmallest);
    const double from = std::max(value, first);
    const double to = from * std::pow(way.high / first, steps / kSteps);
    change = std::max(std::abs(to - value), by * way.unit);
  }
  return std::clamp(rounded(value + sign * change, way.unit), way.low, way.high);
}

/// Before the control.
void begin_typed(const Look& look, const char* id) {
  look.memory.focus.begin_typing(ImGui::GetID(id), Takes::change);
}

/// Behind it: by how many steps keys change it. Whatever takes hold of it begins another grip.
int steps_asked(const Look& look, const char* id) {
  const bool is_gripped = ImGui::IsItemActivated();
  const auto asked = key_stop(look, id, Takes::change);
  if (is_gripped) ++look.memory.grips;
  if (asked.turned() && !asked.held) ++look.memory.grips;
  return asked.along + asked.up;
}

}  // namespace

bool slider(const Look& look, const char* id, double& value, double low, double high,
            const char* format, const std::string& help, bool logarithmic) {
  const ImGuiSliderFlags flags =
      ImGuiSliderFlags_AlwaysClamp | (logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float width = ImGui::CalcItemWidth();
  const float height = ImGui::GetFrameHeight();
  const bool hovered = ImGui::IsMouseHoveringRect(from, {from.x + width, from.y + height});
  draw_slider_track(look, from, {width, height}, slid_part(value, low, high, logarithmic), hovered);
  // The track above is drawn in place of Dear ImGui's, whose grip would hide the number.
  for (const ImGuiCol part : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive,
                              ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive}) {
    ImGui::PushStyleColor(part, ImVec4{0, 0, 0, 0});
  }
  begin_typed(look, id);
  const bool slid =
      ImGui::SliderScalar(id, ImGuiDataType_Double, &value, &low, &high, format, flags);
  ImGui::PopStyleColor(5);
  const int steps = steps_asked(look, id);
  if (steps != 0) value = stepped(value, steps, {low, high, unit_of(format), logarithmic});
  explain(look, help + " Ctrl click to type.");
  return slid || steps != 0;
}

bool number(const Look& look, const char* id, double& value, double speed, const char* format,
            const std::string& help, double low, double high) {
  begin_typed(look, id);
  const bool dragged =
      ImGui::DragScalar(id, ImGuiDataType_Double, &value, static_cast<float>(speed), &low, &high,
                        format, ImGuiSliderFlags_AlwaysClamp);
  const int steps = steps_asked(look, id);
  if (steps != 0) {
    const double unit = unit_of(format);
    const double step = std::max(speed, unit);
    value = std::clamp(rounded(value + steps * step, unit), low, high);
  }
  explain(look, help + " Drag, or double click to type.");
  return dragged || steps != 0;
}

bool typed_to_its_end(const Look& look, const char* id, bool changed, double& value) {
  Memory& memory = look.memory;
  const ImGuiID field = ImGui::GetID(id);
  if (ImGui::GetIO().WantTextInput && ImGui::IsItemActive()) {
    if (!changed) return false;
    memory.typed_in = field;
    memory.typed = value;
    return false;
  }
  if (!ImGui::IsItemDeactivated() || memory.typed_in != field) return changed;
  memory.typed_in = 0;
  if (!changed) value = memory.typed;
  return true;
}

bool whole(const Look& look, const char* id, int& value, int least, int most, const char* format,
           bool logarithmic) {
  constexpr float kPerPixel = 0.2F;
  constexpr int kPart = 20;  // of a number on a logarithmic way is its step
  const ImGuiSliderFlags flags =
      ImGuiSliderFlags_AlwaysClamp | (logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
  begin_typed(look, id);
  const bool dragged = ImGui::DragInt(id, &value, kPerPixel, least, most, format, flags);
  const int steps = steps_asked(look, id);
  const int step = logarithmic ? std::max(1, value / kPart) : 1;
  if (steps != 0) value = std::clamp(value + steps * step, least, most);
  return dragged || steps != 0;
}

}  // namespace heatwave::ui
