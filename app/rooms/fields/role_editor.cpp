// Controls for what an item makes of its cells.
#include "app/rooms/fields/role_editor.h"

#include "app/ui/controls.h"

namespace heatwave::fields_room {

bool edit_value(const ui::Look& look, const char* title, double& value) {
  row(look, title);
  return number(look, "##value", value, 0.01, "%.3f", "The value the cells keep.");
}

bool edit_oscillation(const ui::Look& look, field::Oscillation& oscillation) {
  row(look, "amplitude");
  bool changed = number(look, "##amplitude", oscillation.amplitude, 0.01, "%.3f",
                        "Half the height of the oscillation.");
  row(look, "period");
  changed |= slider(look, "##period", oscillation.period, 2, 2000, "%.1f steps",
                    "Steps from crest to crest.", true);
  row(look, "phase");
  changed |=
      slider(look, "##phase", oscillation.phase, 0, 360, "%.0f°", "Where in its period it starts.");
  row(look, "about");
  changed |=
      number(look, "##offset", oscillation.offset, 0.01, "%.3f", "The value it swings about.");
  return changed;
}

bool edit_factor(const ui::Look& look, double& factor) {
  row(look, "factor");
  return slider(look, "##factor", factor, 0.01, 20.0, "× %.2f",
                "Multiplies the equation's coefficient in this medium.", true);
}

}  // namespace heatwave::fields_room
