// Finds the rows of the Lab's list that are in sight.
#include "app/rooms/lab/list_rows.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/rooms/lab/time_marks.h"
#include "app/ui/picker.h"
#include "app/ui/text_lines.h"

namespace heatwave::lab_room {
namespace {

std::string sentence_about(const std::vector<lab::Variant>& variants, const std::string& id) {
  const auto found =
      std::ranges::find_if(variants, [&id](const lab::Variant& each) { return each.id == id; });
  return found == variants.end() ? "" : ui::first_sentence(found->what);
}

}  // namespace

bool has_figures(const LabRow& row) { return !row.texts[index_of(LabColumn::time)].empty(); }

float height_of_lanes(const ListData& data, const ListColumns& columns, float unit) {
  return ((columns.is_stacked() ? kAxisLane : 0.0F) +
          (data.beside.origin.empty() ? 0.0F : kBesideLane)) *
         unit;
}

std::vector<RowPlace> place_rows(const ui::Look& look, const ListData& data,
                                 const ListColumns& columns, const RowSpace& space) {
  const ui::ChartPen pen(look, *ImGui::GetWindowDrawList());
  const float u = pen.unit();
  const auto height_of_texts = [&](const std::vector<std::string>& lines) {
    return static_cast<float>(lines.size()) * pen.line();
  };
  std::vector<RowPlace> places;
  for (const LabRow& row : data.list.rows) {
    RowPlace& place = places.emplace_back();
    place.row = &row;
    place.is_compared = data.is_compared(row);
    const bool is_strong = columns.title_voice(row) == ui::Voice::strong;
    ImGui::PushFont(is_strong ? look.fonts.strong : look.fonts.body, pen.line());
    place.title =
        ui::lines_within(row.texts[index_of(LabColumn::variant)], columns.title_room() + 1);
    ImGui::PopFont();
    if (!row.remark.empty() && !row.is_hidden) {
      const float room = columns.remark_right() - columns.remark_left();
      ImGui::PushFont(look.fonts.body, pen.line());
      place.remark = space.is_low ? std::vector{ui::leading_clauses(row.remark, room)}
                                  : ui::lines_within(row.remark, room);
      ImGui::PopFont();
    }
    const bool has_time = has_figures(row);
    const float rim = place.title.size() > 1 ? 2 * u : 0.0F;
    place.main = std::max(space.lowest * u, height_of_texts(place.title) + rim);
    if (has_time) {
      if (space.about != nullptr && !columns.is_stacked()) {
        ImGui::PushFont(look.fonts.body, pen.line());
        place.about = ui::lines_within(sentence_about(*space.about, row.variant),
                                       columns.remark_right() - columns.title());
        ImGui::PopFont();
        place.main += height_of_texts(place.about);
      }
      place.main += height_of_lanes(data, columns, u);
    } else if (columns.is_stacked()) {
      place.main += height_of_texts(place.remark);
    } else {
      place.main = std::max(place.main, height_of_texts(place.remark) + 6 * u);
    }
    place.height = place.main + (has_time ? height_of_texts(place.remark) : 0.0F);
  }
  return places;
}

float height_of(const std::vector<RowPlace>& places) {
  float height = 0.0F;
  for (const RowPlace& place : places) height += place.height;
  return height;
}

bool PinnedRows::has(const RowPlace& place) const {
  return std::find(above.begin(), above.end(), &place) != above.end() ||
         std::find(below.begin(), below.end(), &place) != below.end();
}

PinnedRows pinned_rows(const std::vector<RowPlace>& places, float height, float scrolled) {
  PinnedRows pinned;
  for (bool changed = true; changed;) {
    changed = false;
    float top = -scrolled;
    const float room = height - pinned.above_height - pinned.below_height;
    for (const RowPlace& place : places) {
      const bool is_above = top < -1;
      const bool is_hidden = is_above || top + place.height > room + 1;
      top += place.height;
      const bool fits = room >= 2 * place.height;  // a row of the list stays
      if (!is_hidden || !fits || !place.is_compared || pinned.has(place)) continue;
      (is_above ? pinned.above : pinned.below).push_back(&place);
      (is_above ? pinned.above_height : pinned.below_height) += place.height;
      changed = true;
      break;
    }
  }
  std::ranges::sort(pinned.above);  // in the order of the places
  std::ranges::sort(pinned.below);
  return pinned;
}

float whole_rows(const std::vector<RowPlace>& places, float folded, float height, float scrolled) {
  constexpr float kTouch = 0.5F;  // rows that fill the height exactly, but for rounding
  float whole = 0.0F;
  float top = -scrolled;
  const auto add = [&](float row) {
    if (top >= -kTouch && top + row <= height + kTouch) whole = top + row;
    top += row;
  };
  for (const RowPlace& place : places) add(place.height);
  if (folded > 0) add(folded);
  return whole > 0 ? whole : height;
}

void rest_on_row(const std::vector<RowPlace>& places) {
  const float scrolled = ImGui::GetScrollY();
  if (ImGui::IsMouseDown(0) || scrolled <= 0 || scrolled >= ImGui::GetScrollMaxY()) return;
  float top = 0.0F;
  for (const RowPlace& place : places) {
    if (top + place.height / 2 >= scrolled) break;
    top += place.height;
  }
  if (std::abs(top - scrolled) >= 1) ImGui::SetScrollY(top);
}

HiddenRows hidden_rows(const std::vector<RowPlace>& places, const PinnedRows& pinned, float folded,
                       float shown, float scrolled) {
  HiddenRows hidden;
  float top = -scrolled;
  const auto count = [&](float height, bool is_pinned) {
    const bool is_below = top + height > shown + 1;
    const bool is_above = top < -1;
    top += height;
    if (is_pinned || (!is_above && !is_below)) return;
    ++(is_below ? hidden.below : hidden.above);
  };
  for (const RowPlace& place : places) count(place.height, pinned.has(place));
  if (folded > 0) count(folded, false);
  return hidden;
}

}  // namespace heatwave::lab_room
