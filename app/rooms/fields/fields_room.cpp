// Implements the fields room for the shell.
#include "app/rooms/fields/fields_room.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/colour/colouring.h"
#include "app/rooms/fields/colour_bar.h"
#include "app/rooms/fields/field_transport.h"
#include "app/rooms/fields/overlay.h"
#include "app/rooms/fields/side_groups.h"
#include "app/rooms/fields/surface_axes.h"
#include "app/scene/assets.h"
#include "app/scene/scene_files.h"
#include "app/scene/views/catalogue.h"
#include "app/session/field/picture_exports.h"
#include "app/ui/box.h"
#include "app/ui/controls.h"
#include "app/ui/picker.h"
#include "app/words/numbers.h"
#include "app/words/word_lists.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::fields_room {
namespace {

constexpr const char* kScene = "scene";
constexpr const char* kEquation = "equation";
constexpr const char* kFormat = "film";
constexpr const char* kParameters = "Equation";  ///< panel group of an equation's parameters
constexpr const char* kMeasures = "Measure";     ///< panel group of units
constexpr const char* kColours = "Colours";

using Json = nlohmann::ordered_json;

constexpr std::array<rooms::Hint, 5> kMouse{
    {{"Left", "use the tool; drag items and their handles"},
     {"Right", "erase, whatever the tool; turn the surface"},
     {"Middle", "move the view"},
     {"Wheel", "zoom about the pointer"},
     {"Shift", "equal sides, straight lines"}}};

/// Places the colour bar next to the visible part of the grid, with the same height. `room`: the
/// height that a bar may have.
ui::Box beside(const ui::Box& seen, const ui::Box& bar, float gap, float room) {
  const float least = std::min(room, bar.width() * 2);  // a flat grid still gets a tall bar
  const float height = std::max(least, seen.height());
  const float middle = (seen.top + seen.bottom) / 2;
  return {seen.right + gap, middle - height / 2, bar.right, middle + height / 2};
}

/// Draws a rim around a field seen from above: its edge may have the colour of what lies around it.
void draw_rim(const ui::Look& look, const ui::Box& field) {
  const float u = look.unit;
  ImGui::GetBackgroundDrawList()->AddRect(
      {field.left - u, field.top - u}, {field.right + u, field.bottom + u},
      ui::packed_colour(ui::with_alpha(look.theme.dim, 0.7F)), 0, u);
}

/// Lists the items with the window position of their centres.
Json items_of(const scene::Scene& scene, const view::FieldLook& look) {
  Json items = Json::array();
  for (const scene::Item& item : scene.items) {
    const core::Rect bounds = scene::bounds(item.shape);
    const core::Point at =
        look.to_window({(bounds.x0 + bounds.x1) / 2.0, (bounds.y0 + bounds.y1) / 2.0});
    items.push_back({{"id", item.id},
                     {"role", item.role.index()},
                     {"at", {at.x, at.y}},
                     {"bounds", {bounds.x0, bounds.y0, bounds.x1, bounds.y1}}});
  }
  return items;
}

Json measures_of(const session::Snapshot& snapshot, const MeasureTools& tools) {
  Json all;
  all["probes"] = Json::array();
  const auto& probes = snapshot.scene.measures.probes;
  for (std::size_t i = 0; i < probes.size(); ++i) {
    Json probe{{"number", probes[i].number}, {"at", {probes[i].at.x, probes[i].at.y}}};
    if (i < snapshot.readings.probes.size()) probe["value"] = snapshot.readings.probes[i];
    all["probes"].push_back(std::move(probe));
  }
  for (const auto kind : {scene::LineKind::profile, scene::LineKind::tape}) {
    const auto& line = scene::line_of(snapshot.scene.measures, kind);
    if (line)
      all[std::string(core::name_of(kind))] = {line->from.x, line->from.y, line->to.x, line->to.y};
  }
  all["samples"] = snapshot.readings.samples ? snapshot.readings.samples->size() : 0;
  all["selected"] = tools.selected().has_value();
  all["counted"] = snapshot.readings.totals ? snapshot.readings.totals->steps.size() : 0;
  if (snapshot.readings.whole) all["total"] = snapshot.readings.whole->total;
  return all;
}

/// Draws the equation between two places of the bar, if its letters are legible there. Returns its
/// width; 0: it is left out.
float draw_equation_in_bar(const FieldsView& context, const ui::Box& bar, float left, float right) {
  constexpr float kLeastInBar = 11;  // in design units
  if (context.fonts.math == nullptr) return 0;
  const ui::TypesetFormula& formula =
      formula_of(context, equation_in_tex(context.snapshot.scene, Terms::present));
  if (formula.glyphs.empty()) return 0;
  const float u = context.unit;
  const float letters = std::min(formula_size(context, formula, std::max(0.0F, right - left)),
                                 (bar.height() - 4 * u) / formula.height());
  if (letters < kLeastInBar * u) return 0;
  const ImVec2 size{formula.width * letters, formula.height() * letters};
  const float top = (bar.top + bar.bottom - size.y) / 2;
  draw_formula(*ImGui::GetWindowDrawList(), *context.fonts.math, formula,
               {left, top + formula.ascent * letters}, letters,
               ui::packed_colour(context.theme.text));
  note_box(context, "equation in bar", ui::Box::at(left, top, size.x, size.y));
  return size.x;
}

/// Returns the first sentence of the scene's hint, or the reason why nothing moves. The panel shows
/// the whole hint.
std::string words_on_field(const session::Snapshot& snapshot) {
  return snapshot.lab.running ? "The field is paused while the lab measures."
                              : ui::first_sentence(snapshot.scene.words.watch);
}

}  // namespace

