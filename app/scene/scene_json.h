// Scenes as JSON files: reading with the line and the key of every mistake, writing, finding.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/scene/scene.h"

namespace heatwave::scene {

/// `where` names the text in errors, as in "scenes/lens.json". Every error is one line:
/// "where:line: key 'sources[2].radius': must be a positive number, is "abc"".
Scene parse_scene(std::string_view text, const std::string& where);
/// Only what differs from the default. Reading it back gives an equal scene, its items numbered
/// from 1: sources, then walls, then media. A field that it begins with is in the file of this name
/// beside it; with no name it is in the text.
std::string to_json(const Scene& scene, const std::string& field_file = {});

/// The scene of a file; its name is the file's.
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

}  // namespace heatwave::scene
