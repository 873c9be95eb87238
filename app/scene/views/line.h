// The curves of a field on a line, over a space–time picture of its past.
#pragma once

#include "app/scene/views/catalogue.h"

namespace heatwave::scene {

View line_view();

}  // namespace heatwave::scene
