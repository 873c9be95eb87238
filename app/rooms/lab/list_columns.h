// Places the columns of the Lab's list: which of them fit beside the names and the axis of times.
#pragma once

#include <string>
#include <vector>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/lab_view.h"
#include "app/rooms/lab/variant_list.h"
#include "app/ui/box.h"
#include "app/ui/chart_axes.h"
#include "app/ui/pen.h"
#include "app/words/speed_words.h"

namespace heatwave::lab_room {

/// Everything that the list draws from.
struct ListData {
  ListData(const LabView& context, const ChartData& data);

  [[nodiscard]] bool is_measured() const { return ladder.report != nullptr; }
  /// True if the row is the fastest of its task.
  [[nodiscard]] bool leads(const LabRow& row) const {
    return row.measurement != nullptr && ladder.is_best(*row.measurement);
  }
  /// True if the row is shown as the fastest of its task; while times are hidden, none is.
  [[nodiscard]] bool stands_out(const LabRow& row) const { return !guesses && leads(row); }
  [[nodiscard]] bool is_best(const lab::Measurement& m) const {
    return !guesses && ladder.is_best(m);
  }
  /// Returns whether the headline speaks of the row: it is the fastest of the main task, or what
  /// that is compared with.
  [[nodiscard]] bool is_compared(const LabRow& row) const;

  LabList list;
  bool guesses;  ///< times are hidden
  Ladder ladder;
  Ladder before;
  Beside beside;
  /// The reference of the main task's variants; without a measurement: it is not the CPU, or times
  /// are hidden.
  words::Reference reference;
  /// The variant of lower precision that is faster than the best; null: none is, or times are
  /// hidden.
  const lab::Measurement* less_precise = nullptr;
  ui::Range range;
};

/// A column of figures, and its ends in the window.
struct Column {
  LabColumn column;
  float left = 0.0F;
  float right = 0.0F;
};

/// Chooses the columns that fit, and places them beside the names and the axis. In a narrow chart
/// names stand above the axis.
class ListColumns {
 public:
  ListColumns(const LabView& context, const ui::ChartPen& pen, const ListData& data,
              const ui::Box& box)
      : model_(context.model.list), pen_(pen), data_(data) {
    place(box);
  }

  [[nodiscard]] const std::vector<Column>& all() const { return columns_; }
  [[nodiscard]] const ui::Axis& axis() const { return axis_; }
  /// Returns the heading of a column: "vs 16 CPU threads", where it fits "kernel vs 16 CPU
  /// threads".
  [[nodiscard]] std::string head_of(LabColumn column) const;
  /// Returns whether the time and what follows it in importance are shown, as far as they have
  /// texts.
  [[nodiscard]] bool has_first_columns() const;
  [[nodiscard]] bool has_tags() const { return has_tags_; }
  [[nodiscard]] bool is_stacked() const { return is_stacked_; }
  [[nodiscard]] float tag() const { return tag_; }
  [[nodiscard]] float title() const { return title_; }
  [[nodiscard]] float title_room() const { return title_room_; }
  /// Returns the ends of a remark's lines.
  [[nodiscard]] float remark_left() const {
    return is_stacked_ ? title_ : axis_.from + 8 * pen_.unit();
  }
  [[nodiscard]] float remark_right() const {
    return columns_.empty() ? axis_.to : columns_.back().right;
  }
  [[nodiscard]] ui::Voice title_voice(const LabRow& row) const {
    return voice_of(data_.stands_out(row));
  }
  [[nodiscard]] ui::Voice voice_of(const LabRow& row, LabColumn column) const {
    return voice_of(column == LabColumn::time && data_.stands_out(row));
  }
  [[nodiscard]] const std::string& text_of(const LabRow& row, LabColumn column) const {
    const bool has_words = column == LabColumn::speed && full_words_ && !row.speed_words.empty();
    return has_words ? row.speed_words : row.texts[index_of(column)];
  }

 private:
  /// All figures have one size; only the fastest variant's name and time are bold.
  static ui::Voice voice_of(bool stands_out) {
    return stands_out ? ui::Voice::strong : ui::Voice::body;
  }
  [[nodiscard]] bool is_empty(LabColumn column) const;
  [[nodiscard]] Column measured_column(LabColumn column) const;
  /// Returns the width of columns with the gaps before them.
  [[nodiscard]] float width_of(const std::vector<Column>& columns) const;
  /// Chooses the columns that fit beside names and axis. `names`, `axis`: what they need;
  /// `wide_axis`: what the axis needs before columns beyond the first ones, or full words, are
  /// shown.
  [[nodiscard]] std::vector<Column> fitting_columns(float names, float axis, float wide_axis,
                                                    float room);
  void try_full_words(std::vector<Column>& columns, float taken, float room);
  /// Lets the heading of the speeds say that they are of the kernel, if all columns then fit.
  void try_full_head(float room);
  void place(const ui::Box& box);

  const ListModel& model_;
  const ui::ChartPen& pen_;
  const ListData& data_;
  ui::Axis axis_{};
  std::vector<Column> columns_;
  float tag_ = 0.0F;
  float title_ = 0.0F;
  float title_room_ = 0.0F;
  bool has_tags_ = true;
  bool is_stacked_ = false;
  bool full_words_ = false;
  bool full_head_ = false;
};

}  // namespace heatwave::lab_room
