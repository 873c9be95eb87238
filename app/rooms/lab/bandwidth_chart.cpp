// Bytes a second of each variant as bars, beside the limits of both memories.
#include "app/rooms/lab/bandwidth_chart.h"

#include <algorithm>
#include <cmath>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/chart_rows.h"
#include "app/rooms/lab/lab_view.h"
#include "app/ui/box.h"
#include "app/ui/chart_axes.h"
#include "app/ui/pen.h"
#include "app/words/numbers.h"

namespace heatwave::lab_room {
namespace {

/// The bars' axis: logarithmic, because the two memories lie far apart.
ui::Axis bandwidth_axis(const ui::ChartPen& pen, const Ladder& ladder, const lab::Machine& machine,
                        const LadderColumns& columns) {
  ui::PositiveEnds ends;
  for (const lab::Measurement* m : ladder.rungs) {
    if (has_bar(*m)) ends.include(m->bytes_per_second);
  }
  ends.include(machine.cpu.limits.bytes_per_second);
  ends.include(machine.gpu.limits.bytes_per_second);
  const ui::Range range = ui::log_range(ends.least, ends.most, 1.6);
  const float label = pen.width("9.99 TB/s   100 % of its limit, in cache", ui::Voice::strong);
  const float end = std::max(columns.content + 80 * pen.unit(), columns.right - label);
  return {range.low, range.high, true, columns.content, end};
}

void draw_limit_line(const ui::ChartPen& pen, const ui::Axis& axis, const ui::Box& plot,
                     double limit, bool dashed) {
  if (limit <= 0) return;
  const float x = std::round(axis.at(limit));
  if (dashed) {
    pen.dashed({x, plot.top}, {x, plot.bottom}, pen.theme().text, 2 * pen.unit());
  } else {
    pen.line({x, plot.top}, {x, plot.bottom}, pen.theme().text, 2 * pen.unit());
  }
}

/// Both limits with their figures, above the plot and beside each other.
void draw_limits(const ui::ChartPen& pen, const ui::Axis& axis, const ui::Box& plot,
                 const lab::Machine& machine) {
  const float u = pen.unit();
  const float y = plot.top - 4 * u - pen.line() / 2;
  float room = plot.right;
  for (const lab::Device* device : {&machine.gpu, &machine.cpu}) {
    const double limit = device->limits.bytes_per_second;
    if (limit <= 0) continue;
    const bool cpu = device == &machine.cpu;
    draw_limit_line(pen, axis, plot, limit, cpu);
    const std::string words = limit_words(cpu ? "CPU" : "GPU", device->limits);
    const float wide = pen.width(words);
    const float left = std::max(plot.left, std::min(axis.at(limit) - wide / 2, room - wide));
    pen.text(left, y, words, pen.theme().text);
    room = left - 24 * u;
  }
}

void draw_grid(const ui::ChartPen& pen, const ui::Axis& axis, const ui::Box& plot) {
  const float u = pen.unit();
  for (const double tick : axis.ticks(8 * u)) {
    const float x = std::round(axis.at(tick));
    pen.line({x, plot.top}, {x, plot.bottom + 3 * u}, pen.theme().line, 1 * u);
  }
  for (const double tick : axis.ticks(70 * u)) {
    pen.text(axis.at(tick), plot.bottom + 3 * u + pen.line() / 2,
             ui::tick_label(tick * 1e-9, std::min(1.0, tick * 1e-9)), pen.theme().dim,
             ui::Voice::body, ui::Align::centre);
  }
}

void draw_bar(const ui::ChartPen& pen, const ui::Axis& axis, const Ladder& ladder,
              const ui::Box& row, const lab::Measurement& m) {
  const float u = pen.unit();
  const float y = (row.top + row.bottom) / 2;
  if (m.bytes_per_second <= 0) {
    pen.text_on_plate(axis.from + 8 * u, y, "it counts no bytes", pen.theme().dim);
    return;
  }
  const float half = std::min(row.height() * 0.36F, 14 * u);
  const bool best = ladder.is_best(m);
  const ui::Box bar{axis.from, y - half, std::max(axis.at(m.bytes_per_second), axis.from + 2 * u),
                    y + half};
  if (m.yardstick || m.wrong_on_purpose) {
    pen.frame(bar, pen.neutral(0.75F), 2 * u, 3 * u);
  } else {
    pen.fill(bar, best ? pen.theme().accent : pen.neutral(ladder.matters(m) ? 0.72F : 0.42F),
             3 * u);
  }
  const ui::Voice voice = ladder.matters(m) ? ui::Voice::strong : ui::Voice::body;
  const std::string share = share_of_limit(m);
  std::string words = words::with_prefix(m.bytes_per_second, "B/s");
  if (!share.empty()) words += "   " + share;
  pen.text_on_plate(bar.right + 10 * u, y, pen.elided(words, row.right - bar.right - 14 * u, voice),
                    best ? pen.theme().accent : pen.theme().text, voice);
}

}  // namespace

std::string limit_words(const std::string& device, const lab::Limits& limits) {
  return device + ": " + words::with_prefix(limits.bytes_per_second, "B/s") +
         (limits.bandwidth_measured ? " measured by a copy" : " by clock and bus");
}

std::string draw_bandwidth_bars(LabView& context, const ui::Box& area, const ChartData& data) {
  const ui::ChartPen pen(context, *ImGui::GetWindowDrawList());
  const Ladder ladder = shown_ladder(context.model, data.result->report);
  const lab::Machine& machine = data.result->report.machine;
  const lab::Settings* settings = ladder.rungs.empty() ? nullptr : &ladder.rungs.front()->settings;
  const bool moves = std::any_of(ladder.rungs.begin(), ladder.rungs.end(), [](const auto* m) {
    return has_bar(*m) && m->bytes_per_second > 0;
  });
  const ui::Box box = pen.head(area, chart_heading(*data.result, "memory bandwidth", settings));
  if (!moves) {
    pen.message(box, "Bandwidth says nothing of this experiment",
                "Its variants count neither bytes nor operations, so there is no limit of the "
                "device to compare them with. The bars compare their times.");
    return {};
  }
  const float u = pen.unit();
  const float line = pen.line();
  const LadderColumns columns = ladder_columns(pen, ladder, box);
  const ui::Axis axis = bandwidth_axis(pen, ladder, machine, columns);
  const ui::Box plot{box.left, box.top + 1.4F * line, box.right, box.bottom - 2 * line - 8 * u};
  draw_grid(pen, axis, plot);
  draw_limits(pen, axis, plot, machine);
  pen.foot({box.left, box.bottom - line, box.right, box.bottom},
           "GB/s that must move at least, on a logarithmic scale; lines: what each memory can do",
           {});
  const Ladder none;
  return draw_ladder_rows(
      context, plot,
      {.ladder = ladder,
       .before = none,
       .selected = data.selected,
       .columns = columns,
       .room_for = rows_to_come(context, *data.result),
       .draw = [&](const ui::ChartPen& rows_pen, const ui::Box& row, const lab::Measurement& m) {
         draw_bar(rows_pen, axis, ladder, row, m);
       }});
}

}  // namespace heatwave::lab_room
