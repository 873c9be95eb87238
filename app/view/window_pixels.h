// The window's pixels as a picture.
#pragma once

#include "app/export/png_writer.h"

namespace heatwave::view {

/// Reads what was drawn and not yet swapped.
exporting::Image window_pixels(core::Extent framebuffer);

}  // namespace heatwave::view
