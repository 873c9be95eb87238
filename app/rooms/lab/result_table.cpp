// Formats measurements for the Lab's table.
#include "app/rooms/lab/result_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/chart_rows.h"
#include "app/ui/controls.h"
#include "app/ui/keyboard_focus.h"
#include "app/ui/pen.h"
#include "app/ui/sized.h"
#include "app/words/numbers.h"
#include "app/words/speed_words.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab_room {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

constexpr std::size_t at(LabColumn column) { return static_cast<std::size_t>(column); }

/// Returns the decimals that show the smallest value with `digits` digits.
int decimals_for(double least, int digits, int most) {
  if (!(least > 0.0) || !std::isfinite(least)) return most > 1 ? 1 : 0;
  return std::clamp(digits - 1 - static_cast<int>(std::floor(std::log10(least))), 0, most);
}

/// Returns the smallest positive value of a column.
template <typename Figure>
double least_of(const lab::Report& report, Figure figure) {
  double least = std::numeric_limits<double>::infinity();
  for (const lab::Measurement& m : report.measurements) {
    const double value = m.timed() ? figure(m) : 0.0;
    if (value > 0.0) least = std::min(least, value);
  }
  return least;
}

/// The number formats of a table, the same in all rows.
struct Formats {
  TimeScale time;
  int bytes_decimals = 1;
  int operations_decimals = 1;
};

Formats formats_of(const lab::Report& report) {
  constexpr int kMostDecimals = 3;
  const auto decimals = [&report](auto figure) {
    return decimals_for(least_of(report, figure), 2, kMostDecimals);
  };
  return {.time = time_scale(least_of(report, [](const auto& m) { return m.time.median; })),
          .bytes_decimals = decimals([](const auto& m) { return m.bytes_per_second * 1e-9; }),
          .operations_decimals =
              decimals([](const auto& m) { return m.operations_per_second * 1e-9; })};
}

void set(LabRow& row, LabColumn column, std::string text, double rank) {
  row.texts[at(column)] = std::move(text);
  row.ranks[at(column)] = rank;
}

/// Sets a number with its text; 0: the cell stays empty.
void set_number(LabRow& row, LabColumn column, double value, int decimals) {
  if (value > 0.0) set(row, column, fixed_point(value, decimals), value);
}

std::string error_text(double error) {
  if (error == 0.0) return "exact";
  return std::isfinite(error) ? fmt::format("{:.1e}", error) : "–";
}

void set_shape(LabRow& row, const lab::LaunchShape& shape) {
  const std::string grid = shape.grid_text.empty() ? words::grouped(shape.grid) : shape.grid_text;
  const std::string block =
      shape.block_text.empty() ? words::grouped(shape.block) : shape.block_text;
  set(row, LabColumn::launch, grid + "  ·  " + block, static_cast<double>(shape.grid));
  set(row, LabColumn::registers, std::to_string(shape.registers), shape.registers);
  set(row, LabColumn::shared, words::grouped(shape.shared_bytes),
      static_cast<double>(shape.shared_bytes));
  set(row, LabColumn::occupancy, fixed_point(shape.occupancy * 100.0, 0), shape.occupancy);
}

void set_times(LabRow& row, const lab::Measurement& m, const TimeScale& scale) {
  const auto in_scale = [&scale](double ms) {
    return fixed_point(ms / scale.size, scale.decimals);
  };
  const auto set_time = [&](LabColumn column, double ms) {
    if (ms > 0.0) set(row, column, in_scale(ms), ms);
  };
  set_time(LabColumn::time, m.time.median);
  set_time(LabColumn::with_copies, m.with_copies_ms);
  set_time(LabColumn::with_pinned_copies, m.with_pinned_copies_ms);
  set_time(LabColumn::host, m.host_ms);
  set(row, LabColumn::spread, in_scale(m.time.least) + " – " + in_scale(m.time.most),
      m.time.most - m.time.least);
}

void set_speed(LabRow& row, LabColumn column, double times_as_fast) {
  if (times_as_fast > 0) set(row, column, words::faster_or_slower(times_as_fast), times_as_fast);
}

