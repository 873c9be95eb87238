// From options to a scene and the commands that bring it to what was asked for.
#pragma once

#include <string>
#include <vector>

#include "app/cli/options.h"
#include "app/scene/scene.h"
#include "app/session/command.h"

namespace heatwave::cli {

/// The equation itself, or for an empty one the catalogue's first.
std::string equation_or_first(const std::string& equation);

/// A built-in scene by its name or a scene file; for an empty name the one that the equation (or
/// the catalogue's first) opens with. Throws UsageError naming the scenes there are.
scene::Scene chosen_scene(const std::string& name_or_path, const std::string& equation);

/// What brings the options' parameters and size into the scene. Throws UsageError for unknown or
/// forbidden values; `remedy` ends the sentence for those that only the stability rule forbids.
std::vector<session::Command> field_commands(const FieldOptions& options, const scene::Scene& scene,
                                             bool unguarded, const std::string& remedy);

}  // namespace heatwave::cli
