// The source of the shown lesson, with or without the host's code, and the lengths of its lines.
#pragma once

#include <string>

#include "app/rooms/shown_source.h"
#include "app/rooms/stage/stage_view.h"

namespace heatwave::stage_room {

/// Returns the CUDA source of the shown lesson.
const rooms::ShownSource& shown_source(StageView& context);
/// Returns a line without its indentation; empty: there is no line of this number.
std::string code_of_line(const rooms::ShownSource& source, int line);

/// Returns the characters, without comments, of the longest line within functions that fits into
/// these columns.
float longest_line_within(StageView& context, float columns);
/// Returns the characters, without comments, of the longest line within functions: the board makes
/// better use of the width of a long signature. Code of the host that can be folded leaves the
/// kernel its width.
float longest_line(StageView& context);
/// Returns the characters, without comments, of the longest line, signatures included.
float longest_of_all_lines(StageView& context);

}  // namespace heatwave::stage_room
