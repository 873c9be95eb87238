// The group of colours: the map, bands, the range.
#include "app/rooms/fields/colours_group.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/rooms/fields/fields_view.h"
#include "app/ui/controls.h"
#include "app/ui/sized.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::fields_room {
namespace {

void draw_swatch(ImDrawList& list, const colour::ColourMap& map, ImVec2 from, ImVec2 to) {
  constexpr int kSlices = 32;
  const float width = (to.x - from.x) / kSlices;
  const auto colour = [&map](int i) {
    const colour::Rgb c = map.table[static_cast<std::size_t>(i * 255 / kSlices)];
    return IM_COL32(c.r, c.g, c.b, 255);
  };
  for (int i = 0; i < kSlices; ++i) {
    const float x = from.x + width * static_cast<float>(i);
    list.AddRectFilledMultiColor({x, from.y}, {x + width, to.y}, colour(i), colour(i + 1),
                                 colour(i + 1), colour(i));
  }
}

/// Which component the field shows; the brush paints that one.
void draw_components(FieldsView& context, const std::vector<field::ComponentInfo>& components) {
  std::vector<std::string> titles;
  std::vector<std::string> help;
  for (const field::ComponentInfo& component : components) {
    titles.push_back(component.id);
    help.push_back("Shows " + component.title + "; the brush paints it.");
  }
  row(context, "shown");
  const auto shown = static_cast<int>(scene::shown_component(context.snapshot.scene));
  const int pressed =
      segmented(context, "component", titles, shown, ImGui::GetContentRegionAvail().x, help);
  if (pressed >= 0 && pressed != shown) {
    context.send(session::ShowComponent{titles[static_cast<std::size_t>(pressed)]});
  }
}

void draw_maps(FieldsView& context) {
  const float u = context.unit;
  const float width = (ImGui::GetContentRegionAvail().x - 8 * u) / 2;
  const float line = ImGui::GetFontSize();
  const float height = line + 24 * u;
  const auto& maps = colour::colour_maps();
  for (std::size_t i = 0; i < maps.size(); ++i) {
    if (i % 2 == 1) ImGui::SameLine();
    const bool chosen = context.colours.map == &maps[i];
    if (ui::press_area(maps[i].id.c_str(), {width, height})) {
      colour::ColourChoice choice = scene::shown_colours(context.snapshot.scene);
      choice.colormap = maps[i].id;
      context.send(session::SetColours{choice});
    }
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImVec2 to = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (chosen || ImGui::IsItemHovered()) {
      list.AddRectFilled(
          from, to,
          ui::packed(chosen ? ui::with_alpha(context.theme.accent, 0.18F) : context.theme.raised),
          6 * u);
    }
    draw_swatch(list, maps[i], {from.x + 6 * u, from.y + 6 * u}, {to.x - 6 * u, from.y + 18 * u});
    list.AddText({from.x + 6 * u, from.y + 19 * u},
                 ui::packed(chosen ? context.theme.accent : context.theme.text),
                 maps[i].id.c_str());
    explain(context, "Colour the field by " + maps[i].id + ".");
  }
}

void draw_bands(FieldsView& context, colour::ColourChoice& choice) {
  const std::array<std::string, 2> titles{"Smooth", "Bands"};
  const std::array<std::string, 2> help{"Colours flow into each other.",
                                        "Flat bands with sharp borders, like heights on a map."};
  row(context, "shading");
  const int pressed = segmented(context, "bands", titles, choice.bands > 0 ? 1 : 0,
                                ImGui::GetContentRegionAvail().x, help);
  if (pressed >= 0) {
    choice.bands = pressed == 1 ? std::max(choice.bands, colour::kDefaultBands) : 0;
    if (choice != scene::shown_colours(context.snapshot.scene))
      context.send(session::SetColours{choice});
  }
  if (choice.bands == 0) return;
  double bands = choice.bands;
  row(context, "bands");
  if (slider(context, "##bands", bands, 2, 64, "%.0f", "How many bands.")) {
    choice.bands = static_cast<int>(bands + 0.5);
    context.edit(session::SetColours{choice});
  }
}

void draw_range(FieldsView& context, colour::ColourChoice& choice) {
  const std::array<std::string, 2> titles{"Automatic", "Fixed"};
  const std::array<std::string, 2> help{
      "The colours follow the field's smallest and largest value.",
      "The colours stay where you set them."};
  row(context, "range");
  const int pressed = segmented(context, "range", titles, choice.automatic ? 0 : 1,
                                ImGui::GetContentRegionAvail().x, help);
  if (pressed >= 0 && (pressed == 0) != choice.automatic) {
    choice.automatic = pressed == 0;
    choice.low = static_cast<double>(context.colours.low);
    choice.high = static_cast<double>(context.colours.high);
    context.send(session::SetColours{choice});
  }
  if (choice.automatic) return;
  row(context, "from, to");
  const float width = (ImGui::GetContentRegionAvail().x - 8 * context.unit) / 2;
  ui::set_next_width(width);
  bool changed = typed_to_its_end(
      context, "##low",
      number(context, "##low", choice.low, 0.01, "%.3f", "The value of the first colour."),
      choice.low);
  ImGui::SameLine();
  ui::set_next_width(width);
  changed |= typed_to_its_end(
      context, "##high",
      number(context, "##high", choice.high, 0.01, "%.3f", "The value of the last colour."),
      choice.high);
  if (changed && choice.low < choice.high) {
    context.edit(session::SetColours{choice});
  } else if (changed) {
    context.asks.tell("The range must begin below its end.");
  }
  const scene::Scene& scene = context.snapshot.scene;
  scene::ViewLayers layers = scene.layers;
  if (toggle(context, "range_outline", "outline beyond the range", layers.range_outline,
             "Draws a thin line around the values that lie beyond the range.")) {
    context.send(session::SetView{scene.view, layers});
  }
}

}  // namespace

void draw_colours_group(FieldsView& context) {
  colour::ColourChoice choice = scene::shown_colours(context.snapshot.scene);
  const scene::Scene& scene = context.snapshot.scene;
  const auto& components = field::find_equation(scene.equation).components;
  const field::ComponentInfo& component = components[scene::shown_component(scene)];
  if (components.size() > 1) draw_components(context, components);
  draw_maps(context);
  draw_bands(context, choice);
  draw_range(context, choice);
  bool positive = choice.positive;
  if (toggle(context, "positive", "positive values only", positive,
             "Shows values below zero as zero.",
             component.is_signed ? "" : "Only where values swing about zero")) {
    choice.positive = positive;
    context.send(session::SetColours{choice});
  }
}

}  // namespace heatwave::fields_room