void set_figures(LabRow& row, const lab::Measurement& m, const Formats& formats,
                 const words::Speed& speed) {
  set_times(row, m, formats.time);
  if (m.shape) set_shape(row, *m.shape);
  set(row, LabColumn::result, m.outcome.result, kNone);
  set(row, LabColumn::error, error_text(m.outcome.error), m.outcome.error);
  if (!m.ranked()) return;
  set_speed(row, LabColumn::speedup, speed.as_one_thread);
  set_speed(row, LabColumn::all_threads, speed.as_all_threads);
  set_number(row, LabColumn::bytes, m.bytes_per_second * 1e-9, formats.bytes_decimals);
  set_number(row, LabColumn::operations, m.operations_per_second * 1e-9,
             formats.operations_decimals);
  set_number(row, LabColumn::limit, m.part_of_limit * 100.0, 1);
}

/// Rows without a rank stay last in every sort order.
void take_out_of_ranking(LabRow& row) {
  for (const LabColumn column :
       {LabColumn::time, LabColumn::with_copies, LabColumn::with_pinned_copies, LabColumn::host,
        LabColumn::spread}) {
    row.ranks[at(column)] = kNone;
  }
}

LabRow described(const std::string& variant, const std::string& title) {
  LabRow row{.variant = variant};
  row.ranks.fill(kNone);
  row.texts[at(LabColumn::variant)] = title;
  return row;
}

std::string words_beside(const std::string& words, const std::string& note) {
  return note.empty() ? words : words + ": " + note;
}

LabRow measured(const lab::Measurement& m, const lab::Report& report, const Formats& formats) {
  LabRow row = described(m.variant, m.title);
  if (!report.swept.empty() && m.settings.values.contains(report.swept)) {
    const std::int64_t value = m.settings[report.swept];
    set(row, LabColumn::swept, value_words(parameter_of(report.experiment, report.swept), value),
        static_cast<double>(value));
  }
  if (!m.timed()) {
    row.kind = m.status == lab::Status::wrong ? LabRow::Kind::wrong : LabRow::Kind::without;
    row.remark = why_in_short(m);
    row.reason = why_not_measured(m);
    return row;
  }
  set_figures(row, m, formats, words::kernel_speed(report, m));
  if (m.ranked()) return row;
  take_out_of_ranking(row);
  row.kind = m.wrong_on_purpose ? LabRow::Kind::unranked : LabRow::Kind::wrong;
  const std::string how = how_wrong(m);
  row.remark = m.wrong_on_purpose
                   ? words_beside("wrong on purpose", m.outcome.note.empty() ? how : m.outcome.note)
                   : words_beside("wrong", how);
  return row;
}

/// A row for a variant that the result does not contain.
LabRow unmeasured(const lab::Variant& variant, bool has_result, bool running,
                  const std::string& now) {
  LabRow row = described(variant.id, variant.title);
  row.kind = LabRow::Kind::without;
  if (running) {
    row.remark = variant.title == now ? "is being measured …" : "not measured yet";
  } else {
    row.remark = has_result ? "not part of this run" : variant.what;
  }
  return row;
}

void name_columns(LabTable& table, const std::string& unit, const std::string& swept) {
  table.heads = {"Variant",
                 swept,
                 "time, " + unit,
                 "against one thread",
                 "against all threads",
                 "with copies, " + unit,
                 "pinned copies, " + unit,
                 "CPU clock, " + unit,
                 "GB/s",
                 "GFLOP/s",
                 "% of limit",
                 "min – max, " + unit,
                 "grid · block",
                 "registers",
                 "shared, B",
                 "occupancy, %",
                 "result",
                 "error"};
}

void add_sweep_rows(LabTable& table, const lab::Report& report, const Formats& formats) {
  for (const std::int64_t value : swept_values(report)) {
    const Ladder ladder = ladder_of(report, value);
    for (const lab::Measurement* m : ladder.rungs) {
      table.rows.push_back(measured(*m, report, formats));
    }
  }
}

}  // namespace

