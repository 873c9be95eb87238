// The Lab's table as values: the texts and the order of its rows. Draws nothing.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "app/rooms/lab/lab_view.h"
#include "app/session/lab/lab_status.h"
#include "kernels/lab/experiment.h"

namespace heatwave::lab_room {

enum class LabColumn : std::uint8_t {
  variant,
  swept,  ///< value of the swept parameter
  time,
  speedup,      ///< the kernel alone, compared with one thread of the CPU
  all_threads,  ///< the kernel alone, compared with all threads of the CPU
  with_copies,  ///< from and to pageable memory
  with_pinned_copies,
  host,
  bytes,
  operations,
  limit,
  spread,
  launch,
  registers,
  shared,
  occupancy,
  result,
  error,
};
inline constexpr std::size_t kLabColumns = 18;

struct LabRow {
  enum class Kind : std::uint8_t {
    ranked,
    unranked,  ///< wrong on purpose
    wrong,
    without,  ///< no figures; the remark says why
  };
  std::string variant;
  Kind kind = Kind::ranked;
  std::array<std::string, kLabColumns> texts;
  std::array<double, kLabColumns> ranks{};  ///< sort keys; NaN: always last
  std::string remark;                       ///< text in place of the figures; empty: none
  std::string reason;                       ///< full text of a shortened remark
};

struct LabTable {
  std::array<std::string, kLabColumns> heads;  ///< empty: the column is not shown
  std::vector<LabRow> rows;
};

/// One unit for all times of a table, so that a column can be compared.
struct TimeScale {
  double size = 1.0;  ///< in milliseconds
  const char* unit = "ms";
  int decimals = 3;
};
/// Returns a scale that shows the smallest time with three digits.
TimeScale time_scale(double least_milliseconds);

/// Returns "1 234.50".
std::string fixed_point(double value, int decimals);

/// Returns one row per variant in the ladder's order; for a sweep one row per value and variant.
/// Without a result each row describes its variant. `now`: the title of the variant being measured.
LabTable lab_table(const lab::Experiment& experiment, const session::LabResult* result,
                   bool running = false, const std::string& now = {});

/// Sorts by text or by rank, depending on the column; rows without a rank stay last.
void sort_rows(LabTable& table, LabColumn column, bool descending);

/// Returns the table that the Lab shows, in the chosen order.
LabTable shown_table(LabView& context);

/// Fills the rest of the window. A click on a row chooses its variant; a click on a heading sorts.
void draw_lab_table(LabView& context);

/// Shows a tooltip for a variant: what it changed, a remark, and the lecture's times.
void explain_variant(LabView& context, const lab::Variant& variant, const std::string& remark);

}  // namespace heatwave::lab_room
