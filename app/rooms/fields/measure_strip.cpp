// A head with what to show, and the chart below it.
#include "app/rooms/fields/measure_strip.h"

#include <algorithm>
#include <string>
#include <vector>

#include "app/rooms/fields/fields_view.h"
#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/ui/sized.h"

namespace heatwave::fields_room {
namespace {

constexpr float kHead = 48;
constexpr float kOpen = 252;
constexpr float kMostPart = 0.45F;  ///< of the room

void choose_chart(FieldsView& context, StripChart shown, float width) {
  std::vector<std::string> titles;
  std::vector<std::string> help;
  int chosen = -1;
  std::vector<StripChart> charts;
  for (const StripChartEntry& entry : strip_charts()) {
    if (!has(entry.chart, context.snapshot.scene.measures)) continue;
    if (entry.chart == shown) chosen = static_cast<int>(charts.size());
    charts.push_back(entry.chart);
    titles.emplace_back(entry.title);
    help.emplace_back(entry.help);
  }
  if (charts.empty()) return;
  const float wanted = std::min(width, 104 * context.unit * static_cast<float>(charts.size()));
  const int pressed = ui::choice(context, "strip", titles, chosen, wanted, help);
  if (pressed >= 0) context.model.strip.chart = charts[static_cast<std::size_t>(pressed)];
  ImGui::SameLine();
}

void draw_head(FieldsView& context, StripChart shown) {
  StripModel& strip = context.model.strip;
  const float u = context.unit;
  action_button(context, strip.folded ? ui::Icon::chevron_right : ui::Icon::chevron_down,
                "fold_charts", strip.folded ? "Shows the charts." : "Folds the charts away.");
  ImGui::SameLine();
  // Where there is little room their icons alone must do.
  const bool roomy = ImGui::GetContentRegionAvail().x > 480 * u;
  const float buttons = roomy ? (40 + 2 * 104) * u : 3 * 40 * u;
  choose_chart(context, shown, std::max(1.0F, ImGui::GetContentRegionAvail().x - buttons));
  action_button(context, strip.held ? ui::Icon::play : ui::Icon::pause, "hold_charts",
                strip.held ? "The charts go on." : "Holds the charts still; the field goes on.",
                {.active = strip.held != nullptr});
  ImGui::SameLine();
  action_button(context, ui::Icon::file, "save_values", "The values of the chart as CSV.",
                {.text = roomy ? "CSV" : nullptr});
  ImGui::SameLine();
  action_button(context, ui::Icon::camera, "save_chart", "The chart as PNG.",
                {.text = roomy ? "PNG" : nullptr});
}

}  // namespace

float strip_height(const StripModel& strip, const scene::Measures& measures, Tool tool, float room,
                   float unit) {
  const bool any = tool == Tool::probe || tool == Tool::profile ||
                   std::any_of(strip_charts().begin(), strip_charts().end(),
                               [&](const auto& e) { return has(e.chart, measures); });
  if (!any) return 0.0F;
  return std::min((strip.folded ? kHead : kOpen) * unit, room * kMostPart);
}

void show_chart_of(StripModel& strip, Tool tool) {
  if (tool == Tool::profile) strip.chart = StripChart::profile;
  if (tool == Tool::probe && strip.chart != StripChart::spectrum) strip.chart = StripChart::series;
}

StripChart shown_chart(const StripModel& strip, const scene::Measures& measures) {
  if (has(strip.chart, measures)) return strip.chart;
  for (const StripChartEntry& entry : strip_charts()) {
    if (has(entry.chart, measures)) return entry.chart;
  }
  return strip.chart;
}

void draw_measure_strip(FieldsView& context, const ui::Box& area) {
  StripModel& strip = context.model.strip;
  const float u = context.unit;
  const StripChart shown = shown_chart(strip, context.snapshot.scene.measures);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {16 * u, 8 * u});
  ui::begin_pane("measures", area, ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::GetWindowDrawList()->AddLine({area.left, area.top}, {area.right, area.top},
                                      ui::packed(context.theme.line));
  draw_head(context, shown);
  if (!strip.folded) {
    const float top = ImGui::GetCursorScreenPos().y;
    const ui::Box box{area.left + 8 * u, top, area.right - 8 * u, area.bottom - 4 * u};
    if (box.height() > 24 * u) {
      strip.chart_area = box;
      const MeasureChart made = measure_chart(context, shown);
      draw_line_chart(context, "chart", box, made.chart,
                      strip.views[static_cast<std::size_t>(shown)]);
    }
  }
  ui::end_pane();
  ImGui::PopStyleVar();
}

}  // namespace heatwave::fields_room