TimeScale time_scale(double least_milliseconds) {
  constexpr int kMostDecimals = 4;
  TimeScale scale{1.0, "ms", 3};
  if (!std::isfinite(least_milliseconds)) return scale;
  if (least_milliseconds >= 1e3) scale = {1e3, "s", 3};
  if (least_milliseconds < 1e-2) scale = {1e-3, "µs", 3};
  if (least_milliseconds < 1e-5) scale = {1e-6, "ns", 3};
  scale.decimals = decimals_for(least_milliseconds / scale.size, 3, kMostDecimals);
  return scale;
}

std::string fixed_point(double value, int decimals) {
  const std::string digits = fmt::format("{:.{}f}", std::abs(value), decimals);
  const auto point = std::min(digits.find('.'), digits.size());
  const std::string sign = std::signbit(value) && value != 0.0 ? "−" : "";
  return sign + words::grouped(std::stoll(digits.substr(0, point))) + digits.substr(point);
}

LabTable lab_table(const lab::Experiment& experiment, const session::LabResult* result,
                   bool running, const std::string& now) {
  LabTable table;
  static const lab::Report kEmpty;
  const lab::Report& report = result == nullptr ? kEmpty : result->report;
  const Formats formats = formats_of(report);
  const lab::Parameter* swept = parameter_of(report.experiment, report.swept);
  name_columns(table, formats.time.unit, swept == nullptr ? report.swept : swept->title);
  if (!report.swept.empty()) {
    add_sweep_rows(table, report, formats);
    return table;
  }
  const Ladder ladder = ladder_of(report);
  for (const lab::Variant& variant : experiment.variants) {
    const lab::Measurement* m = ladder.find(variant.id);
    table.rows.push_back(m == nullptr ? unmeasured(variant, result != nullptr, running, now)
                                      : measured(*m, report, formats));
  }
  return table;
}

void sort_rows(LabTable& table, LabColumn column, bool descending) {
  const std::size_t c = at(column);
  const bool by_text = column == LabColumn::variant || column == LabColumn::result;
  const auto before = [&](const LabRow& a, const LabRow& b) {
    if (by_text) {
      if (a.texts[c].empty() || b.texts[c].empty())
        return !a.texts[c].empty() && b.texts[c].empty();
      return descending ? b.texts[c] < a.texts[c] : a.texts[c] < b.texts[c];
    }
    const bool a_has = !std::isnan(a.ranks[c]);
    const bool b_has = !std::isnan(b.ranks[c]);
    if (!a_has || !b_has) return a_has && !b_has;
    return descending ? a.ranks[c] > b.ranks[c] : a.ranks[c] < b.ranks[c];
  };
  std::stable_sort(table.rows.begin(), table.rows.end(), before);
}

LabTable shown_table(LabView& context) {
  const lab::Experiment& experiment = shown_experiment(context.model);
  const session::LabStatus& status = context.snapshot.lab;
  const auto result = shown_result(context);
  const bool running = status.running && status.experiment == experiment.id &&
                       (result == nullptr || !result->recorded);
  LabTable table = lab_table(experiment, result.get(), running, status.progress.now);
  const int column = context.model.table.sort_column;
  if (column >= 0 && static_cast<std::size_t>(column) < kLabColumns) {
    sort_rows(table, static_cast<LabColumn>(column), context.model.table.sort_descending);
  }
  return table;
}

