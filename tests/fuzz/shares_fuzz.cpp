// Bytes as a scene's line of text, and as the JSON within one, which chance alone would never give
// a right check sum.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "app/files/share_text.h"
#include "tests/fuzz/refusal.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace heatwave;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string line = files::is_share_text(text) ? std::string(text) : files::share_line(text);
  const auto scene = fuzz::accepted([&] { return files::scene_from_text(line); });
  if (!scene) return 0;
  if (files::scene_from_text(files::share_text(*scene)) != *scene) std::abort();
  return 0;
}
