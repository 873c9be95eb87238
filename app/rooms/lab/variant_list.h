// The Lab's list as values: a row for each variant, its texts and its order. Draws nothing.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/lab_view.h"
#include "kernels/lab/experiment.h"

namespace heatwave::lab_room {

enum class LabColumn : std::uint8_t {
  variant,
  time,
  speed,  ///< the kernel alone, compared with LabRow::reference, as everywhere in the program
  bytes,
  limit,
  operations,
  with_copies,  ///< from and to pageable memory
  with_pinned_copies,
  host,
  launch,
  registers,
  shared,
  occupancy,
  result,
  error,
};
inline constexpr std::size_t kLabColumns = 15;
constexpr std::size_t index_of(LabColumn column) { return static_cast<std::size_t>(column); }

struct ColumnLook {
  const char* head;
  bool at_left;
  bool largest_first;  ///< the first click on the heading sorts in descending order
  const char* help;
};
const ColumnLook& look_of(LabColumn column);
/// Returns the columns right of the axis, the most important first: those at the end are left out
/// where they do not fit.
std::span<const LabColumn> columns_of(session::LabFigures figures, bool is_arithmetic);

struct LabRow {
  enum class Kind : std::uint8_t {
    ranked,
    unranked,  ///< wrong on purpose
    wrong,
    without,  ///< no figures; the remark says why
  };
  std::string variant;
  Kind kind = Kind::ranked;
  const lab::Measurement* measurement = nullptr;  ///< null: the result does not contain the variant
  std::array<std::string, kLabColumns> texts;
  std::array<double, kLabColumns> ranks{};  ///< sort keys; NaN: always last
  /// `speed` compares with it: "all 16 CPU threads", or the title of the task's first variant
  std::string reference;
  bool is_reference = false;    ///< the others of its task are compared with it
  std::string speed_words;      ///< "73.4× slower than all 16 CPU threads"
  std::string lower_precision;  ///< that its speed rests on; empty: it is as precise as the others
  std::string remark;           ///< text in place of the figures; empty: none
  std::string reason;           ///< full text of a shortened remark
  bool is_hidden = false;       ///< the time waits for the class's guesses
};

struct LabList {
  std::vector<LabRow> rows;
  /// Variants that this machine cannot run for lack of a GPU, in the ladder's order; they share one
  /// line below the rows.
  std::vector<std::string> folded;
  /// Heading of the shares of a limit: it names the limit if all rows have the same one; otherwise
  /// each row names its own.
  const char* limit_head = look_of(LabColumn::limit).head;
  /// Heading of the speeds, which names what all rows are compared with: "vs 16 CPU threads".
  std::string speed_head = look_of(LabColumn::speed).head;
  /// True if arithmetic limits all rows.
  bool is_arithmetic = false;

  /// Returns the heading of a column; that of a comparison names what it compares with.
  [[nodiscard]] std::string head_of(LabColumn column) const;
  /// Returns what the speeds of all rows compare with: "all 16 CPU threads"; empty: the rows
  /// differ.
  [[nodiscard]] std::string reference() const;
  [[nodiscard]] std::size_t hidden() const;
  /// Returns the row of a variant; null: it has none.
  [[nodiscard]] const LabRow* find(const std::string& variant) const;
};

/// The state of the Lab around a list.
struct ListState {
  bool running = false;
  std::string now;         ///< title of the variant that is being measured
  bool folds_gpu = false;  ///< folds the variants that need a GPU
};

/// Returns a row for each variant in the ladder's order. Without a report in the ladder, each row
/// describes its variant.
LabList lab_list(const lab::Experiment& experiment, const Ladder& ladder,
                 const ListState& state = {});

/// Hides all times but the first `revealed`, counted in the order of the rows.
void hide_times(LabList& list, std::size_t revealed);
/// Sorts by text or by rank, depending on the column; rows without a rank stay last.
void sort_rows(LabList& list, LabColumn column, bool descending);

/// Returns the list that the Lab shows, in the chosen order, with the hidden times.
LabList shown_list(const LabView& context);

/// Returns "12 345.50".
std::string fixed_point(double value, int decimals);

}  // namespace heatwave::lab_room
