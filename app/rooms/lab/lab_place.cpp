// Lays out the Lab: a chart of the experiment above; source, comparison and profile below.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/comparison.h"
#include "app/rooms/lab/conclusion.h"
#include "app/rooms/lab/lab_charts.h"
#include "app/rooms/lab/lab_view.h"
#include "app/session/lab/profile_report.h"
#include "app/ui/box.h"
#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/ui/pen.h"
#include "app/ui/sized.h"
#include "app/ui/term_text.h"
#include "kernels/core/device.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab_room {
namespace {

void mono_line(const LabView& context, const std::string& text) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImFont* font = context.fonts.mono;
  const float size = context.fonts.mono_size;
  ImGui::GetWindowDrawList()->AddText(font, size, from, ui::packed_colour(context.theme.text),
                                      text.c_str());
  const float width = font->CalcTextSizeA(size, 1e6F, 0, text.c_str()).x;
  ui::space({width + 16 * context.unit, size + 6 * context.unit});
}

/// Draws for each tool a copy button, the command line, and its purpose.
void draw_tools(LabView& context, const lab::Experiment& experiment, const lab::Variant& variant) {
  dim_text(context, session::kToolsNeed);
  int index = 0;
  for (const session::ToolLine& tool :
       session::tool_lines(experiment, variant, shown_settings(context.model))) {
    const std::string id = "copy tool " + std::to_string(index++);
    if (icon_button(context, id.c_str(), ui::Icon::duplicate,
                    "Copies this command line: " + tool.what + ".")) {
      context.send(session::CopyText{tool.command, "Copied: " + tool.command});
    }
    ImGui::SameLine(0, 12 * context.unit);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::BeginGroup();
    mono_line(context, tool.command);
    ui::term_text(context, tool.what, context.theme.dim);
    ImGui::EndGroup();
    ImGui::PopStyleVar();
  }
}

void draw_profile_part(LabView& context, const session::ProfilePart& part) {
  ImGui::TextUnformatted(part.title.c_str());
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  for (const std::string& line : part.lines) mono_line(context, line);
  ImGui::PopStyleVar();
  if (!part.words.empty()) dim_text(context, part.words);
  ui::space({0, 8 * context.unit});
}

/// Returns the cached profile of the shown result.
const std::vector<session::ProfilePart>& kept_parts(LabView& context) {
  ProfileReport& kept = context.model.profile;
  const auto result = shown_result(context);
  const bool measured = result != nullptr && !result->report.measurements.empty();
  const lab::Settings settings =
      measured ? result->report.measurements.front().settings : shown_settings(context.model);
  if (!kept.parts.empty() && kept.of == result && kept.settings == settings) return kept.parts;
  kept = {result, settings, session::lecture_profile()};
  const lab::Report none{.experiment = session::kProfiled};
  for (session::ProfilePart& part :
       session::own_profile(measured ? result->report : none, settings)) {
    kept.parts.push_back(std::move(part));
  }
  return kept.parts;
}

/// Fills the rest of the window.
void draw_lab_profile(LabView& context) {
  const lab::Experiment& experiment = shown_experiment(context.model);
  const lab::Variant& variant = lab::find_variant(experiment, shown_variant(context.model));
  ui::begin_part("profile", ImGui::GetContentRegionAvail(), ImGuiWindowFlags_HorizontalScrollbar);
  if (experiment.id == session::kProfiled) {
    for (const session::ProfilePart& part : kept_parts(context)) draw_profile_part(context, part);
    dim_text(context,
             "The command heatwave lab reverse --profile also counts in the hardware, where the "
             "driver lets it.");
    ImGui::TextUnformatted("Today's tools");
  }
  draw_tools(context, experiment, variant);
  if (experiment.id != session::kProfiled) {
    dim_text(context, "Farber's article profiled " +
                          lab::find_experiment(session::kProfiled).title +
                          ": choose that experiment for its report, beside this machine's.");
  }
  ImGui::EndChild();
}

constexpr float kPadding = 16.0F;
constexpr float kRow = 32.0F;  ///< height of titles and tabs
constexpr float kGap = 8.0F;
constexpr float kDivider = 16.0F;      ///< height of the divider between chart and details
constexpr float kHeading = 62.0F;      ///< height of a chart's heading
constexpr float kChartList = 128.0F;   ///< width of the list of charts beside a chart's heading
constexpr float kOriginList = 160.0F;  ///< largest width of the choice of result there
/// Below this height, chart and details are shown one at a time.
constexpr float kLow = 480.0F;
/// A lower room has rows instead of the conclusion.
constexpr float kLeastWithConclusion = 320.0F;
/// For an audience: lower details have only a few lines of code below their controls.
constexpr float kLeastDetails = 200.0F;
/// A wider head has the tabs of the details, too.
constexpr float kWideHead = 720.0F;
/// A smaller chart would be illegible.
constexpr float kLeastWidth = 256.0F;
constexpr float kLeastHeight = 112.0F;

