// Tools that measure, and the spacing of samples.
#include "app/rooms/fields/measure_group.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/rooms/fields/measure_words.h"
#include "app/session/field/unit_figures.h"
#include "app/ui/controls.h"

namespace heatwave::fields_room {
namespace {

struct MeasureTool {
  ui::Icon icon;
  const char* action;
  Tool tool;
  const char* title;
  const char* help;
};
constexpr auto kMeasureTools = std::to_array<MeasureTool>({
    {ui::Icon::probe, "tool_probe", Tool::probe, "Probe",
     "Click the field to drop a probe, up to eight; drag one anywhere."},
    {ui::Icon::profile, "tool_profile", Tool::profile, "Profile",
     "Drag across the field: the values along the line as a chart."},
    {ui::Icon::tape, "tool_tape", Tool::tape, "Tape",
     "Drag from place to place: the distance, and the wavelength of the crests between."},
});

void draw_measure_buttons(FieldsView& context) {
  const float u = context.unit;
  const float gap = 4 * u;
  const float width = (ImGui::GetContentRegionAvail().x - gap * (kMeasureTools.size() - 1)) /
                      static_cast<float>(kMeasureTools.size()) / u;
  for (std::size_t i = 0; i < kMeasureTools.size(); ++i) {
    const MeasureTool& entry = kMeasureTools[i];
    if (i > 0) ImGui::SameLine(0, gap);
    action_button(context, entry.icon, entry.action, entry.help,
                  {.active = context.tools.settings().tool == entry.tool,
                   .width = width,
                   .text = entry.title});
  }
}

void edit_sampling(FieldsView& context) {
  row(context, "sample every");
  double every = static_cast<double>(context.snapshot.scene.measures.every);
  const bool changed =
      number(context, "##every", every, 0.5, every < 0.5 ? "automatic" : "%.0f steps",
             "Steps from one sample of the probes to the next; 0: as close as there is time and "
             "room for.",
             0, 1e6);
  if (typed_to_its_end(context, "##every", changed, every)) {
    context.edit(session::SetSampling{std::llround(every)});
  }
}

void draw_stopwatch(FieldsView& context) {
  const float u = context.unit;
  Stopwatch& stopwatch = context.model.stopwatch;
  action_button(context, stopwatch.running() ? ui::Icon::pause : ui::Icon::play, "stopwatch",
                "Counts the steps, and the time that they stand for.",
                {.active = stopwatch.running()});
  ImGui::SameLine(0, 4 * u);
  action_button(context, ui::Icon::reset, "clear_stopwatch", "To zero.");
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  const auto steps = stopwatch.steps(context.snapshot.step);
  ImGui::TextUnformatted(stopwatch_words(context, steps).c_str());
}

void draw_toggles(FieldsView& context) {
  const scene::Measures& measures = context.snapshot.scene.measures;
  bool totals = measures.totals;
  const std::string total = session::total_title(context.snapshot.scene);
  if (toggle(context, "totals", (total + ", min and max").c_str(), totals,
             "Follows the whole field: charts of its " + total + ", its least and its most.")) {
    context.send(session::WatchTotals{totals});
  }
  bool theory = context.model.show_theory;
  const std::string reason = why_not("theory", context);
  if (toggle(context, "theory", "theory", theory,
             "The exact curve over profile and probes, with its error; for interference the "
             "directions d·sin θ = mλ. " +
                 context.keys_of("theory"),
             reason)) {
    perform("theory", context);
  }
  if (session::rate_unit(context.snapshot.scene).empty() && !measures.units) return;
  bool units = measures.units.has_value();
  if (toggle(context, "units", "physical units", units,
             "Metres, seconds and °C instead of cells, steps and values.")) {
    session::SetUnits command;
    if (units) command.units = session::usual_units(context.snapshot.scene);
    context.send(command);
  }
}

void edit_units(FieldsView& context) {
  const scene::Scene& scene = context.snapshot.scene;
  if (!scene.measures.units) return;
  scene::Units units = *scene.measures.units;
  const std::string value = session::value_unit(scene);
  const auto edit = [&](const char* label, double& number, double scale, double low, double high,
                        const std::string& unit, const std::string& help) {
    row(context, label);
    double shown = number * scale;
    ImGui::PushID(label);
    const bool changed = ui::number(context, "##of", shown, std::max(std::abs(shown), 1e-3) * 0.01,
                                    ("%.4g " + unit).c_str(), help, low, high);
    const bool typed = typed_to_its_end(context, "##of", changed, shown);
    ImGui::PopID();
    if (typed) number = shown / scale;
    return typed;
  };
  bool changed = edit("cell", units.cell, 1e3, 1e-6, 1e9, "mm", "The side of a cell.");
  if (scene.equation == "heat") {
    changed |= edit("diffusivity", units.rate, 1e6, 1e-6, 1e9, "mm²/s",
                    "How fast heat spreads: copper 117, iron 23, water 0.14, air 22 mm²/s.");
  } else {
    changed |= edit("speed", units.rate, 1.0, 1e-6, 1e9, session::rate_unit(scene),
                    "How fast waves run: ripples 0.3, sound 343, light 3e8 m/s.");
  }
  changed |= edit("0 is", units.zero, 1.0, -1e6, 1e6, value, "What a value of 0 stands for.");
  changed |= edit("1 is", units.one, 1.0, -1e6, 1e6, value, "What a value of 1 stands for.");
  if (units.zero == units.one) changed = false;
  if (changed) context.edit(session::SetUnits{units});
  value_row(context, "a step lasts", time_words(context, 1));
}

}  // namespace

void draw_measure_group(FieldsView& context) {
  draw_measure_buttons(context);
  if (!context.snapshot.scene.measures.probes.empty()) edit_sampling(context);
  draw_stopwatch(context);
  draw_toggles(context);
  edit_units(context);
}

}  // namespace heatwave::fields_room
