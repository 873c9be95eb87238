// The side panel's groups for the whole field: equation, colours, scene, saving.
#include "app/rooms/fields/side_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "app/rooms/fields/fields_view.h"
#include "app/rooms/fields/formula_panel.h"
#include "app/scene/scene_checks.h"
#include "app/scene/views/catalogue.h"
#include "app/session/field/picture_exports.h"
#include "app/session/field/unit_figures.h"
#include "app/ui/controls.h"
#include "app/ui/number_controls.h"
#include "app/ui/sized.h"
#include "app/ui/term_text.h"
#include "app/ui/text_lines.h"
#include "app/words/numbers.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::fields_room {

std::string equation_in_tex(const scene::Scene& scene, Terms terms, words::Equations places) {
  const field::EquationInfo& equation = scene::equation_of(scene);
  std::set<std::string> zeros;
  for (std::size_t i = 0; terms == Terms::present && i < scene.parameters.size(); ++i) {
    if (scene.parameters[i] == 0.0) zeros.insert(equation.parameters.at(i).id);
  }
  return words::tex_of_formula(scene.formula ? scene.formula->text() : equation.pde, zeros, places);
}

std::string symbol_words(std::string_view formula) {
  return words::names_medium(formula) ? "m: the medium's factor (1 where nothing is painted)" : "";
}

std::string slider_words(const scene::Scene& scene) {
  const std::vector<field::ParameterInfo>& parameters = scene::equation_of(scene).parameters;
  std::vector<std::size_t> changed;
  for (std::size_t i = 0; i < std::min(scene.parameters.size(), parameters.size()); ++i) {
    if (scene.parameters[i] != parameters[i].initial) changed.push_back(i);
  }
  if (changed.empty()) return "";
  if (changed.size() == 1) {
    const std::size_t i = changed.front();
    return fmt::format("{} is {:.4g} on its slider, in place of the text's {:.4g}.",
                       parameters[i].id, scene.parameters[i], parameters[i].initial);
  }
  std::string all;
  for (const std::size_t i : changed) {
    all += fmt::format("{}{} = {:.4g}", all.empty() ? "" : ", ", parameters[i].id,
                       scene.parameters[i]);
  }
  return "On the sliders, in place of the text's values: " + all + ".";
}

void draw_parameter(FieldsView& context, std::size_t index, TitlePlace title) {
  const scene::Scene& scene = context.snapshot.scene;
  const field::EquationInfo& equation = scene::equation_of(scene);
  const field::ParameterInfo& info = equation.parameters[index];
  double value = index < scene.parameters.size() ? scene.parameters[index] : info.initial;
  double maximum = info.maximum;
  if (scene.guarded) maximum = std::min(maximum, scene::stable_limit(scene, index));
  // Where zero is the default, small values matter most.
  const bool logarithmic = info.minimum == 0.0 && info.initial == 0.0;
  const char* format = logarithmic ? "%.4f" : "%.3f";
  if (draw_parameter(context, info, value, maximum, format, logarithmic, title)) {
    context.edit(session::SetParameter{info.id, value});
  }
}

