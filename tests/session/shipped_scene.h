// The scenes that come with the program.
#pragma once

#include <filesystem>
#include <string>

#include "app/scene/scene_files.h"

namespace heatwave::session {

inline scene::Scene shipped_scene(const std::string& name) {
  return scene::load_scene(std::filesystem::path(HEATWAVE_ASSET_FOLDER) / "scenes" /
                           (name + ".json"));
}

}  // namespace heatwave::session
