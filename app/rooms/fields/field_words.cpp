// Texts on and above the field: of measures, and the lines above the field.
#include "app/rooms/fields/field_words.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/session/field/unit_figures.h"
#include "app/session/field/wave_figures.h"
#include "app/ui/pen.h"
#include "app/ui/text_lines.h"
#include "app/words/numbers.h"

namespace heatwave::fields_room {

double shown_range(const FieldsView& context) {
  return static_cast<double>(context.colours.high) - static_cast<double>(context.colours.low);
}

std::string shown_value_words(const FieldsView& context, double value) {
  const colour::Legend& legend = context.colours.legend;
  return legend.with_unit(words::steady_value(value, shown_range(context) * legend.scale()));
}

std::string value_words(const FieldsView& context, double value) {
  return shown_value_words(context, context.colours.legend.said(value));
}

std::string length_words(const FieldsView& context, double cells) {
  const auto& units = context.snapshot.scene.measures.units;
  if (units) return session::with_unit(cells * units->cell, "m");
  return words::field_value(cells, 1.0) + " cells";
}

std::string time_words(const FieldsView& context, double steps) {
  const double seconds = step_seconds(context);
  if (seconds > 0) return session::with_unit(steps * seconds, "s");
  if (steps == std::round(steps)) return words::grouped(std::llround(steps)) + " steps";
  return words::field_value(steps, 1.0) + " steps";
}

double step_seconds(const FieldsView& context) {
  return session::seconds_per_step(context.snapshot.scene);
}

std::string stopwatch_words(const FieldsView& context, std::int64_t steps) {
  std::string text = words::counted(steps, "step", "steps");
  if (step_seconds(context) > 0) {
    text += " · " + time_words(context, static_cast<double>(steps));
  }
  return text;
}

std::string tape_words(const FieldsView& context, const scene::Segment& tape) {
  const std::string length = length_words(context, scene::length_of(tape));
  const auto& reading = context.snapshot.readings.tape;
  if (!reading) return length;
  const auto crests = session::crests_along(reading->values);
  if (!crests) return length;
  return fmt::format("{} · {} crests, λ {}", length, crests->count,
                     length_words(context, crests->spacing * reading->along.spacing));
}

namespace {

/// Returns the upper part of a column that takes a text; no width: it is too narrow or too low.
ui::Box part_of_column(const ui::Look& look, const std::string& words, const ui::Box& column) {
  constexpr float kNarrowest = 160.0F;  // window units at scale 1
  const float height = ui::wrapped_size(words, column.width()).y;
  if (column.width() < kNarrowest * look.unit || height > column.height()) return {};
  return ui::Box::at(column.left, column.top, column.width(), height);
}

/// Returns the part of a row that takes a text in one line, or in two of nearly equal length; no
/// width: it is too narrow or too low.
ui::Box part_for(const ui::Look& look, const std::string& words, const ui::Box& row) {
  if (row.height() > row.width()) return part_of_column(look, words, row);
  constexpr float kNarrowestRow = 240.0F;  // window units at scale 1
  const float whole = ImGui::CalcTextSize(words.c_str()).x;
  ui::Box part = row;
  if (whole > row.width()) part.right = part.left + std::min(row.width(), 0.56F * whole);
  const bool fits = row.width() >= kNarrowestRow * look.unit && part.width() >= whole / 2 &&
                    ui::wrapped_size(words, part.width()).y <= row.height();
  return fits ? part : ui::Box{};
}

}  // namespace

void WordsAbove::request(const ui::Look& look, const std::string& words, const ui::Box& row) {
  words_ = words;
  row_ = words.empty() ? ui::Box{} : part_for(look, words, row);
  size_ = words.empty() || width_ <= 0 ? ImVec2{} : ui::wrapped_size(words, width_);
}

void WordsAbove::place(const ui::Box& area) {
  area_ = area;
  width_ = area.width();
  if (row_.width() > 0) area_ = row_;
}

float WordsAbove::height(float room, float unit) const {
  constexpr float kAround = 12.0F;  // window units at scale 1
  // window units at scale 1; free above the field in any case
  constexpr float kFree = 16.0F;
  // fraction of the room; the rest of the height must not exceed it
  constexpr float kMostPart = 1 / 12.0F;
  if (size_.y <= 0 || row_.width() > 0) return 0.0F;
  const float all = size_.y + kAround * unit;
  return all - kFree * unit > kMostPart * room ? 0.0F : all;
}

void WordsAbove::draw(const ui::Look& look, const ui::Box& seen) const {
  if (area_.height() <= 0 || words_.empty()) return;
  const bool in_row = row_.width() > 0;
  const float beside_field = std::max(area_.left, std::min(seen.left, area_.right - size_.x));
  const float height = in_row ? ui::wrapped_size(words_, area_.width()).y : size_.y;
  const ImVec2 at{in_row ? area_.left : beside_field, (area_.top + area_.bottom - height) / 2};
  ImGui::GetBackgroundDrawList()->AddText(ImGui::GetFont(), ImGui::GetFontSize(), at,
                                          ui::packed_colour(look.theme.dim), words_.c_str(),
                                          nullptr, area_.width());
}

}  // namespace heatwave::fields_room
