// Hidden files that are still being written: their names, and how none of them stays behind.
#pragma once

#include <filesystem>

namespace heatwave::exporting {

/// An empty file under a hidden name, open for writing; gone with its owner unless it got another
/// name, and by a signal that ends the program (see below).
class PartFile {
 public:
  /// Takes a name that is free. Parts that programs left behind which were killed are removed, once
  /// a folder. `final_path` is where it will go, for the message of the core::Error that it throws.
  explicit PartFile(const std::filesystem::path& final_path);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;
  PartFile(PartFile&&) = delete;
  PartFile& operator=(PartFile&&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] int descriptor() const { return file_; }
  /// False, with errno, when something that was written did not arrive: some file systems report a
  /// full disk only when a file is closed.
  [[nodiscard]] bool complete() const;
  /// It has another name now and stays.
  void keep() { kept_ = true; }

 private:
  std::filesystem::path path_;
  int file_ = -1;
  int slot_ = -1;  ///< its place in the list of what a signal removes
  bool kept_ = false;
};

/// From now on the signals that ask a program to end (Ctrl-C, kill, a closed terminal) first remove
/// the parts under way. Signals that are ignored stay ignored.
void remove_parts_on_signals();

/// Removes the parts in a folder that nobody writes any more: this user's, and unlocked.
void sweep_parts(const std::filesystem::path& folder);

}  // namespace heatwave::exporting
