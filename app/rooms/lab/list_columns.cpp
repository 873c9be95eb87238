// Chooses the columns by their order of importance, and measures their texts.
#include "app/rooms/lab/list_columns.h"

#include <imgui.h>

#include <algorithm>

#include "app/rooms/lab/chart_rows.h"
#include "kernels/lab/measurement.h"

namespace heatwave::lab_room {
namespace {

// Lengths in design units.
/// A shorter axis could not be compared on; below it, names stand above the axis.
constexpr float kShortestAxis = 136.0F;
constexpr float kColumnGap = 16.0F;      ///< between columns
constexpr float kNarrowList = 400.0F;    ///< a narrower chart has no tags
constexpr float kWidestName = 0.28F;     ///< fraction of the chart
constexpr std::size_t kBaseColumns = 4;  ///< these matter more than full words for a ratio
constexpr float kAxisShare = 0.35F;      ///< fraction of the chart that further columns leave it
constexpr float kHeadedShare = 0.2F;     ///< fraction that the fullest headings leave it
constexpr float kNamedShare = 0.25F;     ///< fraction that names leave it once columns are chosen

/// Returns the number of columns that may leave a short axis: time and speed, or the times with
/// both kinds of copies.
std::size_t count_of_first_columns(session::LabFigures figures) {
  return figures == session::LabFigures::copies ? 3 : 2;
}

}  // namespace

ListData::ListData(const LabView& context, const ChartData& data)
    : list(shown_list(context)), guesses(list.hidden() > 0) {
  if (data.result == nullptr) return;
  ladder = shown_ladder(context.model, data.result->report);
  if (data.before != nullptr) before = shown_ladder(context.model, data.before->report);
  if (ladder.best != nullptr && !guesses) {
    reference = words::reference_of(data.result->report, *ladder.best);
    less_precise = ladder.faster_at_lower_precision();
  }
  beside = beside_of(context.model, data.beside);
  range = range_of_times(ladder, before, beside, context.model.list.linear);
}

bool ListData::is_compared(const LabRow& row) const {
  if (guesses || row.measurement == nullptr) return false;
  const lab::Measurement* compared = reference.measurement;
  if (compared == nullptr) compared = ladder.simplest_cpu;
  if (compared == nullptr) compared = ladder.simplest_gpu;
  return row.measurement == ladder.best || row.measurement == compared;
}

bool ListColumns::is_empty(LabColumn column) const {
  return std::all_of(data_.list.rows.begin(), data_.list.rows.end(),
                     [&](const LabRow& row) { return row.texts[index_of(column)].empty(); });
}

bool ListColumns::has_first_columns() const {
  const auto all = columns_of(model_.figures, data_.list.is_arithmetic);
  const auto filled = static_cast<std::size_t>(std::count_if(
      all.begin(), all.end(), [this](LabColumn column) { return !is_empty(column); }));
  return columns_.size() >= std::min(count_of_first_columns(model_.figures), filled);
}

std::string ListColumns::head_of(LabColumn column) const {
  const bool is_full = column == LabColumn::speed && full_head_;
  return (is_full ? "kernel " : "") + data_.list.head_of(column);
}

Column ListColumns::measured_column(LabColumn column) const {
  float width = 0.0F;
  for (const LabRow& row : data_.list.rows) {
    // While times are hidden, a column has the width that it will have when all are shown.
    const ui::Voice voice = voice_of(column == LabColumn::time && data_.leads(row));
    width = std::max(width, pen_.width(text_of(row, column), voice));
  }
  return {column, 0.0F, std::max(width, pen_.width(head_of(column)))};
}

float ListColumns::width_of(const std::vector<Column>& columns) const {
  float width = 0.0F;
  for (const Column& each : columns) width += each.right - each.left + kColumnGap * pen_.unit();
  return width;
}

std::vector<Column> ListColumns::fitting_columns(float names, float axis, float wide_axis,
                                                 float room) {
  std::vector<Column> columns;
  full_words_ = false;
  const std::size_t first = count_of_first_columns(model_.figures);
  for (const LabColumn column : columns_of(model_.figures, data_.list.is_arithmetic)) {
    if (columns.size() == kBaseColumns && !full_words_) {
      try_full_words(columns, names + wide_axis, room);
    }
    if (is_empty(column)) continue;
    const float taken = names + (columns.size() < first ? axis : wide_axis);
    columns.push_back(measured_column(column));
    if (columns.size() == 1 || taken + width_of(columns) <= room) continue;
    columns.pop_back();
    break;
  }
  if (!full_words_) try_full_words(columns, names + wide_axis, room);
  return columns;
}

void ListColumns::try_full_words(std::vector<Column>& columns, float taken, float room) {
  if (!data_.list.reference().empty()) return;  // the legend names it once
  const auto speed = std::find_if(columns.begin(), columns.end(), [](const Column& each) {
    return each.column == LabColumn::speed;
  });
  if (speed == columns.end()) return;
  const Column before = *speed;
  full_words_ = true;
  *speed = measured_column(LabColumn::speed);
  if (taken + width_of(columns) <= room) return;
  full_words_ = false;
  *speed = before;
}

void ListColumns::try_full_head(float room) {
  if (data_.list.speed_head == look_of(LabColumn::speed).head) return;  // it compares with nothing
  const auto speed = std::find_if(columns_.begin(), columns_.end(), [](const Column& each) {
    return each.column == LabColumn::speed;
  });
  if (speed == columns_.end()) return;
  const Column before = *speed;
  full_head_ = true;
  *speed = measured_column(LabColumn::speed);
  if (width_of(columns_) <= room) return;
  full_head_ = false;
  *speed = before;
}

void ListColumns::place(const ui::Box& box) {
  const float u = pen_.unit();
  float widest = 0.0F;
  for (const LabRow& row : data_.list.rows) {
    const std::string& title = row.texts[index_of(LabColumn::variant)];
    widest = std::max(widest, pen_.width(title, voice_of(data_.leads(row))));
  }
  tag_ = box.left + 8 * u;
  has_tags_ = box.width() >= kNarrowList * u;
  title_ = tag_ + (has_tags_ ? pen_.tag_width() + 10 * u : 0.0F);
  // The bar that scrolls the rows covers no figure.
  const float right = box.right - 8 * u - ImGui::GetStyle().ScrollbarSize;
  const float room = right - title_;
  float names = std::min(widest, kWidestName * box.width()) + 16 * u;
  const float axis = kShortestAxis * u;
  columns_ = fitting_columns(names, axis, std::max(axis, kAxisShare * box.width()), room);
  is_stacked_ = room - names - width_of(columns_) < axis;
  if (is_stacked_) {
    columns_ = fitting_columns(std::min(names, 0.6F * room), 0, 0, room);
  } else {
    // A name in one line is worth more than a long axis.
    const float spare = room - names - width_of(columns_) - kNamedShare * box.width();
    names += std::clamp(spare, 0.0F, std::max(0.0F, widest + 16 * u - names));
    try_full_head(room - names - std::max(axis, kHeadedShare * box.width()));
  }
  float x = right;
  for (auto each = columns_.rbegin(); each != columns_.rend(); ++each) {
    const float width = each->right;
    each->right = x;
    each->left = x - width;
    x = each->left - kColumnGap * u;
  }
  title_room_ = is_stacked_ ? x - title_ : names - 16 * u;
  axis_ = {data_.range.low, data_.range.high, !model_.linear, is_stacked_ ? title_ : title_ + names,
           is_stacked_ ? right : x};
}

}  // namespace heatwave::lab_room
