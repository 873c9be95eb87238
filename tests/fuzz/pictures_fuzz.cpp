// Bytes as a picture: what is read fits on a grid, and all else is refused in one line.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "app/scene/picture_use.h"
#include "app/scene/scene_json.h"
#include "kernels/core/error.h"
#include "tests/fuzz/refusal.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace heatwave;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto picture = fuzz::accepted([&] { return scene::picture_in(bytes, "a picture"); });
  if (!picture) return 0;
  const core::Extent grid{13, 7};
  const scene::PlacedPicture placed = scene::fitted(*picture, grid);
  if (placed.shades.size() != static_cast<std::size_t>(placed.area.cells()) ||
      core::intersection(placed.area, core::whole(grid)) != placed.area || placed.area.empty()) {
    std::abort();
  }
  scene::Scene scene = scene::begun_with(scene::blank_scene("heat", grid), placed, {});
  try {
    scene.items.push_back(scene::items_of(placed, {}).front());
  } catch (const core::Error&) {
    return 0;  // nothing of it is dark
  }
  const std::string text = scene::to_json(scene);
  if (scene::to_json(scene::parse_scene(text, "read")) != text) std::abort();
  return 0;
}
