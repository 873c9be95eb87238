// What an equation shows when nothing else is asked for.
#pragma once

#include <string>

#include "app/scene/scene.h"

namespace heatwave::scene {

/// The scene that the catalogue names for this equation; a blank one, named like the equation,
/// where it names none or the scene is not there.
Scene default_scene(const std::string& equation);

/// As find_scene; the id of an equation that has no scene of its own names its blank one.
Scene scene_or_blank(const std::string& name_or_path);

}  // namespace heatwave::scene
