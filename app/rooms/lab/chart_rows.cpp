// Draws what the Lab's tables and charts share: rows of a ladder, table styles and tooltips.
#include "app/rooms/lab/chart_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/ui/controls.h"
#include "app/ui/sized.h"
#include "app/ui/text_lines.h"
#include "app/words/numbers.h"
#include "app/words/speed_words.h"
#include "kernels/lab/measurement.h"
#include "kernels/lab/utilisation.h"

namespace heatwave::lab_room {

void draw_cell(const ui::Look& look, const std::string& text, const ImVec4& ink, bool at_left,
               float indent) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const float x = at_left ? from.x + indent : from.x + ImGui::GetContentRegionAvail().x - size.x;
  const float y = from.y + (kRowHeight * look.unit - size.y) / 2;
  ImGui::GetWindowDrawList()->AddText({x, y}, ui::packed_colour(ink), text.c_str());
}

void scroll_into_view(float top, float bottom, float head) {
  const float from = ImGui::GetWindowPos().y + head;
  const float to = ImGui::GetWindowPos().y + ImGui::GetWindowHeight() -
                   (ImGui::GetScrollMaxX() > 0 ? ImGui::GetStyle().ScrollbarSize : 0);
  if (top < from) ImGui::SetScrollY(ImGui::GetScrollY() - (from - top));
  if (bottom > to) ImGui::SetScrollY(ImGui::GetScrollY() + bottom - to);
}

