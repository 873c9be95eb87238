// The window's pixels as a picture.
#pragma once

#include "app/export/field_picture.h"

namespace heatwave::view {

/// Reads what was drawn and not yet swapped.
exporting::Image window_pixels(core::Extent framebuffer);
/// A part of it, in pixels from the top left, that lies within it.
exporting::Image window_pixels(core::Extent framebuffer, const core::Rect& part);

}  // namespace heatwave::view
