// Refuses what the window would refuse, before it flashes up.
#include "app/cli/window_checks.h"

#include <array>
#include <cstdlib>

#include "app/cli/field_setup.h"
#include "app/cli/outputs.h"
#include "kernels/core/error.h"

namespace heatwave::cli {
namespace {

bool has_display() {
  constexpr std::array kNames = {"DISPLAY", "WAYLAND_DISPLAY"};
  for (const char* name : kNames) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') return true;
  }
  return false;
}

}  // namespace

void check_window(const WindowOptions& options) {
  const std::string& scene = options.field.scene;
  (void)field_commands(options.field, chosen_scene(scene.empty() ? default_scene("") : scene),
                       false, "the window has a switch to allow it");
  check_file(options.screenshot, options.force);
  if (has_display()) return;
  throw core::Error(
      "there is no display to open a window on; 'heatwave run' computes and saves pictures without "
      "one");
}

}  // namespace heatwave::cli
