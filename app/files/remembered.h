// Settings and state that the program remembers for the next start.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "app/system/folders.h"
#include "kernels/core/geometry.h"

namespace heatwave::files {

/// Returns the absolute path without "." and "..".
std::filesystem::path whole_path(const std::filesystem::path& path);

class RecentFiles {
 public:
  static constexpr std::size_t kMost = 8;

  RecentFiles() = default;
  /// Restores a saved list, shortened to the limit.
  explicit RecentFiles(std::vector<std::filesystem::path> files);

  /// Adds a file. Different paths to the same file count once.
  void add(const std::filesystem::path& file);
  [[nodiscard]] const std::vector<std::filesystem::path>& files() const { return files_; }

 private:
  std::vector<std::filesystem::path> files_;
};

struct Remembered {
  // Settings
  bool dark = true;
  float scale = 1.0F;              ///< scale of the interface, relative to the display's
  bool smooth_cells = true;        ///< values between cells are interpolated
  bool less_motion = false;        ///< no fades, no animations
  bool key_captions = true;        ///< keys are shown as they are pressed while presenting
  double rate = 0.0;               ///< largest number of frames per second; 0: the screen's
  std::filesystem::path exports;   ///< folder of pictures and films; empty: "out"
  core::Extent window{1280, 800};  ///< size when it does not fill the screen
  float lab_divider = 0.5F;        ///< share of the lab above the divider between chart and source
  // State
  std::string room;                           ///< id of a room; empty: none yet
  std::string scene;                          ///< name or path of a scene; empty: none yet
  std::filesystem::path folder;               ///< folder of the file used last
  std::vector<std::filesystem::path> recent;  ///< the newest is first
  std::vector<std::string> turned_groups;     ///< "lab/Sweep": not folded, or open, as at first
  bool has_dragged = false;                   ///< an item was dragged at least once
  bool has_toured = false;                    ///< the tour was taken or declined
  friend bool operator==(const Remembered&, const Remembered&) = default;
};

/// The two files: settings.json in the folder for configuration, state.json in that for state. An
/// unreadable file is set aside with a message.
class RememberedFiles {
 public:
  explicit RememberedFiles(const system::PersonFolders& folders);

  [[nodiscard]] const system::PersonFolders& folders() const { return folders_; }
  [[nodiscard]] const Remembered& kept() const { return kept_; }
  /// Writes the changed files. Throws core::Error; the same state is then not tried again.
  void keep(const Remembered& now);
  /// Messages about the reading of the files.
  [[nodiscard]] const std::vector<std::string>& messages() const { return messages_; }

 private:
  struct File;
  [[nodiscard]] std::array<File, 2> files() const;

  void read(const File& file);

  system::PersonFolders folders_;
  Remembered kept_;
  std::array<bool, 2> is_newer_{};  ///< written by a newer program, and so left unchanged
  std::vector<std::string> messages_;
};

}  // namespace heatwave::files
