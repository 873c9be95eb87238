// From where a field is seen, in a scene's JSON.
#pragma once

#include "app/scene/scene_parts_json.h"
#include "app/scene/viewpoint.h"

namespace heatwave::scene {

/// Under the keys "from_above" and "surface", where it differs from how it is at first.
void put_viewpoint(Json& view, const Viewpoint& viewpoint);
Viewpoint read_viewpoint(JsonReader& view);

}  // namespace heatwave::scene
