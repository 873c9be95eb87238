// Bytes as a scene file: what is accepted keeps to the rules, is written as it was read, and runs.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "app/scene/scene_checks.h"
#include "app/scene/scene_json.h"
#include "app/session/session.h"
#include "kernels/core/error.h"
#include "tests/fuzz/refusal.h"

namespace {

using namespace heatwave;

/// A moment on a grid that takes no time. Where its shapes leave all places, or its field a float's
/// range, the session says so.
void run(const scene::Scene& scene) {
  constexpr core::Extent kSmall{24, 18};
  session::Session session(scene.extent.cells() <= kSmall.cells() ? scene : scaled(scene, kSmall),
                           {.backend = field::Backend::cpu, .threads = 1});
  session.run(3);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view read(reinterpret_cast<const char*>(data), size);
  const auto scene = fuzz::accepted([&] { return scene::parse_scene(read, "fuzzed.json"); });
  if (!scene) return 0;
  scene::check_scene(*scene);
  const std::string text = to_json(*scene);
  if (to_json(scene::parse_scene(text, "fuzzed.json")) != text) std::abort();
  try {
    run(*scene);
  } catch (const core::Error&) {
  }
  return 0;
}
