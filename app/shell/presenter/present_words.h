// Words that are drawn over a presented room: the keys that were pressed, and a sign in a corner.
#pragma once

#include <imgui.h>

#include "app/shell/presenter/presenter.h"
#include "app/shell/shell_view.h"
#include "app/ui/box.h"

namespace heatwave::shell {

/// Draws the keys from left to right, centred at the lower end of `place`, or in the middle of a
/// low one. Where space is short, the oldest are left out; the newest one then has its words in
/// lines below its name or, in a low place, shortened.
void draw_keys_pressed(ShellView& shell, PresentModel& model, ImDrawList& list,
                       const ui::Box& place);

/// Returns the height that captions of keys take of the notices' area at its lower end. It does not
/// depend on whether a key is shown, so that nothing moves.
float height_of_keys(const ShellView& shell, const PresentPlaces& places);

/// Draws a word in a corner, so that a frozen picture cannot be mistaken for the running room. It
/// is in the lower left corner of the notices' area, above the keys; the rooms' own words are at
/// the top.
void draw_sign(ShellView& shell, const ui::Box& place, float keys);

/// Returns the height of keys and sign at the lower end of the notices' area.
float height_below_notices(const ShellView& shell, const PresentPlaces& places);

/// Cuts the lane for captions of keys from the lower end of the room, and returns it. `letters`:
/// size of the interface's font.
ui::Box cut_lane(ui::Box& room, float letters, float unit);

}  // namespace heatwave::shell