std::span<const std::string> detail_titles() {
  static const std::array<std::string, 3> kTitles{"Source", "Compare", "Profile"};
  return kTitles;
}

std::span<const std::string> detail_help() {
  static const std::array<std::string, 3> kHelp{
      "The code of the variant chosen, as it was compiled.", "The last two runs side by side.",
      "Profilers' command lines to copy, and the report "
      "of the old one that Farber's article prints."};
  return kHelp;
}

/// True if the chart of limits is a roofline for what is shown.
bool shows_roofline(const LabView& context) {
  const auto result = shown_result(context);
  if (result != nullptr && !result->report.measurements.empty()) {
    return has_roofline(shown_ladder(context.model, result->report));
  }
  const lab::Settings settings = shown_settings(context.model);
  const auto& variants = shown_experiment(context.model).variants;
  return std::any_of(variants.begin(), variants.end(), [&settings](const lab::Variant& variant) {
    const lab::Work work = variant.work ? variant.work(settings) : lab::Work{};
    return work.floats && work.bytes > 0 && work.operations > 0;
  });
}

void show_detail(LabModel& lab, int detail) {
  lab.detail = static_cast<LabDetail>(detail);
  lab.chart_place.in_front = false;
}

/// Draws the choice of chart. `with_details`: the choice has the details, too.
void draw_chart_tabs(LabView& context, bool in_front, float width, bool with_details) {
  const bool roofline = shows_roofline(context);
  std::vector<std::string> titles{"Times",  "Sweep",  roofline ? "Roofline" : "Bandwidth",
                                  "Limits", "Output", "Occupancy"};
  std::vector<std::string> help{
      "Each variant's time and figures; the panel sets the scale and a run to compare with.",
      "How time and rate change with one parameter.",
      roofline ? "The device's limits of memory and arithmetic, and each variant below them."
               : "Each variant's bandwidth and the limit of each memory.",
      "Utilisation of arithmetic and memory, from the warps' actual accesses.",
      "Output of the chosen variant: a picture, counts or a number.",
      "A multiprocessor with the chosen variant's blocks."};
  LabModel& lab = context.model;
  const int charts = static_cast<int>(titles.size());
  int shown = in_front ? static_cast<int>(lab.chart) : -1;
  if (with_details) {
    titles.insert(titles.end(), detail_titles().begin(), detail_titles().end());
    help.insert(help.end(), detail_help().begin(), detail_help().end());
    if (!in_front) shown = charts + static_cast<int>(lab.detail);
  }
  const int pressed = choice(context, "charts", titles, shown, width, help);
  if (pressed >= charts) return show_detail(lab, pressed - charts);
  if (pressed < 0) return;
  lab.chart = static_cast<LabChart>(pressed);
  lab.chart_place.in_front = true;
  if (lab.chart == LabChart::sweep) look_for_sweep(context);
}

/// Returns the width of the choice between this machine's runs and recordings; 0: there is none.
float origin_width(const LabView& context, float room) {
  const Origins origins = origins_of(context.snapshot.lab, shown_experiment(context.model).id);
  return origins.titles.size() == 1 ? 0.0F : choice_width(context, origins.titles, room);
}

/// The choice between this machine's runs and recordings, at the right end of the row.
void draw_origin_switch(LabView& context, float room) {
  const float width = origin_width(context, room);
  if (width <= 0) return;
  const std::string& experiment = shown_experiment(context.model).id;
  const Origins origins = origins_of(context.snapshot.lab, experiment);
  const auto shown = static_cast<int>(shown_recording(context));
  ImGui::SameLine(ui::content_right() - width);
  const int pressed = choice(context, "origin", origins.titles, shown, width, origins.help);
  if (pressed == 0) show_this_machine(context);
  if (pressed > 0) context.model.recording[experiment] = static_cast<std::size_t>(pressed);
}

std::string draw_chosen_chart(LabView& context, const ui::Box& area, const ChartData& data) {
  switch (context.model.chart) {
    case LabChart::times:
      return draw_list(context, area, data);
    case LabChart::sweep:
      return draw_sweep(context, area, data);
    case LabChart::roofline:
      return draw_roofline(context, area, data);
    case LabChart::utilisation:
      return draw_utilisation(context, area, data);
    case LabChart::outcome:
      draw_outcome(context, area, data);
      break;
    case LabChart::occupancy:
      draw_occupancy(context, area, data);
      break;
  }
  return {};
}

