// Says what the shown result is: the best variant, and how much faster than the CPU it is, also
// with copies.
#pragma once

#include <optional>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/lab_view.h"
#include "app/ui/box.h"

namespace heatwave::lab_room {

/// Puts the best variant of a ladder into words, compared with the same reference as its row in the
/// list. Precondition: the ladder has a best variant. `swept_value`: of the parameter that the
/// result sweeps; none: it has no sweep.
BestWords words_of_best(const session::LabResult& result, const Ladder& ladder,
                        std::optional<std::int64_t> swept_value = {});
/// Puts the best variant of the shown result into words; none: nothing is measured.
std::optional<BestWords> best_words(const LabView& context);

/// Draws the best variant of the shown result beside the buttons, and compares it with the CPU.
void draw_best(LabView& context, float width);

/// Draws, where the room is presented, the same in larger letters at the room's lower end, which it
/// cuts off. Returns the place beside it that captions of keys may cover, also where the room is
/// not presented yet; none: there is nothing to say.
std::optional<ui::Box> draw_conclusion(LabView& context, ui::Box& room);

}  // namespace heatwave::lab_room
