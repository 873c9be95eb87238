// Writes a scene, its field, and a note with its names, on a separate thread.
#include "app/files/autosave.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "app/files/own_file.h"
#include "app/json/field_reader.h"
#include "app/json/field_writer.h"
#include "app/scene/scene_files.h"
#include "app/system/read_files.h"
#include "app/system/write_files.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"

namespace heatwave::files {
namespace {

namespace fs = std::filesystem;

constexpr const char* kScene = "scene.json";
constexpr const char* kNote = "note.json";

fs::path runs_in(const fs::path& data) { return data / "runs"; }

std::string text_or_nothing(const std::string& text) {
  return words::is_utf8(text) ? text : std::string();
}

struct Note {
  std::string name;
  std::string title;
  std::string origin;
  std::int64_t when = 0;  ///< seconds since 1970
  static void fields(auto& self, auto&& visit) {
    visit.later("name", self.name);
    visit.later("title", self.title);
    visit.later("origin", self.origin);
    visit("when", self.when);
  }
};

Note note_of(const fs::path& folder) {
  json::JsonReader in = read_own_file(folder / kNote);
  Note note;
  json::describe(note, json::FieldReader(in));
  return note;
}

/// The note last: a folder with one has all there is.
std::string written(const fs::path& folder, const scene::Scene& scene) {
  try {
    scene::save_scene(scene, folder / kScene, system::Naming::replacing);
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const Note note{.name = text_or_nothing(scene.name),
                    .title = text_or_nothing(scene.title),
                    .origin = text_or_nothing(scene.origin.file.string()),
                    .when = std::chrono::duration_cast<std::chrono::seconds>(now).count()};
    system::write_whole_text(folder / kNote, json::object_of(note).dump(2) + "\n",
                             system::Naming::replacing);
    return {};
  } catch (const std::exception& error) {
    return error.what();
  }
}

bool is_old(const fs::path& folder) {
  std::error_code error;
  const auto changed = fs::last_write_time(folder, error);
  return !error && fs::file_time_type::clock::now() - changed > std::chrono::minutes(1);
}

}  // namespace

Autosave::Autosave(fs::path data) : data_(std::move(data)) {}

void Autosave::make_folder() {
  if (!folder_.empty()) return;
  std::error_code error;
  fs::create_directories(runs_in(data_), error);
  if (!error) folder_ = system::make_unique_folder(runs_in(data_), "run-");
  if (folder_.empty()) {
    throw core::Error("no scenes are kept for the case of a crash: " + runs_in(data_).string() +
                      " cannot be written");
  }
  lock_ = system::FolderLock(folder_);
}

void Autosave::note_written() {
  if (!writing_.valid()) return;
  failure_ = writing_.get();
  has_kept_ = has_kept_ || failure_.empty();
}

bool Autosave::is_ready() {
  if (!writing_.valid()) return true;
  if (writing_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return false;
  note_written();
  return true;
}

void Autosave::keep(scene::Scene scene) {
  try {
    make_folder();
  } catch (const core::Error& error) {
    failure_ = error.what();
    return;
  }
  writing_ = std::async(std::launch::async, [folder = folder_, scene = std::move(scene)] {
    return written(folder, scene);
  });
}

std::optional<std::string> Autosave::take_failure() {
  if (failure_.empty()) return {};
  return std::exchange(failure_, {});
}

void Autosave::end_well() {
  if (writing_.valid()) note_written();
  if (folder_.empty()) return;
  std::error_code ignored;
  // Without its note the run is offered by no other program. Windows keeps a file that is a lock.
  fs::remove(folder_ / kNote, ignored);
  lock_ = {};
  fs::remove_all(std::exchange(folder_, {}), ignored);
}

std::vector<LeftBehind> left_behind(const fs::path& data) {
  std::vector<LeftBehind> all;
  std::error_code error;
  system::FolderReader runs(runs_in(data), error);
  while (const std::optional<fs::path> run = runs.next(error)) {
    const fs::path& folder = *run;
    system::FolderLock lock(folder);
    if (!lock.is_held()) continue;  // that run is still active
    try {
      const Note note = note_of(folder);
      all.push_back({folder, note.title.empty() ? note.name : note.title, note.when});
    } catch (const core::Error&) {
      // The run ended before it had written anything, or is just beginning.
      lock = {};
      if (is_old(folder)) forget({folder});
    }
  }
  std::sort(all.begin(), all.end(),
            [](const LeftBehind& a, const LeftBehind& b) { return a.when > b.when; });
  return all;
}

scene::Scene scene_of(const LeftBehind& left) {
  scene::Scene scene = scene::load_scene(left.folder / kScene);
  const Note note = note_of(left.folder);
  scene.name = note.name;
  scene.origin.file = note.origin;
  if (scene.title == "scene") scene.title = note.title;
  return scene;
}

void forget(const LeftBehind& left) {
  std::error_code ignored;
  std::filesystem::remove_all(left.folder, ignored);
}

}  // namespace heatwave::files
