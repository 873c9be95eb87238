// A file that is being written: until it is complete it does not have its final name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "app/system/handle.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::system {

/// Throws core::Error: "cannot write 'path': " and the system's message for `error`, an errno.
[[noreturn]] void fail_to_write(const std::filesystem::path& path, int error);

/// Returns whether a file has a hidden name: a program that was killed in the instant in which it
/// replaces a file may leave one.
bool is_hidden_part(const std::filesystem::path& path);
/// Returns the hidden name in this folder for the process, the `count`-th one.
std::filesystem::path hidden_part(const std::filesystem::path& folder, std::uint64_t process,
                                  unsigned count);

/// A file that is being written and does not have its final name yet. It vanishes with the
/// process however that ends. On a file system without unnamed files (NFS, FAT) it has a hidden
/// name in the same folder; the destructor removes it.
class PartFile : core::NonCopyable {
 public:
  /// Throws core::Error when no file can be written in the folder of `final_path`.
  explicit PartFile(std::filesystem::path final_path);
  ~PartFile();

  [[nodiscard]] const Handle& handle() const { return file_; }
  /// Returns whether the file system has accepted all data: some report a full disk only when a
  /// file is closed. Sets errno when it is false.
  [[nodiscard]] bool complete() const;
  /// Gives the file this name, in the folder of its final name. Returns false when the name is
  /// taken; two programs never get the same one. Throws core::Error.
  [[nodiscard]] bool take_name(const std::filesystem::path& path);
  /// Gives the file its final name and replaces the file that had it. Throws core::Error.
  void replace();

 private:
  [[nodiscard]] bool claim_name(const std::filesystem::path& path);

  std::filesystem::path final_path_;
  std::filesystem::path link_;  ///< the handle's name under /proc; empty: the file has a name
  std::filesystem::path hidden_name_;  ///< empty: the file has none, or has its final name
  Handle file_;
};

/// Writes all bytes at `offset`; -1: at the file's end. Throws core::Error.
void write_all(const std::filesystem::path& path, std::span<const std::uint8_t> bytes,
               const Handle& file, std::int64_t offset = -1);

/// Opens an existing file to append to it. Returns a closed handle and sets errno when that fails.
Handle open_to_append(const std::filesystem::path& path);

/// Returns the size of an open file in bytes; 0: unknown.
std::uint64_t size_of(const Handle& file);

/// Shortens an open file to this size, if the system allows it.
void cut(const Handle& file, std::uint64_t size);

}  // namespace heatwave::system
