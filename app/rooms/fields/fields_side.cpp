// Lists the groups of the fields room's side panel, and draws the group with every view and layer
// of the catalogue.
#include "app/rooms/fields/fields_view.h"

#include <fmt/format.h>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/rooms/fields/side_groups.h"
#include "app/scene/views/catalogue.h"
#include "app/ui/controls.h"
#include "app/ui/group_list.h"
#include "app/ui/sized.h"
#include "app/ui/text_lines.h"

namespace heatwave::fields_room {

namespace {

/// A layer that can lie over any view. Its help is that of the view that draws it.
struct Layer {
  const char* id;
  const char* title;
  bool scene::ViewLayers::*of;
};
constexpr std::array<Layer, 3> kLayers{
    {{"contours_over", "with contours", &scene::ViewLayers::contours},
     {"arrows_over", "with arrows", &scene::ViewLayers::arrows},
     {"raised", "as a surface", &scene::ViewLayers::raised}}};

std::string help_of(const Layer& layer) {
  for (const scene::View& view : scene::views()) {
    if (view.draws.*layer.of) return view.help;
  }
  return "";
}

void draw_layer(FieldsView& context, const Layer& layer) {
  const scene::Scene& scene = context.snapshot.scene;
  const bool own = scene::view_of(scene).draws.*layer.of;
  scene::ViewLayers layers = scene.layers;
  bool on = layers.*layer.of || own;
  const char* reason = own ? "The selected view draws this already" : "";
  if (!toggle(context, layer.id, layer.title, on, help_of(layer), reason)) return;
  layers.*layer.of = on;
  context.send(session::SetView{scene.view.kind, scene.view.parameters, layers});
}

void draw_parameters(FieldsView& context) {
  const scene::Scene& scene = context.snapshot.scene;
  const std::vector<field::ParameterInfo>& known = scene::view_of(scene).parameters;
  std::vector<double> values = scene::view_parameters(scene.view);
  for (std::size_t i = 0; i < known.size(); ++i) {
    const field::ParameterInfo& info = known[i];
    if (draw_parameter(context, info, values[i], info.maximum, "%.0f",
                       info.maximum > 1000 * info.minimum)) {
      values[i] = std::round(values[i]);
      context.edit(session::SetView{scene.view.kind, values, scene.layers});
    }
  }
}

}  // namespace

void choose_view(FieldsView& context, scene::ViewKind kind) {
  const scene::Scene& scene = context.snapshot.scene;
  context.model.view_parameters[scene.view.kind] = scene.view.parameters;
  context.send(session::SetView{kind, context.model.view_parameters[kind], scene.layers});
}

const std::string& view_group_words() {
  static const std::string words =
      fmt::format("{}", fmt::join(core::all_names<scene::ViewKind>(), ", "));
  return words;
}

void draw_view_group(FieldsView& context) {
  const scene::Scene& scene = context.snapshot.scene;
  const std::string keys = context.keys_of("next_view");
  std::vector<scene::ViewKind> offered;
  std::vector<std::string> titles;
  std::vector<std::string> help;
  int shown = -1;
  for (std::size_t i = 0; i < scene::views().size(); ++i) {
    const scene::View& view = scene::views()[i];
    if (!suits(view, scene.equation)) continue;
    if (&view == &scene::view_of(scene)) shown = static_cast<int>(offered.size());
    offered.push_back(static_cast<scene::ViewKind>(i));
    titles.push_back(view.title);
    help.push_back(view.help + (keys.empty() ? "" : " Next one: " + keys + "."));
  }
  const int pressed =
      choice(context, "view", titles, shown, ImGui::GetContentRegionAvail().x, help);
  if (pressed >= 0 && pressed != shown) {
    choose_view(context, offered[static_cast<std::size_t>(pressed)]);
  }
  draw_parameters(context);
  for (const Layer& layer : kLayers) draw_layer(context, layer);
  bool beside = context.comparison != nullptr;
  if (toggle(context, "compare", "compare with a copy", beside,
             "Shows a copy and the difference. Both take the same steps; your changes affect only "
             "the original. Key: " +
                 context.keys_of("compare") + ".")) {
    context.send(session::CompareFields{context.comparison == nullptr});
  }
  if (beside && scene::layers_of(scene).raised) {
    dim_text(context, "The comparison shows both fields from above.");
    note_place(context, "seen from above");
  }
}

namespace {

const std::array<ui::GroupRow<FieldsView>, 9>& groups() {
  static const std::array<ui::GroupRow<FieldsView>, 9> all{
      {{"Tools", "brush, shapes, what they make", draw_tools_group},
       {"Selected", "place, size and value of the selection", draw_item_group},
       {"View", view_group_words().c_str(), draw_view_group},
       {"Measure", "probes, profile, tape, stopwatch, units, spectrum, theory, energy",
        draw_measure_group},
       {"Equation", "parameters, keep it stable", draw_equation_group},
       {"Colours", "colour map, component, shading, bands, range", draw_colours_group},
       {"Scene", "size of the grid, cells, edges", draw_scene_group, false},
       {"Timings", "step, draw, frame, steps per second", draw_timings_group},
       {"Save pictures", "field, window, sequence", draw_export_group, false}}};
  return all;
}

}  // namespace

std::span<const ui::GroupRow<FieldsView>> side_groups() { return groups(); }

}  // namespace heatwave::fields_room
