// Finds scene files, those that come with the program by name and all others by path, and saves
// scenes.
#include "app/scene/scene_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/export/npy.h"
#include "app/json/json_check.h"
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

std::string text_of(const fs::path& file) {
  try {
    return system::whole_text(file, json::kSceneBudget.bytes);
  } catch (const core::Error& error) {
    throw core::Error(fmt::format("cannot read the scene file: {}", error.what()));
  }
}

/// Returns the folder's name with a capital, and with spaces in place of hyphens.
std::string title_of_folder(const fs::path& folder) {
  std::string title = folder.filename().string();
  std::replace(title.begin(), title.end(), '-', ' ');
  title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
  return title;
}

}  // namespace

Scene load_scene(const fs::path& path) { return parse_scene(text_of(path), path.string()); }

std::vector<SceneListing> built_in_scenes() {
  std::vector<SceneListing> scenes;
  for (const fs::path& file : built_in_files()) {
    const SceneHead head = parse_scene_head(text_of(file), file.string());
    const bool is_typed = head.equation == kFormulaEquation;
    const std::string family =
        is_typed ? title_of_folder(file.parent_path()) : field::find_equation(head.equation).title;
    scenes.push_back({head.name, head.title, head.words.watch,
                      head.words.meaning + ' ' + head.words.textbook, head.equation, family});
  }
  const std::vector<std::string> equations = words::ids_of(field::equations());
  const auto rank = [&equations](const SceneListing& scene) {
    const auto found = std::find(equations.begin(), equations.end(), scene.equation);
    const bool is_typed = found == equations.end();
    return std::pair(found, is_typed ? std::string_view(scene.family) : std::string_view());
  };
  std::stable_sort(scenes.begin(), scenes.end(),
                   [&](const SceneListing& a, const SceneListing& b) { return rank(a) < rank(b); });
  return scenes;
}

std::vector<std::string> built_in_scene_names() {
  std::vector<std::string> names;
  for (const fs::path& file : built_in_files()) names.push_back(file.stem().string());
  return names;
}

Scene find_scene(const std::string& name_or_path) {
  const fs::path path(name_or_path);
  if (path.has_parent_path() || path.extension() == ".json") return load_scene(path);
  for (const fs::path& file : built_in_files()) {
    if (file.stem() == name_or_path) return load_scene(file);
  }
  throw core::Error("unknown scene '" + words::excerpt(name_or_path) +
                    "' (there are: " + words::joined(built_in_scene_names()) +
                    "; or give the path of a scene file, ending in .json)");
}

Scene default_scene(const std::string& equation) {
  const field::EquationInfo& info = field::find_equation(equation);
  if (!info.default_scene.empty()) {
    const auto file = asset_folder() / "scenes" / (info.default_scene + ".json");
    std::error_code ignored;
    if (fs::exists(file, ignored)) return load_scene(file);
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

SavedScene save_scene(const Scene& scene, const fs::path& path, system::Naming naming) {
  SavedScene saved;
  // A scene cannot contain a name that is not UTF-8; it then contains the field itself.
  if (scene.given && words::is_utf8(path.stem().string())) {
    const auto bytes = exporting::encoded_npy(scene.given->extent, scene.given->planes);
    saved.field = system::write_whole_file(fs::path(path).replace_extension(".npy"), bytes, naming);
  }
  try {
    const std::string text = to_json(scene, saved.field.filename().string());
    // A file that could not be opened later is not written.
    json::check_json(text, path.string(), json::kSceneBudget);
    saved.scene = system::write_whole_text(path, text, naming);
  } catch (...) {
    std::error_code ignored;
    if (!saved.field.empty()) fs::remove(saved.field, ignored);
    throw;
  }
  return saved;
}

}  // namespace heatwave::scene
