// Compares two runs of an experiment and draws them side by side.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/rooms/lab/lab_view.h"
#include "app/session/lab/lab_status.h"

namespace heatwave::lab_room {

enum class Change : std::uint8_t {
  none,
  same,
  faster,
  slower,
  other_work,  ///< the amounts of work differ by an unknown factor, so the times cannot be compared
};

/// One variant, or one value of it in a sweep, in both runs.
struct ComparedRow {
  std::string variant;
  std::string title;
  std::string swept;                         ///< value of the sweep; empty: no sweep
  const lab::Measurement* before = nullptr;  ///< null: not ranked
  const lab::Measurement* now = nullptr;
  Change change = Change::none;
  double factor = 1.0;  ///< how many times faster or slower; at least 1
  /// The unit of work to compare if the runs had different work: "byte" or "operation"; empty:
  /// compares the times themselves.
  std::string unit = {};
};

struct Comparison {
  std::string why_not;  ///< why the runs cannot be compared; empty: they can
  /// For example "elements: 1024 before, 2048 now".
  std::vector<std::string> differences;
  std::vector<ComparedRow> rows;
};

/// Returns "1.32× faster", "1.05× faster for each byte", "same within the spread".
std::string change_words(const ComparedRow& row);

/// The rows point into the reports, which must outlive them.
Comparison compare(const lab::Report& before, const lab::Report& now);

/// Fills the rest of the window.
void draw_lab_comparison(LabView& context);

}  // namespace heatwave::lab_room
