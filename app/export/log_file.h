// A file that grows under its final name and survives however the program ends.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "app/export/png_writer.h"

namespace heatwave::exporting {

/// Every line is handed to the system at once.
class LogFile {
 public:
  /// The file has its first line when it appears; one that it replaces is there until then. Throws
  /// core::Error.
  LogFile(const std::filesystem::path& path, std::string_view first_line, Naming naming);
  ~LogFile();
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;
  LogFile(LogFile&&) = delete;
  LogFile& operator=(LogFile&&) = delete;

  /// Throws core::Error where there is no room; the file then ends with the line before.
  void append(std::string_view line);
  /// Throws core::Error where the system did not keep what was appended.
  void close();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }  ///< the name used
  [[nodiscard]] std::uint64_t size() const { return size_; }                 ///< in bytes

 private:
  std::filesystem::path path_;
  int file_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace heatwave::exporting
