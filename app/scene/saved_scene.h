// A scene as files: the scene, and beside it the field where it begins with one.
#pragma once

#include <filesystem>

#include "app/scene/scene.h"
#include "app/system/write_files.h"

namespace heatwave::scene {

struct SavedScene {
  std::filesystem::path scene;
  std::filesystem::path field;  ///< empty: there is none
};
/// Throws core::Error; then nothing is left behind.
SavedScene save_scene(const Scene& scene, const std::filesystem::path& path, system::Naming naming);

}  // namespace heatwave::scene