namespace {

/// The look of a column. Its width does not depend on the figures, so that nothing moves during a
/// run.
struct ColumnLook {
  float width;  ///< in design units
  bool at_left;
  bool largest_first;  ///< the first click on the heading sorts in descending order
  const char* help;
};

constexpr std::array<ColumnLook, kLabColumns> kLooks{{
    {0, true, false, "The variants of this experiment, from the simplest to the best."},
    {136, false, false, "The value of the parameter that was swept."},
    {104, false, false,
     "One launch: the median of all samples, by the GPU's own events; on the CPU by its clock."},
    {144, false, true, "The kernel alone beside the first variant of one CPU thread."},
    {144, false, true, "The kernel alone beside the fastest variant that all CPU threads share."},
    {136, false, false, "Including copies to and from the GPU, with pageable memory."},
    {144, false, false, "Including copies to and from the GPU, with pinned memory."},
    {120, false, false, "One launch until it is done, by the CPU's clock."},
    {96, false, true, "Bytes that any solution must move, divided by the time."},
    {104, false, true, "Operations that any solution must do, divided by the time."},
    {112, false, true,
     "Percentage of the device's limit, memory or arithmetic, whichever is closer. Memory is no "
     "limit for data in a cache."},
    {200, false, false, "The fastest and the slowest sample. Sorted by their distance."},
    {184, false, true, "The launch: blocks, and threads in each block."},
    {96, false, true, "Registers of one thread."},
    {104, false, true, "Shared memory of one block, in bytes."},
    {136, false, true, "Occupancy: resident warps as a percentage of the maximum."},
    {248, true, false, "Result."},
    {112, false, false, "Distance to the reference, relative to it."},
}};

/// Each click moves on: first order, reverse order, then the ladder's order.
void sort_by(LabModel& lab, int column) {
  const bool first_way = kLooks[static_cast<std::size_t>(column)].largest_first;
  if (lab.table.sort_column != column) {
    lab.table.sort_column = column;
    lab.table.sort_descending = first_way;
  } else if (lab.table.sort_descending == first_way) {
    lab.table.sort_descending = !first_way;
  } else {
    lab.table.sort_column = -1;
  }
}

void draw_head(LabView& context, int column, const std::string& title) {
  const float u = context.unit;
  const ColumnLook& look = kLooks[static_cast<std::size_t>(column)];
  const bool sorted = context.model.table.sort_column == column;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = kRowHeight * u;
  ImGui::PushID(column);
  if (ui::press_area("head", {width, height})) sort_by(context.model, column);
  note_place(context, "head/" + title);
  const bool hovered = ImGui::IsItemHovered();
  const ImVec2 size = ImGui::CalcTextSize(title.c_str());
  const float x = look.at_left ? from.x : from.x + width - size.x;
  const float y = from.y + (height - size.y) / 2;
  const ImVec4 ink = sorted    ? context.theme.accent
                     : hovered ? context.theme.text
                               : context.theme.dim;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText({x, y}, ui::packed_colour(ink), title.c_str());
  if (sorted) {  // an arrow before or after the title, where the column has room
    const float tip = context.model.table.sort_descending ? 4 * u : -4 * u;
    const ImVec2 middle{look.at_left ? x + size.x + 12 * u : x - 12 * u, from.y + height / 2};
    list.AddTriangleFilled({middle.x - 5 * u, middle.y - tip}, {middle.x + 5 * u, middle.y - tip},
                           {middle.x, middle.y + tip}, ui::packed_colour(ink));
  }
  explain(context, std::string(look.help) +
                       " Click to sort, again to reverse, again for the ladder's order.");
  ImGui::PopID();
}

/// Returns the width of the widest title, within limits; a tooltip shows longer titles.
float title_width(const LabView& context, const LabTable& table) {
  float widest = 0;
  for (const LabRow& row : table.rows) {
    widest = std::max(widest, ImGui::CalcTextSize(row.texts[0].c_str()).x);
  }
  return std::clamp(widest, 168 * context.unit, 304 * context.unit);
}

void set_up_columns(LabView& context, const LabTable& table) {
  for (std::size_t i = 0; i < kLabColumns; ++i) {
    ImGuiTableColumnFlags flags = ImGuiTableColumnFlags_WidthFixed |
                                  ImGuiTableColumnFlags_NoResize | ImGuiTableColumnFlags_NoReorder |
                                  ImGuiTableColumnFlags_NoHide;
    if (table.heads[i].empty()) flags |= ImGuiTableColumnFlags_Disabled;
    const float width = i == 0 ? title_width(context, table) : kLooks[i].width * context.unit;
    ImGui::TableSetupColumn(table.heads[i].c_str(), flags, width);
  }
  ImGui::TableSetupScrollFreeze(1, 1);
}

/// Marks the left end of the chosen variant's row.
void draw_chosen_bar(const LabView& context, ImVec2 row) {
  const float u = context.unit;
  ImGui::GetWindowDrawList()->AddRectFilled({row.x - 8 * u, row.y},
                                            {row.x - 4 * u, row.y + kRowHeight * u},
                                            ui::packed_colour(context.theme.accent));
}

void draw_heads(LabView& context, const LabTable& table) {
  ImGui::TableNextRow(ImGuiTableRowFlags_None, kRowHeight * context.unit);
  ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, ui::packed_colour(context.theme.panel));
  for (std::size_t i = 0; i < kLabColumns; ++i) {
    if (ImGui::TableSetColumnIndex(static_cast<int>(i))) {
      draw_head(context, static_cast<int>(i), table.heads[i]);
    }
  }
}

