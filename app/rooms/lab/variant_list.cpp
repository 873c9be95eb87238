// Formats measurements for the Lab's list.
#include "app/rooms/lab/variant_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/words/numbers.h"
#include "app/words/speed_words.h"
#include "kernels/lab/bench/edited_kernels.h"
#include "kernels/lab/utilisation.h"

namespace heatwave::lab_room {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

constexpr std::array<ColumnLook, kLabColumns> kLooks{{
    {"Variant", true, false, "The variants of this experiment, from the simplest to the best."},
    {"median time", false, false,
     "One launch: the median of all samples, by the GPU's own events; on the CPU by its clock."},
    {"speed", false, true,
     "The kernel alone, without copies, beside the fastest variant that all CPU threads share; "
     "without one, beside "
     "one CPU thread, or beside the first variant of the task."},
    {"GB/s", false, true, "Bytes that any solution must move, divided by the time."},
    {"of limit", false, true,
     "Percentage of the device's limit that is closer, which is named: memory's or arithmetic's. "
     "Memory is no limit for data in a cache. A copy measures the limit: a variant that only reads "
     "may beat it."},
    {"GFLOP/s", false, true, "Operations that any solution must do, divided by the time."},
    {words::kKernelAndCopies, false, false,
     "One time for the kernel and its copies to and from the GPU, with pageable memory."},
    {"+ pinned copies", false, false,
     "One time for the kernel and its copies to and from the GPU, with pinned memory."},
    {"CPU clock", false, false, "One launch until it is done, by the CPU's clock."},
    {"grid · block", false, true, "The launch: blocks, and threads in each block."},
    {"registers", false, true, "Registers of one thread."},
    {"shared memory", false, true, "Shared memory of one block."},
    {"occupancy", false, true, "Resident warps as a percentage of the maximum."},
    {"result", true, false, "Result."},
    {"error", false, false, "Distance to the reference, relative to it."},
}};

void set(LabRow& row, LabColumn column, std::string text, double rank) {
  row.texts[index_of(column)] = std::move(text);
  row.ranks[index_of(column)] = rank;
}

/// Sets a rate with three digits, at most three of them decimals; 0: the cell stays empty.
void set_rate(LabRow& row, LabColumn column, double per_second) {
  const double value = per_second * 1e-9;
  const int decimals = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
  if (value > 0.0) set(row, column, fixed_point(value, decimals), value);
}

void set_time(LabRow& row, LabColumn column, double ms) {
  if (ms > 0.0) set(row, column, words::measured_time(ms), ms);
}

std::string error_text(double error) {
  if (error == 0.0) return "exact";
  return std::isfinite(error) ? fmt::format("{:.1e}", error) : "–";
}

void set_shape(LabRow& row, const lab::LaunchShape& shape) {
  const std::string grid =
      words::grouped(shape.grid_text.empty() ? std::to_string(shape.grid) : shape.grid_text);
  const std::string block =
      shape.block_text.empty() ? words::grouped(shape.block) : shape.block_text;
  set(row, LabColumn::launch, grid + " · " + block, static_cast<double>(shape.grid));
  set(row, LabColumn::registers, std::to_string(shape.registers), shape.registers);
  const auto shared = static_cast<double>(shape.shared_bytes);
  set(row, LabColumn::shared, words::with_prefix(shared, "B"), shared);
  set(row, LabColumn::occupancy, words::percent(shape.occupancy), shape.occupancy);
}

/// Compares a variant's kernel with the CPU's reference of its task. If the task has no CPU
/// variant, compares it with the task's simplest GPU variant.
void set_speed(LabRow& row, const lab::Measurement& m, const Ladder& ladder) {
  words::Reference reference = words::reference_of(*ladder.report, m);
  const Leaders leaders = ladder.leaders_of(m);
  if (reference.measurement == nullptr && leaders.simplest_cpu == nullptr &&
      leaders.simplest_gpu != nullptr) {
    reference = {leaders.simplest_gpu, title_beside_tag(*leaders.simplest_gpu), ""};
  }
  row.reference = reference.name;
  row.is_reference = reference.is(m);
  const double ratio = reference.times_as_fast(m);
  if (ratio <= 0) return;
  set(row, LabColumn::speed, reference.in_short_beside(m), ratio);
  row.speed_words = reference.in_words_beside(m);
}

void set_figures(LabRow& row, const lab::Measurement& m, const Ladder& ladder) {
  set_time(row, LabColumn::time, m.time.median);
  set_time(row, LabColumn::with_copies, m.with_copies_ms);
  set_time(row, LabColumn::with_pinned_copies, m.with_pinned_copies_ms);
  set_time(row, LabColumn::host, m.host_ms);
  if (m.shape) set_shape(row, *m.shape);
  set(row, LabColumn::result, m.outcome.result, kNone);
  set(row, LabColumn::error, error_text(m.outcome.error), m.outcome.error);
  if (!m.ranked()) return;
  set_speed(row, m, ladder);
  set_rate(row, LabColumn::bytes, m.bytes_per_second);
  set_rate(row, LabColumn::operations, m.operations_per_second);
  if (m.part_of_limit > 0) {
    set(row, LabColumn::limit, words::percent(m.part_of_limit), m.part_of_limit);
  } else if (m.in_cache) {
    set(row, LabColumn::limit, "in cache", kNone);
  } else if (lab::utilisation_of(m, ladder.report->machine).beats_copy()) {
    set(row, LabColumn::limit, "beats a copy", std::numeric_limits<double>::infinity());
  }
}

/// Rows without a rank stay last in every sort order.
void take_out_of_ranking(LabRow& row) {
  for (const LabColumn column :
       {LabColumn::time, LabColumn::with_copies, LabColumn::with_pinned_copies, LabColumn::host}) {
    row.ranks[index_of(column)] = kNone;
  }
}

LabRow described(const std::string& variant, const std::string& title) {
  LabRow row{.variant = variant};
  row.ranks.fill(kNone);
  row.texts[index_of(LabColumn::variant)] = title;
  return row;
}

std::string words_beside(const std::string& words, const std::string& note) {
  return note.empty() ? words : words + ": " + note;
}

LabRow measured(const lab::Measurement& m, const Ladder& ladder) {
  LabRow row = described(m.variant, title_beside_tag(m));
  row.measurement = &m;
  row.lower_precision = lab::lower_precision_of(m);
  if (!m.timed()) {
    row.kind = m.status == lab::Status::wrong ? LabRow::Kind::wrong : LabRow::Kind::without;
    row.remark = why_in_short(m);
    row.reason = why_not_measured(m);
    return row;
  }
  set_figures(row, m, ladder);
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
LabRow unmeasured(const lab::Variant& variant, bool has_result, const ListState& state) {
  lab::Measurement named;
  named.title = variant.title;
  named.processor = variant.processor;
  LabRow row = described(variant.id, title_beside_tag(named));
  row.kind = LabRow::Kind::without;
  if (state.running) {
    row.remark = variant.title == state.now ? "is being measured …" : "not measured yet";
  } else {
    row.remark = has_result ? "not part of this run" : variant.what;
  }
  return row;
}

/// Says which limit the shares of the rows are of.
void name_limits(LabList& list) {
  std::vector<LabRow*> of_memory;
  std::vector<LabRow*> of_arithmetic;
  for (LabRow& row : list.rows) {
    if (std::isnan(row.ranks[index_of(LabColumn::limit)])) continue;
    // A row without a share is above the limit of memory.
    const bool is_memory = row.measurement->limit_is_memory || row.measurement->part_of_limit <= 0;
    (is_memory ? of_memory : of_arithmetic).push_back(&row);
  }
  if (of_arithmetic.empty() || of_memory.empty()) {
    if (!of_memory.empty()) list.limit_head = "of bandwidth";
    if (!of_arithmetic.empty()) list.limit_head = "of peak";
    list.is_arithmetic = !of_arithmetic.empty();
    const auto uses_tensor_cores = [](const LabRow* row) {
      return row->measurement->work.tensor_cores;
    };
    if (std::none_of(of_arithmetic.begin(), of_arithmetic.end(), uses_tensor_cores)) return;
    for (LabRow* row : of_arithmetic) {
      row->texts[index_of(LabColumn::limit)] += uses_tensor_cores(row) ? " TF32" : " float32";
    }
    return;
  }
  for (LabRow* row : of_memory) row->texts[index_of(LabColumn::limit)] += " memory";
  for (LabRow* row : of_arithmetic) row->texts[index_of(LabColumn::limit)] += " arithmetic";
}

/// Marks the rows that others are compared with, and names them in the heading.
void name_references(LabList& list, const Ladder& ladder) {
  const auto is_compared = [](const LabRow& row) { return !row.speed_words.empty(); };
  const auto first = std::find_if(list.rows.begin(), list.rows.end(), is_compared);
  if (first == list.rows.end()) return;
  for (LabRow& row : list.rows) {
    const bool has_others = std::any_of(list.rows.begin(), list.rows.end(), [&](const auto& other) {
      return is_compared(other) && other.reference == row.reference;
    });
    if (row.is_reference && has_others) set(row, LabColumn::speed, words::kReference, 1.0);
  }
  const std::string name = words::reference_of(*ladder.report, *first->measurement).in_short;
  if (!name.empty() && !list.reference().empty()) list.speed_head = "vs " + name;
}

bool needs_gpu(const lab::Variant& variant, const lab::Measurement* m) {
  return m == nullptr ? variant.processor == lab::Processor::gpu
                      : m->status == lab::Status::needs_gpu;
}

}  // namespace

const ColumnLook& look_of(LabColumn column) { return kLooks[index_of(column)]; }

std::span<const LabColumn> columns_of(session::LabFigures figures, bool is_arithmetic) {
  using enum LabColumn;
  static constexpr std::array kTime{time, speed, limit, bytes, operations};
  static constexpr std::array kTimeOfArithmetic{time, speed, limit, operations, bytes};
  static constexpr std::array kCopies{time, with_copies, with_pinned_copies};
  static constexpr std::array kLaunch{time, host, launch, registers, shared, occupancy};
  static constexpr std::array kResult{time, result, error};
  switch (figures) {
    case session::LabFigures::time:
      return is_arithmetic ? kTimeOfArithmetic : kTime;
    case session::LabFigures::copies:
      return kCopies;
    case session::LabFigures::launch:
      return kLaunch;
    case session::LabFigures::result:
      break;
  }
  return kResult;
}

std::string LabList::head_of(LabColumn column) const {
  switch (column) {
    case LabColumn::limit:
      return limit_head;
    case LabColumn::speed:
      return speed_head;
    case LabColumn::variant:
    case LabColumn::time:
    case LabColumn::bytes:
    case LabColumn::operations:
    case LabColumn::with_copies:
    case LabColumn::with_pinned_copies:
    case LabColumn::host:
    case LabColumn::launch:
    case LabColumn::registers:
    case LabColumn::shared:
    case LabColumn::occupancy:
    case LabColumn::result:
    case LabColumn::error:
      break;
  }
  return look_of(column).head;
}

std::string LabList::reference() const {
  std::string reference;
  for (const LabRow& row : rows) {
    if (row.speed_words.empty() || row.reference == reference) continue;
    if (!reference.empty()) return "";
    reference = row.reference;
  }
  return reference;
}

std::size_t LabList::hidden() const {
  return static_cast<std::size_t>(
      std::count_if(rows.begin(), rows.end(), [](const LabRow& row) { return row.is_hidden; }));
}

const LabRow* LabList::find(const std::string& variant) const {
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [&](const LabRow& row) { return row.variant == variant; });
  return found == rows.end() ? nullptr : &*found;
}

