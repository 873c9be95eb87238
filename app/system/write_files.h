// Files that are written: some appear complete or not at all, others grow line by line.
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

/// Throws core::Error, in words, where something stands that a file may not replace: only a plain
/// file or a symbolic link to one is ever replaced, and never a device, a FIFO or a folder.
void require_replaceable(const std::filesystem::path& path);

/// Writes the file, which then appears under its name. Makes missing folders. Returns the name
/// used. Throws core::Error with the path and the system's words; then nothing is left behind.
std::filesystem::path write_whole_file(const std::filesystem::path& path,
                                       std::span<const std::uint8_t> bytes, Naming naming);
std::filesystem::path write_whole_text(const std::filesystem::path& path, std::string_view text,
                                       Naming naming);

/// A file that is written piece by piece; it appears when it is finished. Where it is not finished,
/// nothing is left behind. Every function that writes throws core::Error.
class GrowingFile : core::NonCopyable {
 public:
  GrowingFile(const std::filesystem::path& path, Naming naming);
  ~GrowingFile();

  void append(std::span<const std::uint8_t> bytes);
  void append(std::string_view text);
  /// Writes over bytes that are there.
  void overwrite(std::int64_t offset, std::span<const std::uint8_t> bytes);
  /// Open for writing: a ChildProcess can write the file.
  [[nodiscard]] const Handle& handle() const;
  /// The file's size so far, with bytes that other programs wrote.
  [[nodiscard]] std::uint64_t bytes() const;
  /// Returns the name used.
  std::filesystem::path finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// A file that grows under its final name and survives however the program ends: every line is
/// handed to the system at once.
class LogFile {
 public:
  /// The file has its first line when it appears; one that it replaces is there until then. Throws
  /// core::Error.
  LogFile(const std::filesystem::path& path, std::string_view first_line, Naming naming);

  /// Throws core::Error where there is no room; the file then ends with the line before.
  void append(std::string_view line);
  /// Throws core::Error where the system did not keep what was appended.
  void close();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }  ///< the name used
  [[nodiscard]] std::uint64_t size() const { return size_; }                 ///< in bytes

 private:
  std::filesystem::path path_;
  Handle file_;
  std::uint64_t size_ = 0;
};

}  // namespace heatwave::system
