// Puts measurements into the words and figures of the lab's table.
#include "app/rooms/lab/result_table.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/lab_actions.h"
#include "app/rooms/lab/lab_view.h"
#include "app/words/numbers.h"
#include "app/words/speed_words.h"

namespace heatwave::lab_room {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

constexpr std::size_t at(LabColumn column) { return static_cast<std::size_t>(column); }

/// Digits behind the point that give the least value so many digits in all.
int decimals_for(double least, int digits, int most) {
  if (!(least > 0.0) || !std::isfinite(least)) return most > 1 ? 1 : 0;
  return std::clamp(digits - 1 - static_cast<int>(std::floor(std::log10(least))), 0, most);
}

/// The least positive value of a column.
template <typename Figure>
double least_of(const lab::Report& report, Figure figure) {
  double least = std::numeric_limits<double>::infinity();
  for (const lab::Measurement& m : report.measurements) {
    const double value = m.timed() ? figure(m) : 0.0;
    if (value > 0.0) least = std::min(least, value);
  }
  return least;
}

/// How a table's figures are written, the same in all its rows.
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

/// A figure of which 0 says that there is none.
void set_figure(LabRow& row, LabColumn column, double value, int decimals) {
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
  set_figure(row, LabColumn::bytes, m.bytes_per_second * 1e-9, formats.bytes_decimals);
  set_figure(row, LabColumn::operations, m.operations_per_second * 1e-9,
             formats.operations_decimals);
  set_figure(row, LabColumn::limit, m.part_of_limit * 100.0, 1);
}

/// A time that counts for nothing stands last, however the table is sorted.
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

/// A variant of which the result holds nothing.
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
  table.shown.fill(true);
  table.shown[at(LabColumn::swept)] = !swept.empty();
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

}  // namespace heatwave::lab_room