/// The text colours of a row.
struct Inks {
  ImVec4 title, figures, remark;
};
Inks inks_of(const LabView& context, const LabRow& row, bool selected) {
  const ui::Theme& theme = context.theme;
  switch (row.kind) {
    case LabRow::Kind::ranked:
      return {theme.text, theme.text, theme.dim};
    case LabRow::Kind::wrong:
      return {theme.error, theme.dim, theme.error};
    case LabRow::Kind::unranked:
    case LabRow::Kind::without:
      break;
  }
  return {selected ? theme.text : theme.dim, theme.dim, theme.dim};
}

/// A figure at the table's edge is drawn whole or not at all, because a part of it would be another
/// number.
void draw_figure_cell(const LabView& context, const std::string& text, bool at_left, ImVec4 ink) {
  const ImDrawList& list = *ImGui::GetWindowDrawList();
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  const float left = right - ImGui::CalcTextSize(text.c_str()).x;
  const bool is_whole = left >= list.GetClipRectMin().x && right <= list.GetClipRectMax().x + 1;
  if (at_left || is_whole) draw_cell(context, text, ink, at_left);
}

float left_of_column(LabColumn column) {
  ImGui::TableSetColumnIndex(static_cast<int>(at(column)));
  return ImGui::GetCursorScreenPos().x;
}

/// Draws a remark over the columns of figures, but not over the frozen column or the result column.
void draw_remark(const LabView& context, LabColumn column, const std::string& text, ImVec4 ink) {
  const float end = left_of_column(LabColumn::result);
  if (!ImGui::TableSetColumnIndex(static_cast<int>(at(column)))) return;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 low = list.GetClipRectMin();
  const float bar = ImGui::GetScrollMaxY() > 0 ? ImGui::GetStyle().ScrollbarSize : 0;
  const float right = std::min(end, ImGui::GetWindowPos().x + ImGui::GetWindowSize().x - bar);
  if (right <= low.x) return;
  list.PushClipRect(low, {right, list.GetClipRectMax().y}, false);
  const float x = from.x + 8 * context.unit;
  const ui::ChartPen pen(context, list);
  pen.text(x, from.y + kRowHeight * context.unit / 2,
           pen.elided(text, right - x - 8 * context.unit), ink);
  list.PopClipRect();
}

/// Returns the column where a row's remark begins: after the time, or in its place.
LabColumn remark_column(const LabRow& row) {
  const bool has_time = !row.texts[at(LabColumn::time)].empty();
  return has_time ? LabColumn::speedup : LabColumn::time;
}

void draw_cells(LabView& context, const LabRow& row, const Inks& inks) {
  const bool has_remark = !row.remark.empty();
  for (std::size_t i = 1; i < kLabColumns; ++i) {
    const bool is_covered = has_remark && i >= at(remark_column(row)) && i < at(LabColumn::result);
    if (is_covered || !ImGui::TableSetColumnIndex(static_cast<int>(i))) continue;
    draw_figure_cell(context, row.texts[i], kLooks[i].at_left, inks.figures);
  }
  if (has_remark) draw_remark(context, remark_column(row), row.remark, inks.remark);
}

