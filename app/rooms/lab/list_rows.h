// The rows of the Lab's list by their heights: which of them are in sight where they scroll.
#pragma once

#include <string>
#include <vector>

#include "app/rooms/lab/list_columns.h"
#include "app/rooms/lab/variant_list.h"

namespace heatwave::lab_room {

/// A row's place in the list, and its texts with their line breaks.
struct RowPlace {
  const LabRow* row = nullptr;
  bool is_compared = false;  ///< the headline speaks of it, so it stays in sight
  std::vector<std::string> title;
  std::vector<std::string> about;   ///< sentence about the variant below its name; empty: none
  std::vector<std::string> remark;  ///< empty: none
  float main = 0.0F;                ///< height without a remark below the figures
  float height = 0.0F;
};

/// The room that each row may take.
struct RowSpace {
  float lowest = 0.0F;  ///< height of a row with one line, in design units
  bool is_low = false;  ///< a remark has one line, with whole clauses; the tooltip has all of it
  const std::vector<lab::Variant>* about =
      nullptr;  ///< rows say what is special; null: they do not
};
std::vector<RowPlace> place_rows(const ui::Look& look, const ListData& data,
                                 const ListColumns& columns, const RowSpace& space);

inline constexpr float kAxisLane = 22.0F;  ///< height of the axis below a name, in design units
/// Returns the height of what stands below the name and the main mark in a row with figures.
float height_of_lanes(const ListData& data, const ListColumns& columns, float unit);
/// True if a remark stands below the figures; false: in their place.
bool has_figures(const LabRow& row);

float height_of(const std::vector<RowPlace>& places);

/// Rows that stay in sight above and below the others, where these scroll.
struct PinnedRows {
  std::vector<const RowPlace*> above;
  std::vector<const RowPlace*> below;
  float above_height = 0.0F;
  float below_height = 0.0F;

  [[nodiscard]] bool has(const RowPlace& place) const;
};

/// Pins the compared rows that the scrolled list would hide. Each pinned row takes room from the
/// list and may hide the other one.
PinnedRows pinned_rows(const std::vector<RowPlace>& places, float height, float scrolled);

/// Returns how much of a height ends with a whole row, wherever the list is scrolled. `folded`:
/// height of the line below the rows; 0: there is none.
float whole_rows(const std::vector<RowPlace>& places, float folded, float height, float scrolled);

/// Scrolls the current window on to the top of a row after the wheel, unless the end is reached or
/// the bar is held.
void rest_on_row(const std::vector<RowPlace>& places);

/// The rows out of sight.
struct HiddenRows {
  int above = 0;
  int below = 0;
};
/// Counts the rows that are out of sight where `shown` of the list's height is in sight; `folded`
/// as in whole_rows().
HiddenRows hidden_rows(const std::vector<RowPlace>& places, const PinnedRows& pinned, float folded,
                       float shown, float scrolled);

}  // namespace heatwave::lab_room