FieldsRoom::FieldsRoom(rooms::Gestures& gestures) : tools_(gestures), compared_(gestures) {
  for (const auto& listing : scene::built_in_scenes()) {
    model_.scenes.push_back({listing.name, listing.title, ui::first_sentence(listing.watch),
                             listing.equation, listing.family});
    // The first scene of each equation, until another one was shown.
    model_.last_scene.try_emplace(listing.equation, listing.name);
  }
  for (const field::EquationInfo& equation : field::equations()) {
    model_.last_scene[equation.id] = scene::default_scene(equation.id).name;
  }
}

std::string FieldsRoom::title(const session::Snapshot& snapshot) const {
  const scene::Scene& scene = snapshot.scene;
  return scene.title.empty() ? scene.name : scene.title;
}

std::span<const rooms::Hint> FieldsRoom::mouse() const { return kMouse; }

std::vector<rooms::Finding> FieldsRoom::findings(const session::Snapshot& snapshot) const {
  std::vector<rooms::Finding> all;
  for (const SceneChoice& each : model_.scenes) {
    all.push_back({kScene, each.name, each.title, each.watch});
  }
  for (const field::EquationInfo& each : field::equations()) {
    all.push_back({kEquation, each.id, each.title, each.formula});
  }
  for (const field::ParameterInfo& each : scene::equation_of(snapshot.scene).parameters) {
    all.push_back({rooms::kSetting, kParameters, each.title, each.help, true});
  }
  all.push_back({rooms::kSetting, kMeasures, "Physical units", "metres, seconds, kelvins", true});
  for (const colour::ColourMap& each : colour::colour_maps()) {
    const bool measures = each.kind != colour::MapKind::rainbow;
    all.push_back({rooms::kSetting, kColours, "Colour map " + each.id,
                   measures ? "" : "not for measuring", true});
  }
  for (const session::SequenceFormat& each : session::sequence_formats()) {
    all.push_back({kFormat, each.extension, "Export: " + each.title,
                   "record video animation frames " + each.extension, true});
  }
  rooms::add_groups(all, side_groups());
  return all;
}

void FieldsRoom::show_found(const rooms::Finding& finding, const rooms::Frame& frame) {
  FieldsView context = view(frame);
  if (finding.kind == kScene) return open_scene(context, finding.id);
  if (finding.kind == kEquation) return open_scene(context, context.model.last_scene[finding.id]);
  if (finding.kind == kFormat) return context.send(session::ShowExport{.format = finding.id});
  context.model.folds.look_for(finding.id);
}

