// Files and folders that are read.
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

/// A plain file that is open for reading. Folders, FIFOs and devices are refused before the program
/// waits for them or reads them without end.
class PlainFile {
 public:
  /// Throws core::Error: "'path' does not exist", "is not a file", or the system's words.
  explicit PlainFile(const std::filesystem::path& path);

  [[nodiscard]] std::uint64_t size() const { return size_; }  ///< in bytes
  /// Reads the next bytes, at most `bytes`. Returns how many there were. Throws core::Error.
  std::size_t read(void* to, std::size_t bytes);

 private:
  std::filesystem::path path_;
  Handle file_;
  std::uint64_t size_ = 0;
};

/// Throws core::Error: "'path' what".
[[noreturn]] void refuse_file(const std::filesystem::path& path, const std::string& what);

/// The text of a plain file that holds at most `most` bytes. Throws core::Error.
std::string whole_text(const std::filesystem::path& path, std::uint64_t most);

/// Goes through a folder in no order. In place of std::filesystem::directory_iterator, which ends
/// the program when it has no memory for a name.
class FolderReader {
 public:
  /// Sets `error` where the folder cannot be read; it has no entries then.
  FolderReader(std::filesystem::path folder, std::error_code& error);

  /// The path of the next entry; empty: there is none, or it cannot be read, which sets `error`.
  std::optional<std::filesystem::path> next(std::error_code& error);

 private:
  struct Close {
    void operator()(void* folder) const;
  };

  std::filesystem::path folder_;
  std::unique_ptr<void, Close> open_;
};

}  // namespace heatwave::system
