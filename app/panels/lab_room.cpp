// The lab room: a chart of the experiment above; table, source and comparison below.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/panels/lab.h"
#include "app/panels/lab_actions.h"
#include "app/panels/lab_charts_data.h"
#include "app/panels/lab_parts.h"
#include "app/panels/lab_source_view.h"
#include "app/panels/lab_table_view.h"
#include "app/panels/widgets.h"

namespace heatwave::panels {
namespace {

constexpr float kPadding = 16.0F;
constexpr float kRow = 32.0F;  ///< of titles and tabs
constexpr float kGap = 8.0F;
constexpr float kChartPart = 0.55F;
constexpr float kChartPartBesideCode = 0.4F;  ///< code needs many lines
/// From this width on, table and source stand side by side.
constexpr float kWide = 1360.0F;

void draw_chart_tabs(PanelContext& context, float width) {
  static const std::array<std::string, 4> kTitles{"Times", "Sweep", "Roofline", "Result"};
  static const std::array<std::string, 4> kHelp{
      "Each variant's time, on a scale where every step is ten times as long.",
      "How time and rate change with one parameter.",
      "What memory and arithmetic of the device allow, and where each variant stands below it.",
      "What came out of the variant chosen."};
  const int pressed =
      segmented(context, "charts", kTitles, static_cast<int>(context.ui.lab.chart), width, kHelp);
  if (pressed >= 0) context.ui.lab.chart = static_cast<LabChart>(pressed);
}

/// "Recorded: H200", a sweep of it "H200 by blocks"; the chart's head has the whole name.
std::string recording_title(const session::LabResult& recorded) {
  const lab::Machine& machine = recorded.report.machine;
  std::string name =
      machine.gpu.name.empty() ? short_device_name(machine.cpu.name) : machine.gpu.name;
  const std::string maker = "NVIDIA ";
  if (name.starts_with(maker)) name.erase(0, maker.size());
  const std::string& swept = recorded.report.swept;
  return swept.empty() ? "Recorded: " + name : name + " by " + swept;
}

/// What may be shown of an experiment, in the order of its choices.
struct Origins {
  std::vector<std::string> titles;
  std::vector<std::string> help;
  bool has_own = false;
};

Origins origins_of(const session::LabStatus& lab, const std::string& experiment) {
  Origins origins;
  const auto own = lab.results.find(experiment);
  origins.has_own = own != lab.results.end() && !own->second.empty();
  if (origins.has_own) {
    origins.titles.emplace_back("This machine");
    origins.help.emplace_back("The newest run of this machine.");
  }
  const auto recorded = lab.recorded.find(experiment);
  if (recorded == lab.recorded.end()) return origins;
  for (const auto& each : recorded->second) {
    origins.titles.push_back(recording_title(*each));
    origins.help.push_back("Measured on another machine, " + each->when + ", with this program.");
  }
  return origins;
}

/// Side by side where there is room, else folded; the place of what was chosen, −1: nothing.
int draw_origins(PanelContext& context, const Origins& origins, int shown, float room) {
  float widest = 0;
  for (const std::string& title : origins.titles) {
    widest = std::max(widest, ImGui::CalcTextSize(title.c_str()).x + 24 * context.unit);
  }
  const float width = widest * static_cast<float>(origins.titles.size());
  if (width <= room) {
    ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
    return segmented(context, "origin", origins.titles, shown, width, origins.help);
  }
  const float folded = std::min(room, widest + 32 * context.unit);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - folded);
  ImGui::SetNextItemWidth(folded);
  int pressed = -1;
  if (ImGui::BeginCombo("##origin", origins.titles[static_cast<std::size_t>(shown)].c_str())) {
    for (int i = 0; i < static_cast<int>(origins.titles.size()); ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (ImGui::Selectable(origins.titles[at].c_str(), i == shown)) pressed = i;
    }
    ImGui::EndCombo();
  }
  note_place(context, "origin");
  explain(context, "What is shown: measured by this machine, or recorded on another.");
  return pressed;
}

/// This machine's runs, or one recorded elsewhere; at the right end of the row.
void draw_origin_switch(PanelContext& context, float room) {
  const std::string& experiment = shown_experiment(context.ui).id;
  const Origins origins = origins_of(context.snapshot.lab, experiment);
  if (origins.titles.size() <= (origins.has_own ? 1U : 0U)) return;
  const std::size_t first = origins.has_own ? 0 : 1;
  std::size_t& chosen = context.ui.lab.recording[experiment];
  const std::size_t last = origins.titles.size() - 1 + first;
  const auto shown = static_cast<int>(std::clamp(chosen, first, last) - first);
  const int pressed = draw_origins(context, origins, shown, room);
  if (pressed >= 0) chosen = static_cast<std::size_t>(pressed) + first;
}

/// Which chart, and from where; the experiment's name stands in the chart's own head.
void draw_head(PanelContext& context) {
  const float u = context.unit;
  const float all = ImGui::GetContentRegionAvail().x;
  const float tabs = std::min(384 * u, all * 0.6F);
  draw_chart_tabs(context, tabs);
  draw_origin_switch(context, all - tabs - 16 * u);
}

/// What stands where the chart will be.
void draw_empty_chart(PanelContext& context, const view::Area& area) {
  const float u = context.unit;
  const bool running = context.snapshot.lab.running &&
                       context.snapshot.lab.experiment == shown_experiment(context.ui).id;
  const std::string title =
      running ? "Measuring …" : "Press " + keys_of(Action::lab_run_or_cancel) + " to run all";
  const std::string sentence =
      running ? "Each variant appears here as soon as it has been measured and checked."
              : "Every variant is run, timed and checked, one after the other.";
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto middle = static_cast<float>(area.x + area.width / 2);
  const float y = static_cast<float>(area.y + area.height / 2) - 24 * u;
  const auto centred = [&](ImFont* font, float size, float at, ImVec4 ink,
                           const std::string& text) {
    const float width = font->CalcTextSizeA(size, 1e6F, 0, text.c_str()).x;
    list.AddText(font, size, {middle - width / 2, at}, packed(ink), text.c_str());
  };
  centred(context.fonts.large, context.fonts.large_size, y, context.theme.text, title);
  centred(context.fonts.body, context.fonts.size, y + 34 * u, context.theme.dim, sentence);
}

std::string draw_chosen_chart(PanelContext& context, const view::Area& area,
                              const ChartData& data) {
  switch (context.ui.lab.chart) {
    case LabChart::bars:
      return draw_bars(context, area, data);
    case LabChart::sweep:
      return draw_sweep(context, area, data);
    case LabChart::roofline:
      return draw_roofline(context, area, data);
    case LabChart::outcome:
      draw_outcome(context, area, data);
      break;
  }
  return {};
}

void draw_chart(PanelContext& context, const view::Area& area) {
  context.ui.lab.chart_area = {static_cast<float>(area.x), static_cast<float>(area.y),
                               static_cast<float>(area.width), static_cast<float>(area.height)};
  context.ui.lab.chart_is_cut = false;
  const auto result = shown_result(context);
  if (result == nullptr || result->report.measurements.empty()) {
    draw_empty_chart(context, area);
    return;
  }
  const auto before = result_before(context);
  std::string& chosen = shown_variant(context.ui);
  const ChartData data{result.get(), before.get(), chosen};
  const std::string clicked = draw_chosen_chart(context, area, data);
  if (!clicked.empty()) chosen = clicked;
}

/// In a wide room the source stands beside, and needs no tab.
void draw_detail_tabs(PanelContext& context, bool wide, float room) {
  static const std::vector<std::string> kTitles{"Table", "Source", "Compare"};
  static const std::vector<std::string> kHelp{"All figures of every variant.",
                                              "The code of the variant chosen, as it was compiled.",
                                              "The last two runs side by side."};
  std::vector<std::string> titles = kTitles;
  std::vector<std::string> help = kHelp;
  std::vector<LabDetail> details{LabDetail::table, LabDetail::source, LabDetail::comparison};
  if (wide) {
    titles.erase(titles.begin() + 1);
    help.erase(help.begin() + 1);
    details.erase(details.begin() + 1);
  }
  LabDetail& chosen = context.ui.lab.detail;
  const auto found = std::find(details.begin(), details.end(), chosen);
  const int shown = found == details.end() ? 0 : static_cast<int>(found - details.begin());
  const float width = std::min(96 * context.unit * static_cast<float>(titles.size()), room * 0.5F);
  const int pressed = segmented(context, "details", titles, shown, width, help);
  if (pressed >= 0) chosen = details[static_cast<std::size_t>(pressed)];
}

void draw_part(PanelContext& context, const char* id, const ImVec2& size,
               void (*draw)(PanelContext&)) {
  ImGui::BeginChild(id, size, false);
  draw(context);
  ImGui::EndChild();
}

void draw_details(PanelContext& context, bool wide) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const LabDetail detail = context.ui.lab.detail;
  const auto left = detail == LabDetail::comparison ? draw_lab_comparison : draw_lab_table;
  if (!wide) {
    draw_part(context, "detail", room, detail == LabDetail::source ? draw_lab_source : left);
    return;
  }
  const float gap = 32 * context.unit;
  const float half = (room.x - gap) / 2;
  draw_part(context, "detail", {half, room.y}, left);
  ImGui::SameLine(0, gap);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddLine({at.x - gap / 2, at.y}, {at.x - gap / 2, at.y + room.y},
                                      packed(context.theme.line));
  draw_part(context, "source", {half, room.y}, draw_lab_source);
}

