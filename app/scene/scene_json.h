// Scenes and their parts as JSON: in files of their own, and in all else that carries them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "app/json/json_reader.h"
#include "app/scene/scene.h"

namespace heatwave::scene {

/// A file is for people: names and numbers of items are left to the place where it is read. A scene
/// that travels is the same to the last value when it arrives.
enum class SceneForm : std::uint8_t { file, travelling };

/// `where` names the text in errors, as in "scenes/lens.json". Every error is one line:
/// "where:line: key 'sources[2].radius': must be a positive number, is "abc"".
Scene parse_scene(std::string_view text, const std::string& where);
/// A file's scene takes this name, for its text has none, and finds its field in this folder.
Scene read_scene(json::JsonReader& root, const std::string& name, SceneForm form,
                 const std::filesystem::path& folder = {});

/// Writes only what differs from the default. Reading the text gives an equal scene, its items
/// numbered from 1: sources, then walls, then media. A field that the scene begins with is in the
/// file of this name beside it; with no name it is in the text.
std::string to_json(const Scene& scene, const std::string& field_file = {});
nlohmann::ordered_json json_of(const Scene& scene, SceneForm form,
                               const std::string& field_file = {});

// The parts that commands carry, found by the readers and writers of described values.
nlohmann::ordered_json json_value(const Scene& scene);
nlohmann::ordered_json json_value(const Item& item);
nlohmann::ordered_json json_value(Pace pace);
nlohmann::ordered_json json_value(const Segment& line);
void read(json::JsonReader& in, const char* key, Scene& scene);
void read(json::JsonReader& in, const char* key, Item& item);
void read(json::JsonReader& in, const char* key, Pace& pace);
void read(json::JsonReader& in, const char* key, Segment& line);

}  // namespace heatwave::scene
