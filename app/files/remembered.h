// What is remembered from one time to the next: how the window looks, and what was done last.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "app/system/folders.h"
#include "kernels/core/geometry.h"

namespace heatwave::files {

struct Remembered {
  // Settings
  bool dark = true;
  float scale = 1.0F;              ///< of the interface, against what the display says
  core::Extent window{1280, 800};  ///< when it does not fill the screen
  // State
  std::string room;                           ///< its id; empty: none yet
  std::string scene;                          ///< a name or a path; empty: none yet
  std::filesystem::path folder;               ///< of the file used last
  std::vector<std::filesystem::path> recent;  ///< the newest first
  bool has_dragged = false;                   ///< something, at least once
  bool has_toured = false;                    ///< or was asked whether to
  friend bool operator==(const Remembered&, const Remembered&) = default;
};

/// The two files: settings.json in the folder for configuration, state.json in that for state. What
/// cannot be read is set aside, and said.
class RememberedFiles {
 public:
  explicit RememberedFiles(const system::PersonFolders& folders);

  [[nodiscard]] const system::PersonFolders& folders() const { return folders_; }
  [[nodiscard]] const Remembered& kept() const { return kept_; }
  /// Writes what has changed. Throws core::Error; then it is not tried again for the same.
  void keep(const Remembered& now);
  /// What there was to say when they were read.
  [[nodiscard]] const std::vector<std::string>& messages() const { return messages_; }

 private:
  struct File;
  [[nodiscard]] std::array<File, 2> files() const;

  void read(const File& file);

  system::PersonFolders folders_;
  Remembered kept_;
  std::array<bool, 2> is_newer_{};  ///< written by a newer program: left as it is
  std::vector<std::string> messages_;
};

}  // namespace heatwave::files
