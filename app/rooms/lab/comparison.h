// Compares two runs of an experiment, and draws them side by side.
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
  other_work,  ///< how much more or less is not known, so the times say nothing
};

/// One variant (of a sweep at one value), in both runs.
struct ComparedRow {
  std::string variant;
  std::string title;
  std::string swept;                         ///< the value of the sweep; empty: there is none
  const lab::Measurement* before = nullptr;  ///< null where it was not ranked
  const lab::Measurement* now = nullptr;
  Change change = Change::none;
  double factor = 1.0;  ///< how many times as fast, or as slow; from 1 on
  /// What is compared where the two runs had not the same to do: "byte" or "operation"; empty: the
  /// times themselves.
  std::string unit = {};
};

struct Comparison {
  std::string why_not;  ///< why the two cannot be compared; empty: they can
  /// "elements: 1 024 before, 2 048 now"
  std::vector<std::string> differences;
  std::vector<ComparedRow> rows;
};

/// "1.32× faster", "1.05× faster for each byte", "same within the spread"
std::string change_words(const ComparedRow& row);

/// The rows point into the reports.
Comparison compare(const lab::Report& before, const lab::Report& now);

/// Fills what is left of the window.
void draw_lab_comparison(LabView& context);

}  // namespace heatwave::lab_room
