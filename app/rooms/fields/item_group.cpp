// The group of the selected item: its numbers, duplicate, delete.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/rooms/actions.h"
#include "app/rooms/controls.h"
#include "app/rooms/fields/role_editor.h"
#include "app/rooms/panels.h"
#include "kernels/field/catalogue.h"

namespace heatwave::panels {
namespace {

const char* shape_title(const session::Shape& shape) {
  constexpr std::array<const char*, 4> kTitles{"disc", "rectangle", "line", "stroke"};
  return kTitles[shape.index()];
}

std::string role_title(const session::Role& role) {
  if (std::holds_alternative<session::Wall>(role)) return "Wall";
  if (std::holds_alternative<session::Medium>(role)) return "Medium";
  return std::get<session::Source>(role).oscillation ? "Oscillating source" : "Source";
}

/// Two numbers in one row.
bool edit_pair(PanelContext& context, const char* label, double& a, double& b, const char* help) {
  row(context, label);
  const float width = (ImGui::GetContentRegionAvail().x - 8 * context.unit) / 2;
  ImGui::PushID(label);
  set_next_width(width);
  bool changed = number(context, "##a", a, 0.5, "%.1f", help);
  ImGui::SameLine();
  set_next_width(width);
  changed |= number(context, "##b", b, 0.5, "%.1f", help);
  ImGui::PopID();
  return changed;
}

bool edit_length(PanelContext& context, const char* label, double& length, const char* help) {
  row(context, label);
  ImGui::PushID(label);
  const bool changed = number(context, "##length", length, 0.25, "%.1f", help, 0.5, 1e5);
  ImGui::PopID();
  return changed;
}

struct ShapeEditor {
  PanelContext& context;

  bool operator()(session::Disc& disc) const {
    const bool moved = edit_pair(context, "centre", disc.centre.x, disc.centre.y,
                                 "The middle, in cells from the top left corner.");
    return edit_length(context, "radius", disc.radius, "Radius in cells.") || moved;
  }
  bool operator()(session::Rectangle& rectangle) const {
    double width = rectangle.to.x - rectangle.from.x;
    double height = rectangle.to.y - rectangle.from.y;
    bool changed = edit_pair(context, "corner", rectangle.from.x, rectangle.from.y,
                             "The top left corner, in cells.");
    changed |= edit_pair(context, "size", width, height, "Width and height in cells.");
    rectangle.to = {rectangle.from.x + std::max(1.0, width),
                    rectangle.from.y + std::max(1.0, height)};
    return changed;
  }
  bool operator()(session::Line& line) const {
    bool changed = edit_pair(context, "from", line.from.x, line.from.y, "One end, in cells.");
    changed |= edit_pair(context, "to", line.to.x, line.to.y, "The other end, in cells.");
    return edit_length(context, "thickness", line.thickness, "Thickness in cells.") || changed;
  }
  bool operator()(session::Stroke& stroke) const {
    return edit_length(context, "brush", stroke.radius, "Radius of the stroke's brush in cells.");
  }
};

struct RoleEditor {
  PanelContext& context;

  bool operator()(session::Source& source) const {
    bool changed = choose_component(source);
    bool oscillates = source.oscillation.has_value();
    const bool switched = toggle(context, "oscillates", "oscillates", oscillates,
                                 "Swings up and down instead of keeping its value.");
    if (switched) context.ui.widget_gesture = context.tools.next_gesture();
    changed |= switched;
    if (oscillates && !source.oscillation) source.oscillation = field::Oscillation{};
    if (!oscillates) source.oscillation.reset();
    changed |= source.oscillation ? edit_oscillation(context, *source.oscillation)
                                  : edit_value(context, source.value);
    return changed;
  }
  bool operator()(session::Wall& /*wall*/) const { return false; }

  /// Where there are several: which of them the source keeps at its value.
  bool choose_component(session::Source& source) const {
    const session::Scene& scene = context.snapshot.scene;
    const auto& components = field::find_equation(scene.equation).components;
    if (components.size() < 2) return false;
    std::vector<std::string> titles;
    for (const field::ComponentInfo& component : components) titles.push_back(component.id);
    const std::vector<std::string> help(
        titles.size(), "The component that it keeps; the others are at rest there.");
    row(context, "keeps");
    const auto kept = static_cast<int>(session::component_of(scene, source.component));
    const int pressed =
        segmented(context, "kept", titles, kept, ImGui::GetContentRegionAvail().x, help);
    if (pressed < 0 || pressed == kept) return false;
    source.component = titles[static_cast<std::size_t>(pressed)];
    context.ui.widget_gesture = context.tools.next_gesture();
    return true;
  }
  bool operator()(session::Medium& medium) const { return edit_factor(context, medium.factor); }
};

void draw_item_buttons(PanelContext& context) {
  const float width = (ImGui::GetContentRegionAvail().x - 8 * context.unit) / 2 / context.unit;
  const ButtonLook duplicate{.width = width, .text = "Duplicate"};
  if (action_button(context, Icon::duplicate, Action::duplicate_item, "A copy beside it.",
                    duplicate)) {
    perform(Action::duplicate_item, context);
  }
  ImGui::SameLine();
  const ButtonLook remove{.width = width, .text = "Delete"};
  if (action_button(context, Icon::remove, Action::remove_item,
                    "Removes the item; the field around it stays.", remove)) {
    perform(Action::remove_item, context);
  }
}

}  // namespace

void draw_item_group(PanelContext& context) {
  const auto* selected = find_item(context.snapshot.scene, context.tools.selected());
  if (selected == nullptr) {
    dim_text(context, "Click an item in the field.");
    return;
  }
  session::Item item = *selected;
  ImGui::PushID(item.id);
  value_row(context, shape_title(item.shape), role_title(item.role));
  bool changed = std::visit(RoleEditor{context}, item.role);
  changed |= std::visit(ShapeEditor{context}, item.shape);
  if (changed) context.sink(session::ChangeItem{item}, widget_gesture(context));
  draw_item_buttons(context);
  ImGui::PopID();
}

}  // namespace heatwave::panels