void FieldsRoom::add_status(Json& status, const rooms::Frame& frame) {
  const view::FieldMapping& mapping = model_.mapping;
  const core::Point origin = mapping.to_window({0, 0});
  status["items"] = items_of(frame.snapshot.scene, look());
  status["selected"] = tools_.selected();
  status["tool"] = static_cast<int>(tools_.settings().tool);
  status["brush"] = tools_.settings().brush;
  status["field_area"] = mapping.area().by_size();
  status["words_above"] = above_.area().by_size();
  status["origin"] = {origin.x, origin.y};
  status["cell"] = mapping.scale();
  status["measures"] = measures_of(frame.snapshot, measures_);
  status["chart"] =
      strip_charts()
          .at(static_cast<std::size_t>(shown_chart(model_.strip, frame.snapshot.scene.measures)))
          .id;
  status["curves_apart"] = are_apart(model_.strip, frame.snapshot.scene);
  status["view"] = scene::view_of(frame.snapshot.scene).id;
  status["magnified"] = frame.snapshot.scene.viewpoint.magnified;
  const scene::ViewLayers& layers = frame.snapshot.scene.layers;
  status["layers"] = {{"contours", layers.contours},
                      {"arrows", layers.arrows},
                      {"raised", layers.raised},
                      {"relief", layers.relief},
                      {"range_outline", layers.range_outline}};
  status["smooth_cells"] = frame.smooth_cells;
  status["shows_cuts"] = frame.shows_cuts;
  status["parts_timed"] = frame.snapshot.report.parts.size();
  status["longest_flux"] = model_.arrows.range.maximum();
  const view::SurfaceCamera& camera = model_.camera;
  status["camera"] = {camera.turned(), camera.tilted(), camera.zoomed()};
  if (frame.comparison != nullptr) {
    status["compared"] = {{"before", frame.comparison->before}, {"now", frame.comparison->now}};
    if (frame.comparison->largest) status["compared"]["largest"] = *frame.comparison->largest;
    status["compared"]["range"] = frame.comparison->difference_range;
    compared_.add_status(status["compared"]);
  }
  if (frame.beside != nullptr) {
    status["beside"] = {{"shown", scene::shown_quantity(frame.beside->scene).id},
                        {"extremes", {frame.beside->survey.minimum, frame.beside->survey.maximum}},
                        {"range", {frame.beside->colours.low, frame.beside->colours.high}}};
    if (quantity_.is_on()) status["beside"]["seen"] = quantity_.seen().by_size();
  }
  status["theory"] = model_.show_theory;
  status["stopwatch"] = model_.stopwatch.steps(frame.snapshot.step);
  status["strip"] = strip_.by_size();
  if (frame.snapshot.scene.formula) status["formula"] = frame.snapshot.scene.formula->text();
}