namespace {

/// Shows the largest stable value of a parameter. `name` distinguishes it from other limited
/// parameters.
void draw_stability(FieldsView& context, std::size_t index, const std::string& name) {
  const scene::Scene& scene = context.snapshot.scene;
  const double limit = scene::stable_limit(scene, index);
  const std::string what = name.empty() ? "" : " " + name + " =";
  const std::string why = scene::largest_factor(scene) > 1.0 ? " with these media" : "";
  if (scene.parameters[index] <= limit * (1 + 1e-9)) {
    dim_text(context, fmt::format("Stable up to{} {:.4g}{}.", what, limit, why));
  } else {
    ImGui::PushStyleColor(ImGuiCol_Text, context.theme.error);
    ui::wrapped_text(
        fmt::format("Unstable: above{} {:.4g}{} the field blows up.", what, limit, why));
    ImGui::PopStyleColor();
  }
}

void draw_guard(FieldsView& context, const field::EquationInfo& equation) {
  const scene::Scene& scene = context.snapshot.scene;
  bool guarded = scene.guarded;
  if (toggle(
          context, "guard", "keep it stable", guarded,
          "Holds the parameters within the stability rule " + scene::stability_rule(scene) + ".")) {
    context.send(session::SetGuard{guarded});
  }
  std::vector<std::size_t> bounded;
  for (std::size_t i = 0; i < scene.parameters.size(); ++i) {
    if (std::isfinite(scene::stable_limit(scene, i))) bounded.push_back(i);
  }
  for (const std::size_t i : bounded) {
    draw_stability(context, i, bounded.size() > 1 ? equation.parameters[i].title : "");
  }
}

/// Returns the formula with its brackets kept on one line, if they fit.
std::string wrapped(const std::string& formula) {
  std::string bound;
  int depth = 0;
  for (const char letter : formula) {
    depth += letter == '(' ? 1 : letter == ')' ? -1 : 0;
    if (letter == ' ' && depth > 0) {
      bound += "\u00A0";  // no-break space
    } else {
      bound += letter;
    }
  }
  const std::string longest = bound.substr(bound.rfind(' ') + 1);
  const bool fits = ImGui::CalcTextSize(longest.c_str()).x <= ImGui::GetContentRegionAvail().x;
  return fits ? bound : formula;
}

}  // namespace

void draw_parameters(FieldsView& context) {
  const field::EquationInfo& equation = scene::equation_of(context.snapshot.scene);
  for (std::size_t i = 0; i < equation.parameters.size(); ++i) draw_parameter(context, i);
}

namespace {

/// Says what the equation means, and where it stands in a textbook, if the scene has such words.
void draw_theory(FieldsView& context) {
  const scene::Scene& scene = context.snapshot.scene;
  if (scene.words.meaning.empty() && scene.words.textbook.empty()) return;
  const ImVec2 top = ImGui::GetCursorScreenPos();
  if (!scene.words.meaning.empty()) ui::term_text(context, scene.words.meaning, context.theme.dim);
  if (!scene.words.textbook.empty()) dim_text(context, "Textbook: " + scene.words.textbook);
  const float height = ImGui::GetCursorScreenPos().y - top.y;
  note_box(context, "theory", ui::Box::at(top.x, top.y, ImGui::GetContentRegionAvail().x, height));
}

}  // namespace

void draw_equation_group(FieldsView& context) {
  const scene::Scene& scene = context.snapshot.scene;
  const field::EquationInfo& equation = scene::equation_of(scene);
  formula_row(context, equation_in_tex(scene, Terms::all));
  if (!scene.formula) dim_text(context, wrapped(equation.formula));
  const std::string symbol = scene.formula ? symbol_words(scene.formula->text()) : "";
  if (!symbol.empty()) dim_text(context, symbol);
  const ui::ButtonLook edit{.active = context.formula.is_open(),
                            .width = ImGui::GetContentRegionAvail().x / context.unit,
                            .text = scene.formula ? "Edit the formula" : "Edit a copy as formula"};
  action_button(context, ui::Icon::pencil, "edit_formula",
                "Opens the equation as a text that is typed, and applied while it is typed.", edit);
  draw_parameters(context);
  draw_guard(context, equation);
  draw_theory(context);
}

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

/// Chooses the component that the field shows and the brush paints.
void draw_components(FieldsView& context, const std::vector<field::ComponentInfo>& components) {
  std::vector<std::string> titles;
  std::vector<std::string> help;
  for (const field::ComponentInfo& component : components) {
    titles.push_back(component.id);
    help.push_back("Shows " + component.title + "; the brush paints it.");
  }
  const scene::Scene& scene = context.snapshot.scene;
  const int shown = scene::shown_expression(scene) != nullptr
                        ? -1
                        : static_cast<int>(scene::shown_component(scene));
  const int pressed = segmented_row(context, "shown", "component", titles, shown, help);
  if (pressed >= 0) {
    context.send(session::ShowComponent{titles[static_cast<std::size_t>(pressed)]});
  }
}

