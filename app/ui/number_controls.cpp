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

/// Draws a track whose rail and grip lie below the number, so that they cross no character.
void draw_slider_track(const Look& look, ImVec2 from, ImVec2 size, double part, bool hovered) {
  const float u = look.unit;
  const Theme& theme = look.theme;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 to{from.x + size.x, from.y + size.y};
  const float rail = 3 * u;
  const float grip = 8 * u;
  const float end = 2 + ImGui::GetStyle().GrabMinSize / 2;  // where Dear ImGui's grip ends
  const float left = from.x + end;
  const float right = to.x - end;
  const float at = left + (right - left) * static_cast<float>(part);
  const float middle = to.y - rail;
  const ImU32 accent = ImGui::GetColorU32(theme.accent);
  list.AddRectFilled(from, to, ImGui::GetColorU32(hovered ? theme.hovered : theme.raised), 6 * u);
  list.AddRectFilled({left, middle - rail / 2}, {right, middle + rail / 2},
                     ImGui::GetColorU32(with_alpha(theme.dim, 0.35F)), rail / 2);
  list.AddRectFilled({left, middle - rail / 2}, {at, middle + rail / 2}, accent, rail / 2);
  list.AddRectFilled({at - grip / 2, middle - rail}, {at + grip / 2, middle + rail}, accent, rail);
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
