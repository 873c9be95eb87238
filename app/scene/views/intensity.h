// The time-averaged intensity ⟨u²⟩ of waves.
#pragma once

#include "app/scene/views/catalogue.h"

namespace heatwave::scene {

View intensity_view();

}  // namespace heatwave::scene
