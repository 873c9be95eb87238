// Contours and arrows over a picture of a field: for files, where no window draws them.
#pragma once

#include "app/export/png_writer.h"

namespace heatwave::exporting {

/// Lines a pixel thin along the levels, dark on light colours and light on dark ones.
void draw_contours(Image& image, const FieldPicture& picture);
/// White with a dark rim.
void draw_arrows(Image& image, const std::vector<lines::Arrow>& arrows);

}  // namespace heatwave::exporting