void draw_chart(LabView& context, const ui::Box& box) {
  const float u = context.unit;
  LabModel& lab = context.model;
  lab.chart_place.area = box;
  lab.chart_place.missing = 0;
  lab.chart_place.needed = lab.chart_place.tight = 0;
  const ui::ChartPen pen(context, *ImGui::GetWindowDrawList());
  auto result = shown_result(context);
  if (result != nullptr && result->report.measurements.empty()) result = nullptr;
  if (result == nullptr && lab.chart != LabChart::times) {
    const ui::ChartHeading waiting = waiting_heading(context);
    return pen.message(box, waiting.title, waiting.settings);
  }
  if (box.width() < kLeastWidth * u || box.height() < kLeastHeight * u) {
    pen.message(box, "Too little room",
                "A larger window shows the chart, or a smaller interface (" +
                    context.keys_of("smaller_interface") + "), or no panel beside it (" +
                    context.keys_of("toggle_panel") + ").");
    return;
  }
  const auto before = result_before(context);
  const auto beside = result_beside(context);
  const ChartData data{result.get(), before.get(), beside.get(), shown_variant(context.model)};
  const std::string clicked = draw_chosen_chart(context, box, data);
  if (!clicked.empty()) choose_variant(context.model, clicked);
}

void draw_detail_tabs(LabView& context, bool in_front, float room) {
  LabModel& lab = context.model;
  const float width =
      std::min(96 * context.unit * static_cast<float>(detail_titles().size()), room * 0.6F);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const int chosen = in_front ? static_cast<int>(lab.detail) : -1;
  ui::begin_controls(context, "detail tabs", {width, kRow * context.unit});
  const int pressed = choice(context, "details", detail_titles(), chosen, width, detail_help());
  ImGui::EndChild();
  lab.free_place = ui::Box::at(from.x + width, from.y, room - width, kRow * context.unit);
  if (pressed >= 0) show_detail(lab, pressed);
}

/// Returns the width of the button that turns from the chart to the source and back; 0: there is no
/// room, and the list of charts alone does it.
float turn_width(const LabView& context, float room) {
  constexpr float kTurn = 104.0F;
  constexpr float kLeastRoom = 832.0F;
  const bool has_room = room >= kLeastRoom * context.unit;
  return context.model.chart_place.takes_turns && has_room ? kTurn * context.unit : 0.0F;
}

void draw_turn_button(LabView& context, float width) {
  if (width <= 0) return;
  const bool to_source = context.model.chart_place.in_front;
  const ui::ButtonLook look{.width = width / context.unit, .text = to_source ? "Source" : "Chart"};
  if (icon_button(context, "turn", to_source ? ui::Icon::file : ui::Icon::chart,
                  to_source ? "Shows the source in place of the chart."
                            : "Shows the chart in place of the source.",
                  context.keys_of("lower_divider"), "", look)) {
    if (to_source) return show_detail(context.model, static_cast<int>(LabDetail::source));
    context.model.chart_place.in_front = true;
  }
}

/// Makes room for controls in the row of the chart's heading, or of the source's. `room`: width of
/// that row.
void join_heading(LabView& context, float room) {
  const float u = context.unit;
  ChartPlace& place = context.model.chart_place;
  const float origin = place.is_shown() ? origin_width(context, kOriginList * u) : 0.0F;
  const float turn = turn_width(context, room);
  place.names_origin = origin > 0;
  place.head_room = (kGap + kChartList) * u + (origin > 0 ? kGap * u + origin : 0.0F) +
                    (turn > 0 ? kGap * u + turn : 0.0F);
}

/// Draws the choice of chart, details and result at the right end of the chart's heading, where a
/// low room or an audience needs the height for rows.
void draw_beside_heading(LabView& context, const ui::Box& chart) {
  const float u = context.unit;
  const float width = context.model.chart_place.head_room - kGap * u;
  ImGui::SetCursorScreenPos({chart.right - kPadding * u - width, chart.top + 4 * u});
  begin_controls_over_chart(context, "head", {width, kRow * u});
  draw_chart_tabs(context, true, kChartList * u, true);
  ImGui::SameLine(0, kGap * u);
  draw_turn_button(context, turn_width(context, chart.width()));
  draw_origin_switch(context, kOriginList * u);
  ImGui::EndChild();
}

void draw_chart_and_controls(LabView& context, const ui::Box& box) {
  draw_chart(context, box);
  if (context.model.chart_place.head_room > 0) draw_beside_heading(context, box);
}

