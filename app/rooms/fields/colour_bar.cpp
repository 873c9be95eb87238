// The colour bar beside the field; shows the value of each colour.
#include "app/rooms/fields/colour_bar.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "app/lines/contours.h"
#include "app/scene/views/catalogue.h"
#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/ui/sized.h"
#include "app/ui/text_lines.h"
#include "app/words/numbers.h"

namespace heatwave::fields_room {
namespace {

void draw_colours(ImDrawList& list, const colour::ColourScale& scale, ImVec2 from, ImVec2 to) {
  const int rows = std::max(1, static_cast<int>(to.y - from.y));
  const auto colour_of = [&](int row) {
    const float part = (static_cast<float>(row) + 0.5F) / static_cast<float>(rows);
    return scale.colour(scale.value_at(part));
  };
  // Rows of the same colour are one rectangle. AddRectFilled would blend its edges with the
  // background, which shows as lines across the bar.
  for (int row = 0; row < rows;) {
    const colour::Rgb c = colour_of(row);
    const ImU32 packed = IM_COL32(c.r, c.g, c.b, 255);
    int end = row + 1;
    while (end < rows && colour_of(end) == c) ++end;
    list.AddRectFilledMultiColor({from.x, from.y + static_cast<float>(row)},
                                 {to.x, from.y + static_cast<float>(end)}, packed, packed, packed,
                                 packed);
    row = end;
  }
}

/// Returns the ends of a scale and its middle, with two or three digits of the ends.
lines::Levels ends_and_middle(const colour::ColourScale& scale) {
  constexpr double kDigits = 0.05;
  const auto low = static_cast<double>(scale.low);
  const auto high = static_cast<double>(scale.high);
  return {.values = {low, (low + high) / 2, high}, .step = kDigits * high};
}

/// Tips at the ends of the bar for values beyond the range. Their room is reserved as soon as they
/// may appear, so that the bar does not move.
struct BeyondEnds {
  colour::ColourLimits limits;
  float room;  ///< height reserved above and below the bar

  BeyondEnds(const FieldsView& context, const BarWords& words, const ui::Box& area)
      : room(ImGui::GetFontSize() + (kTipGap + kTipHeight + kLabelGap + 1) * context.unit) {
    // The colours of a low bar matter more.
    constexpr float kLeastLines = 8;
    const bool has_room = area.height() >= kLeastLines * ImGui::GetFontSize() + 2 * room;
    if (words.is_difference || !has_room) return;
    limits = colour::limits_of(scene::shown_colours(words.scene), context.colours);
  }
  [[nodiscard]] float above() const { return std::isfinite(limits.above) ? room : 0.0F; }
  [[nodiscard]] float below() const { return std::isfinite(limits.below) ? room : 0.0F; }

  /// Draws a tip at an end of the bar if values exceed it, with the extreme value beyond it.
  void draw(const FieldsView& context, const field::ComponentSurvey& seen, ImDrawList& list,
            ImVec2 from, ImVec2 to, float right) const {
    if (!context.snapshot.surveyed) return;
    const colour::ColourScale& scale = context.colours;
    std::vector<Tip> tips;
    if (seen.maximum > limits.above) {
      tips.push_back({-1, from.y, scale.high,
                      end_labels(scale.legend, static_cast<double>(seen.maximum), true)});
    }
    if (seen.minimum < limits.below) {
      tips.push_back(
          {1, to.y, scale.low, end_labels(scale.legend, static_cast<double>(seen.minimum), false)});
    }
    const std::size_t form = form_of(tips, scale.legend, right - from.x);
    for (const Tip& tip : tips) draw_tip(context, list, {from.x, to.x}, tip, form);
  }

