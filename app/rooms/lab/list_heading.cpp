// Draws the list's heading, with the choice of figures and the buttons of the guess.
#include "app/rooms/lab/list_heading.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>

#include "app/rooms/lab/chart_rows.h"
#include "app/rooms/lab/lab_charts.h"
#include "app/ui/controls.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab_room {
namespace {

// Lengths in design units.
/// From this width on, the choice of figures is a row of buttons, and the guess has words.
constexpr float kWideChart = 1100.0F;
constexpr float kMediumChart = 720.0F;
constexpr float kIconButton = 40.0F;
constexpr float kControlHeight = 32.0F;

std::span<const std::string> figure_titles() {
  static const std::array<std::string, 4> kTitles{"Speed", "Copies", "Launch", "Result"};
  return kTitles;
}
float figures_width(const LabView& context, float width) {
  const float room = width >= kWideChart * context.unit ? width * 0.36F : 0.0F;
  return std::max(112 * context.unit, choice_width(context, figure_titles(), room));
}
/// Returns the width of the button that hides the times, and of those in its place while they are
/// hidden.
float guess_width(const LabView& context, float width) {
  if (width < kMediumChart * context.unit) return (2 * kIconButton + 8) * context.unit;
  return ImGui::CalcTextSize("Guess first").x + 56 * context.unit;
}
/// Returns the width of the controls beside the title; 0: none, as in a saved picture or where they
/// would be cut.
float controls_width(const LabView& context, float width) {
  if (context.is_for_picture || context.model.chart_place.draws_whole) return 0.0F;
  const float u = context.unit;
  const float controls = figures_width(context, width) + guess_width(context, width) + 8 * u;
  return controls <= width ? controls + 16 * u : 0.0F;
}

void draw_guess_buttons(LabView& context, float width, bool has_words, bool guesses) {
  const float u = context.unit;
  const bool on = context.model.guess.on;
  const bool is_wide = has_words && !guesses;
  const ui::ButtonLook look{.active = on,
                            .width = is_wide ? width / u : kIconButton,
                            .text = is_wide ? (on ? "Show all" : "Guess first") : nullptr};
  action_button(context, ui::Icon::dice, "guess_first",
                on ? "Shows all times."
                   : "Hides the times until the class has guessed; then shows one after another.",
                look);
  if (!guesses) return;
  ImGui::SameLine(0, 8 * u);
  action_button(context, ui::Icon::chevron_right, "reveal_next", "Shows the next time.",
                {.primary = true,
                 .width = width / u - kIconButton - 8,
                 .text = has_words ? "Reveal" : nullptr});
}

void draw_controls(LabView& context, const ui::Box& area, float room, bool guesses) {
  static const std::array<std::string, 4> kHelp{
      "How fast each variant is, its bandwidth, and its share of the device's limit.",
      "One time for the kernel and its copies to and from the GPU.",
      "The launch by the CPU's clock, its grid, block, registers, shared memory and occupancy.",
      "The result of each variant and its error."};
  const float u = context.unit;
  const float head = context.model.chart_place.head_room;
  const float width = area.width() - head;
  ImGui::SetCursorScreenPos({area.right - head - room, area.top + 4 * u});
  begin_controls_over_chart(context, "list controls", {room, kControlHeight * u});
  ListModel& model = context.model.list;
  const int pressed = choice(context, "figures", figure_titles(), static_cast<int>(model.figures),
                             figures_width(context, width), kHelp);
  if (pressed >= 0) model.figures = static_cast<session::LabFigures>(pressed);
  ImGui::SameLine(0, 8 * u);
  draw_guess_buttons(context, guess_width(context, width), width >= kMediumChart * u, guesses);
  ImGui::EndChild();
}

/// Returns the time and memory that a run of all variants needs.
std::string cost_of_run(const LabView& context) {
  const lab::Experiment& experiment = shown_experiment(context.model);
  const lab::Settings settings = shown_settings(context.model);
  const auto& variants = experiment.variants;
  const auto count = std::count_if(variants.begin(), variants.end(), [&](const auto& variant) {
    return unavailable_reason(context, variant).empty() &&
           (!variant.left_out || variant.left_out(settings).empty());
  });
  const std::string& gpu = context.snapshot.lab.gpu;
  std::string words = fmt::format("On this machine{}: {} of {} variants are run, timed and checked",
                                  gpu.empty() ? "" : ", " + gpu, count, variants.size());
  words += fmt::format(", about a second each. They take {} of memory",
                       core::in_bytes(experiment.host_bytes ? experiment.host_bytes(settings) : 0));
  if (!gpu.empty() && experiment.device_bytes) {
    words += " and " + core::in_bytes(experiment.device_bytes(settings)) + " of the GPU's";
  }
  const bool recorded = context.snapshot.lab.recorded.contains(experiment.id);
  return words + (recorded ? ". Results recorded elsewhere can be chosen above." : ".");
}

/// Draws where the result was measured, and as many of its settings as fit before `right`; the
/// panel has the others. Returns false if there is no room for settings of this width.
bool draw_facts(const ui::ChartPen& pen, ImVec2 at, float right, const ui::ChartHeading& heading,
                float least_settings) {
  const float u = pen.unit();
  const float settings = at.x + pen.width(heading.origin) + 16 * u;
  if (heading.origin.empty() || right - settings < least_settings) return false;
  // A recorded result says so, more quietly than a title.
  pen.text(at.x, at.y, heading.origin, heading.recorded ? pen.theme().text : pen.theme().dim);
  std::string shown = heading.settings;
  while (pen.width(shown) > right - settings && !shown.empty()) {
    const std::size_t end = shown.rfind(" · ");
    shown.resize(end == std::string::npos ? 0 : end);
  }
  pen.text(settings, at.y, shown, pen.theme().dim);
  return true;
}

/// Draws origin and settings in smaller letters above the list, where controls take the heading's
/// line; returns the area below.
ui::Box draw_small_facts(LabView& context, const ui::Box& area, const ui::ChartHeading& heading) {
  constexpr float kLinesOfWindow = 32.0F;  // the last row reads no smaller letters
  const float most = ImGui::GetIO().DisplaySize.y / kLinesOfWindow / context.fonts.size;
  for (float part = 1.0F; part > 0.5F; part *= 0.97F) {
    const ui::SizedLook sized(context, part);
    const ui::ChartPen pen(sized.look, *ImGui::GetWindowDrawList());
    const std::string first = heading.settings.substr(0, heading.settings.find(" · "));
    const ui::Box line{area.left, area.top, area.right, area.top + pen.line()};
    const ImVec2 at{line.left, (line.top + line.bottom) / 2};
    if (part > most || !draw_facts(pen, at, line.right, heading, pen.width(first))) continue;
    note_box(context, "facts of times", line);
    return {area.left, line.bottom + 2 * context.unit, area.right, area.bottom};
  }
  return area;
}

/// Draws origin and settings in one line, as high as the controls beside it, which leaves height to
/// the rows: the bars above name the experiment and the chart. Returns the area below it; none:
/// there is no room.
std::optional<ui::Box> draw_line_of_facts(const ui::ChartPen& pen, const ui::Box& area,
                                          const ui::ChartHeading& heading, float controls) {
  constexpr float kLeastSettings = 96.0F;
  constexpr float kLine = kControlHeight + 8.0F;
  const float u = pen.unit();
  const ui::Box line{area.left + 16 * u, area.top, area.right - 16 * u - controls,
                     area.top + kLine * u};
  const ImVec2 at{line.left, (line.top + line.bottom) / 2};
  if (!draw_facts(pen, at, line.right, heading, kLeastSettings * u)) return {};
  return ui::Box{line.left, line.bottom, area.right - 16 * u, area.bottom - 8 * u};
}

/// Draws title, origin and settings in one line for an audience, where the rows need the height.
/// Returns the area below it; none: there is no room.
std::optional<ui::Box> draw_low_head(const LabView& context, const ui::ChartPen& pen,
                                     const ui::Box& area, const ui::ChartHeading& heading) {
  const float u = pen.unit();
  const std::string& title = shown_experiment(context.model).title;
  // The controls that come with the pointer cover this line alone.
  const float high = std::max(pen.line(ui::Voice::strong) + 4 * u, (kControlHeight + 8) * u);
  const ui::Box line{area.left + 16 * u, area.top, area.right - 16 * u, area.top + high};
  const float middle = (line.top + line.bottom) / 2;
  const float origin = line.left + pen.width(title, ui::Voice::strong) + 16 * u;
  if (!draw_facts(pen, {origin, middle}, line.right, heading, 0.0F)) return {};
  pen.text(line.left, middle, title, pen.theme().text, ui::Voice::strong);
  return ui::Box{line.left, line.bottom, line.right, area.bottom - 8 * u};
}

}  // namespace

