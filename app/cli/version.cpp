// The version comes from the build, so that it stands in one place.
#include "app/cli/version.h"

namespace heatwave::cli {

std::string_view version() { return HEATWAVE_VERSION; }

}  // namespace heatwave::cli
