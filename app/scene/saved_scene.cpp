// The field first: a scene never names a file that is not there.
#include "app/scene/saved_scene.h"

#include <system_error>
#include <vector>

#include "app/export/json_check.h"
#include "app/export/npy.h"
#include "app/scene/scene_json.h"
#include "app/words/word_lists.h"

namespace heatwave::scene {
namespace fs = std::filesystem;

SavedScene save_scene(const Scene& scene, const fs::path& path, system::Naming naming) {
  SavedScene saved;
  // A name that is no text cannot stand in the scene, which then holds the field itself.
  if (scene.given && words::is_utf8(path.stem().string())) {
    const auto bytes = exporting::encoded_npy(scene.given->extent, scene.given->planes);
    saved.field = system::write_whole_file(fs::path(path).replace_extension(".npy"), bytes, naming);
  }
  try {
    const std::string text = to_json(scene, saved.field.filename().string());
    // A file that could not be opened again is not written.
    exporting::check_json(text, path.string(), exporting::kSceneBudget);
    saved.scene = system::write_whole_text(path, text, naming);
  } catch (...) {
    std::error_code ignored;
    if (!saved.field.empty()) fs::remove(saved.field, ignored);
    throw;
  }
  return saved;
}

}  // namespace heatwave::scene