ui::ChartHeading waiting_heading(const LabView& context) {
  const session::LabStatus& lab = context.snapshot.lab;
  if (lab.running && lab.experiment == shown_experiment(context.model).id) {
    return {.title = "Measuring …",
            .settings = "Each variant's time appears as soon as it has been measured and checked."};
  }
  return {.title = "Press " + context.keys_of("run_or_cancel") + " to run all",
          .settings = cost_of_run(context)};
}

ui::Box draw_list_heading(LabView& context, const ui::ChartPen& pen, const ui::Box& area,
                          const ChartData& chart, const ListData& data) {
  const float head = context.model.chart_place.head_room;
  const float room = controls_width(context, area.width() - head);
  ui::ChartHeading heading = chart.result == nullptr
                                 ? waiting_heading(context)
                                 : chart_heading(*chart.result, "times", data.ladder.first());
  const float all = area.width() - 32 * pen.unit();
  const auto fits = [&](float width) {
    return pen.width(heading.title, ui::Voice::large) <= width;
  };
  const float beside = all - room - head;
  if (!context.presented) {
    if (!fits(beside)) heading.title = shown_experiment(context.model).title;
    if (!fits(beside)) heading.title.clear();
  }
  // An audience and a saved picture have a title, too.
  const bool has_title = context.presented || room <= 0;
  const bool is_low = context.presented && context.model.chart_place.takes_turns;
  const auto below = is_low      ? draw_low_head(context, pen, area, heading)
                     : has_title ? std::nullopt
                                 : draw_line_of_facts(pen, area, heading, room + head);
  ui::Box box = below ? *below : draw_chart_head(context, pen, area, heading, room);
  // The heading leaves out where and of what size the result is, which belongs beside each time.
  if (context.model.chart_place.names_origin && !context.presented) {
    box = draw_small_facts(context, box, heading);
  }
  if (room > 0) draw_controls(context, area, room, data.guesses);
  return box;
}

}  // namespace heatwave::lab_room
