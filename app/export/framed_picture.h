// What stands round a field in a picture: its title, its step, the colour bar with its numbers.
#pragma once

#include <string>

#include "app/export/png_writer.h"

namespace heatwave::exporting {

/// Cells on the outlines of what stands on a field: each differs from its ground.
void draw_outlines(Image& image, const std::vector<std::uint8_t>& outlined);

/// The field in its frame. A small one is magnified by a whole number, so that what is written has
/// a size that is read.
Image framed(const Image& field, const FieldPicture& picture);
/// Of the picture of a field of this extent.
core::Extent framed_extent(core::Extent field, const PictureParts& parts);

}  // namespace heatwave::exporting