void draw_row(LabView& context, const lab::Experiment& experiment, const LabRow& row) {
  const float u = context.unit;
  const bool selected = row.variant == shown_variant(context.model);
  const Inks inks = inks_of(context, row, selected);
  ImGui::TableNextRow(ImGuiTableRowFlags_None, kRowHeight * u);
  ImGui::TableSetColumnIndex(0);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  if (ui::table_row("##row", selected, kRowHeight * u)) {
    choose_variant(context.model, row.variant);
  }
  if (selected) draw_chosen_bar(context, from);
  note_place(context, "row/" + row.variant);
  if (selected && context.model.chosen.changed) {
    scroll_into_view(from.y, from.y + kRowHeight * u, kRowHeight * u);
  }
  explain_variant(context, lab::find_variant(experiment, row.variant),
                  row.reason.empty() ? row.remark : row.reason);
  ImGui::SetCursorScreenPos(from);
  const ui::ChartPen pen(context, *ImGui::GetWindowDrawList());
  draw_cell(context, pen.elided(row.texts[0], ImGui::GetContentRegionAvail().x), inks.title, true);
  draw_cells(context, row, inks);
}

LabColumn column_of(session::LabTableColumn column) {
  switch (column) {
    case session::LabTableColumn::time:
      return LabColumn::time;
    case session::LabTableColumn::result:
      return LabColumn::result;
  }
  return LabColumn::time;
}

/// Scrolls the table to the column that a lecture refers to: once, and again when the table's width
/// changes. The table knows its width only after it has been drawn.
void scroll_to_column(LabView& context, const LabTable& table) {
  LabModel& lab = context.model;
  const float width = ImGui::GetWindowWidth();
  const bool has_other_width = std::exchange(lab.table.column_seen_in, width) != width;
  if (lab.told_of.first != shown_experiment(lab).id) return;
  lab.table.column_is_due |= has_other_width && lab.table.column != session::LabTableColumn{};
  if (!lab.table.column_is_due) return;
  const LabColumn column = column_of(lab.table.column);
  const float left = left_of_column(column) - ImGui::GetWindowPos().x;
  const float right = left + kLooks[at(column)].width * context.unit;
  const float frozen = title_width(context, table) + 24 * context.unit;
  const float by = left < frozen ? left - frozen
                                 : std::max(0.0F, right - width + ImGui::GetStyle().ScrollbarSize);
  const float wanted = std::clamp(ImGui::GetScrollX() + by, 0.0F, ImGui::GetScrollMaxX());
  lab.table.column_is_due =
      has_other_width || wanted != ImGui::GetScrollX() || ImGui::GetScrollMaxX() == 0.0F;
  if (wanted != ImGui::GetScrollX()) ImGui::SetScrollX(wanted);
}

}  // namespace

void explain_variant(LabView& context, const lab::Variant& variant, const std::string& remark) {
  if (!ImGui::IsItemHovered()) return;
  std::string text = variant.title + ". " + variant.what;
  if (!remark.empty() && remark != variant.what) text += "\n" + remark + ".";
  for (const lab::LectureFigure& figure : variant.lecture) {
    text += "\nThe lecture: " + words::printed_time(figure.milliseconds, figure.gflops) + " (" +
            figure.where + ").";
  }
  explain(context, text);
}

void draw_lab_table(LabView& context) {
  const lab::Experiment& experiment = shown_experiment(context.model);
  const LabTable table = shown_table(context);
  const LabTableLook look(context);
  // Another set of columns is another table, which starts unscrolled.
  const std::string id = "table " + experiment.id + (table.heads[1].empty() ? "" : " swept");
  ui::join_next_table();
  if (ImGui::BeginTable(id.c_str(), static_cast<int>(kLabColumns), kLabTableFlags)) {
    set_up_columns(context, table);
    draw_heads(context, table);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      ImGui::PushID(static_cast<int>(i));
      draw_row(context, experiment, table.rows[i]);
      ImGui::PopID();
    }
    scroll_to_column(context, table);
    ImGui::EndTable();
  }
}

}  // namespace heatwave::lab_room