std::string fixed_point(double value, int decimals) {
  const std::string digits = fmt::format("{:.{}f}", std::abs(value), decimals);
  const std::string sign = std::signbit(value) && value != 0.0 ? "−" : "";
  return sign + words::grouped(digits);
}

LabList lab_list(const lab::Experiment& experiment, const Ladder& ladder, const ListState& state) {
  LabList list;
  for (const lab::Variant& variant : experiment.variants) {
    const lab::Measurement* m = ladder.find(variant.id);
    const lab::Measurement* edited = ladder.find(variant.id + lab::kEditedEnding);
    if (state.folds_gpu && needs_gpu(variant, m)) {
      list.folded.push_back(variant.id);
    } else {
      list.rows.push_back(m == nullptr ? unmeasured(variant, ladder.report != nullptr, state)
                                       : measured(*m, ladder));
    }
    if (edited != nullptr) {
      // It belongs to the variant, whose source a click on it shows.
      list.rows.push_back(measured(*edited, ladder));
      list.rows.back().variant = variant.id;
    }
  }
  name_limits(list);
  if (ladder.report != nullptr) name_references(list, ladder);
  return list;
}

void hide_times(LabList& list, std::size_t revealed) {
  for (LabRow& row : list.rows) {
    if (row.measurement == nullptr || !row.measurement->timed()) continue;
    if (revealed > 0) {
      --revealed;
    } else {
      row.is_hidden = true;
    }
  }
}

void sort_rows(LabList& list, LabColumn column, bool descending) {
  const std::size_t c = index_of(column);
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
  std::stable_sort(list.rows.begin(), list.rows.end(), before);
}

LabList shown_list(const LabView& context) {
  const lab::Experiment& experiment = shown_experiment(context.model);
  const session::LabStatus& status = context.snapshot.lab;
  const auto result = shown_result(context);
  const bool is_recorded = result != nullptr && result->recorded;
  const ListState state{
      .running = status.running && status.experiment == experiment.id && !is_recorded,
      .now = status.progress.now,
      .folds_gpu = !status.no_gpu.empty() && !is_recorded};
  const Ladder ladder = result == nullptr ? Ladder{} : shown_ladder(context.model, result->report);
  LabList list = lab_list(experiment, ladder, state);
  const LabModel& model = context.model;
  if (model.guess.on) {
    hide_times(list, model.guess.revealed);
  } else if (model.list.sort_column) {
    sort_rows(list, *model.list.sort_column, model.list.sort_descending);
  }
  return list;
}

}  // namespace heatwave::lab_room
