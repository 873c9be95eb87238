// Turns options into a scene and the commands that modify it.
#pragma once

#include <string>
#include <vector>

#include "app/cli/options.h"
#include "app/scene/scene.h"
#include "app/session/command.h"

namespace heatwave::cli {

/// Returns the equation; for an empty name, the catalogue's first.
std::string equation_or_first(const std::string& equation);

/// Returns a built-in scene by its name, or reads a scene file; for an empty name, returns the
/// first scene of the equation (or of the catalogue's first). Throws UsageError that lists the
/// scenes.
scene::Scene chosen_scene(const std::string& name_or_path, const std::string& equation);

/// Returns the text of a formula: the argument itself, or the text of the file that it names.
std::string formula_text(const std::string& text_or_path);

/// Returns commands that set the options' parameters and size. Throws UsageError for unknown or
/// invalid values; `remedy` ends the sentence for values that only the stability limit forbids.
std::vector<session::Command> field_commands(const FieldOptions& options, const scene::Scene& scene,
                                             bool unguarded, const std::string& remedy);

}  // namespace heatwave::cli
