// The scene as it was a moment ago, on the disk, for the case that the program does not end as it
// should.
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
  /// `data`: the person's folder for data. Makes its own when there is something to keep.
  explicit Autosave(std::filesystem::path data);

  /// Whether the one before is written: only then there may be another.
  [[nodiscard]] bool is_ready();
  /// Writes it beside the frames.
  void keep(scene::Scene scene);
  /// Why the newest could not be written, once.
  [[nodiscard]] std::optional<std::string> take_failure();
  /// Whether there is one on the disk.
  [[nodiscard]] bool has_kept() const { return has_kept_; }
  /// Removes the folder. Where a run does not end well, the folder stays, to be found.
  void end_well();

 private:
  void make_folder();
  void note_written();

  std::filesystem::path data_;
  std::filesystem::path folder_;  ///< empty: not made yet
  system::FolderLock lock_;
  std::future<std::string> writing_;  ///< its destructor waits
  std::string failure_;
  bool has_kept_ = false;
};

/// What a run has left behind.
struct LeftBehind {
  std::filesystem::path folder;
  std::string title;
  std::int64_t when = 0;  ///< seconds since 1970
};

/// The newest first. Folders of runs that left nothing are taken away.
std::vector<LeftBehind> left_behind(const std::filesystem::path& data);
/// The scene with its name and where it came from. Throws core::Error where it cannot be read.
scene::Scene scene_of(const LeftBehind& left);
void forget(const LeftBehind& left);

}  // namespace heatwave::files
