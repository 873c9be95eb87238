// Autosaves the scene, in case the program does not end normally.
#pragma once

#include <cstdint>
#include <filesystem>
#include <future>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/scene.h"
#include "app/system/folders.h"

namespace heatwave::files {

/// A folder of this run's own. The run holds a lock on it, which ends with the process however that
/// ends: a folder without a lock was left behind.
class Autosave {
 public:
  /// `data`: the user's data folder. The run's own folder is created on the first save.
  explicit Autosave(std::filesystem::path data);

  /// Returns whether the previous save has finished; only then may another begin.
  [[nodiscard]] bool is_ready();
  /// Writes the scene on another thread.
  void keep(scene::Scene scene);
  /// Returns why the newest save failed, once.
  [[nodiscard]] std::optional<std::string> take_failure();
  /// Returns whether a save is on the disk.
  [[nodiscard]] bool has_kept() const { return has_kept_; }
  /// Removes the folder. After a crash the folder stays, for the next run to find.
  void end_well();

 private:
  void make_folder();
  void note_written();

  std::filesystem::path data_;
  std::filesystem::path folder_;  ///< empty: not created yet
  system::FolderLock lock_;
  std::future<std::string> writing_;  ///< its destructor waits
  std::string failure_;
  bool has_kept_ = false;
};

/// An autosave that a run has left behind.
struct LeftBehind {
  std::filesystem::path folder;
  std::string title;
  std::int64_t when = 0;  ///< seconds since 1970
};

/// Returns the autosaves of ended runs, the newest first. Folders of runs without one are removed.
std::vector<LeftBehind> left_behind(const std::filesystem::path& data);
/// Returns the scene with its name and its file. Throws core::Error when it cannot be read.
scene::Scene scene_of(const LeftBehind& left);
void forget(const LeftBehind& left);

}  // namespace heatwave::files
