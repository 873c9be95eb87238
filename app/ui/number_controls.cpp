// Draws the controls for numbers.
#include "app/ui/number_controls.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/ui/controls.h"
#include "app/ui/sized.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::ui {
namespace {

/// second smallest value on a logarithmic slider that begins at zero
constexpr double kSmallest = 1e-4;

/// Returns the position of a slider, from 0 to 1.
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
  // Drawn above and below the number, so that it stays readable.
  const ImU32 accent = ImGui::GetColorU32(theme.accent);
  list.AddRectFilled({edge - 2 * u, from.y}, {edge + 2 * u, from.y + 6 * u}, accent, 1 * u);
  list.AddRectFilled({edge - 2 * u, to.y - 6 * u}, {edge + 2 * u, to.y}, accent, 1 * u);
}

/// Counts each time a control is grabbed: one drag or one change by keys is one gesture.
void count_grips(const Look& look) {
  if (ImGui::IsItemActivated()) ++look.memory.grips;
}

/// Hides Dear ImGui's own slider during its lifetime.
class WithoutTrack : core::NonCopyable {
 public:
  WithoutTrack() {
    for (const ImGuiCol part : kParts) ImGui::PushStyleColor(part, ImVec4{0, 0, 0, 0});
  }
  ~WithoutTrack() { ImGui::PopStyleColor(static_cast<int>(kParts.size())); }

 private:
  static constexpr std::array kParts{ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered,
                                     ImGuiCol_FrameBgActive, ImGuiCol_SliderGrab,
                                     ImGuiCol_SliderGrabActive};
};

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
  // The track replaces Dear ImGui's, whose grip would hide the number.
  const WithoutTrack without_track;
  const bool slid =
      ImGui::SliderScalar(id, ImGuiDataType_Double, &value, &low, &high, format, flags);
  count_grips(look);
  explain(look, help + " Ctrl click or Enter to type, Space to change it by arrows.");
  return slid;
}

bool slide_area(const char* id, ImVec2 size, float rim, double& value, double high) {
  // Dear ImGui leaves two units beside the grip.
  ImGui::PushStyleVar(ImGuiStyleVar_GrabMinSize, 2 * (rim - 2));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      ImVec2{0, (drawable(size.y) - ImGui::GetFontSize()) / 2});
  ImGui::PushStyleColor(ImGuiCol_Text, ImVec4{0, 0, 0, 0});
  const WithoutTrack without_track;
  set_next_width(size.x);
  const double low = 0.0;
  ImGui::PushID(id);
  const bool slid = ImGui::SliderScalar(
      "##value", ImGuiDataType_Double, &value, &low, &high, "%.0f",
      ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput | ImGuiSliderFlags_NoRoundToFormat);
  ImGui::PopID();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  return slid;
}

bool number(const Look& look, const char* id, double& value, double speed, const char* format,
            const std::string& help, double low, double high) {
  const bool dragged =
      ImGui::DragScalar(id, ImGuiDataType_Double, &value, static_cast<float>(speed), &low, &high,
                        format, ImGuiSliderFlags_AlwaysClamp);
  count_grips(look);
  explain(look, help + " Drag, or double click to type.");
  return dragged;
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
  // An arrow key is a step of one, which a logarithmic slider would round away.
  const bool is_log = logarithmic && ImGui::IsMouseDown(ImGuiMouseButton_Left);
  const ImGuiSliderFlags flags =
      ImGuiSliderFlags_AlwaysClamp | (is_log ? ImGuiSliderFlags_Logarithmic : 0);
  const bool dragged = ImGui::DragInt(id, &value, kPerPixel, least, most, format, flags);
  count_grips(look);
  return dragged;
}

}  // namespace heatwave::ui
