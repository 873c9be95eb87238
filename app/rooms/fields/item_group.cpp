// The group of the selected item: its numbers, duplicate, delete.
#include "app/rooms/fields/item_group.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/rooms/fields/fields_view.h"
#include "app/rooms/fields/role_editor.h"
#include "app/session/field/unit_figures.h"
#include "app/ui/controls.h"
#include "app/ui/sized.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::fields_room {
namespace {

const char* shape_title(const scene::Shape& shape) {
  constexpr std::array<const char*, 5> kTitles{"disc", "rectangle", "line", "stroke", "picture"};
  return kTitles[shape.index()];
}

std::string role_title(const scene::Role& role) {
  if (std::holds_alternative<scene::Wall>(role)) return "Wall";
  if (std::holds_alternative<scene::Medium>(role)) return "Medium";
  return std::get<scene::Source>(role).oscillation ? "Oscillating source" : "Source";
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

  /// Where there are several: which of them the source keeps at its value.
  bool choose_component(scene::Source& source) const {
    const scene::Scene& scene = context.snapshot.scene;
    const auto& components = field::find_equation(scene.equation).components;
    if (components.size() < 2) return false;
    std::vector<std::string> titles;
    for (const field::ComponentInfo& component : components) titles.push_back(component.id);
    const std::vector<std::string> help(
        titles.size(), "The component that it keeps; the others are at rest there.");
    row(context, "keeps");
    const auto kept = static_cast<int>(scene::component_of(scene, source.component));
    const int pressed =
        segmented(context, "kept", titles, kept, ImGui::GetContentRegionAvail().x, help);
    if (pressed < 0 || pressed == kept) return false;
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

}  // namespace heatwave::fields_room
