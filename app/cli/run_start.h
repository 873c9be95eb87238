// Where a run starts: its scene and what is asked of it before the first step.
#pragma once

#include <vector>

#include "app/cli/options.h"
#include "app/scene/scene.h"
#include "app/session/command.h"

namespace heatwave::cli {

struct RunStart {
  scene::Scene scene;
  std::vector<session::Command> commands;
};

/// Reads the scene and the field to load. Throws core::Error, UsageError for what cannot be.
RunStart run_start(const RunOptions& options);

}  // namespace heatwave::cli