/// Draws the choice of chart and of result in a row of its own; the chart's heading names the
/// experiment. Where chart and details take turns, the details are chosen here, too: beside the
/// charts, or in a narrow room in the same list.
void draw_head(LabView& context) {
  const float u = context.unit;
  const ChartPlace& place = context.model.chart_place;
  const float all = ImGui::GetContentRegionAvail().x;
  ui::begin_controls(context, "head", {all, kRow * u});
  const bool has_tabs = place.takes_turns && all >= kWideHead * u;
  // In a narrow room both are lists.
  float tabs = std::min((has_tabs ? 176 : 564) * u, all * (has_tabs ? 0.5F : 0.62F));
  draw_chart_tabs(context, place.is_shown(), tabs, place.takes_turns && !has_tabs);
  if (has_tabs) {
    ImGui::SameLine(0, 8 * u);
    tabs += 296 * u;
    draw_detail_tabs(context, !place.in_front, 480 * u);  // the tabs take 288
  }
  draw_origin_switch(context, all - tabs - 16 * u);
  ImGui::EndChild();
}

void draw_details(LabView& context, const ui::Box& room) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ui::begin_part("detail", {room.right - from.x, std::max(1.0F, room.bottom - from.y)});
  switch (context.model.detail) {
    case LabDetail::source:
      draw_lab_source(context);
      break;
    case LabDetail::comparison:
      draw_lab_comparison(context);
      break;
    case LabDetail::profile:
      draw_lab_profile(context);
      break;
  }
  ImGui::EndChild();
}

/// Draws the divider between chart and details, which the mouse drags. `room`: the height that both
/// share.
void draw_divider(LabView& context, const ui::Box& box, float room) {
  const float u = context.unit;
  ImGui::SetCursorScreenPos({box.left, box.top});
  ui::mouse_area("divider", {box.width(), box.height()});
  const bool active = ImGui::IsItemActive();
  if (active || ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
  if (active) move_divider(context, ImGui::GetIO().MouseDelta.y / room);
  explain(context, "Drag for a larger chart or more of the source.",
          context.keys_of("lower_divider"));
  const ImVec4 ink = active || ImGui::IsItemHovered() ? context.theme.accent : context.theme.line;
  const float y = std::round((box.top + box.bottom) / 2);
  const float middle = (box.left + box.right) / 2;
  const ui::Box grip{middle - 24 * u, y - 2 * u, middle + 24 * u, y + 2 * u};
  if (context.places != nullptr) (*context.places)["divider"] = grip;
  const ui::ChartPen pen(context, *ImGui::GetWindowDrawList());
  pen.line({box.left, y}, {box.right, y}, context.theme.line, 1 * u);
  if (!context.presented) pen.fill(grip, ink, 2 * u);
}

/// Returns the share of the room that the chart takes: what was chosen, or more where its rows need
/// it and nothing was chosen. An audience cannot scroll, so for it the chart always takes more.
float share_of_chart(const LabView& context, float room) {
  const ChartPlace& place = context.model.chart_place;
  if (!context.presented && place.share != ChartPlace::kFirstShare) return place.share;
  const float needed = place.needed / room;
  if (context.presented) {
    const bool has_rows = place.needed > 0;
    return std::max(place.share, has_rows ? std::min(needed, ChartPlace::kPresentedShare)
                                          : ChartPlace::kPresentedShare);
  }
  return std::max({place.share, std::min(needed, ChartPlace::kGrownShare),
                   std::min(place.tight / room, ChartPlace::kTightShare)});
}

/// Draws the chart above and the details below.
void draw_both(LabView& context, const ui::Box& room) {
  const float u = context.unit;
  ChartPlace& place = context.model.chart_place;
  const float tabs = place.joins_heading ? 0.0F : (kRow + kGap) * u;
  const float rest = std::max(64 * u, room.height() - tabs - kDivider * u);
  place.drawn_share = share_of_chart(context, rest);
  const float height = rest * place.drawn_share;
  const ui::Box divider = ui::Box::at(room.left, room.top + height, room.width(), kDivider * u);
  draw_chart_and_controls(context, {room.left, room.top, room.right, divider.top});
  draw_divider(context, divider, rest);
  ImGui::SetCursorScreenPos({room.left, divider.bottom});
  if (!place.joins_heading) draw_detail_tabs(context, true, room.width());
  ImGui::SetCursorScreenPos({room.left, divider.bottom + tabs});
  draw_details(context, room);
}

/// Returns whether the room is too low for chart and details together.
bool is_low(const LabView& context, const ui::Box& room) {
  return room.height() < kLow * context.unit;
}

/// Draws either the chart or the details, whichever was chosen last.
void draw_by_turns(LabView& context, const ui::Box& room) {
  const float u = context.unit;
  const ChartPlace& place = context.model.chart_place;
  if (place.in_front) return draw_chart_and_controls(context, room);
  ImGui::SetCursorScreenPos({room.left, room.top});
  draw_details(context, room);
  if (place.head_room <= 0) return;
  const float width = place.head_room - kGap * u;
  ImGui::SetCursorScreenPos({room.right - width, room.top});
  ui::begin_controls(context, "head", {width, kRow * u});
  draw_chart_tabs(context, false, kChartList * u, true);
  ImGui::SameLine(0, kGap * u);
  draw_turn_button(context, turn_width(context, room.width()));
  ImGui::EndChild();
}

/// Returns whether a lecture points at a line of the code, which then has all of the room; a
/// picture shows the chart.
bool shows_code_alone(const LabView& context) {
  return context.model.code.is_pointed_at() && !context.is_for_picture;
}

/// Returns whether a row for controls alone would take height that a low room, an audience or the
/// code of a lecture needs.
bool needs_height(const LabView& context, const ui::Box& room) {
  return is_low(context, room) || context.presented || shows_code_alone(context);
}

/// Returns whether a low room, or for an audience, which cannot scroll, the rows of the chart leave
/// no room for details.
bool needs_turns(const LabView& context, const ui::Box& room) {
  const float u = context.unit;
  if (is_low(context, room) || shows_code_alone(context)) return true;
  const float heads = kDivider * u;
  const ChartPlace& place = context.model.chart_place;
  return context.presented && context.model.chart == LabChart::times && place.needed > 0 &&
         room.height() - heads - place.needed < kLeastDetails * u;
}

/// Notes whether another variant was chosen in the last frames. An experiment that is opened
/// without a choice begins at its first row.
void note_choice(LabModel& lab, const std::string& variant) {
  const std::string experiment = shown_experiment(lab).id;
  const std::string chosen = experiment + "/" + variant;
  if (chosen != lab.chosen.last) {
    lab.chosen.settles.end();
    const bool same_experiment = lab.chosen.last.starts_with(experiment + "/");
    if (same_experiment || lab.selected.contains(experiment)) lab.chosen.settles.begin();
  }
  lab.chosen.changed = lab.chosen.settles.next();
  lab.chosen.last = chosen;
}

}  // namespace