std::string help_of(const colour::ColourMap& map) {
  const std::string colour = "Colours the field by " + map.id;
  switch (map.kind) {
    case colour::MapKind::sequential:
      return colour + ", from little to much.";
    case colour::MapKind::diverging:
      return colour + ", for values about zero.";
    case colour::MapKind::rainbow:
      break;
  }
  return colour + ". Not for measuring: the ends are as dark as each other.";
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
      list.AddRectFilled(from, to,
                         ui::packed_colour(chosen ? ui::with_alpha(context.theme.accent, 0.18F)
                                                  : context.theme.raised),
                         6 * u);
    }
    draw_swatch(list, maps[i], {from.x + 6 * u, from.y + 6 * u}, {to.x - 6 * u, from.y + 18 * u});
    list.AddText({from.x + 6 * u, from.y + 19 * u},
                 ui::packed_colour(chosen ? context.theme.accent : context.theme.text),
                 maps[i].id.c_str());
    explain(context, help_of(maps[i]));
  }
}

void draw_scale(FieldsView& context, colour::ColourChoice& choice) {
  const std::array<std::string, 2> titles{"Linear", "Softened"};
  const std::string keys = context.keys_of("soften_colours");
  const std::array<std::string, 2> help{
      "Equal steps of the value are equal steps of the colours. Key: " + keys,
      "Half of the colours show the eighth of the range nearest to zero, so that faint waves are "
      "seen beside strong ones. Key: " +
          keys};
  const int pressed =
      segmented_row(context, "scale", "scale", titles, static_cast<int>(choice.scale), help);
  if (pressed < 0) return;
  choice.scale = static_cast<colour::ScaleKind>(pressed);
  context.send(session::SetColours{choice});
}

void draw_bands(FieldsView& context, colour::ColourChoice& choice) {
  const std::array<std::string, 2> titles{"Smooth", "Bands"};
  const std::array<std::string, 2> help{"Colours flow into each other.",
                                        "Flat bands with sharp borders, like heights on a map."};
  const int pressed =
      segmented_row(context, "shading", "bands", titles, choice.bands > 0 ? 1 : 0, help);
  if (pressed >= 0) {
    choice.bands = pressed == 1 ? colour::kDefaultBands : 0;
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
  const std::array<std::string, 2> help{"The colours follow the values of most of the field.",
                                        "The colours stay where you set them."};
  const int pressed =
      segmented_row(context, "range", "range", titles, choice.automatic ? 0 : 1, help);
  if (pressed >= 0) {
    choice.automatic = pressed == 0;
    choice.low = static_cast<double>(context.colours.low);
    choice.high = static_cast<double>(context.colours.high);
    context.send(session::SetColours{choice});
  }
  if (choice.automatic) {
    const ui::ButtonLook fit{.width = ImGui::GetContentRegionAvail().x / context.unit,
                             .text = "Fit now"};
    action_button(context, ui::Icon::fit, "fit_colours",
                  "Fits the range to the field at once. Otherwise it shrinks slowly.", fit);
    return;
  }
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
    context.commands.tell("The range must begin below its end.");
  }
  const scene::Scene& scene = context.snapshot.scene;
  scene::ViewLayers layers = scene.layers;
  if (toggle(context, "range_outline", "outline beyond the range", layers.range_outline,
             "Draws a thin line around the values that lie beyond the range.")) {
    context.send(session::SetView{scene.view.kind, scene.view.parameters, layers});
  }
}

}  // namespace

void draw_colours_group(FieldsView& context) {
  colour::ColourChoice choice = scene::shown_colours(context.snapshot.scene);
  const scene::Scene& scene = context.snapshot.scene;
  const auto& components = scene::equation_of(scene).components;
  if (components.size() > 1) draw_components(context, components);
  draw_maps(context);
  draw_scale(context, choice);
  draw_bands(context, choice);
  draw_range(context, choice);
  bool positive = choice.positive;
  if (toggle(
          context, "positive", "positive values only", positive, "Shows values below zero as zero.",
          scene::shown_quantity(scene).is_signed ? ""
                                                 : "Only for values that oscillate about zero")) {
    choice.positive = positive;
    context.send(session::SetColours{choice});
  }
}

