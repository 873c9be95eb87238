// The side panel's groups for things on the field: tools, the selected item, measures.
#include "app/rooms/fields/side_groups.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/rooms/fields/field_words.h"
#include "app/rooms/fields/fields_view.h"
#include "app/session/field/unit_figures.h"
#include "app/ui/controls.h"
#include "app/ui/number_controls.h"
#include "app/ui/sized.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::fields_room {
namespace {

constexpr double kSpeed = 0.01;  ///< change per pixel of a drag, in field values

/// Edits a displayed value or a difference of displayed values: three decimals, or the unit.
bool edit_said(const ui::Look& look, const char* id, double& said, const colour::Legend& legend,
               const char* help) {
  const std::string format = legend.unit.empty() ? "%.3f" : legend.with_unit("%.4g");
  return number(look, id, said, kSpeed * legend.scale(), format.c_str(), help);
}

bool edit_level(const ui::Look& look, const char* id, double& value, const colour::Legend& legend,
                const char* help) {
  double said = legend.said(value);
  const bool changed = edit_said(look, id, said, legend, help);
  if (changed) value = legend.value(said);
  return changed;
}

/// Edits a field value in the scene's unit.
bool edit_value(const ui::Look& look, const char* title, double& value,
                const colour::Legend& legend) {
  row(look, title);
  const bool changed = edit_level(look, "##value", value, legend, "The value the cells keep.");
  note_place(look, title);
  return changed;
}

bool edit_oscillation(const ui::Look& look, field::Oscillation& oscillation,
                      const colour::Legend& legend) {
  row(look, "amplitude");
  double amplitude = legend.scale() * oscillation.amplitude;
  bool changed =
      edit_said(look, "##amplitude", amplitude, legend, "Half the height of the oscillation.");
  if (changed) oscillation.amplitude = amplitude / legend.scale();
  row(look, "period");
  changed |= slider(look, "##period", oscillation.period, 2, 2000, "%.1f steps",
                    "Steps from crest to crest.", true);
  row(look, "phase");
  changed |=
      slider(look, "##phase", oscillation.phase, 0, 360, "%.0f°", "Where in its period it starts.");
  row(look, "about");
  changed |= edit_level(look, "##offset", oscillation.offset, legend, "The value it swings about.");
  return changed;
}

bool edit_factor(const ui::Look& look, double& factor) {
  row(look, "factor");
  return slider(look, "##factor", factor, 0.01, 20.0, "× %.2f",
                "Multiplies the equation's coefficient in this medium.", true);
}

struct ToolEntry {
  ui::Icon icon;
  const char* action;
  Tool tool;
  const char* word;
  const char* help;
};
constexpr auto kToolButtons = std::to_array<ToolEntry>({
    {ui::Icon::select, "tool_select", Tool::select, "Select", "Select, move, resize by handles."},
    {ui::Icon::disc, "tool_disc", Tool::disc, "Disc", "Disc: press in its middle and drag."},
    {ui::Icon::rectangle, "tool_rectangle", Tool::rectangle, "Box",
     "Rectangle: drag from corner to corner."},
    {ui::Icon::line, "tool_line", Tool::line, "Line", "Line: drag from end to end."},
    {ui::Icon::paint, "tool_paint", Tool::paint, "Paint", "Paint: brings the field to the value."},
    {ui::Icon::hold, "tool_hold", Tool::hold, "Hold",
     "Hold: a stroke that holds its cells at the value and stays as an item."},
    {ui::Icon::erase, "tool_erase", Tool::erase, "Erase",
     "Eraser: rubs out items and field. The right button always does."},
});

struct MakeEntry {
  ui::Icon icon;
  const char* action;
  Make make;
  const char* title;
  const char* help;
};
constexpr auto kMakeButtons = std::to_array<MakeEntry>({
    {ui::Icon::source, "make_source", Make::source, "Source", "Cells kept at a value."},
    {ui::Icon::oscillating, "make_oscillating", Make::oscillating, "Oscillating",
     "Cells that swing up and down."},
    {ui::Icon::wall, "make_wall", Make::wall, "Wall", "Nothing passes: insulates or reflects."},
    {ui::Icon::medium, "make_medium", Make::medium, "Medium",
     "Heat or waves travel at another speed."},
});

void draw_tool_buttons(FieldsView& context) {
  const float u = context.unit;
  const float gap = 4 * u;
  const float width = (ImGui::GetContentRegionAvail().x - gap * (kToolButtons.size() - 1)) /
                      static_cast<float>(kToolButtons.size()) / u;
  for (std::size_t i = 0; i < kToolButtons.size(); ++i) {
    const ToolEntry& entry = kToolButtons[i];
    if (i > 0) ImGui::SameLine(0, gap);
    const ui::ButtonLook look{.active = context.tools.settings().tool == entry.tool,
                              .width = width,
                              .height = 48,
                              .word = entry.word,
                              .letters = 14};
    action_button(context, entry.icon, entry.action, entry.help, look);
  }
}

Make make_of(const scene::Role& role) {
  if (std::holds_alternative<scene::Wall>(role)) return Make::wall;
  if (std::holds_alternative<scene::Medium>(role)) return Make::medium;
  return std::get<scene::Source>(role).oscillation ? Make::oscillating : Make::source;
}

void draw_make_buttons(FieldsView& context) {
  const float u = context.unit;
  const float width = (ImGui::GetContentRegionAvail().x - 8 * u) / 2 / u;
  const ToolSettings& settings = context.tools.settings();
  const scene::Item* selected = find_item(context.snapshot.scene, context.tools.selected());
  const bool of_next = makes_items(settings.tool) || selected == nullptr;
  const Make shown = of_next ? settings.make : make_of(selected->role);
  const std::string whom = of_next ? " For the next shape." : " Changes the selected item.";
  for (std::size_t i = 0; i < kMakeButtons.size(); ++i) {
    const MakeEntry& entry = kMakeButtons[i];
    if (i % 2 == 1) ImGui::SameLine();
    const ui::ButtonLook look{.active = shown == entry.make, .width = width, .text = entry.title};
    action_button(context, entry.icon, entry.action, entry.help + whom, look);
  }
}

}  // namespace

