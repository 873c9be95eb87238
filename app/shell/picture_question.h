// What a picture that came in is to become.
#pragma once

#include "app/rooms/room.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

/// The picture over the field as it would be, and beside it the question.
void draw_picture_question(ShellView& shell, const rooms::Room& shown);

}  // namespace heatwave::shell
