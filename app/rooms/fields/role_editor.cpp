// Controls for what an item makes of its cells.
#include "app/rooms/fields/role_editor.h"

#include <string>

#include "app/ui/controls.h"

namespace heatwave::fields_room {

namespace {

constexpr double kSpeed = 0.01;  ///< of a field's value, for each pixel of a drag

/// What is said of a value, or by how much values differ: with three decimals, or its unit.
bool edit_said(const ui::Look& look, const char* id, double& said, const colour::Legend& legend,
               const char* help) {
  const std::string format = legend.unit.empty() ? "%.3f" : legend.with_unit("%.4g");
  return number(look, id, said, kSpeed * legend.scale(), format.c_str(), help);
}

bool edit_level(const ui::Look& look, const char* id, double& value, const colour::Legend& legend,
                const char* help) {
  double said = legend.said(value);
  const bool changed = edit_said(look, id, said, legend, help);
  if (changed) value = legend.value(said);
  return changed;
}

}  // namespace

bool edit_value(const ui::Look& look, const char* title, double& value,
                const colour::Legend& legend) {
  row(look, title);
  const bool changed = edit_level(look, "##value", value, legend, "The value the cells keep.");
  note_place(look, title);
  return changed;
}

bool edit_oscillation(const ui::Look& look, field::Oscillation& oscillation,
                      const colour::Legend& legend) {
  row(look, "amplitude");
  double amplitude = legend.scale() * oscillation.amplitude;
  bool changed =
      edit_said(look, "##amplitude", amplitude, legend, "Half the height of the oscillation.");
  if (changed) oscillation.amplitude = amplitude / legend.scale();
  row(look, "period");
  changed |= slider(look, "##period", oscillation.period, 2, 2000, "%.1f steps",
                    "Steps from crest to crest.", true);
  row(look, "phase");
  changed |=
      slider(look, "##phase", oscillation.phase, 0, 360, "%.0f°", "Where in its period it starts.");
  row(look, "about");
  changed |= edit_level(look, "##offset", oscillation.offset, legend, "The value it swings about.");
  return changed;
}

bool edit_factor(const ui::Look& look, double& factor) {
  row(look, "factor");
  return slider(look, "##factor", factor, 0.01, 20.0, "× %.2f",
                "Multiplies the equation's coefficient in this medium.", true);
}

}  // namespace heatwave::fields_room
