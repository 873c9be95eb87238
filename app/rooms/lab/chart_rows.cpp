// Lays out and draws the rows of a ladder.
#include "app/rooms/lab/chart_rows.h"

#include <algorithm>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/figures_tooltip.h"
#include "app/rooms/lab/lab_view.h"
#include "app/rooms/lab/table_look.h"
#include "app/ui/box.h"
#include "app/ui/chart_area.h"
#include "app/ui/pen.h"
#include "app/ui/sized.h"

namespace heatwave::lab_room {
namespace {

constexpr float kTallestRow = 56.0F;
constexpr float kWidestTitle = 0.33F;  ///< of the chart
constexpr float kNarrow = 400.0F;      ///< in units of design: below it tags are left out

ui::Voice title_voice(const Ladder& ladder, const lab::Measurement& m) {
  return ladder.matters(m) ? ui::Voice::strong : ui::Voice::body;
}

float row_height(const LadderRows& rows, float room, float u) {
  const std::size_t count = std::max({std::size_t{1}, rows.ladder.rungs.size(), rows.room_for});
  const float lowest = rows.lowest * u;
  return std::clamp(room / static_cast<float>(count), lowest, std::max(lowest, kTallestRow * u));
}

/// The words in place of a bar.
void draw_reason(const ui::ChartPen& pen, const ui::Box& row, float left, float y,
                 const lab::Measurement& m) {
  const bool wrong = m.status == lab::Status::wrong;
  const std::string words = wrong ? "wrong result: " + how_wrong(m) : why_in_short(m);
  const ui::Voice voice = wrong ? ui::Voice::strong : ui::Voice::body;
  const float x = left + 8 * pen.unit();
  pen.text_on_plate(x, y, pen.elided(words, row.right - x - 8 * pen.unit(), voice),
                    wrong ? pen.theme().error : pen.theme().dim, voice);
}

void draw_row(const ui::ChartPen& pen, const ui::Box& row, const LadderRows& rows,
              const lab::Measurement& m) {
  const LadderColumns& columns = rows.columns;
  const float y = (row.top + row.bottom) / 2 - rows.lift;
  const bool dim = !has_bar(m) && m.status != lab::Status::wrong;
  const ui::Voice voice = title_voice(rows.ladder, m);
  const float room = columns.content - columns.title - 8 * pen.unit();
  const bool gpu = m.processor == lab::Processor::gpu;
  if (!columns.narrow) pen.tag(columns.tag, y, gpu ? "GPU" : "CPU", gpu, dim);
  pen.text(columns.title, y, pen.elided(title_beside_tag(m), room, voice),
           dim ? pen.theme().dim : pen.theme().text, voice);
  if (has_bar(m)) {
    rows.draw(pen, row, m);
  } else {
    draw_reason(pen, row, columns.content, y, m);
  }
  const bool both = rows.beside != nullptr && rows.beside->of(m) != nullptr;
  if (both && rows.draw_beside) rows.draw_beside(pen, row, m);
}

}  // namespace

bool has_bar(const lab::Measurement& m) { return m.status == lab::Status::measured && m.timed(); }

std::size_t rows_to_come(const LabView& context, const session::LabResult& result) {
  const lab::Experiment* experiment = experiment_of(result.report.experiment);
  if (result.complete || experiment == nullptr || !context.snapshot.lab.running) return 0;
  const std::size_t all = experiment->variants.size();
  const auto asked = static_cast<std::size_t>(std::max(0, context.snapshot.lab.progress.total));
  return std::min(all, asked);
}

LadderColumns ladder_columns(const ui::ChartPen& pen, const Ladder& ladder, const ui::Box& box) {
  const float u = pen.unit();
  float widest = 0.0F;
  for (const lab::Measurement* m : ladder.rungs) {
    widest = std::max(widest, pen.width(title_beside_tag(*m), title_voice(ladder, *m)));
  }
  LadderColumns columns;
  columns.tag = box.left + 8 * u;
  columns.narrow = box.width() < kNarrow * u;
  columns.title = columns.tag + (columns.narrow ? 0.0F : pen.tag_width() + 10 * u);
  columns.content = columns.title + std::min(widest, kWidestTitle * box.width()) + 12 * u;
  columns.right = box.right - 12 * u;
  return columns;
}

std::string draw_ladder_rows(LabView& context, const ui::Box& box, const LadderRows& rows) {
  std::string clicked;
  LabModel& lab = context.model;
  const auto count = static_cast<float>(rows.ladder.rungs.size());
  float height = row_height(rows, box.height(), context.unit);
  if (lab.draws_whole_chart) height = std::min(height, box.height() / std::max(1.0F, count));
  const float all = height * count - 1;
  lab.chart_missing = std::max(0.0F, all - box.height());
  const ui::ChartArea area("rows", box, !lab.draws_whole_chart);
  const ui::ChartPen pen(context, *ImGui::GetWindowDrawList());
  const float top = ImGui::GetCursorScreenPos().y;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const float right = rows.columns.right + 8 * context.unit;
  for (std::size_t i = 0; i < rows.ladder.rungs.size(); ++i) {
    const lab::Measurement& m = *rows.ladder.rungs[i];
    const float row_top = top + height * static_cast<float>(i);
    const ui::Box row{box.left, row_top, right, row_top + height};
    if (lab.follows && m.variant == rows.selected) keep_in_sight(row.top, row.bottom, 0);
    if (row.bottom < box.top || row.top > box.bottom) continue;
    const bool hovered = area.hovered() && row.contains(mouse);
    pen.row_background({row.left, row.top + 1, row.right, row.bottom - 1},
                       m.variant == rows.selected, hovered);
    draw_row(pen, row, rows, m);
    if (hovered) figures_tooltip(context, rows.ladder, m, rows.before.find(m.variant), rows.beside);
    if (hovered && area.clicked()) clicked = m.variant;
  }
  ui::space({1, all});
  return clicked;
}

}  // namespace heatwave::lab_room
