// Chooses among the views there are.
#include "app/rooms/fields/view_group.h"

#include <string>
#include <vector>

#include "app/ui/controls.h"

namespace heatwave::fields_room {

void draw_view_group(FieldsView& context) {
  std::vector<std::string> titles;
  std::vector<std::string> help;
  const std::string keys = context.keys_of("next_view");
  for (const scene::ViewEntry& entry : scene::kViews) {
    titles.emplace_back(entry.title);
    help.push_back(std::string(entry.help) + (keys.empty() ? "" : " Next one: " + keys + "."));
  }
  scene::ViewLayers layers = context.snapshot.scene.layers;
  const auto shown = static_cast<int>(context.snapshot.scene.view);
  const int pressed =
      segmented(context, "view", titles, shown, ImGui::GetContentRegionAvail().x, help);
  if (pressed >= 0 && pressed != shown) {
    context.send(session::SetView{static_cast<scene::ViewKind>(pressed), layers});
  }
  const auto layer = [&](const char* id, const char* title, bool scene::ViewLayers::*of,
                         scene::ViewKind own) {
    bool lies_over = layers.*of || context.snapshot.scene.view == own;
    const char* reason = context.snapshot.scene.view == own ? "The view chosen draws them" : "";
    if (!toggle(context, id, title, lies_over, std::string(scene::entry_of(own).help), reason)) {
      return;
    }
    layers.*of = lies_over;
    context.send(session::SetView{context.snapshot.scene.view, layers});
  };
  layer("contours_over", "contours over it", &scene::ViewLayers::contours,
        scene::ViewKind::contours);
  layer("arrows_over", "arrows over it", &scene::ViewLayers::arrows, scene::ViewKind::arrows);
  bool beside = context.comparison != nullptr;
  if (toggle(context, "compare", "beside itself as it is now", beside,
             "Two fields that take the same steps, and their difference: what you change from here "
             "on, a parameter, the backend, the scene, is changed in one of them. Key: " +
                 context.keys_of("compare") + ".")) {
    context.send(session::CompareFields{context.comparison == nullptr});
  }
  if (beside && context.snapshot.scene.view == scene::ViewKind::surface) {
    dim_text(context, "Side by side they are seen from above, not as surfaces.");
    note_place(context, "seen from above");
  }
}

}  // namespace heatwave::fields_room
