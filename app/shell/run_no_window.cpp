// Stands in for the window in a program that was built without one.
#include <fmt/format.h>

#include "app/shell/run_window.h"
#include "app/shell/window/opengl_facts.h"
#include "kernels/core/error.h"

namespace heatwave::shell {
namespace {

constexpr const char* kReason = "this program was built without a window";

}  // namespace

void require_window() {
  throw core::Error(fmt::format("{} (HEATWAVE_WINDOW); {}", kReason, kWithoutWindow));
}

int run_window(const Start& /*start*/) {
  require_window();
  return 1;
}

OpenGlFacts probe_opengl() { return {.reason = kReason, .interop_reason = kReason}; }

}  // namespace heatwave::shell
