// Carries out the actions of the fields room.
#include "app/rooms/fields/fields_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "app/rooms/fields/formula_panel.h"
#include "app/rooms/fields/side_groups.h"
#include "app/scene/interference.h"
#include "app/scene/scene_files.h"
#include "app/scene/views/catalogue.h"
#include "app/session/field/theory.h"
#include "kernels/core/error.h"

namespace heatwave::fields_room {
namespace {

namespace key = rooms::key;

constexpr double kBrushStep = 1.25;

void open_neighbour_scene(FieldsView& context, int by) {
  const auto& scenes = context.model.scenes;
  if (scenes.empty()) return;
  const auto here = std::find_if(scenes.begin(), scenes.end(), [&context](const SceneChoice& s) {
    return s.name == context.snapshot.scene.name;
  });
  const auto count = static_cast<std::ptrdiff_t>(scenes.size());
  const std::ptrdiff_t at = here == scenes.end() ? (by > 0 ? -1 : 0) : here - scenes.begin();
  open_scene(context, scenes[static_cast<std::size_t>((at + by + count) % count)].name);
}

void toggle_pace(FieldsView& context) {
  const int steps = context.snapshot.scene.pace.steps;
  if (steps != 0) context.model.pace.fixed = steps;
  context.send(session::SetPace{{steps == 0 ? context.model.pace.fixed : 0}});
}

/// Magnified pictures are as smooth as the window.
exporting::PictureParts parts_of_pictures(const FieldsView& context) {
  exporting::PictureParts parts = context.model.picture_parts;
  parts.smooth = parts.has_frame() && context.smooth_cells;
  return parts;
}

void resize_brush(ToolSettings& settings, double factor) {
  const double wanted = settings.brush * factor;
  const double rounded = wanted < 4 ? std::round(wanted * 2) / 2 : std::round(wanted);
  const double nudged = rounded == settings.brush ? rounded + (factor > 1 ? 0.5 : -0.5) : rounded;
  settings.brush = std::clamp(nudged, FieldTools::kSmallestBrush, FieldTools::kLargestBrush);
}

/// Each key press is one undo step, also while the key repeats.
void move_selected(FieldsView& context, core::Point by) {
  const auto* item = find_item(context.snapshot.scene, context.tools.selected());
  if (item != nullptr) context.send(session::ChangeItem{scene::moved(*item, by)});
}

void duplicate_selected(FieldsView& context) {
  const auto* item = find_item(context.snapshot.scene, context.tools.selected());
  if (item == nullptr) return;
  const double by = std::max(4.0, context.snapshot.scene.extent.width / 40.0);
  scene::Item copy = scene::moved(*item, {std::round(by), std::round(by)});
  copy.id = 0;
  context.tools.select_next_item(context.snapshot);
  context.send(session::AddItem{copy});
}

void remove_selected(FieldsView& context) {
  if (context.measures.selected()) return context.measures.remove_selected(context.commands);
  if (find_item(context.snapshot.scene, context.tools.selected()) == nullptr) return;
  context.send(session::RemoveItem{context.tools.selected()});
  context.tools.select(0);
}

/// Sets the role of the next item. If the tool creates no items, it changes the selected item; if
/// none is selected, it chooses the disc tool.
void choose_make(FieldsView& context, Make make) {
  FieldTools& tools = context.tools;
  tools.settings().make = make;
  if (makes_items(tools.settings().tool)) return;
  const auto* item = find_item(context.snapshot.scene, tools.selected());
  if (item == nullptr) {
    tools.choose(Tool::disc);
    return;
  }
  const scene::Item remade = tools.remade(*item);
  if (remade != *item) context.send(session::ChangeItem{remade});
}

void toggle_play(FieldsView& context) {
  if (context.snapshot.playing) {
    context.send(session::Pause{});
  } else {
    context.send(session::Play{});
  }
}

void one_step(FieldsView& context) {
  if (context.snapshot.playing) context.send(session::Pause{});
  context.send(session::Advance{1});
}

void deselect(FieldsView& context) {
  if (context.tools.busy()) {
    context.tools.cancel();
  } else if (context.measures.busy()) {
    context.measures.cancel();
  } else if (context.tools.selected() != 0 || context.measures.selected()) {
    context.tools.select(0);
    context.measures.deselect();
  } else {
    context.tools.choose(Tool::select);
  }
}

template <Tool tool>
void choose_tool(FieldsView& context) {
  context.tools.choose(tool);
  show_chart_of(context.model.strip, tool);
}

template <Make make>
void choose(FieldsView& context) {
  choose_make(context, make);
}

template <int right, int down>
void nudge(FieldsView& context) {
  if (context.measures.selected()) {
    context.measures.nudge_selected(context.snapshot.scene, {right, down}, context.commands);
  } else {
    move_selected(context, {right, down});
  }
}

void fold_charts(FieldsView& context) { context.model.strip.folded = !context.model.strip.folded; }

void hold_charts(FieldsView& context) {
  auto& held = context.model.strip.held;
  if (held) {
    held.reset();
  } else {
    held = std::make_shared<const session::Readings>(context.snapshot.readings);
  }
}

void save_values(FieldsView& context) {
  const StripChart shown = shown_chart(context.model.strip, context.snapshot.scene.measures);
  context.send(session::SaveMeasures{strip_charts().at(static_cast<std::size_t>(shown)).table, ""});
}

void turn_view(FieldsView& context, int by) {
  choose_view(context, scene::neighbour_view(context.snapshot.scene, by));
}

constexpr double kWipeStep = 0.05;

std::string why_no_comparison(const FieldsView& context) {
  return context.comparison == nullptr ? "No copy is compared: U begins that" : "";
}

std::string why_no_wipe(const FieldsView& context) {
  const bool wipes = context.comparison != nullptr &&
                     context.comparison->layout == session::ComparisonLayout::wipe;
  return wipes ? "" : "Two fields are not wiped";
}

/// Returns the command that shows the comparison as it is.
session::ShowComparison shown_comparison(const FieldsView& context) {
  const rooms::Comparison& now = *context.comparison;
  return {.layout = now.layout, .divided_at = now.divided_at, .difference = now.difference};
}

/// Wipes without the difference, which would halve the fields.
void toggle_wipe(FieldsView& context) {
  session::ShowComparison show = shown_comparison(context);
  const bool wipes = show.layout == session::ComparisonLayout::wipe;
  show.layout = wipes ? session::ComparisonLayout::side_by_side : session::ComparisonLayout::wipe;
  show.difference = wipes;
  context.send(show);
}

void toggle_difference(FieldsView& context) {
  session::ShowComparison show = shown_comparison(context);
  show.difference = !show.difference;
  context.send(show);
}

void move_wipe(FieldsView& context, double by) {
  session::ShowComparison show = shown_comparison(context);
  show.divided_at = std::clamp(show.divided_at + by, 0.0, 1.0);
  context.send(show);
}

void toggle_comparison(FieldsView& context) {
  context.send(session::CompareFields{context.comparison == nullptr});
}

void toggle_theory(FieldsView& context) { context.model.show_theory = !context.model.show_theory; }

// Reasons for disabled actions
// -------------------------------------------------------------------------------------------

std::string why_no_play(const FieldsView& context) {
  return context.snapshot.overflowed ? "The field has overflowed: reset it first" : "";
}

std::string why_no_step(const FieldsView& context) {
  if (context.snapshot.lab.running) return "The field is paused while the lab measures";
  return why_no_play(context);
}

std::string why_no_undo(const FieldsView& context) {
  return context.snapshot.can_undo ? "" : "Nothing to undo";
}

std::string why_no_redo(const FieldsView& context) {
  return context.snapshot.can_redo ? "" : "Nothing to redo";
}

std::string why_nothing_selected(const FieldsView& context) {
  return context.tools.selected() != 0 ? "" : "Nothing is selected";
}

std::string why_nothing_to_remove(const FieldsView& context) {
  return context.measures.selected() ? "" : why_nothing_selected(context);
}

std::string why_no_charts(const FieldsView& context) {
  return context.model.strip.place.size > 0 ? "" : "Nothing is measured: drop a probe first";
}

std::string why_no_values(const FieldsView& context) {
  const scene::Measures& measures = context.snapshot.scene.measures;
  const StripChart shown = shown_chart(context.model.strip, measures);
  return has(shown, measures) ? "" : "Nothing is measured: drop a probe first";
}

std::string why_no_chart(const FieldsView& context) {
  if (context.model.strip.folded) return "The charts are folded away";
  const std::string reason = why_no_values(context);
  return !reason.empty() || context.writer_has_room ? reason : rooms::kNoRoomForPictures;
}

std::string why_no_theory(const FieldsView& context) {
  const scene::Scene& scene = context.snapshot.scene;
  const auto& averaged = scene::view_of(scene).averaged;
  const bool is_steady_known = averaged && averaged->theory && averaged->theory(scene);
  if (context.model.show_theory || is_steady_known || session::theory_of(scene) ||
      scene::interference_of(scene) || session::refraction_of(scene)) {
    return "";
  }
  return "No exact answer is known here: try the drop, the hot bar, the prism, or two sources";
}

std::string why_no_other_quantity(const FieldsView& context) {
  return quantity_ids(context.snapshot.scene).size() > 1
             ? ""
             : "The field has one component: type an expression in View";
}

void show_next_quantity(FieldsView& context) {
  const std::vector<std::string> ids = quantity_ids(context.snapshot.scene);
  const std::size_t next = chosen_quantity(context.snapshot.scene) + 1;
  context.send(session::ShowComponent{ids[next % ids.size()]});
}

void soften_colours(FieldsView& context) {
  colour::ColourChoice choice = scene::shown_colours(context.snapshot.scene);
  choice.scale = choice.scale == colour::ScaleKind::linear ? colour::ScaleKind::softened
                                                           : colour::ScaleKind::linear;
  context.send(session::SetColours{choice});
}

void save_field(FieldsView& context) {
  // A picture of the field is seen from above.
  if (context.relief != nullptr && !context.relief->heights.empty()) {
    context.send(session::SaveSurfacePng{});
  } else {
    context.send(session::SaveFieldPng{.with = parts_of_pictures(context)});
  }
}

std::string why_no_picture(const FieldsView& context) {
  return context.writer_has_room ? "" : rooms::kNoRoomForPictures;
}

std::string why_no_colours_fit(const FieldsView& context) {
  return scene::shown_colours(context.snapshot.scene).automatic
             ? ""
             : "The colours have a fixed range: choose Automatic in Colours";
}

std::string why_no_fit(const FieldsView& context) {
  const bool fitted =
      context.look.is_flat() ? context.mapping.fitted() : context.model.camera.is_reset();
  return fitted ? "The whole field is shown" : "";
}

// The table
// -------------------------------------------------------------------------------------------

constexpr const char* kRun = "Run";
constexpr const char* kEdit = "Edit";
constexpr const char* kTools = "Tools";
constexpr const char* kMakes = "Selected item or next shape";
constexpr const char* kSave = "Save";
constexpr const char* kShow = "Show";

const auto kActions = std::to_array<rooms::ActionRow<FieldsView>>({
    {{"play_pause", {{key::kSpace}}, "Space", "play or pause", kRun}, toggle_play, why_no_play},
    {{"step", {{'.'}}, ".", "one step", kRun, true}, one_step, why_no_step},
    {{"reset", {{'R'}}, "R", "back to the initial field", kRun},
     [](FieldsView& context) { context.send(session::Reset{}); }},
    {{"fit_pace", {{'F'}}, "F", "steps that fit in a frame, or a fixed number", kRun}, toggle_pace},
    {{"next_scene", {{'N'}}, "N", "next scene", kRun},
     [](FieldsView& context) { open_neighbour_scene(context, 1); }},
    {{"previous_scene", {{'N', false, true}}, "Shift N", "previous scene", kRun},
     [](FieldsView& context) { open_neighbour_scene(context, -1); }},

    {{"undo", {{'Z', true}}, "Ctrl Z", "undo", kEdit, true},
     [](FieldsView& context) { context.send(session::Undo{}); },
     why_no_undo},
    {{"redo", {{'Z', true, true}, {'Y', true}}, "Ctrl Shift Z", "redo", kEdit, true},
     [](FieldsView& context) { context.send(session::Redo{}); },
     why_no_redo},
    {{"remove_item", {{key::kDelete}, {key::kBackspace}}, "Delete", "delete the selection", kEdit},
     remove_selected,
     why_nothing_to_remove},
    {{"duplicate_item", {{'D', true}}, "Ctrl D", "duplicate the selection", kEdit},
     duplicate_selected,
     why_nothing_selected},
    {{"nudge_left", {{key::kLeft}}, "Arrows", "move the selection by one cell", kEdit, true},
     nudge<-1, 0>},
    {{"nudge_right", {{key::kRight}}, "", "", kEdit, true}, nudge<1, 0>},
    {{"nudge_up", {{key::kUp}}, "", "", kEdit, true}, nudge<0, -1>},
    {{"nudge_down", {{key::kDown}}, "", "", kEdit, true}, nudge<0, 1>},
    {{"edit_formula",
      {{'E', false, true}},
      "Shift E",
      "type the equation (PDE) as a formula",
      kEdit},
     [](FieldsView& context) { context.formula.turn(); }},
    {{"deselect", {{key::kEscape}}, "Esc", "select nothing, close the help", kEdit}, deselect},

    {{"tool_select", {{'V'}}, "V", "select, move and resize", kTools}, choose_tool<Tool::select>},
    {{"tool_disc", {{'D'}}, "D", "disc", kTools}, choose_tool<Tool::disc>},
    {{"tool_rectangle", {{'B'}}, "B", "rectangle (box)", kTools}, choose_tool<Tool::rectangle>},
    {{"tool_line", {{'L'}}, "L", "line", kTools}, choose_tool<Tool::line>},
    {{"tool_paint", {{'P'}}, "P", "brush that paints the field", kTools}, choose_tool<Tool::paint>},
    {{"tool_hold", {{'K'}}, "K", "brush that holds cells at a value", kTools},
     choose_tool<Tool::hold>},
    {{"tool_erase", {{'E'}}, "E", "eraser", kTools}, choose_tool<Tool::erase>},
    {{"tool_probe", {{'I'}}, "I", "probe: a cell's value over time", kTools},
     choose_tool<Tool::probe>},
    {{"tool_profile", {{'X'}}, "X", "profile: the values along a line", kTools},
     choose_tool<Tool::profile>},
    {{"tool_tape", {{'Y'}}, "Y", "tape: distance and wavelength", kTools}, choose_tool<Tool::tape>},
    {{"smaller_brush", {{'['}}, "[", "smaller brush", kTools, true},
     [](FieldsView& context) { resize_brush(context.tools.settings(), 1 / kBrushStep); }},
    {{"larger_brush", {{']'}}, "]", "larger brush", kTools, true},
     [](FieldsView& context) { resize_brush(context.tools.settings(), kBrushStep); }},

    {{"make_source", {{'A'}}, "A", "make it a source at a constant value", kMakes},
     choose<Make::source>},
    {{"make_oscillating", {{'O'}}, "O", "make it an oscillating source", kMakes},
     choose<Make::oscillating>},
    {{"make_wall", {{'W'}}, "W", "make it a wall", kMakes}, choose<Make::wall>},
    {{"make_medium", {{'M'}}, "M", "make it another medium", kMakes}, choose<Make::medium>},

    {{"save_field", {{'S'}}, "S", "the field as PNG", kSave, false, true},
     save_field,
     why_no_picture},
    {{"save_window", {{'S', false, true}}, "Shift S", "the window as PNG", kSave, false, true},
     [](FieldsView& context) { context.send(session::SaveWindowPng{}); },
     why_no_picture},
    {{"save_scene", {{'S', true}}, "Ctrl S", "the scene as a file", kSave},
     [](FieldsView& context) { context.send(session::SaveDocument{}); }},
    {{"save_scene_as", {{'S', true, true}}, "Ctrl Shift S", "the scene under another name", kSave},
     [](FieldsView& context) { context.send(session::SaveDocument{.as = true}); }},
    {{"copy_scene", {{'C', true}}, "Ctrl C", "copy the scene as a line of text", kSave},
     [](FieldsView& context) { context.send(session::CopyScene{}); }},
    {{"copy_run",
      {{'C', true, true}},
      "Ctrl Shift C",
      "copy the command line of this picture",
      kSave},
     [](FieldsView& context) { context.send(session::CopyRunLine{parts_of_pictures(context)}); }},
    {{"paste_scene", {{'V', true}}, "Ctrl V", "paste a scene copied as text", kSave},
     [](FieldsView& context) { context.send(session::PasteScene{}); }},

    {{"fit_view", {{'0'}, {key::kHome}}, "0", "the whole field", kShow},
     [](FieldsView& context) { context.model.fit(!context.look.is_flat()); },
     why_no_fit},
    {{"next_view", {{'G'}}, "G", "next view: contours, arrows, …", kShow},
     [](FieldsView& context) { turn_view(context, 1); }},
    {{"previous_view", {{'G', false, true}}, "Shift G", "previous view", kShow},
     [](FieldsView& context) { turn_view(context, -1); }},
    {{"next_quantity",
      {{'V', false, true}},
      "Shift V",
      "show the next component or expression",
      kShow},
     show_next_quantity,
     why_no_other_quantity},
    {{"smooth_cells", {{'Z'}}, "Z", "smooth, or each cell as a square", kShow},
     [](FieldsView& context) { context.send(session::SmoothCells{!context.smooth_cells}); }},
    {{"fit_colours",
      {{'F', false, true}},
      "Shift F",
      "fit the colours to the field as it is now",
      kShow,
      false,
      true},
     [](FieldsView& context) { context.send(session::FitColours{}); },
     why_no_colours_fit},
    {{"soften_colours", {{'M', false, true}}, "Shift M", "softened colours, or linear ones", kShow},
     soften_colours},
    {{"compare", {{'U'}}, "U", "compare the field with a copy", kShow}, toggle_comparison},
    {{"wipe_fields",
      {{'U', false, true}},
      "Shift U",
      "wipe between both fields, or side by side",
      kShow},
     [](FieldsView& context) { toggle_wipe(context); },
     why_no_comparison},
    {{"difference", {{'U', true}}, "Ctrl U", "the difference of both fields", kShow},
     [](FieldsView& context) { toggle_difference(context); },
     why_no_comparison},
    {{"wipe_left",
      {{key::kLeft, true}},
      "Ctrl Left, Right",
      "move the wipe's divider",
      kShow,
      true},
     [](FieldsView& context) { move_wipe(context, -kWipeStep); },
     why_no_wipe},
    {{"wipe_right", {{key::kRight, true}}, "", "", kShow, true},
     [](FieldsView& context) { move_wipe(context, kWipeStep); },
     why_no_wipe},
    {{"fold_charts", {{'C'}}, "C", "fold the charts away, or back", kShow, false, true},
     fold_charts,
     why_no_charts},
    {{"hold_charts", {{'C', false, true}}, "Shift C", "freeze the charts", kShow, false, true},
     hold_charts,
     why_no_charts},
    {{"theory", {{'J'}}, "J", "theory over the measurements, and directions", kShow, false, true},
     toggle_theory,
     why_no_theory},
    {{"stopwatch", {{'Q'}}, "Q", "start or stop the stopwatch", kShow},
     [](FieldsView& context) { context.model.stopwatch.turn(context.snapshot.step); }},
    {{"clear_stopwatch", {{'Q', false, true}}, "Shift Q", "reset the stopwatch", kShow},
     [](FieldsView& context) { context.model.stopwatch.clear(); }},
    {{"save_values", {}, "", "the measurements as CSV", kSave, false, true},
     save_values,
     why_no_values},
    {{"save_chart", {}, "", "the measured curves as PNG", kSave, false, true},
     [](FieldsView& context) { context.send(session::SaveRoomPng{}); },
     why_no_chart},
});

}  // namespace

void open_scene(FieldsView& context, const std::string& name) {
  try {
    context.send(session::LoadScene{scene::scene_or_blank(name)});
    context.tools.select(0);
  } catch (const core::Error& error) {
    context.commands.tell(error.what());
  }
}

std::span<const rooms::ActionRow<FieldsView>> FieldsView::actions() { return kActions; }

}  // namespace heatwave::fields_room
