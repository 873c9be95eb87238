// Explains what a sweep is to whoever looks at a run that is none, and offers one.
#include "app/rooms/lab/no_sweep.h"

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/lab_actions.h"
#include "app/rooms/lab/lab_view.h"
#include "app/ui/box.h"
#include "app/ui/controls.h"
#include "app/ui/pen.h"

namespace heatwave::lab_room {
namespace {

/// A button below the message.
void offer_sweep(LabView& context, const ui::ChartPen& pen, const ui::Box& box) {
  const lab::Parameter* parameter =
      parameter_of(shown_experiment(context.model).id, shown_sweep(context.model));
  const float u = context.unit;
  const float y = (box.top + box.bottom) / 2 + 2 * pen.line() + 16 * u;
  if (parameter == nullptr || y + 32 * u > box.bottom) return;
  const std::string text = "Sweep " + parameter->title;
  const float wide = pen.width(text) / u + 64;
  ImGui::SetCursorScreenPos({(box.left + box.right - wide * u) / 2, y});
  const ui::ButtonLook look{.width = wide, .text = text.c_str()};
  if (icon_button(context, "sweep now", ui::Icon::play,
                  "Measures every variant at each value; under “Sweep” at the right another "
                  "parameter can be chosen.",
                  "", why_no_run(context), look)) {
    run_sweep(context);
  }
}

}  // namespace

void explain_missing_sweep(LabView& context, const ui::Box& box, const lab::Report& report,
                           std::size_t values) {
  const ui::ChartPen pen(context, *ImGui::GetWindowDrawList());
  if (report.swept.empty()) {
    pen.message(box, "This run is no sweep",
                "A sweep measures every variant at each value of a parameter, and draws curves.");
    offer_sweep(context, pen, box);
  } else if (values == 1) {
    pen.message(box, "One value is no curve yet",
                "The next values of the sweep are under way, or were not asked for: choose "
                "several values and run again.");
  } else {
    pen.message(box, "Nothing could be measured",
                "No variant could be measured at any value of this sweep; the bars say why.");
  }
}

}  // namespace heatwave::lab_room
