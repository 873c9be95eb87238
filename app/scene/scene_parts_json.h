// The parts of scenes as JSON, for scene files and for all else that carries them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/scene/json_reader.h"
#include "app/scene/scene.h"

namespace heatwave::scene {

using Json = nlohmann::ordered_json;

/// A file is for people: names and numbers of items are left to the place where it is read. A scene
/// that travels is the same to the last value when it arrives.
enum class SceneForm : std::uint8_t { file, travelling };

/// Whole numbers without ".0"; reading gives back the same bits.
Json json_number(double v);
Json json_point(Point p);
Json json_points(const std::vector<Point>& list);
/// The keys of its shape, its role and its holes, but not which role it is.
void put_item(Json& out, const Item& item);
/// A file's scene names that file for the field it begins with; with no name it holds it.
Json json_of(const Scene& scene, SceneForm form, const std::string& field_file = {});

/// `kind` is "source", "wall" or "medium". Without the equation any component may be named.
Item read_item(JsonReader& r, std::string_view kind, const field::EquationInfo* equation);
/// A file's scene takes this name, for its text has none, and finds its field in this folder.
Scene read_scene(JsonReader& root, const std::string& name, SceneForm form,
                 const std::filesystem::path& folder = {});

}  // namespace heatwave::scene