 private:
  struct Tip {
    float down;  ///< 1: downwards; −1: upwards
    float edge;  ///< y of the bar's end
    float end;   ///< field value at the bar's end
    EndLabels labels;
  };
  struct Sides {
    float left, right;
  };
  // Lengths in design units.
  static constexpr float kTipGap = 3.0F;  ///< between the bar and a tip
  static constexpr float kTipHeight = 10.0F;
  static constexpr float kLabelGap = 3.0F;  ///< between a tip and its label
  /// Returns the first form of the labels that fits at both ends for numbers of the usual length,
  /// so that both ends look alike and do not change with the values.
  static std::size_t form_of(const std::vector<Tip>& tips, const colour::Legend& legend,
                             float room) {
    const EndLabels usuals{"max " + legend.with_unit("−0.000"), "max −0.000", "max −0.0"};
    const auto has_room = [room](const std::string& label) {
      return ImGui::CalcTextSize(label.c_str()).x <= room;
    };
    std::size_t form = 0;
    const auto fits = [&] {
      return has_room(usuals.at(form)) && std::all_of(tips.begin(), tips.end(), [&](const Tip& t) {
               return has_room(t.labels.at(form));
             });
    };
    while (form + 1 < usuals.size() && !fits()) ++form;
    return form;
  }
  static void draw_tip(const FieldsView& context, ImDrawList& list, Sides bar, const Tip& tip,
                       std::size_t form) {
    const float u = context.unit;
    const float down = tip.down;
    const float edge = tip.edge + down * kTipGap * u;
    const ImVec2 a{bar.left, edge};
    const ImVec2 b{bar.right, edge};
    const ImVec2 c{(bar.left + bar.right) / 2, edge + down * kTipHeight * u};
    const colour::Rgb rgb = context.colours.colour(tip.end);
    list.AddTriangleFilled(a, b, c, IM_COL32(rgb.r, rgb.g, rgb.b, 255));
    list.AddTriangle(a, b, c, ui::packed_colour(context.theme.text), 1.5F * u);
    const float size = ImGui::GetFontSize();
    const float middle = c.y + down * (kLabelGap * u + size / 2);
    list.AddText({bar.left, middle - size / 2}, ui::packed_colour(context.theme.text),
                 tip.labels.at(form).c_str());
  }
};

/// Returns the title above the bar: the quantity by its title, or by its symbol where that is too
/// long for a component's.
std::string caption_of(const BarWords& words, float room) {
  if (words.is_difference) return ui::elided("difference", room);
  const field::ComponentInfo& quantity = scene::shown_quantity(words.scene);
  const bool is_symbol =
      scene::shows_component(words.scene) && ImGui::CalcTextSize(quantity.title.c_str()).x > room;
  return ui::elided(is_symbol ? quantity.id : quantity.title, room);
}

// Lines of text, which are as high as the letters.
constexpr float kWordLine = 1.2F;  ///< height of a word below the title
/// The least distance of a softened scale's ticks and labels: digits are lower than a line.
constexpr float kUnevenTick = 0.9F;

/// The corners of the bar's colours, and the words below its title.
struct ColourBar {
  ImVec2 from, to;
  std::span<const std::string_view> words;  ///< name an uneven scale; empty: it is even, or no room
  ColourBar(const FieldsView& context, const ui::Box& area, const BarWords& shown) {
    const float size = ImGui::GetFontSize();
    const BeyondEnds beyond(context, shown, area);
    from = {area.left, area.top + 2 * size + beyond.above()};
    to = {area.left + 16 * context.unit, area.bottom - size / 2 - beyond.below()};
    if (context.colours.kind == colour::ScaleKind::linear) return;
    words = softened_words((to.y - from.y) / size);
    from.y += kWordLine * size * static_cast<float>(words.size());
  }
};

/// Draws the words of a softened scale below the bar's title, with a tooltip. `quantity`: its id.
void draw_scale_words(const FieldsView& context, const ui::Box& area, const ColourBar& bar,
                      const std::string& quantity) {
  if (bar.words.empty()) return;
  const float line = kWordLine * ImGui::GetFontSize();
  const ui::Box box = ui::Box::at(area.left, area.top + line, area.width(),
                                  line * static_cast<float>(bar.words.size()));
  float top = box.top;
  for (const std::string_view word : bar.words) {
    ImGui::GetBackgroundDrawList()->AddText({box.left, top}, ui::packed_colour(context.theme.dim),
                                            word.data(), word.data() + word.size());
    top += line;
  }
  const std::string name = "scale of " + quantity;
  const ui::Pane pane(name.c_str(), box, {0, 0}, ImGuiWindowFlags_NoBackground);
  ui::space({box.width(), box.height()});
  note_place(context, name);
  explain(context,
          "The scale is softened: half of the colours show the eighth of the range nearest to "
          "zero, so that faint waves are seen beside strong ones.",
          context.keys_of("soften_colours"));
}

}  // namespace

EndLabels end_labels(const colour::Legend& legend, double field_value, bool is_maximum) {
  // The displayed value may fall where the field's rises.
  const bool is_most = is_maximum == (legend.one > legend.zero);
  const std::string word = is_most ? "max " : "min ";
  const double value = legend.said(field_value);
  const std::string sign = value < 0 ? "−" : "";
  const double size = std::abs(value);
  std::string exact = sign + "∞";
  std::string rough = exact;
  if (std::isfinite(value)) {
    const bool plain = size == 0.0 || (size < 1e3 && size >= 0.01);
    exact = plain ? words::field_value(value, 0.0) : sign + fmt::format("{:.2e}", size);
    rough = sign + (plain ? fmt::format("{:.1g}", size) : fmt::format("{:.0e}", size));
  }
  return {word + legend.with_unit(exact), word + exact, word + rough};
}

int labels_every(float apart, float size) {
  const float needed = 1.1F * size / std::max(apart, 0.1F);
  return std::clamp(static_cast<int>(std::ceil(needed)), 1, 1000);
}

std::span<const std::string_view> softened_words(float height) {
  static constexpr std::array<std::string_view, 2> kWords{"not linear:", "finer near 0"};
  // A shorter bar has few ticks, which matter more. One line has the words that explain themselves.
  constexpr float kForBoth = 14 + kWordLine;
  constexpr float kForLast = 7 + kWordLine;
  if (height >= kForBoth + kWordLine) return kWords;
  return std::span(kWords).last(height >= kForLast ? 1 : 0);
}

int ticks_on_bar(colour::ScaleKind kind, float height) {
  // Uneven ticks stand closer, so that they are seen to be uneven and no round value is left out.
  const float each = kind == colour::ScaleKind::linear ? 2.2F : kUnevenTick;
  return std::clamp(static_cast<int>(height / each), 2, lines::kMostLevels);
}

int levels_on_bar(const FieldsView& context, const ui::Box& area, const BarWords& words) {
  const ColourBar bar(context, area, words);
  return ticks_on_bar(context.colours.kind, (bar.to.y - bar.from.y) / ImGui::GetFontSize());
}

void draw_colour_bar(const FieldsView& context, const ui::Box& area, const BarWords& words) {
  const float u = context.unit;
  const colour::ColourScale& scale = context.colours;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const float size = ImGui::GetFontSize();
  const BeyondEnds beyond(context, words, area);
  const ColourBar bar(context, area, words);
  const auto [from, to] = std::pair(bar.from, bar.to);
  if (to.y - from.y < 2 * size) return;
  list.AddText({from.x, area.top}, ui::packed_colour(context.theme.text),
               caption_of(words, area.right - from.x).c_str());
  draw_scale_words(context, area, bar, scene::shown_quantity(words.scene).id);
  beyond.draw(context, words.survey, list, from, to, area.right);
  draw_colours(list, scale, from, to);
  list.AddRect(from, to, ui::packed_colour(context.theme.line));

  // Contours lie at the ticks of the field's bar.
  const lines::Levels levels = words.is_difference
                                   ? ends_and_middle(scale)
                                   : lines::levels_of(scale, context.model.contours.levels);
  const auto range = static_cast<double>(scale.high) - static_cast<double>(scale.low);
  const auto apart = (to.y - from.y) * static_cast<float>(levels.step / range);
  const int labelled = labels_every(apart, size);
  const std::vector<double> apart_enough = lines::labelled_levels(
      scale, levels, static_cast<double>(kUnevenTick * size / (to.y - from.y)));
  const auto has_label = [&](double value) {
    if (words.is_difference) return true;
    if (scale.kind == colour::ScaleKind::softened) {
      return std::find(apart_enough.begin(), apart_enough.end(), value) != apart_enough.end();
    }
    return lines::steps_from_zero(scale, value, levels.step) % labelled == 0;
  };
  for (const double value : levels.values) {
    const float y = from.y + static_cast<float>(scale.place_of(value)) * (to.y - from.y);
    list.AddLine({to.x, y}, {to.x + 5 * u, y}, ui::packed_colour(context.theme.dim));
    if (!has_label(value)) continue;
    list.AddText({to.x + 9 * u, y - size / 2}, ui::packed_colour(context.theme.text),
                 lines::level_text(scale, value, levels.step).c_str());
  }
}

}  // namespace heatwave::fields_room