namespace {

/// Typed sizes stay until another scene or grid is shown.
void draw_size(FieldsView& context) {
  FieldsModel& model = context.model;
  const scene::Scene& scene = context.snapshot.scene;
  if (model.size.of_scene != scene.name || model.size.of_extent != scene.extent) {
    model.size.of_scene = scene.name;
    model.size.of_extent = scene.extent;
    model.size.wanted = scene.extent;
  }
  row(context, "size");
  const float width = (ImGui::GetContentRegionAvail().x - 8 * context.unit) / 2;
  const auto field = [&context, width](const char* id, int& value, const char* help) {
    ui::set_next_width(width);
    ImGui::InputInt(id, &value, 0);
    value = std::clamp(value, 1, scene::kLongestSide);
    explain(context, help);
  };
  field("##width", model.size.wanted.width, "Cells in a row.");
  ImGui::SameLine();
  field("##height", model.size.wanted.height, "Rows.");
  row(context, "cells");
  ImGui::TextUnformatted(words::grouped(model.size.wanted.cells()).c_str());
  const float apply = 80 * context.unit;
  const bool same = model.size.wanted == scene.extent;
  ImGui::SameLine(ui::content_right() - apply);
  ImGui::BeginDisabled(same);
  if (ui::plain_button("Apply", apply)) context.send(session::Resize{model.size.wanted});
  ImGui::EndDisabled();
  explain(context, "The same scene on a grid of this size.", "",
          same ? "The grid has this size already" : "");
}

bool choose_edge(FieldsView& context, const char* label, field::EdgeKind& kind,
                 const field::EquationInfo& equation, bool mixed = false) {
  bool changed = false;
  row(context, label);
  ImGui::PushID(label);
  const std::string shown = mixed ? "mixed" : scene::name_of(kind, equation);
  if (begin_list(context, "##edge", shown)) {
    for (const field::EdgeKind other : equation.edges) {
      if (!ui::text_row(scene::name_of(other, equation).c_str(), !mixed && other == kind)) continue;
      kind = other;
      changed = true;
    }
    ImGui::EndPopup();
  }
  explain(context, "What happens at the edge of the grid.");
  ImGui::PopID();
  return changed;
}

/// Opposite edges are both periodic or both not.
void join(field::EdgeKind chosen, field::EdgeKind& opposite) {
  const bool periodic = chosen == field::EdgeKind::periodic;
  if (periodic || opposite == field::EdgeKind::periodic) opposite = chosen;
}

void draw_edges(FieldsView& context) {
  const scene::Scene& scene = context.snapshot.scene;
  const field::EquationInfo& equation = scene::equation_of(scene);
  field::Edges edges = scene.edges;
  const bool mixed =
      edges.left != edges.right || edges.left != edges.top || edges.left != edges.bottom;
  bool changed = false;
  field::EdgeKind all = edges.left;
  if (choose_edge(context, "all edges", all, equation, mixed)) {
    edges.left = edges.right = edges.top = edges.bottom = all;
    changed = true;
  }
  const auto side = [&](const char* label, field::EdgeKind& kind, field::EdgeKind& opposite) {
    if (!choose_edge(context, label, kind, equation)) return;
    join(kind, opposite);
    changed = true;
  };
  side("left", edges.left, edges.right);
  side("right", edges.right, edges.left);
  side("top", edges.top, edges.bottom);
  side("bottom", edges.bottom, edges.top);
  if (changed) context.send(session::SetEdges{edges});
  const auto held = [](field::EdgeKind kind) { return kind == field::EdgeKind::held; };
  const bool any_held =
      held(edges.left) || held(edges.right) || held(edges.top) || held(edges.bottom);
  row(context, "edge value");
  ImGui::BeginDisabled(!any_held);
  if (number(context, "##edge value", edges.value, 0.01, "%.3f",
             any_held ? "The value of the held edges." : "No edge is held.")) {
    context.edit(session::SetEdges{edges});
  }
  ImGui::EndDisabled();
}

void draw_files(FieldsView& context) {
  const float width = (ImGui::GetContentRegionAvail().x - 16 * context.unit) / 3 / context.unit;
  const ui::ButtonLook open{.width = width, .text = "Open"};
  if (icon_button(context, "open", ui::Icon::folder, "Opens a scene, a recording or a field.",
                  context.keys_of("open"), "", open)) {
    context.send(session::OpenFile{});
  }
  ImGui::SameLine();
  const ui::ButtonLook save{.width = width, .text = "Save"};
  action_button(context, ui::Icon::save, "save_scene",
                "Saves the scene with all its items as a file that Heatwave opens.", save);
  ImGui::SameLine();
  const ui::ButtonLook as{.width = width, .text = "As …"};
  action_button(context, ui::Icon::save, "save_scene_as",
                "Saves it under another name, with a title and words of its own.", as);
}

}  // namespace

