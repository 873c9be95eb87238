// Falls back to blank scenes, so that an equation needs no scene file.
#include "app/scene/default_scene.h"

#include <filesystem>
#include <system_error>

#include "app/scene/assets.h"
#include "app/scene/scene_json.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::scene {

Scene default_scene(const std::string& equation) {
  const field::EquationInfo& info = field::find_equation(equation);
  if (!info.default_scene.empty()) {
    const auto file = asset_folder() / "scenes" / (info.default_scene + ".json");
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored)) return load_scene(file);
  }
  Scene scene = blank_scene(info.id, Scene{}.extent);
  scene.name = info.id;
  return scene;
}

Scene scene_or_blank(const std::string& name_or_path) {
  for (const field::EquationInfo& equation : field::equations()) {
    if (equation.id != name_or_path) continue;
    const Scene scene = default_scene(equation.id);
    if (scene.name == name_or_path) return scene;
  }
  return find_scene(name_or_path);
}

}  // namespace heatwave::scene