/// How much of the room below the first row the chart takes.
float chart_height(const PanelContext& context, bool wide, float room) {
  const LabUi& lab = context.ui.lab;
  if (lab.whole_chart) return room;
  const float rest = std::max(64 * context.unit, room - (kRow + 2 * kGap) * context.unit);
  const bool beside_code = !wide && lab.detail == LabDetail::source;
  return rest * (beside_code ? kChartPartBesideCode : kChartPart);
}

}  // namespace

void draw_lab_room(PanelContext& context, const view::Area& room) {
  const float u = context.unit;
  place_window(room);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {kPadding * u, kGap * u});
  ImGui::Begin("lab", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                   ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollWithMouse);
  const bool wide = room.width >= static_cast<double>(kWide * u);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 all = ImGui::GetContentRegionAvail();
  draw_head(context);
  const float top = from.y + (kRow + kGap) * u;
  const float height = chart_height(context, wide, all.y - (kRow + kGap) * u);
  draw_chart(context, {static_cast<double>(from.x), static_cast<double>(top),
                       static_cast<double>(all.x), static_cast<double>(height)});
  if (!context.ui.lab.whole_chart) {
    ImGui::SetCursorScreenPos({from.x, top + height + kGap * u});
    draw_detail_tabs(context, wide, all.x);
    ImGui::SetCursorScreenPos({from.x, top + height + (2 * kGap + kRow) * u});
    draw_details(context, wide);
  }
  ImGui::End();
  ImGui::PopStyleVar();
}

}  // namespace heatwave::panels
