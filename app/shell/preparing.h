// What the window shows while a field is made ready that takes a while until it is seen first.
#pragma once

#include <functional>
#include <string>

#include "app/session/session.h"
#include "app/shell/glfw_window.h"
#include "app/shell/imgui_context.h"
#include "app/ui/theme.h"

namespace heatwave::shell {

/// The window was closed before there was anything to see: it is left as it is at any other time.
struct ClosedEarly {};

/// How it looks until then.
struct Waiting {
  const ui::Theme& theme;
  float unit = 1.0F;
  std::string told;  ///< what is made ready, and what that costs
};

/// What `make` makes beside the window, which answers meanwhile. Throws ClosedEarly where it is
/// closed: it goes at once, and the program as soon as that is made.
session::Session prepared(GlfwWindow& window, ImGuiContextOwner& interface, const Waiting& waiting,
                          const std::function<session::Session()>& make);

}  // namespace heatwave::shell
