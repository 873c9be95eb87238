// The field that a scene begins with, in its JSON: within it, or as a .npy file beside it.
#pragma once

#include <filesystem>
#include <string>

#include "app/scene/scene_parts_json.h"

namespace heatwave::scene {

/// Under the key "field". With a name of a file: that, and what the file does not hold.
void put_field(Json& out, const field::FieldState& state, const std::string& file);

/// None where there is none. Files are those of this folder alone, and none where no folder is
/// given.
GivenField read_field(JsonReader& root, const Scene& scene, const std::filesystem::path& folder);

}  // namespace heatwave::scene
