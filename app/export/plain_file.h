// Files that are read: plain ones only, opened without waiting, of a size that was expected.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace heatwave::exporting {

/// A plain file that is open for reading. Folders, FIFOs and devices are refused before anything
/// waits for them or reads them without end.
class PlainFile {
 public:
  /// Throws core::Error: "'path' does not exist", "is not a file", or the system's words.
  explicit PlainFile(const std::filesystem::path& path);
  ~PlainFile();
  PlainFile(const PlainFile&) = delete;
  PlainFile& operator=(const PlainFile&) = delete;
  PlainFile(PlainFile&&) = delete;
  PlainFile& operator=(PlainFile&&) = delete;

  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// As many of the next bytes as there are, up to `bytes`.
  std::size_t read(void* to, std::size_t bytes);

 private:
  std::filesystem::path path_;
  int file_ = -1;
  std::uint64_t size_ = 0;
};

/// Throws core::Error: "'path' what".
[[noreturn]] void refuse_file(const std::filesystem::path& path, const std::string& what);

/// All of a plain file that holds at most so many bytes. Throws core::Error.
std::string whole_text(const std::filesystem::path& path, std::uint64_t most);

}  // namespace heatwave::exporting
