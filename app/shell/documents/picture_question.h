// The question of how to use an imported picture.
#pragma once

#include <cstdint>

#include "app/rooms/room.h"
#include "app/shell/documents/picture_model.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

enum class PictureAnswer : std::uint8_t { none, put_in, leave };

/// Draws the preview over the field and the question beside it. Returns the answer.
PictureAnswer draw_picture_question(ShellView& shell, PictureModel& model,
                                    const rooms::Room& shown);

}  // namespace heatwave::shell
