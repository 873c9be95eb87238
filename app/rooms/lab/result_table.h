// The lab's table as values: its rows in words, and their order. Nothing is drawn here.
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
  swept,  ///< the value of the parameter that was swept
  time,
  speedup,      ///< of the kernel alone, against one thread of the CPU
  all_threads,  ///< likewise, against all of them
  with_copies,  ///< of pageable memory
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
    without,  ///< it has no figures; the remark says why
  };
  std::string variant;
  Kind kind = Kind::ranked;
  std::array<std::string, kLabColumns> texts;
  std::array<double, kLabColumns> ranks{};  ///< what to sort by; not a number: always last
  std::string remark;  ///< stands where the figures would; empty: nothing to say
  std::string reason;  ///< the whole of it, where the remark is short
};

struct LabTable {
  std::array<std::string, kLabColumns> heads;
  std::array<bool, kLabColumns> shown{};
  std::vector<LabRow> rows;
};

/// One unit for all times of a table, so that they can be compared down a column.
struct TimeScale {
  double size = 1.0;  ///< milliseconds
  const char* unit = "ms";
  int decimals = 3;
};
/// Such that the least time still shows three digits.
TimeScale time_scale(double least_milliseconds);

/// "1 234.50"
std::string fixed_point(double value, int decimals);

/// A row per variant in the ladder's order; of a sweep one per value and variant. Without a result
/// each row says what its variant does. `now`: the title of the variant under way.
LabTable lab_table(const lab::Experiment& experiment, const session::LabResult* result,
                   bool running = false, const std::string& now = {});

/// Text columns by their text, the others by their ranks; rows without a rank stay last.
void sort_rows(LabTable& table, LabColumn column, bool descending);

/// The table of what the lab shows now, sorted as the person chose.
LabTable shown_table(LabView& context);

/// Fills what is left of the window. A click on a row chooses its variant; one on a head sorts.
void draw_lab_table(LabView& context);

/// What a variant changed, what there is to say of it, and what the lecture measured; where the
/// pointer rests on it.
void explain_variant(LabView& context, const lab::Variant& variant, const std::string& remark);

}  // namespace heatwave::lab_room
