// From options to a scene and the commands that bring it to what was asked for.
#pragma once

#include <string>
#include <vector>

#include "app/cli/options.h"
#include "app/session/command.h"
#include "app/session/scene.h"

namespace heatwave::cli {

/// A built-in scene by its name or a scene file. Throws UsageError naming the scenes there are.
session::Scene chosen_scene(const std::string& name_or_path);

/// The scene that shows an equation best; for an empty name the one that the program opens with.
std::string default_scene(const std::string& equation);

/// What brings the options' parameters and size into the scene. Throws UsageError for unknown or
/// forbidden values; `remedy` ends the sentence for those that only the stability rule forbids.
std::vector<session::Command> field_commands(const FieldOptions& options,
                                             const session::Scene& scene, bool unguarded,
                                             const std::string& remedy);

}  // namespace heatwave::cli