void draw_tools_group(FieldsView& context) {
  ToolSettings& settings = context.tools.settings();
  draw_tool_buttons(context);
  draw_make_buttons(context);
  const colour::Legend legend = session::legend_of(context.snapshot.scene);
  switch (settings.make) {
    case Make::source:
      edit_value(context, "value", settings.value, legend);
      break;
    case Make::oscillating:
      edit_oscillation(context, settings.oscillation, legend);
      break;
    case Make::medium:
      edit_factor(context, settings.factor);
      break;
    case Make::wall:
      break;
  }
  row(context, "brush");
  slider(context, "##brush", settings.brush, FieldTools::kSmallestBrush, FieldTools::kLargestBrush,
         "%.1f cells", "Radius of the brushes and thickness of lines, in cells; keys [ and ].",
         true);
}

namespace {

const char* shape_title(const scene::Shape& shape) {
  constexpr std::array<const char*, 5> kTitles{"disc", "rectangle", "line", "stroke", "picture"};
  return kTitles[shape.index()];
}

std::string role_title(const scene::Role& role) {
  const Make make = make_of(role);
  if (make == Make::oscillating) return "Oscillating source";
  return kMakeButtons[static_cast<std::size_t>(make)].title;
}

/// Two numbers in one row.
bool edit_pair(FieldsView& context, const char* label, double& a, double& b, const char* help) {
  row(context, label);
  const float width = (ImGui::GetContentRegionAvail().x - 8 * context.unit) / 2;
  ImGui::PushID(label);
  ui::set_next_width(width);
  bool changed = number(context, "##a", a, 0.5, "%.1f", help);
  ImGui::SameLine();
  ui::set_next_width(width);
  changed |= number(context, "##b", b, 0.5, "%.1f", help);
  ImGui::PopID();
  return changed;
}

bool edit_length(FieldsView& context, const char* label, double& length, const char* help) {
  row(context, label);
  ImGui::PushID(label);
  const bool changed = number(context, "##length", length, 0.25, "%.1f", help, 0.5, 1e5);
  ImGui::PopID();
  return changed;
}

struct ShapeEditor {
  FieldsView& context;

  bool operator()(scene::Disc& disc) const {
    const bool moved = edit_pair(context, "centre", disc.centre.x, disc.centre.y,
                                 "The middle, in cells from the top left corner.");
    return edit_length(context, "radius", disc.radius, "Radius in cells.") || moved;
  }
  bool operator()(scene::Rectangle& box) const { return edit_box(box.from, box.to); }
  bool operator()(scene::Stencil& stencil) const { return edit_box(stencil.from, stencil.to); }
  [[nodiscard]] bool edit_box(core::Point& from, core::Point& to) const {
    double width = to.x - from.x;
    double height = to.y - from.y;
    bool changed = edit_pair(context, "corner", from.x, from.y, "The top left corner, in cells.");
    changed |= edit_pair(context, "size", width, height, "Width and height in cells.");
    to = {from.x + std::max(1.0, width), from.y + std::max(1.0, height)};
    return changed;
  }
  bool operator()(scene::Line& line) const {
    bool changed = edit_pair(context, "from", line.from.x, line.from.y, "One end, in cells.");
    changed |= edit_pair(context, "to", line.to.x, line.to.y, "The other end, in cells.");
    return edit_length(context, "thickness", line.thickness, "Thickness in cells.") || changed;
  }
  bool operator()(scene::Stroke& stroke) const {
    return edit_length(context, "brush", stroke.radius, "Radius of the stroke's brush in cells.");
  }
};

struct RoleEditor {
  FieldsView& context;

