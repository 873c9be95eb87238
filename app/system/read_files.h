// Reading of files and folders.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>

#include "app/system/handle.h"

namespace heatwave::system {

/// A regular file opened for reading. Folders, FIFOs and devices are refused, because reading them
/// may block or never end.
class PlainFile {
 public:
  /// Throws core::Error: "'path' does not exist", "is not a file", or the system's message.
  explicit PlainFile(const std::filesystem::path& path);

  [[nodiscard]] std::uint64_t size() const { return size_; }  ///< in bytes
  /// Reads the next bytes, at most `bytes`. Returns their number. Throws core::Error.
  std::size_t read(void* to, std::size_t bytes);

 private:
  std::filesystem::path path_;
  Handle file_;
  std::uint64_t size_ = 0;
};

/// Throws core::Error: "'path' what".
[[noreturn]] void refuse_file(const std::filesystem::path& path, const std::string& what);

/// Returns the bytes of a regular file of at most `most` bytes. Throws core::Error.
std::string whole_file(const std::filesystem::path& path, std::uint64_t most);

/// Returns its text, without a byte order mark. Throws core::Error, also for a NUL byte.
std::string whole_text(const std::filesystem::path& path, std::uint64_t most);

/// Removes the byte order mark that some editors put before UTF-8; `text` is the beginning of a
/// file. Throws core::Error when the mark is that of UTF-16.
void remove_byte_order_mark(std::string& text, const std::filesystem::path& path);

/// Iterates over a folder in no particular order. Replaces std::filesystem::directory_iterator,
/// which terminates the program when it has no memory for a name.
class FolderReader {
 public:
  /// Sets `error` when the folder cannot be read; it then has no entries.
  FolderReader(std::filesystem::path folder, std::error_code& error);

  /// Returns the path of the next entry; none: there is none, or it cannot be read, which sets
  /// `error`.
  std::optional<std::filesystem::path> next(std::error_code& error);

 private:
  struct Close {
    void operator()(void* folder) const;
  };

  std::filesystem::path folder_;
  std::unique_ptr<void, Close> open_;
};

}  // namespace heatwave::system
