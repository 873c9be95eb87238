// Converts scenes and their parts to and from JSON, for files and for commands.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "app/json/json_reader.h"
#include "app/scene/scene.h"

namespace heatwave::scene {

/// The form of a scene. `file`: for people; the reader assigns the scene's name and the items'
/// numbers. `travelling`: the scene is equal in every value after reading.
enum class SceneForm : std::uint8_t { file, travelling };

/// Reads a scene. `where` names the text in errors, as in "scenes/lens.json". Every error is one
/// line: "where:line: key 'sources[2].radius': must be a positive number, is "abc"".
Scene parse_scene(std::string_view text, const std::string& where);

/// The values by which lists show a scene.
struct SceneHead {
  std::string name;
  std::string title;
  SceneWords words;
  std::string equation;  ///< id in the catalogue, or kFormulaEquation
};
/// Reads the head of a scene's text. It neither reads the other keys nor compiles a formula.
SceneHead parse_scene_head(std::string_view text, const std::string& where);
/// Reads a file's scene, which gets this name and finds its field in this folder.
Scene read_scene(json::JsonReader& root, const std::string& name, SceneForm form,
                 const std::filesystem::path& folder = {});

/// Writes only values that differ from the default. Reading the text returns an equal scene with
/// items numbered from 1: sources, then walls, then media. The initial field is in the file of this
/// name beside it; without a name it is in the text.
std::string to_json(const Scene& scene, const std::string& field_file = {});
nlohmann::ordered_json json_of(const Scene& scene, SceneForm form,
                               const std::string& field_file = {});

// Readers and writers of described values find these functions for the parts in commands.
nlohmann::ordered_json json_value(const Scene& scene);
nlohmann::ordered_json json_value(const Item& item);
nlohmann::ordered_json json_value(Pace pace);
nlohmann::ordered_json json_value(const Segment& line);
void read(json::JsonReader& in, const char* key, Scene& scene);
void read(json::JsonReader& in, const char* key, Item& item);
void read(json::JsonReader& in, const char* key, Pace& pace);
void read(json::JsonReader& in, const char* key, Segment& line);

}  // namespace heatwave::scene