void FieldsRoom::lay_out(const rooms::Layout& layout, const session::Snapshot& snapshot,
                         float unit) {
  ui::Box room = formula_.place(layout.room, unit);
  constexpr float kLowRoom = 400;  // where all room is needed for the field
  const bool is_low = room.height() < kLowRoom * unit;
  const float gap = (is_low ? 8 : 16) * unit;
  // The words of a softened scale fit over the bar, except in narrow rooms.
  const float wide_bar = std::clamp(room.width() * 0.128F, 88 * unit, 116 * unit);
  const float bar = std::min(wide_bar, room.width() * 0.25F);
  const FieldFit fit{snapshot.scene.extent, {bar + 1.5F * gap, 2 * gap}};
  // During a drag the strip keeps its place, so that the field does not move on the screen.
  if (!measures_.busy()) {
    FieldFit all = fit;
    if (panes() != nullptr) all.field.width *= 2;
    model_.strip.place =
        place_strip(model_.strip, snapshot.scene.measures, tools_.settings().tool, all, room, unit);
  }
  strip_ = cut_strip(model_.strip.place, room);
  const float above = room.top;
  caption_.take(layout, snapshot.scene);
  const bool is_beside = model_.strip.place.side == StripPlace::Side::beside;
  if (!is_beside || !caption_.cut_from_column(strip_, unit)) {
    room = caption_.cut(room, fit, unit, is_low);
  }
  // Without the top bar there is no text above the field, and beside charts it has few lines.
  constexpr float kRoomForWords = 560;
  if (layout.top.height() <= 0 || (is_beside && room.height() < kRoomForWords * unit)) {
    above_.hide();
  }
  // A caption that was left out leaves its height to the field; words would take it again.
  const bool has_all = caption_.is_left_out();
  const float rim = has_all ? 3 * unit : gap;
  const float words = has_all ? 0.0F : above_.height(room.height(), unit);
  const float top = std::max(room.top > above ? gap / 2 : rim, words);
  above_.place({room.left + gap, room.top, room.right - gap, room.top + words});
  const float height = std::max(1.0F, room.height() - top - rim);
  const auto field_in = [&](const ui::Box& area) {
    return ui::Box::at(area.left + gap, area.top, std::max(1.0F, area.width() - bar - 1.5F * gap),
                       area.height());
  };
  const auto bar_in = [&](const ui::Box& area, const ui::Box& seen, float most) {
    return beside(seen, ui::Box::at(area.right - bar, area.top, bar, area.height()), gap / 2, most);
  };
  const ui::Box all = ui::Box::at(room.left, room.top + top, room.width(), height);
  const std::array<ui::Box, 2> halves =
      QuantityPane::halves(all, snapshot.scene.extent, bar + 1.5F * gap, unit);
  const bool has_halves = quantity_.is_on() || compared_.takes_halves();
  const ui::Box& first = has_halves ? halves[0] : all;
  const ui::Box& last = has_halves ? halves[1] : all;
  field_ = field_in(first);
  is_line_ = scene::is_line(snapshot.scene);
  if (is_line_) {
    model_.mapping.place(line_.place(field_, unit), snapshot.scene.extent);
  } else {
    model_.mapping.place(field_, snapshot.scene.extent);
    line_.forget();
  }
  compared_.place(field_, field_in(last), model_.mapping, snapshot.scene.extent,
                  {.width = bar + 0.5F * gap, .unit = unit});
  model_.camera.place(beside_axis(field_, unit), snapshot.scene.extent);
  viewpoint_.follow(snapshot.scene, model_.mapping, model_.camera);
  is_surface_ = !compared_.is_on() && !quantity_.is_on() && scene::layers_of(snapshot.scene).raised;
  if (quantity_.is_on()) {
    const ui::Box second = field_in(last);
    quantity_.place(second, model_.mapping, snapshot.scene.extent);
    quantity_.place_bar(bar_in(last, quantity_.seen(), second.height()));
  }
  const bool rests = !snapshot.playing && !model_.turning;
  update_requests(snapshot.scene, layout.on_cpu && !rests ? Detail::coarse : Detail::fine);
  if (!compared_.is_on()) {
    // The colours of a line are those of its past.
    const ui::Box coloured = is_line_ ? line_.past() : look().seen();
    colour_bar_ = bar_in(first, coloured, is_line_ ? coloured.height() : field_.height());
    return;
  }
  const auto [fields, difference] = compared_.beside_bars(model_.mapping);
  colour_bar_ = bar_in(first, fields, difference ? fields.height() : field_.height());
  colour_bar_.right = std::min(colour_bar_.right, fields.right + gap / 2 + bar);
  if (difference) compared_.place_difference_bar(bar_in(last, *difference, difference->height()));
}

void FieldsRoom::update_requests(const scene::Scene& scene, Detail detail) {
  if (is_surface_) {
    request_ = surface_wanted(scene, model_.camera, detail);
  } else {
    request_ = fields_room::samples_wanted(scene, scene.extent, model_.mapping);
  }
  compared_.request_samples(scene);
  quantity_.request_samples(scene);
}

