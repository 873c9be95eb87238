// What a picture that came in is to become.
#pragma once

#include <cstdint>

#include "app/rooms/room.h"
#include "app/shell/documents/picture_model.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

enum class PictureAnswer : std::uint8_t { none, put_in, leave };

/// Draws the picture over the field as it would be, and beside it the question. Returns the answer.
PictureAnswer draw_picture_question(ShellView& shell, PictureModel& model,
                                    const rooms::Room& shown);

}  // namespace heatwave::shell