void draw_lab_place(LabView& context, const ui::Box& whole) {
  const float u = context.unit;
  note_choice(context.model, shown_variant(context.model));
  const ui::Pane pane("lab", whole, {kPadding * u, kGap * u}, ImGuiWindowFlags_NoScrollWithMouse);
  ChartPlace& place = context.model.chart_place;
  ui::Box room = whole;
  const bool has_code_alone = shows_code_alone(context) && !place.in_front;
  const bool has_room = whole.height() >= kLeastWithConclusion * u && !has_code_alone;
  context.model.conclusion.keys = has_room ? draw_conclusion(context, room) : std::nullopt;
  place.takes_turns = needs_turns(context, room);
  place.joins_heading = needs_height(context, room) &&
                        (place.is_shown() || context.model.detail == LabDetail::source);
  // A picture has no controls.
  const bool has_controls = place.joins_heading && !context.is_for_picture;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 all = ImGui::GetContentRegionAvail();
  place.head_room = 0.0F;
  place.names_origin = false;
  if (has_controls) join_heading(context, all.x);
  ui::Box below = ui::Box::at(from.x, from.y, all.x, all.y - (whole.bottom - room.bottom));
  // Where the details have no row of their own, a notice covers the heading.
  context.model.free_place = {from.x, from.y, from.x + all.x, from.y + kHeading * u};
  if (!place.joins_heading) {
    draw_head(context);
    below.top += (kRow + kGap) * u;
  }
  if (place.takes_turns) {
    draw_by_turns(context, below);
  } else {
    draw_both(context, below);
  }
}

void draw_whole_chart(LabView& context, const ui::Box& window) {
  const ui::Box& shown = context.model.chart_place.area;
  const float needed =
      std::min(window.height(), shown.height() + context.model.chart_place.missing);
  const ui::Box area =
      ui::Box::at(shown.left, std::min(shown.top, window.bottom - needed), shown.width(), needed);
  const ui::Pane pane("whole chart", area);
  context.model.chart_place.draws_whole = true;
  context.model.chart_place.head_room = 0;
  context.model.chart_place.names_origin = false;
  draw_chart(context, area);
  context.model.chart_place.draws_whole = false;
}

}  // namespace heatwave::lab_room