void FieldsRoom::move_view(double x, double y) {
  const ImGuiIO& io = ImGui::GetIO();
  view::FieldMapping& mapping = model_.mapping;
  if (model_.pointer.over_view && io.MouseWheel != 0) {
    mapping.zoom_about(x, y, io.MouseWheel > 0 ? 1.25 : 0.8);
  }
  if (model_.panning) {
    mapping.pan(static_cast<double>(io.MouseDelta.x), static_cast<double>(io.MouseDelta.y));
  }
}

void FieldsRoom::turn_surface(double x, double y) {
  const ImGuiIO& io = ImGui::GetIO();
  const core::Point by{static_cast<double>(io.MouseDelta.x), static_cast<double>(io.MouseDelta.y)};
  view::SurfaceCamera& camera = model_.camera;
  if (model_.pointer.over_field && io.MouseWheel != 0) {
    camera.zoom_about(x, y, io.MouseWheel > 0 ? 1.25 : 0.8);
  }
  if (model_.panning) camera.pan(by.x, by.y);
  const double unit = std::max(0.1, static_cast<double>(unit_));
  if (model_.turning) camera.turn(by.x / unit, by.y / unit);
}

void FieldsRoom::take_pointer(const rooms::Frame& frame) {
  const ImGuiIO& io = ImGui::GetIO();
  PointerInput& pointer = model_.pointer;
  quantity_.take(!is_line_ && frame.comparison == nullptr && frame.beside != nullptr);
  const bool is_pressed = io.MouseDown[0] || io.MouseDown[1] || io.MouseDown[2];
  const ImVec2 mouse = quantity_.aimed(io.MousePos, is_pressed, model_.mapping);
  const auto x = static_cast<double>(mouse.x);
  const auto y = static_cast<double>(mouse.y);
  const bool known = ImGui::IsMousePosValid();
  const bool has_relief = frame.relief != nullptr && !frame.relief->heights.empty();
  surface_look_.take(has_relief ? frame.relief : nullptr);
  unit_ = frame.unit;
  compared_.take(is_line_ ? nullptr : frame.comparison);
  const bool over_room = known && !io.WantCaptureMouse;
  const bool in_field = (is_surface_ ? field_ : model_.mapping.shown()).contains(mouse);
  model_.pointer.over_view =
      over_room && (in_field || (!is_surface_ && compared_.has_pointer(model_.mapping)));
  const bool is_dragging = tools_.busy() || measures_.busy();
  const bool in_other = !is_dragging && compared_.take_pointer(frame, over_room, tools_.settings());
  pointer.over_field = over_room && !in_other && in_field;
  model_.panning = io.MouseDown[2] && (model_.panning || model_.pointer.over_view);
  model_.turning = is_surface_ && io.MouseDown[1] && (model_.turning || pointer.over_field);
  if (is_surface_) {
    turn_surface(x, y);
  } else {
    move_view(x, y);
  }
  if (pointer.over_field && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Middle)) {
    model_.fit(is_surface_);
  }
  const bool held = model_.panning || model_.turning;
  const bool wheels = model_.pointer.over_view && io.MouseWheel != 0;
  if (held || wheels || std::exchange(model_.was_fitted, false)) {
    viewpoint_.note_moved(ImGui::GetTime());
  }
  viewpoint_.send(frame, model_.mapping, model_.camera, ImGui::GetTime(), held);
  if (!io.MouseDown[0] || !is_surface_) surface_look_.let_go();
  if (known) pointer.at = look().to_cells(x, y);
  line_.aim(pointer, {x, y}, frame.unit);
  if (io.MouseDown[0] && is_surface_ && pointer.over_field) surface_look_.hold(x, y);
  pointer.left = io.MouseDown[0];
  pointer.right = io.MouseDown[1] && !is_surface_;
  pointer.square = io.KeyShift;
  pointer.cells_per_unit = static_cast<double>(frame.unit) / look().scale_at(pointer.at);
  take_measures(frame);
  const core::Cell under{static_cast<int>(std::floor(pointer.at.x)),
                         static_cast<int>(std::floor(pointer.at.y))};
  const bool on_grid = pointer.over_field && frame.snapshot.scene.extent.contains(under);
  read_cell(frame, on_grid ? under : core::Cell{-1, -1});
}