LabTableLook::LabTableLook(const ui::Look& look) {
  const ui::Theme& theme = look.theme;
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {8 * look.unit, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::PushStyleColor(ImGuiCol_Header, ui::with_alpha(theme.accent, 0.16F));
  ImGui::PushStyleColor(ImGuiCol_HeaderHovered, ui::with_alpha(theme.accent, 0.10F));
  ImGui::PushStyleColor(ImGuiCol_HeaderActive, ui::with_alpha(theme.accent, 0.22F));
  ImGui::PushStyleColor(ImGuiCol_TableBorderLight, theme.line);
  ImGui::PushStyleColor(ImGuiCol_TableBorderStrong, theme.line);
}

LabTableLook::~LabTableLook() {
  ImGui::PopStyleColor(5);
  ImGui::PopStyleVar(2);
}

namespace {

/// Returns whether letters are large for the window, as in a hall: a tooltip with all figures would
/// cover the chart.
bool is_hall(const ui::Look& look) {
  constexpr float kLowest = 600.0F;  // design units
  return ImGui::GetIO().DisplaySize.y < kLowest * look.unit;
}

void add_times(ui::ChartTooltip& tooltip, const Ladder& ladder, const lab::Measurement& m,
               const lab::Measurement* before) {
  const bool on_gpu = m.processor == lab::Processor::gpu;
  tooltip.figure(fmt::format("{}, median of {}", on_gpu ? "Kernel alone" : "Time", m.time.samples),
                 words::measured_time(m.time.median), true);
  if (ladder.report != nullptr && m.ranked()) {
    const std::string compared = words::reference_of(*ladder.report, m).in_words_beside(m);
    if (!compared.empty()) tooltip.figure("", compared, true);
  }
  const std::string precision = lab::lower_precision_of(m);
  if (!precision.empty()) tooltip.figure("Lower precision", precision, true);
  tooltip.figure("Least to most",
                 words::measured_time(m.time.least) + " – " + words::measured_time(m.time.most));
  if (m.with_copies_ms > 0) {
    tooltip.figure("Kernel + copies, pageable memory", words::measured_time(m.with_copies_ms));
  }
  if (m.with_pinned_copies_ms > 0) {
    tooltip.figure("Kernel + copies, pinned memory", words::measured_time(m.with_pinned_copies_ms));
  }
  if (before != nullptr && before->timed()) {
    tooltip.figure("The run before", words::measured_time(before->time.median));
  }
}

void add_rates(ui::ChartTooltip& tooltip, const lab::Measurement& m, const lab::Machine& machine) {
  if (m.bytes_per_second > 0) {
    tooltip.figure("Memory", words::with_prefix(m.bytes_per_second, "B/s"));
  }
  if (m.operations_per_second > 0) {
    tooltip.figure("Arithmetic", words::with_prefix(m.operations_per_second, "FLOP/s"));
  }
  if (m.cells_per_second() > 0) {
    tooltip.figure("Steps of cells", words::with_prefix(m.cells_per_second(), "cells/s"));
  }
  if (!m.work.floats && m.work.operations > 0) {
    tooltip.figure("Operations",
                   words::with_prefix(m.work.operations / (m.time.median * 1e-3), "op/s"));
  }
  if (m.part_of_limit > 0) {
    tooltip.figure(m.limit_is_memory ? "Of the memory's limit" : "Of the arithmetic limit",
                   words::percent(m.part_of_limit));
  } else if (!m.in_cache && lab::utilisation_of(m, machine).beats_copy()) {
    tooltip.figure("Of the memory's limit", "faster than the copy that measured it");
  }
}

void add_result(ui::ChartTooltip& tooltip, const lab::Measurement& m) {
  if (!m.outcome.result.empty()) tooltip.figure("Result", m.outcome.result);
  if (!m.outcome.right && !m.outcome.expected.empty()) {
    tooltip.figure("Expected", m.outcome.expected);
  }
  if (m.outcome.error > 0) tooltip.figure("Error", error_words(m.outcome.error));
}

void add_shape(ui::ChartTooltip& tooltip, const lab::Measurement& m) {
  if (!m.shape) return;
  const lab::LaunchShape& shape = *m.shape;
  const auto words = [](const std::string& text, std::int64_t number) {
    return words::grouped(text.empty() ? std::to_string(number) : text);
  };
  tooltip.figure("Launch", words(shape.grid_text, shape.grid) + " blocks of " +
                               words(shape.block_text, shape.block) + " threads");
  tooltip.figure("Occupancy", words::percent(shape.occupancy));
}

void add_lecture(ui::ChartTooltip& tooltip, const lab::Variant* variant) {
  if (variant == nullptr) return;
  for (const lab::LectureFigure& figure : variant->lecture) {
    tooltip.figure("Slides: " + figure.where,
                   words::printed_time(figure.milliseconds, figure.gflops));
  }
}

void add_words(ui::ChartTooltip& tooltip, const ui::Theme& theme, const lab::Measurement& m,
               const lab::Variant* variant) {
  tooltip.title(m.title);
  if (variant != nullptr) tooltip.sentence(variant->what, theme.dim);
  if (!m.task.empty()) {
    tooltip.sentence("Compared only within its own task: " + m.task + ".", theme.dim);
  }
  if (m.status == lab::Status::wrong) {
    tooltip.sentence("Its result is wrong, so its time counts for nothing.", theme.error);
  } else if (m.wrong_on_purpose && m.timed()) {
    tooltip.sentence("It is wrong on purpose: " + how_wrong(m) + ".", theme.text);
  } else if (m.status != lab::Status::measured) {
    tooltip.sentence(why_not_measured(m), theme.text);
  }
}

}  // namespace

void figures_tooltip(const ui::Look& look, const Ladder& ladder,
                     const lab::Measurement& measurement, const lab::Measurement* before,
                     const Beside* beside, const ui::Box& rows) {
  const lab::Variant* variant = lab::catalogued_variant(measurement);
  ui::ChartTooltip tooltip(look, rows);
  add_words(tooltip, look.theme, measurement, variant);
  const bool counts = measurement.timed() && (measurement.status == lab::Status::measured ||
                                              measurement.status == lab::Status::wrong);
  if (counts && is_hall(look)) return;  // its row has the most important ones
  if (counts) {
    add_times(tooltip, ladder, measurement, before);
    if (measurement.status == lab::Status::measured)
      add_rates(tooltip, measurement, ladder.report->machine);
    add_result(tooltip, measurement);
    add_shape(tooltip, measurement);
  }
  if (beside != nullptr && beside->of(measurement) != nullptr) {
    tooltip.figure(beside->origin, beside->label(measurement), true);
  }
  add_lecture(tooltip, variant);
}

namespace {

constexpr float kTallestRow = 56.0F;
constexpr float kWidestTitle = 0.33F;  ///< fraction of the chart
constexpr float kNarrow = 400.0F;      ///< in design units; a narrower chart shows no tags

ui::Voice title_voice(const Ladder& ladder, const lab::Measurement& m) {
  return ladder.is_best(m) ? ui::Voice::strong : ui::Voice::body;
}

float row_height(const LadderRows& rows, float room, float u) {
  const std::size_t count = std::max({std::size_t{1}, rows.ladder.rungs.size(), rows.room_for});
  const float lowest = rows.lowest * u;
  return std::clamp(room / static_cast<float>(count), lowest, std::max(lowest, kTallestRow * u));
}

/// Draws the text in place of a bar.
void draw_reason(const ui::Look& look, const ui::ChartPen& pen, const ui::Box& row, float left,
                 float y, const lab::Measurement& m) {
  const bool wrong = m.status == lab::Status::wrong;
  const std::string words = wrong ? "wrong result: " + how_wrong(m) : why_in_short(m);
  const ui::Voice voice = wrong ? ui::Voice::strong : ui::Voice::body;
  const float x = left + 8 * pen.unit();
  const ui::FontSet& fonts = look.fonts;
  ImGui::PushFont(wrong ? fonts.strong : fonts.body, pen.line());
  const std::string shown = ui::leading_clauses(words, row.right - x - 8 * pen.unit());
  ImGui::PopFont();
  pen.text_on_plate(x, y, shown, wrong ? pen.theme().error : pen.theme().dim, voice);
}

void draw_row(const ui::Look& look, const ui::ChartPen& pen, const ui::Box& row,
              const LadderRows& rows, const lab::Measurement& m) {
  const LadderColumns& columns = rows.columns;
  const float y = (row.top + row.bottom) / 2;
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
    draw_reason(look, pen, row, columns.content, y, m);
  }
}

}  // namespace

