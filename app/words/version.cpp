// The version comes from the build, so that it is written in one place.
#include "app/words/version.h"

namespace heatwave::words {

std::string_view version() { return HEATWAVE_VERSION; }

}  // namespace heatwave::words
