// The colour bar beside the field: what value each colour stands for.
#include "app/rooms/fields/colour_bar.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/lines/levels.h"
#include "app/view/range_marks.h"

namespace heatwave::fields_room {
namespace {

void draw_colours(ImDrawList& list, const colour::ColourScale& scale, ImVec2 from, ImVec2 to) {
  const int rows = std::max(1, static_cast<int>(to.y - from.y));
  const auto colour_of = [&](int row) {
    const float part = (static_cast<float>(row) + 0.5F) / static_cast<float>(rows);
    return scale.colour(scale.high + (scale.low - scale.high) * part);
  };
  // Rows of the same colour are one rectangle.
  for (int row = 0; row < rows;) {
    const colour::Rgb c = colour_of(row);
    int end = row + 1;
    while (end < rows && colour_of(end) == c) ++end;
    list.AddRectFilled({from.x, from.y + static_cast<float>(row)},
                       {to.x, from.y + static_cast<float>(end)}, IM_COL32(c.r, c.g, c.b, 255));
    row = end;
  }
}

/// Every how many ticks a number has room beside its tick: zero is always among them.
int labels_every(float apart, float size) {
  const float needed = 1.1F * size / std::max(apart, 0.1F);
  return std::clamp(static_cast<int>(std::ceil(needed)), 1, 1000);
}

/// How far values go, in as many words and digits as there is room for.
std::string end_label(const colour::Legend& legend, double field_value, float room) {
  const std::vector<std::string> choices = end_labels(legend, field_value);
  for (const std::string& choice : choices) {
    if (ImGui::CalcTextSize(choice.c_str()).x <= room) return choice;
  }
  return choices.back();
}

/// Room for them is kept where there may be any, so that the bar stands still when they come.
struct BeyondEnds {
  view::RangeMarks marks;
  float room;  ///< above and below the bar

  BeyondEnds(const FieldsView& context, float size)
      : marks(view::range_marks(session::shown_colours(context.snapshot.scene), context.colours)),
        room(1.8F * size) {}
  [[nodiscard]] float above() const { return std::isfinite(marks.above) ? room : 0.0F; }
  [[nodiscard]] float below() const { return std::isfinite(marks.below) ? room : 0.0F; }

  /// A tip where values go on beyond the bar, and how far they go.
  void draw(const FieldsView& context, ImDrawList& list, ImVec2 from, ImVec2 to,
            float right) const {
    const session::Snapshot& s = context.snapshot;
    if (!s.surveyed) return;
    const field::ComponentSurvey seen = s.report.survey.of(session::shown_component(s.scene));
    const colour::ColourScale& scale = context.colours;
    if (seen.maximum > marks.above)
      tip(context, list, {from, to, right}, scale.high, seen.maximum, -1);
    if (seen.minimum < marks.below)
      tip(context, list, {from, to, right}, scale.low, seen.minimum, 1);
  }

 private:
  struct Bar {
    ImVec2 from, to;
    float right;  ///< where the room beside it ends
  };
  static void tip(const FieldsView& context, ImDrawList& list, Bar bar, float end, float value,
                  float down) {
    const float u = context.unit;
    const float edge = (down < 0 ? bar.from.y : bar.to.y) + down * 3 * u;
    const ImVec2 a{bar.from.x, edge};
    const ImVec2 b{bar.to.x, edge};
    const ImVec2 c{(bar.from.x + bar.to.x) / 2, edge + down * 13 * u};
    const colour::Rgb rgb = context.colours.colour(end);
    list.AddTriangleFilled(a, b, c, IM_COL32(rgb.r, rgb.g, rgb.b, 255));
    list.AddTriangle(a, b, c, ui::packed(context.theme.text), 1.5F * u);
    const float size = ImGui::GetFontSize();
    const float left = bar.to.x + 9 * u;
    list.AddText(
        {left, edge + down * 0.85F * size - size / 2}, ui::packed(context.theme.text),
        end_label(context.colours.legend, static_cast<double>(value), bar.right - left).c_str());
  }
};

/// Where the bar's colours lie.
struct ColourBar {
  ImVec2 from, to;
  ColourBar(const FieldsView& context, const ui::Box& area) {
    const float size = ImGui::GetFontSize();
    const BeyondEnds beyond(context, size);
    from = {area.left, area.top + size / 2 + beyond.above()};
    to = {area.left + 16 * context.unit, area.bottom - size / 2 - beyond.below()};
  }
};

}  // namespace

std::vector<std::string> end_labels(const colour::Legend& legend, double field_value) {
  const double value = legend.said(field_value);
  const std::string sign = value < 0 ? "−" : "";
  const double size = std::abs(value);
  std::vector<std::string> choices{sign + "∞"};
  if (std::isfinite(value)) {
    const bool plain = size == 0.0 || (size < 1e3 && size >= 0.01);
    choices = {sign + (plain ? fmt::format("{:.3g}", size) : fmt::format("{:.1e}", size)),
               sign + (plain ? fmt::format("{:.1g}", size) : fmt::format("{:.0e}", size))};
  }
  if (!legend.unit.empty()) choices.insert(choices.begin(), legend.with_unit(choices.front()));
  choices.insert(choices.begin(), "to " + choices.front());
  return choices;
}

int levels_on_bar(const FieldsView& context, const ui::Box& area) {
  const ColourBar bar(context, area);
  const float each = 2.2F * ImGui::GetFontSize();
  return std::clamp(static_cast<int>((bar.to.y - bar.from.y) / each), 2, lines::kMostLevels);
}

void draw_colour_bar(const FieldsView& context, const ui::Box& area) {
  const float u = context.unit;
  const colour::ColourScale& scale = context.colours;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const float size = ImGui::GetFontSize();
  const BeyondEnds beyond(context, size);
  const auto [from, to] = ColourBar(context, area);
  if (to.y - from.y < 2 * size) return;
  beyond.draw(context, list, from, to, area.right);
  draw_colours(list, scale, from, to);
  list.AddRect(from, to, ui::packed(context.theme.line));

  const lines::Levels levels = lines::levels_of(scale, context.model.levels);
  const auto low = static_cast<double>(scale.low);
  const auto high = static_cast<double>(scale.high);
  const auto apart = (to.y - from.y) * static_cast<float>(levels.step / (high - low));
  const int labelled = labels_every(apart, size);
  for (const double value : levels.values) {
    const auto part = static_cast<float>((high - value) / (high - low));
    const float y = from.y + part * (to.y - from.y);
    list.AddLine({to.x, y}, {to.x + 5 * u, y}, ui::packed(context.theme.dim));
    if (lines::steps_from_zero(scale, value, levels.step) % labelled != 0) continue;
    list.AddText({to.x + 9 * u, y - size / 2}, ui::packed(context.theme.text),
                 lines::level_words(scale, value, levels.step).c_str());
  }
}

}  // namespace heatwave::fields_room
