// The window's pixels as a picture.
#pragma once

#include "app/export/field_picture.h"

namespace heatwave::view {

/// Reads the pixels drawn since the last swap.
exporting::Image window_pixels(core::Extent framebuffer);
/// Reads a part, in pixels from the top left. Precondition: it lies within the framebuffer.
exporting::Image window_pixels(core::Extent framebuffer, const core::Rect& part);

}  // namespace heatwave::view
