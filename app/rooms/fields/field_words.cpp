// Texts on and above the field: of measures, of panes, and the lines above the field.
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
  return legend.with_unit(words::field_value(value, shown_range(context) * legend.scale()));
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

struct Plate {
  std::string words;  ///< empty: no room
  ui::Box box;
};

Plate plate_in(const FieldsView& context, const ui::Box& pane, const std::string& words) {
  const float u = context.unit;
  const ui::ChartPen pen(context, *ImGui::GetBackgroundDrawList());
  std::string shown = ui::elided(words, pane.width() - 28 * u);
  if (pane.height() < 2 * pen.line()) shown.clear();
  const float width = shown.empty() ? 0.0F : pen.width(shown) + 16 * u;
  return {shown, ui::Box::at(pane.left + 6 * u, pane.top + 6 * u, width, pen.line() + 8 * u)};
}

void draw_plate(const FieldsView& context, const ui::Box& pane, const std::string& words) {
  const float u = context.unit;
  const Plate plate = plate_in(context, pane, words);
  if (plate.words.empty()) return;
  const ui::ChartPen pen(context, *ImGui::GetBackgroundDrawList());
  pen.fill(plate.box, ui::with_alpha(context.theme.panel, 0.85F), 4 * u);
  pen.text(plate.box.left + 8 * u, (plate.box.top + plate.box.bottom) / 2, plate.words,
           context.theme.text);
}

std::string words_of(const rooms::Comparison& comparison, const colour::Legend& legend) {
  if (!comparison.largest) {
    return "No difference: the two fields differ in grid or quantity.";
  }
  if (*comparison.largest == 0.0) {
    return "Both fields are bit-identical. Your changes affect only the field at the upper right; "
           "both take the same steps.";
  }
  return fmt::format(
      "Difference: upper right minus left, at most {}, shown in the strongest colours.",
      legend.with_unit(fmt::format("{:.3g}", *comparison.largest * legend.scale())));
}

}  // namespace

ui::Box quarter_of(const ui::Box& area, int column, int row, float gap) {
  const float width = std::max(1.0F, (area.width() - gap) / 2);
  const float height = std::max(1.0F, (area.height() - gap) / 2);
  return ui::Box::at(area.left + static_cast<float>(column) * (width + gap),
                     area.top + static_cast<float>(row) * (height + gap), width, height);
}

std::optional<ui::Box> place_of_now(const FieldsView& context) {
  if (context.comparison == nullptr) return {};
  const Plate plate = plate_in(context, context.mapping.seen(), context.comparison->now);
  if (plate.words.empty()) return {};
  return plate.box;
}

void explain_other_panes(const rooms::Panes& panes, rooms::CommandSender& commands) {
  if (!ImGui::IsMouseClicked(0) && !ImGui::IsMouseClicked(1)) return;
  const ImVec2 at = ImGui::GetIO().MousePos;
  if (panes.before.seen().contains(at)) {
    commands.tell("This field stays as it was: change the one at the upper right.");
  } else if (panes.difference.seen().contains(at)) {
    commands.tell("This is the difference: change the field at the upper right.");
  }
}

void draw_pane_words(const FieldsView& context, const rooms::Panes& panes, const ui::Box& area) {
  if (context.comparison == nullptr) return;
  const rooms::Comparison& comparison = *context.comparison;
  draw_plate(context, panes.before.seen(), comparison.before);
  draw_plate(context, context.mapping.seen(), comparison.now);
  if (comparison.largest) draw_plate(context, panes.difference.seen(), "difference");
  const float u = context.unit;
  const ui::Box rest = quarter_of(area, 1, 1, 8 * u);
  const std::string words = words_of(comparison, context.colours.legend);
  const float room = rest.width() - 16 * u;
  if (room < 80 * u) return;
  // A part of a sentence is no use, so it is shown whole or not at all.
  const float height = ui::wrapped_size(words, room).y;
  if (height > rest.height() - 8 * u) return;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect({rest.left, rest.top}, {rest.right, rest.bottom});
  list.AddText(context.fonts.body, context.fonts.size, {rest.left + 8 * u, rest.top + 8 * u},
               ui::packed_colour(context.theme.text), words.c_str(), nullptr, room);
  list.PopClipRect();
}

void WordsAbove::request(const ui::Look& look, const std::string& words, float width) {
  constexpr float kBeside = 32.0F;  // window units at scale 1, on both sides together
  words_ = words;
  const float room = width - kBeside * look.unit;
  size_ = words.empty() || room <= 0 ? ImVec2{} : ui::wrapped_size(words, room);
}

float WordsAbove::height(float room, float unit) const {
  constexpr float kAround = 12.0F;  // window units at scale 1
  // window units at scale 1; free above the field in any case
  constexpr float kFree = 16.0F;
  // fraction of the room; the rest of the height must not exceed it
  constexpr float kMostPart = 1 / 12.0F;
  if (size_.y <= 0) return 0.0F;
  const float all = size_.y + kAround * unit;
  return all - kFree * unit > kMostPart * room ? 0.0F : all;
}

void WordsAbove::draw(const ui::Look& look, const ui::Box& seen) const {
  if (area_.height() <= 0 || words_.empty()) return;
  const float left = std::max(area_.left, std::min(seen.left, area_.right - size_.x));
  const ImVec2 at{left, (area_.top + area_.bottom - size_.y) / 2};
  ImGui::GetBackgroundDrawList()->AddText(ImGui::GetFont(), ImGui::GetFontSize(), at,
                                          ui::packed_colour(look.theme.dim), words_.c_str(),
                                          nullptr, area_.width());
}

}  // namespace heatwave::fields_room