void FieldsRoom::read_cell(const rooms::Frame& frame, core::Cell cell) {
  if (std::exchange(read_cell_, cell) != cell) frame.send(session::ReadCell{cell.x, cell.y});
}

/// Measures take the pointer before items do; only a measure or an item is selected at a time.
void FieldsRoom::take_measures(const rooms::Frame& frame) {
  const bool taken = !tools_.busy() && measures_.update(model_.pointer, tools_.settings().tool,
                                                        frame.snapshot, frame.commands);
  PointerInput left_over = model_.pointer;
  if (taken) left_over.over_field = left_over.left = false;
  tools_.update(left_over, frame.snapshot, frame.commands.sink());
  if (measures_.busy()) tools_.select(0);
  if (tools_.busy()) measures_.deselect();
}

void FieldsRoom::rest(const rooms::Frame& frame) {
  // Ends a drag as releasing the button does.
  PointerInput& pointer = model_.pointer;
  pointer.over_field = pointer.left = pointer.right = false;
  model_.panning = model_.turning = false;
  compared_.rest(frame);
  read_cell(frame, {-1, -1});
  take_measures(frame);
}

void FieldsRoom::begin(const rooms::Frame& frame, double /*seconds*/) {
  model_.stopwatch.follow(frame.snapshot.step);
  formula_.update(frame);
  if (is_line_) line_.follow(frame, model_.mapping, model_.show_theory);
  // Only built-in scenes are remembered; a scene from a file cannot be opened by its name.
  for (const SceneChoice& scene : model_.scenes) {
    if (scene.name == frame.snapshot.scene.name) model_.last_scene[scene.equation] = scene.name;
  }
}

void FieldsRoom::draw(const rooms::Frame& frame, const rooms::Layout& /*layout*/) {
  FieldsView context = view(frame);
  const BarWords bar{frame.snapshot.scene, session::shown_survey(frame.snapshot)};
  model_.contours.levels = levels_on_bar(context, colour_bar_, bar);
  model_.strip.chart_area = {};
  const ui::Box seen = is_surface_ ? field_ : look().seen();
  const ui::Box field = compared_.is_on() ? compared_.all() : seen;
  caption_.draw(context, field);
  if (look().is_flat() && !is_line_) draw_rim(frame, model_.mapping.seen());
  if (const rooms::Panes* others = panes()) {
    draw_rim(frame, others->before.seen());
    if (others->shows_difference) draw_rim(frame, others->difference.seen());
  }
  above_.draw(frame, field);
  if (is_line_) line_.draw(context);
  draw_view_marks(context, compared_.panes());
  if (is_surface_) draw_surface_axes(context);
  draw_overlay(context);
  compared_.draw(context);
  quantity_.draw(context);
  draw_colour_bar(context, colour_bar_, bar);
  if (model_.strip.place.size > 0) draw_measure_strip(context, strip_);
  formula_.draw(context);
}

rooms::Picture FieldsRoom::picture(const session::Snapshot& snapshot) const {
  const StripChart shown = shown_chart(model_.strip, snapshot.scene.measures);
  return {.area = model_.strip.chart_area,
          .part = strip_charts().at(static_cast<std::size_t>(shown)).id};
}

void FieldsRoom::draw_scene_picker(FieldsView& context, float width, bool all_equations) {
  const scene::Scene& scene = context.snapshot.scene;
  std::vector<ui::Choice> choices;
  std::string_view family;
  for (const SceneChoice& each : model_.scenes) {
    if (!all_equations && each.equation != scene.equation) continue;
    const bool has_families = all_equations || scene.formula;
    const bool is_first = std::exchange(family, each.family) != each.family;
    choices.push_back(
        {each.name, each.title, each.watch, has_families && is_first ? each.family : ""});
  }
  const int pressed = draw_picker(context,
                                  {.id = "scene",
                                   .title = title(context.snapshot),
                                   .help = all_equations ? "Choose a scene of any equation."
                                                         : "Choose one of this equation's scenes.",
                                   .keys = context.keys_of("next_scene")},
                                  width, choices, scene.name);
  if (pressed >= 0) open_scene(context, choices[static_cast<std::size_t>(pressed)].id);
  ImGui::SameLine();
}

