// Begins and ends the parts of a window that charts are drawn into.
#include "app/ui/chart_area.h"

#include <algorithm>

#include "app/ui/sized.h"

namespace heatwave::ui {
namespace {

constexpr float kChartTipWidth = 420.0F;

}  // namespace

ChartArea::ChartArea(const char* id, const Box& box, bool scrolls) : box_(box) {
  ImGui::SetCursorScreenPos({box.left, box.top});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{0, 0});
  ImGuiWindowFlags flags = ImGuiWindowFlags_NoSavedSettings;
  if (!scrolls) flags |= ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  begin_part(id, {box.width(), box.height()}, flags);
  ImGui::PopStyleVar();
  hovered_ = ImGui::IsWindowHovered();
}

ChartArea::~ChartArea() { ImGui::EndChild(); }

ChartTooltip::ChartTooltip(const Look& look) : look_(look) {
  const float u = look.unit;
  const Tooltips& tooltips = look.memory.tooltips;
  const auto at = tooltips.place_at_pointer(tooltips.chart_size, u);
  shown_ = !look.is_for_picture && tooltips.may_follow_pointer() && at;
  if (!shown_) return;
  ImGui::SetNextWindowPos(*at);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {12 * u, 8 * u});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 6 * u);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8 * u, 4 * u});
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(kChartTipWidth * u);
}

ChartTooltip::~ChartTooltip() {
  if (!shown_) return;
  const float u = look_.unit;
  const float left = ImGui::GetCursorPosX();
  float width = wide_ ? kChartTipWidth * u - left : 240 * u;
  for (const Line& line : lines_) {
    const float what = ImGui::CalcTextSize(line.what.c_str()).x;
    width = std::max(width, what + ImGui::CalcTextSize(line.figure.c_str()).x + 24 * u);
  }
  ImGui::PopTextWrapPos();
  for (const Line& line : lines_) {
    const Theme& theme = look_.theme;
    ImGui::TextColored(line.emphasised ? theme.accent : theme.dim, "%s", line.what.c_str());
    ImGui::SameLine(left + width - ImGui::CalcTextSize(line.figure.c_str()).x);
    ImGui::TextColored(line.emphasised ? theme.accent : theme.text, "%s", line.figure.c_str());
  }
  look_.memory.tooltips.chart_size = ImGui::GetWindowSize();
  ImGui::EndTooltip();
  ImGui::PopStyleVar(3);
}

void ChartTooltip::title(const std::string& text) {
  if (!shown_) return;
  ImGui::PushFont(look_.fonts.strong, 0);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopFont();
}

void ChartTooltip::sentence(const std::string& text, const ImVec4& colour) {
  if (!shown_) return;
  wide_ = wide_ || ImGui::CalcTextSize(text.c_str()).x > kChartTipWidth * look_.unit;
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopStyleColor();
}

void ChartTooltip::figure(const std::string& what, const std::string& figure, bool emphasised) {
  lines_.push_back({what, figure, emphasised});
}

}  // namespace heatwave::ui
