// Options first, then what was remembered, then what is so at first.
#include "app/cli/recall.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "app/scene/scene_files.h"
#include "app/shell/start.h"
#include "app/system/folders.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"

namespace heatwave::cli {
namespace {

bool is_driven(const WindowOptions& options) {
  const char* status = std::getenv("HEATWAVE_STATUS");
  return options.frames > 0 || !options.screenshot.empty() ||
         (status != nullptr && *status != '\0');
}

bool is_room(const std::string& id) {
  return std::any_of(rooms::kRooms.begin(), rooms::kRooms.end(),
                     [&](const rooms::RoomEntry& entry) { return entry.id == id; });
}

/// Whoever says anything about the field means the one that always comes first.
bool asks_for_field(const FieldOptions& field) {
  return !field.scene.empty() || field.asks_of_scene();
}

void recall_scene(FieldOptions& field, const std::string& scene, std::string& told) {
  if (scene.empty() || asks_for_field(field)) return;
  try {
    (void)scene::scene_or_blank(scene);
    field.scene = scene;
  } catch (const core::Error& error) {
    // Scenes that were never saved have names that nobody knows.
    if (!std::filesystem::path(scene).has_parent_path()) return;
    told = words::sentence(
        fmt::format("the scene used last cannot be opened: {}", words::printable(error.what())));
  }
}

void recall_window(WindowOptions& options, const files::Remembered& kept) {
  if (!options.light) options.light = !kept.dark;
  if (!options.window) {
    options.window = {
        std::clamp(kept.window.width, shell::kLeastWindow.width, shell::kMostWindow.width),
        std::clamp(kept.window.height, shell::kLeastWindow.height, shell::kMostWindow.height)};
  }
}

}  // namespace

Recalled recall(WindowOptions& options) {
  Recalled recalled;
  // A field named on the command line is shown.
  if (options.room.empty() && asks_for_field(options.field)) options.room = rooms::kFields.id;
  const bool remembers = options.remember || (!options.fresh && !is_driven(options));
  const auto folders = remembers ? system::person_folders() : std::nullopt;
  files::Remembered kept;
  if (folders) {
    recalled.memory = std::make_shared<files::RememberedFiles>(*folders);
    kept = recalled.memory->kept();
    recall_scene(options.field, kept.scene, recalled.told);
    if (options.scale == 0.0) recalled.zoom = kept.scale;
  }
  recall_window(options, kept);
  if (options.room.empty()) options.room = is_room(kept.room) ? kept.room : rooms::kFields.id;
  return recalled;
}

}  // namespace heatwave::cli
