// Finds the lines of the last step and draws their bands.
#include "app/rooms/stage/step_lines.h"

#include <algorithm>

#include "kernels/stage/stage_words.h"

namespace heatwave::stage_room {

int acted_line(const stage::Trace& trace, int step) {
  if (step <= 0 || static_cast<std::size_t>(step) > trace.steps.size()) return 0;
  return trace.steps[static_cast<std::size_t>(step) - 1].actions.front().line;
}

int last_acted_line(const stage::Trace& trace, int step) {
  int line = 0;
  for (; step > 0 && line == 0; --step) line = acted_line(trace, step);
  return line;
}

StepLines step_lines(const StageMoment& moment) {
  StepLines lines{.acted = acted_line(moment.trace, moment.step), .after = {}};
  for (const stage::words::VariableSet& each :
       stage::words::set_after(moment.trace, moment.step - 1)) {
    lines.after.push_back(each.line);
  }
  return lines;
}

LineRole role_of(const StepLines& lines, const session::SourceLine& line) {
  if (line.number == lines.acted) return LineRole::acted;
  const bool is_after =
      std::find(lines.after.begin(), lines.after.end(), line.number) != lines.after.end();
  if (is_after) return LineRole::after;
  return line.mark ? LineRole::remark : LineRole::none;
}

void draw_band(const StageView& context, const ui::Box& row, LineRole role) {
  const float u = context.unit;
  const ui::Theme& theme = context.theme;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto stripe = [&](float width, ImVec4 colour) {
    list.AddRectFilled({row.left, row.top}, {row.left + width * u, row.bottom},
                       ui::packed_colour(colour));
  };
  switch (role) {
    case LineRole::none:
      return;
    case LineRole::remark:
      return stripe(3, theme.hovered);
    case LineRole::after:
      list.AddRect({row.left + u, row.top + u}, {row.right, row.bottom - u},
                   ui::packed_colour(ui::with_alpha(theme.accent, 0.7F)), 4 * u, 1.5F * u);
      return;
    case LineRole::acted:
      list.AddRectFilled({row.left, row.top}, {row.right, row.bottom},
                         ui::packed_colour(ui::with_alpha(theme.accent, 0.26F)), 4 * u);
      return stripe(6, theme.accent);
  }
}

}  // namespace heatwave::stage_room
