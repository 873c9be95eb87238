// Scenes as files: those that come with the program, and those that people save.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/scene/scene.h"
#include "app/system/write_files.h"

namespace heatwave::scene {

/// Reads the scene of a file; its name is the file's.
Scene load_scene(const std::filesystem::path& path);

struct SceneListing {
  std::string name;  ///< for find_scene
  std::string title;
  std::string watch;
  std::string equation;
};
/// The scenes that come with the program, equation by equation.
std::vector<SceneListing> built_in_scenes();
/// A built-in scene by its name, or a scene file by its path. The error names the scenes there are.
Scene find_scene(const std::string& name_or_path);

/// The scene that the catalogue names for this equation; a blank one, named like the equation,
/// where it names none or the scene is not there.
Scene default_scene(const std::string& equation);
/// Finds a scene as find_scene does; the id of an equation that has no scene of its own names its
/// blank one.
Scene scene_or_blank(const std::string& name_or_path);

struct SavedScene {
  std::filesystem::path scene;
  std::filesystem::path field;  ///< empty: there is none
};
/// Writes the field first: a scene never names a file that is not there. Throws core::Error; then
/// nothing is left behind.
SavedScene save_scene(const Scene& scene, const std::filesystem::path& path, system::Naming naming);

}  // namespace heatwave::scene
