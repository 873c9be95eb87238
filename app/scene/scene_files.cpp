// Finds scene files: those that come with the program by name, all others by path.
#include <fmt/format.h>

#include <algorithm>

#include "app/export/json_check.h"
#include "app/scene/assets.h"
#include "app/scene/scene_json.h"
#include "app/system/read_files.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::scene {
namespace fs = std::filesystem;
namespace {

std::vector<fs::path> built_in_files() { return asset_files("scenes", ".json"); }

}  // namespace

Scene load_scene(const fs::path& path) {
  std::string text;
  try {
    text = system::whole_text(path, exporting::kSceneBudget.bytes);
  } catch (const core::Error& error) {
    throw core::Error(fmt::format("cannot read the scene file: {}", error.what()));
  }
  return parse_scene(text, path.string());
}

std::vector<SceneListing> built_in_scenes() {
  std::vector<SceneListing> scenes;
  for (const fs::path& file : built_in_files()) {
    const Scene scene = load_scene(file);
    scenes.push_back({scene.name, scene.title, scene.watch, scene.equation});
  }
  const auto rank = [](const SceneListing& scene) {
    return &field::find_equation(scene.equation) - field::equations().data();
  };
  std::stable_sort(scenes.begin(), scenes.end(),
                   [&](const SceneListing& a, const SceneListing& b) { return rank(a) < rank(b); });
  return scenes;
}

Scene find_scene(const std::string& name_or_path) {
  const fs::path path(name_or_path);
  if (path.has_parent_path() || path.extension() == ".json") return load_scene(path);
  std::vector<std::string> known;
  for (const fs::path& file : built_in_files()) {
    if (file.stem() == name_or_path) return load_scene(file);
    known.push_back(file.stem().string());
  }
  throw core::Error("unknown scene '" + name_or_path + "' (there are: " + words::joined(known) +
                    "; or give the path of a scene file, ending in .json)");
}

}  // namespace heatwave::scene