void draw_scene_group(FieldsView& context) {
  const scene::Scene& scene = context.snapshot.scene;
  if (!scene.words.watch.empty()) ui::term_text(context, scene.words.watch, context.theme.dim);
  draw_size(context);
  draw_edges(context);
  draw_files(context);
}

namespace {

void draw_progress(FieldsView& context) {
  const session::ExportStatus& status = context.snapshot.exporting;
  if (status.sequence) {
    value_row(context, "sequence",
              words::grouped(status.frames_taken) +
                  (status.frames > 0 ? " of " + words::grouped(status.frames) : " so far"));
    value_row(context, "on the disk",
              words::bytes(static_cast<std::uint64_t>(status.frames_bytes)));
  }
  value_row(context, "written",
            words::grouped(status.written) + " of " + words::grouped(status.taken));
  value_row(
      context, "ready in",
      status.written + status.failed < status.taken ? words::duration(status.seconds_left) : "–");
  if (status.failed > 0) value_row(context, "failed", words::grouped(status.failed));
  dim_text(context, "Saved in the folder “" +
                        (status.sequence ? status.sequence_folder : status.folder) + "”" +
                        (status.newest.empty() ? "." : ", the newest " + status.newest + "."));
}

}  // namespace

void draw_export_group(FieldsView& context) {
  const session::ExportStatus& status = context.snapshot.exporting;
  const float width = (ImGui::GetContentRegionAvail().x - 8 * context.unit) / 2 / context.unit;
  const ui::ButtonLook field{.width = width, .text = "Field"};
  action_button(context, ui::Icon::camera, "save_field",
                "Saves the field as PNG: one pixel a cell, or in a frame.", field);
  ImGui::SameLine();
  const ui::ButtonLook window{.width = width, .text = "Window"};
  action_button(context, ui::Icon::window, "save_window", "Saves the window as PNG, as you see it.",
                window);
  exporting::PictureParts& parts = context.model.picture_parts;
  toggle(context, "with bar", "with the colour bar", parts.bar,
         "Pictures and films have the colour bar with its numbers beside the field.");
  toggle(context, "with title", "with title and step", parts.title,
         "Pictures and films have the scene's title and the step above the field.");
  toggle(context, "with outlines", "with outlines", parts.outlines,
         "Pictures and films have the outlines of sources, walls and media.");
  const ui::ButtonLook line{.width = 2 * width + 8, .text = "Copy its command line"};
  action_button(context, ui::Icon::duplicate, "copy_run",
                "In a shell it computes the field again and saves the same picture.", line);
  const ui::ButtonLook sequence{.active = status.sequence,
                                .width = 2 * width + 8,
                                .text = status.sequence ? "Stop the export" : "Export …"};
  if (icon_button(context, "export", status.sequence ? ui::Icon::stop : ui::Icon::film,
                  "Pictures and films of any size, with a preview.", context.keys_of("export"), "",
                  sequence)) {
    context.send(session::PerformAction{.action = "export"});
  }
  draw_progress(context);
}

}  // namespace heatwave::fields_room
