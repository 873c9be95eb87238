// What the window remembers from before, in the place of what was not asked for.
#pragma once

#include <memory>
#include <string>

#include "app/cli/options.h"
#include "app/files/remembered.h"

namespace heatwave::cli {

struct Recalled {
  /// Null: this window neither remembers nor keeps anything.
  std::shared_ptr<files::RememberedFiles> memory;
  float zoom = 1.0F;  ///< of the interface
  std::string told;   ///< what could not be brought back, in a sentence
};

/// Fills in the theme, the window's size, the room and the scene. Pictures made by a script and
/// whoever drives the window from outside find it as it is for the first time, unless it is asked
/// to remember.
Recalled recall(WindowOptions& options);

}  // namespace heatwave::cli