/// Opens the scene that was last shown with the chosen equation.
void FieldsRoom::draw_equation_switch(FieldsView& context, const std::vector<std::string>& titles,
                                      float width) {
  std::vector<std::string> equations = words::ids_of(field::equations());
  std::vector<std::string> help;
  for (const std::string& equation : equations) {
    help.push_back("Show the " + equation + " equation, in the scene last seen with it.");
  }
  equations.emplace_back(scene::kFormulaEquation);
  help.emplace_back("Show an equation typed as text, in the scene last seen with one.");
  const auto found = std::find(equations.begin(), equations.end(), context.snapshot.scene.equation);
  const auto chosen = static_cast<int>(found - equations.begin());
  const int pressed = choice(context, "equation", titles, chosen, width, help);
  if (pressed >= 0 && pressed != chosen) {
    open_scene(context, model_.last_scene[equations[static_cast<std::size_t>(pressed)]]);
  }
  ImGui::SameLine();
}

void FieldsRoom::draw_head(const rooms::Frame& frame, const ui::Box& bar, float buttons) {
  FieldsView context = view(frame);
  constexpr float kMostPicker = 240;
  constexpr float kLeastPicker = 160;
  const float u = frame.unit;
  const float width = bar.width();
  const float room = width - ImGui::GetCursorPosX() - buttons;
  std::vector<std::string> titles;
  for (const field::EquationInfo& equation : field::equations()) titles.push_back(equation.title);
  titles.emplace_back("Formula");
  const float switch_width = choice_width(frame, titles, 240 * u);
  const float left = room - switch_width - 8 * u;
  if (left < kLeastPicker * u) {
    // Without room for both, one list shows the scenes of all equations.
    draw_scene_picker(context, std::min(room, kMostPicker * u), true);
  } else {
    draw_scene_picker(context, std::min(left, kMostPicker * u), false);
    draw_equation_switch(context, titles, switch_width);
  }
  const float right = width - buttons - 8 * u;
  float next = ImGui::GetCursorPosX() + 8 * u;
  const float equation =
      caption_.names_equation() ? 0.0F : draw_equation_in_bar(context, bar, next, right);
  caption_.note_bar(equation > 0 || formula_.is_open());  // whose panel shows the equation
  if (equation > 0) next += equation + 24 * u;
  const std::string words = words_on_field(frame.snapshot);
  const bool in_bar = draw_sentence(frame, bar, next, right, words);
  above_.request(frame, in_bar ? "" : words, caption_.free_place());
}

void FieldsRoom::draw_side(const rooms::Frame& frame, const ui::Box& area) {
  FieldsView context = view(frame);
  draw_group_list(context, area, "side", model_.folds, groups_of(context, side_groups()));
}

void FieldsRoom::draw_transport(const rooms::Frame& frame, const ui::Box& area) {
  FieldsView context = view(frame);
  draw_transport_bar(context, area);
}

ui::Box FieldsRoom::place_of_notices(const rooms::Layout& layout, float unit) const {
  // Notices leave the colour bar visible, and the field where what is above it has the height of a
  // notice besides the equation.
  constexpr float kLeastWords = 120;
  const float right = std::min(field_.right, colour_bar_.left);
  const bool has_words = field_.top - layout.room.top >= kLeastWords * unit;
  if (!has_words || layout.presented) return {field_.left, field_.top, right, field_.bottom};
  return {field_.left, layout.room.top, right, field_.top + 8 * unit};
}

std::optional<ui::Box> FieldsRoom::place_of_keys() const {
  const ui::Box beside_words = caption_.free_place();
  // A key and what it does need about four times the height of a line.
  return beside_words.width() > 4 * beside_words.height() ? beside_words : field_;
}

}  // namespace heatwave::fields_room
