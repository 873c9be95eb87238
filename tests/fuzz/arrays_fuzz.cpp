// Bytes as a .npy file: what is read is written with the same bits.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "app/export/npy.h"
#include "tests/fuzz/refusal.h"

namespace {

/// A file in memory, by a path.
std::string with_content(const std::uint8_t* data, std::size_t size) {
  static const int file = ::memfd_create("fuzzed", MFD_CLOEXEC);
  if (file < 0 || ::ftruncate(file, 0) != 0 ||
      ::pwrite(file, data, size, 0) != static_cast<ssize_t>(size)) {
    std::abort();
  }
  return "/proc/self/fd/" + std::to_string(file);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace heatwave;
  const auto read =
      fuzz::accepted([&] { return exporting::NpyFile(with_content(data, size)).read(); });
  if (!read) return 0;
  const exporting::Array& array = *read;
  std::vector<std::vector<float>> components;
  const auto count = static_cast<std::ptrdiff_t>(array.extent.cells());
  for (auto from = array.cells.begin(); from != array.cells.end(); from += count) {
    components.emplace_back(from, from + count);
  }
  const auto bytes = exporting::encoded_npy(array.extent, components);
  const exporting::Array again =
      exporting::NpyFile(with_content(bytes.data(), bytes.size())).read();
  const bool same =
      again.extent == array.extent && again.components == array.components &&
      again.cells.size() == array.cells.size() &&
      std::memcmp(again.cells.data(), array.cells.data(), array.cells.size() * sizeof(float)) == 0;
  if (!same) std::abort();
  return 0;
}
