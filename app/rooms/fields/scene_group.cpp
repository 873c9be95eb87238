// The group of the scene: what to watch for, the grid's size, its edges.
#include "app/rooms/fields/scene_group.h"

#include <algorithm>

#include "app/rooms/fields/fields_view.h"
#include "app/scene/scene_checks.h"
#include "app/ui/controls.h"
#include "app/ui/sized.h"
#include "app/ui/text_field.h"
#include "app/words/numbers.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::fields_room {
namespace {

/// Typed sizes stay until another scene or another grid is shown.
void draw_size(FieldsView& context) {
  FieldsModel& model = context.model;
  const scene::Scene& scene = context.snapshot.scene;
  if (model.wanted_for_scene != scene.name || model.wanted_for_extent != scene.extent) {
    model.wanted_for_scene = scene.name;
    model.wanted_for_extent = scene.extent;
    model.wanted_extent = scene.extent;
  }
  row(context, "size");
  const float width = (ImGui::GetContentRegionAvail().x - 8 * context.unit) / 2;
  const auto field = [&context, width](const char* id, int& value, const char* help) {
    ui::set_next_width(width);
    ImGui::InputInt(id, &value, 0);
    value = std::clamp(value, 1, scene::kLongestSide);
    explain(context, help);
  };
  field("##width", model.wanted_extent.width, "Cells in a row.");
  ImGui::SameLine();
  field("##height", model.wanted_extent.height, "Rows.");
  row(context, "cells");
  ImGui::TextUnformatted(words::grouped(model.wanted_extent.cells()).c_str());
  const float apply = 80 * context.unit;
  const bool same = model.wanted_extent == scene.extent;
  ImGui::SameLine(ui::content_right() - apply);
  ImGui::BeginDisabled(same);
  if (ui::plain_button("Apply", apply)) context.send(session::Resize{model.wanted_extent});
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

/// Opposite edges are periodic together or not at all.
void join(field::EdgeKind chosen, field::EdgeKind& opposite) {
  const bool periodic = chosen == field::EdgeKind::periodic;
  if (periodic || opposite == field::EdgeKind::periodic) opposite = chosen;
}

void draw_edges(FieldsView& context) {
  const scene::Scene& scene = context.snapshot.scene;
  const field::EquationInfo& equation = field::find_equation(scene.equation);
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
    context.asks.file = rooms::FileAsk::open;
  }
  ImGui::SameLine();
  const ui::ButtonLook save{.width = width, .text = "Save"};
  action_button(context, ui::Icon::file, "save_scene",
                "Saves the scene with all its items as a file that Heatwave opens.", save);
  ImGui::SameLine();
  const ui::ButtonLook as{.width = width, .text = "As …"};
  action_button(context, ui::Icon::duplicate, "save_scene_as",
                "Saves it under another name, with a title and words of its own.", as);
}

}  // namespace

void draw_scene_group(FieldsView& context) {
  const scene::Scene& scene = context.snapshot.scene;
  if (!scene.watch.empty()) dim_text(context, scene.watch);
  draw_size(context);
  draw_edges(context);
  draw_files(context);
}

}  // namespace heatwave::fields_room
