// Arrays in NumPy's .npy files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "app/system/read_files.h"
#include "kernels/core/geometry.h"

namespace heatwave::exporting {

/// Encodes a field for NumPy: float32, C order, shape (height, width); with several components
/// (height, width, components).
std::vector<std::uint8_t> encoded_npy(core::Extent extent,
                                      std::span<const std::vector<float>> components);
/// Returns the beginning of such a file; its cells follow.
std::vector<std::uint8_t> npy_header(core::Extent extent, std::size_t components);
/// Returns the cells of some whole rows as they follow the header.
std::vector<std::uint8_t> npy_cells(std::span<const std::vector<float>> components);

struct Array {
  core::Extent extent;
  std::size_t components = 1;
  std::vector<float> cells;  ///< one component after another
};
/// A .npy file whose header has been read, so that it can be refused before its cells take memory.
class NpyFile {
 public:
  /// Throws core::Error that names the mistake in the file.
  explicit NpyFile(const std::filesystem::path& path);

  [[nodiscard]] core::Extent extent() const { return extent_; }
  [[nodiscard]] std::size_t components() const { return components_; }
  /// Reads the cells; call it once. Throws core::Error, and core::OutOfMemory when the cells need
  /// more than the free memory.
  [[nodiscard]] Array read();
  /// Reads the next cells in their order in the file. Throws core::Error.
  void read_next(std::span<float> cells);

 private:
  std::filesystem::path path_;
  system::PlainFile file_;
  core::Extent extent_;
  std::size_t components_ = 1;
};

}  // namespace heatwave::exporting
