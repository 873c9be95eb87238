// A file that is being written and does not have its final name yet.
#pragma once

#include <filesystem>

#include "app/export/descriptor.h"

namespace heatwave::exporting {

/// An empty file, open for writing. It has no name, so that it vanishes with the process however
/// that ends. On a file system without unnamed files (NFS, FAT) it has a hidden name in the folder
/// of its final name; the destructor removes that one.
class PartFile {
 public:
  /// Throws core::Error when no file can be written in the folder of `final_path`.
  explicit PartFile(std::filesystem::path final_path);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;
  PartFile(PartFile&&) = delete;
  PartFile& operator=(PartFile&&) = delete;

  [[nodiscard]] int descriptor() const { return file_.get(); }
  /// Whether the file system has accepted all that was written: some report a full disk only when
  /// a file is closed. Sets errno when it is false.
  [[nodiscard]] bool complete() const;
  /// Gives the file this name, in the folder of its final name. Returns false when the name is
  /// taken; two programs never get the same one. Throws core::Error.
  [[nodiscard]] bool take_name(const std::filesystem::path& path);
  /// Gives the file its final name and replaces the file that had it. Throws core::Error.
  void replace();

 private:
  [[nodiscard]] bool claim_name(const std::filesystem::path& path);

  std::filesystem::path final_path_;
  std::filesystem::path link_;         ///< the descriptor's name under /proc; empty: it has a name
  std::filesystem::path hidden_name_;  ///< empty: it has none, or has its final name
  Descriptor file_;
};

/// Throws core::Error: "cannot write 'path': " and the system's words for `error`, an errno.
[[noreturn]] void fail_to_write(const std::filesystem::path& path, int error);

}  // namespace heatwave::exporting