  bool operator()(scene::Source& source) const {
    bool changed = choose_component(source);
    bool oscillates = source.oscillation.has_value();
    const bool switched = toggle(context, "oscillates", "oscillates", oscillates,
                                 "Swings up and down instead of keeping its value.");
    if (switched) ++context.memory.grips;
    changed |= switched;
    if (oscillates && !source.oscillation) source.oscillation = field::Oscillation{};
    if (!oscillates) source.oscillation.reset();
    const colour::Legend legend = session::legend_of(context.snapshot.scene);
    changed |= source.oscillation ? edit_oscillation(context, *source.oscillation, legend)
                                  : edit_value(context, "held at", source.value, legend);
    return changed;
  }
  bool operator()(scene::Wall& /*wall*/) const { return false; }

  /// Chooses the component that the source holds, if the equation has several.
  bool choose_component(scene::Source& source) const {
    const scene::Scene& scene = context.snapshot.scene;
    const auto& components = scene::equation_of(scene).components;
    if (components.size() < 2) return false;
    std::vector<std::string> titles;
    for (const field::ComponentInfo& component : components) titles.push_back(component.id);
    const std::vector<std::string> help(
        titles.size(), "The component that it keeps; the others are at rest there.");
    const auto kept = static_cast<int>(scene::component_of(scene, source.component));
    const int pressed = segmented_row(context, "keeps", "kept", titles, kept, help);
    if (pressed < 0) return false;
    source.component = titles[static_cast<std::size_t>(pressed)];
    ++context.memory.grips;
    return true;
  }

  bool operator()(scene::Medium& medium) const { return edit_factor(context, medium.factor); }
};

void draw_item_buttons(FieldsView& context) {
  const float width = (ImGui::GetContentRegionAvail().x - 8 * context.unit) / 2 / context.unit;
  const ui::ButtonLook duplicate{.width = width, .text = "Duplicate"};
  action_button(context, ui::Icon::duplicate, "duplicate_item", "A copy beside it.", duplicate);
  ImGui::SameLine();
  const ui::ButtonLook remove{.width = width, .text = "Delete"};
  action_button(context, ui::Icon::remove, "remove_item",
                "Removes the item; the field around it stays.", remove);
}

}  // namespace

void draw_item_group(FieldsView& context) {
  const auto* selected = find_item(context.snapshot.scene, context.tools.selected());
  if (selected == nullptr) {
    dim_text(context, "Click an item in the field.");
    return;
  }
  scene::Item item = *selected;
  ImGui::PushID(item.id);
  value_row(context, shape_title(item.shape), role_title(item.role));
  bool changed = std::visit(RoleEditor{context}, item.role);
  changed |= std::visit(ShapeEditor{context}, item.shape);
  if (changed) context.edit(session::ChangeItem{item});
  draw_item_buttons(context);
  ImGui::PopID();
}

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
             "Steps between samples of the probes; 0: automatic.", 0, 1e6);
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
  action_button(context, ui::Icon::reset, "clear_stopwatch", "Resets the stopwatch.");
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  const auto steps = stopwatch.steps(context.snapshot.step);
  const bool is_at_rest = steps == 0 && !stopwatch.running();
  ImGui::TextUnformatted(is_at_rest ? "stopwatch" : stopwatch_words(context, steps).c_str());
}

void draw_toggles(FieldsView& context) {
  const scene::Measures& measures = context.snapshot.scene.measures;
  bool totals = measures.totals;
  const std::string total = session::total_title(context.snapshot.scene);
  if (toggle(context, "totals", (total + ", min and max").c_str(), totals,
             "Charts of the whole field: its " + total + ", minimum and maximum.")) {
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
  changed |= edit("0 is", units.zero, 1.0, -1e6, 1e6, value, "Physical value that 0 represents.");
  changed |= edit("1 is", units.one, 1.0, -1e6, 1e6, value, "Physical value that 1 represents.");
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