ui::Box draw_chart_head(const LabView& context, const ui::ChartPen& pen, const ui::Box& area,
                        const ui::ChartHeading& heading, float own_controls) {
  // An audience sees what the controls cover.
  if (context.presented) return pen.head(area, heading);
  const ChartPlace& place = context.model.chart_place;
  const float controls = own_controls + place.head_room;
  if (!place.names_origin) return pen.head(area, heading, controls);
  // The choice of results names the origin, and the panel has the settings: both would take a line
  // that a low chart needs.
  return pen.head(area, {.title = heading.title}, controls);
}

void begin_controls_over_chart(const LabView& context, const char* id, ImVec2 size) {
  ui::begin_controls(context, id, size);
  if (!context.presented) return;
  const ImVec2 from = ImGui::GetWindowPos();
  ImGui::GetWindowDrawList()->AddRectFilled(from, {from.x + size.x, from.y + size.y},
                                            ui::packed_colour(context.theme.panel));
}

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
  if (lab.chart_place.draws_whole) height = std::min(height, box.height() / std::max(1.0F, count));
  const float all = height * count - 1;
  lab.chart_place.missing = std::max(0.0F, all - box.height());
  lab.chart_place.needed =
      lab.chart_place.area.height() - box.height() + count * rows.lowest * context.unit;
  const ui::ChartArea area("rows", box, !lab.chart_place.draws_whole);
  const ui::ChartPen pen(context, *ImGui::GetWindowDrawList());
  const float top = ImGui::GetCursorScreenPos().y;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const float right = rows.columns.right + 8 * context.unit;
  const bool shows_chosen = lab.chosen.changed || ImGui::IsWindowAppearing();
  for (std::size_t i = 0; i < rows.ladder.rungs.size(); ++i) {
    const lab::Measurement& m = *rows.ladder.rungs[i];
    const float row_top = top + height * static_cast<float>(i);
    const ui::Box row{box.left, row_top, right, row_top + height};
    if (shows_chosen && m.variant == rows.selected) scroll_into_view(row.top, row.bottom, 0);
    if (row.bottom < box.top || row.top > box.bottom) continue;
    const bool hovered = area.hovered() && row.contains(mouse);
    pen.row_background({row.left, row.top + 1, row.right, row.bottom - 1},
                       m.variant == rows.selected, hovered);
    draw_row(context, pen, row, rows, m);
    if (hovered) figures_tooltip(context, rows.ladder, m);
    if (hovered && area.clicked()) clicked = m.variant;
  }
  ui::space({1, all});
  return clicked;
}

}  // namespace heatwave::lab_room
