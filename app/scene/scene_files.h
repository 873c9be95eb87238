// Scenes as files: those that come with the program, and those that people save.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/scene/scene.h"
#include "app/system/write_files.h"

namespace heatwave::scene {

/// Reads a scene from a file and names it after the file.
Scene load_scene(const std::filesystem::path& path);

struct SceneListing {
  std::string name;  ///< for find_scene
  std::string title;
  std::string watch;
  std::string theory;  ///< the meaning of its equation, and the textbook
  std::string equation;
  std::string family;  ///< title of the group that it stands in
};
/// Returns the scenes that come with the program: equation by equation, those of typed ones last
/// and family by family.
std::vector<SceneListing> built_in_scenes();
/// Returns the names of the built-in scenes without reading the scenes.
std::vector<std::string> built_in_scene_names();
/// Finds a built-in scene by its name, or a scene file by its path. The error lists the scenes.
Scene find_scene(const std::string& name_or_path);

/// Returns the catalogue's scene for this equation. If there is none, returns a blank one with the
/// equation's name.
Scene default_scene(const std::string& equation);
/// Finds a scene like find_scene(). The id of an equation without a scene means its blank one.
Scene scene_or_blank(const std::string& name_or_path);

struct SavedScene {
  std::filesystem::path scene;
  std::filesystem::path field;  ///< empty: there is none
};
/// Writes the field first, so that a scene never names a missing file. Throws core::Error and
/// leaves no file behind when it fails.
SavedScene save_scene(const Scene& scene, const std::filesystem::path& path, system::Naming naming);

}  // namespace heatwave::scene
