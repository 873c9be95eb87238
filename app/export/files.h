// Files that appear complete or not at all, and the .npy format.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "app/export/plain_file.h"
#include "app/export/png_writer.h"
#include "kernels/core/geometry.h"

namespace heatwave::exporting {

/// Writes the file, which then appears under its name. Makes missing folders. Returns the name
/// used. Throws core::Error with the path and the system's words; then nothing is left behind.
std::filesystem::path write_whole_file(const std::filesystem::path& path,
                                       std::span<const std::uint8_t> bytes, Naming naming);
std::filesystem::path write_whole_text(const std::filesystem::path& path, std::string_view text,
                                       Naming naming);
/// The bytes of a text, to be written.
std::span<const std::uint8_t> bytes_of(std::string_view text);

/// A file that is written piece by piece; it appears when it is finished. Where it is not finished,
/// nothing is left behind. Every function that writes throws core::Error.
class GrowingFile {
 public:
  GrowingFile(const std::filesystem::path& path, Naming naming);
  ~GrowingFile();
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;
  GrowingFile(GrowingFile&&) = delete;
  GrowingFile& operator=(GrowingFile&&) = delete;

  void append(std::span<const std::uint8_t> bytes);
  /// Writes over bytes that are there.
  void overwrite(std::int64_t offset, std::span<const std::uint8_t> bytes);
  /// Open for writing, for another program to write the file.
  [[nodiscard]] int descriptor() const;
  /// The file's size so far, with bytes that other programs wrote.
  [[nodiscard]] std::uint64_t bytes() const;
  /// Returns the name used.
  std::filesystem::path finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Throws core::Error, in words, where something stands that a file may not replace: only a plain
/// file or a symbolic link to one is ever replaced, and never a device, a FIFO or a folder.
void require_replaceable(const std::filesystem::path& path);

/// A field as NumPy reads it: float32, C order, shape (height, width); for more than one component
/// (height, width, components).
std::vector<std::uint8_t> encoded_npy(core::Extent extent,
                                      std::span<const std::vector<float>> components);

struct Array {
  core::Extent extent;
  std::size_t components = 1;
  std::vector<float> cells;  ///< component after component
};
/// A .npy file whose header was read, for its user to refuse before its cells take memory.
class NpyFile {
 public:
  /// Throws core::Error that says what is wrong with the file.
  explicit NpyFile(const std::filesystem::path& path);

  [[nodiscard]] core::Extent extent() const { return extent_; }
  [[nodiscard]] std::size_t components() const { return components_; }
  /// To be called once. Throws core::Error, and core::OutOfMemory where the cells need more memory
  /// than is free.
  [[nodiscard]] Array read();

 private:
  std::filesystem::path path_;
  PlainFile file_;
  core::Extent extent_;
  std::size_t components_ = 1;
};
/// Throws core::Error that says what is wrong with the file.
Array read_npy(const std::filesystem::path& path);

}  // namespace heatwave::exporting
