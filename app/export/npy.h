// Arrays as NumPy keeps them, in .npy files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "app/system/read_files.h"
#include "kernels/core/geometry.h"

namespace heatwave::exporting {

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
  system::PlainFile file_;
  core::Extent extent_;
  std::size_t components_ = 1;
};
/// Throws core::Error that says what is wrong with the file.
Array read_npy(const std::filesystem::path& path);

}  // namespace heatwave::exporting
