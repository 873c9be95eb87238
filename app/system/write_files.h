// Writing of files: some appear complete or not at all, others grow line by line.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

#include "app/system/handle.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::system {

enum class Naming : std::uint8_t {
  exact,      ///< this path; an existing file is a failure
  replacing,  ///< this path; an existing file is replaced (`--force`)
  fresh,      ///< this path, or with -2, -3, … before its extension when it is taken
};

/// Throws core::Error when the path names something that must not be replaced: only a regular file
/// or a symbolic link to one may be replaced, never a device, a FIFO or a folder.
void require_replaceable(const std::filesystem::path& path);

/// Writes the file, which then appears under its name. Creates missing folders. Returns the name
/// used. Throws core::Error with the path and the system's message; then nothing is left behind.
std::filesystem::path write_whole_file(const std::filesystem::path& path,
                                       std::span<const std::uint8_t> bytes, Naming naming);
std::filesystem::path write_whole_text(const std::filesystem::path& path, std::string_view text,
                                       Naming naming);

/// A file that is written piece by piece and appears when it is finished. Otherwise nothing is left
/// behind. Every function that writes throws core::Error.
class GrowingFile : core::NonCopyable {
 public:
  GrowingFile(const std::filesystem::path& path, Naming naming);
  ~GrowingFile();

  void append(std::span<const std::uint8_t> bytes);
  void append(std::string_view text);
  /// Overwrites existing bytes.
  void overwrite(std::int64_t offset, std::span<const std::uint8_t> bytes);
  /// The handle, open for writing, so that a ChildProcess can write the file.
  [[nodiscard]] const Handle& handle() const;
  /// Returns the file's current size, including bytes that other programs wrote.
  [[nodiscard]] std::uint64_t bytes() const;
  /// Completes the file. Returns the name used.
  std::filesystem::path finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// A file that grows under its final name and survives however the program ends: every line is
/// passed to the system at once.
class LogFile {
 public:
  /// The file appears with its first line; a file that it replaces stays until then. Throws
  /// core::Error.
  LogFile(const std::filesystem::path& path, std::string_view first_line, Naming naming);

  /// Throws core::Error when the disk is full; the file then ends with the previous line.
  void append(std::string_view line);
  /// Throws core::Error when the system did not keep the appended lines.
  void close();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }  ///< the name used
  [[nodiscard]] std::uint64_t size() const { return size_; }                 ///< in bytes

 private:
  std::filesystem::path path_;
  Handle file_;
  std::uint64_t size_ = 0;
};

}  // namespace heatwave::system
