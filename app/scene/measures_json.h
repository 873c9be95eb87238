// What a scene measures, as JSON.
#pragma once

#include "app/scene/json_reader.h"
#include "app/scene/measures.h"
#include "app/scene/scene_parts_json.h"

namespace heatwave::scene {

/// One key, "measure"; none where nothing is measured.
void put_measures(Json& out, const Measures& measures);
Measures read_measures(JsonReader& root);

}  // namespace heatwave::scene
