// A column beside the field has the parts of the caption below each other, a row above it side by
// side.
#include "app/rooms/fields/field_caption.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/rooms/fields/field_words.h"
#include "app/rooms/fields/side_groups.h"
#include "app/scene/assets.h"
#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/ui/sized.h"
#include "app/ui/text_lines.h"
#include "app/words/formula_tex.h"
#include "app/words/numbers.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::fields_room {
namespace {

// Lengths in design units.
constexpr float kRow = 66.0F;           ///< greatest height of a row above the field
constexpr float kLeastRow = 42.0F;      ///< its least height: a slider has room
constexpr float kPartOfRoom = 0.14F;    ///< its height as a part of the room's
constexpr float kGap = 16.0F;           ///< between parts below each other, and around the caption
constexpr float kLeastWidth = 560.0F;   ///< a row above the field has this width
constexpr float kBetweenParts = 32.0F;  ///< between parts side by side
constexpr float kName =
    28.5F;  ///< the name's letters: an em of 36 pixels where the picture has 800
constexpr float kLetters = 24.0F;       ///< largest letters of the equation
constexpr float kLeastLetters = 13.0F;  ///< an equation that does not fit with these is left out
constexpr float kTimeLetters = 20.0F;
constexpr float kParameter = 220.0F;       ///< widest slider
constexpr float kLeastParameter = 120.0F;  ///< narrowest slider beside the field
constexpr float kWidestName = 208.0F;      ///< a wider name is broken, beside the field

std::string name_of(const FieldsView& context) {
  const scene::Scene& scene = context.snapshot.scene;
  return scene.title.empty() ? scene.name : scene.title;
}

std::string time_of(const FieldsView& context) {
  const std::int64_t step = context.snapshot.step;
  if (step_seconds(context) > 0) {
    return "t = " + time_words(context, static_cast<double>(step));
  }
  return "step " + words::grouped(step);
}

ImVec2 size_of(const ui::Look& look, const std::string& text, float letters, float wrapped = 0) {
  return look.fonts.strong->CalcTextSizeA(letters * look.unit, 1e6F, wrapped, text.c_str());
}

/// Draws a text; returns its size.
ImVec2 draw_text(const ui::Look& look, const char* place, const std::string& text, float letters,
                 ImVec2 at, const ImVec4& ink, float wrapped = 0) {
  ImGui::GetWindowDrawList()->AddText(look.fonts.strong, letters * look.unit, at,
                                      ui::packed_colour(ink), text.c_str(), nullptr, wrapped);
  const ImVec2 size = size_of(look, text, letters, wrapped);
  note_box(look, place, ui::Box::at(at.x, at.y, size.x, size.y));
  return size;
}

/// Returns the size of the equation's letters in a room of this size.
float letters_within(const FieldsView& context, const ui::TypesetFormula& formula, ImVec2 room) {
  return std::min({kLetters * context.unit, room.y / std::max(1.0F, formula.height()),
                   room.x / std::max(1.0F, formula.width)});
}

/// Returns the equations below each other or in one row, in whichever way they are larger in this
/// room. Null: there is no font for them.
const ui::TypesetFormula* equation_of(const FieldsView& context, const EquationTexts& texts,
                                      ImVec2 room) {
  if (context.fonts.math == nullptr) return nullptr;
  const auto letters = [&](const std::string& tex) {
    return letters_within(context, formula_of(context, tex), room);
  };
  const bool is_row = letters(texts.row) > letters(texts.column);
  return &formula_of(context, is_row ? texts.row : texts.column);
}

/// Draws the equation as large as it fits, in the middle of the box's height; returns its size.
ImVec2 draw_equation(const FieldsView& context, const EquationTexts& texts, const ui::Box& box) {
  const ui::TypesetFormula* formula = equation_of(context, texts, {box.width(), box.height()});
  if (formula == nullptr) return {};
  const float letters = letters_within(context, *formula, {box.width(), box.height()});
  const ImVec2 size{formula->width * letters, formula->height() * letters};
  const float top = (box.top + box.bottom - size.y) / 2;
  draw_formula(*ImGui::GetWindowDrawList(), *context.fonts.math, *formula,
               {box.left, top + formula->ascent * letters}, letters,
               ui::packed_colour(context.theme.text));
  note_box(context, "equation", ui::Box::at(box.left, top, size.x, size.y));
  return size;
}

float parameter_height(const ui::Look& look) {
  return ImGui::GetTextLineHeightWithSpacing() + ImGui::GetFrameHeight() + 2 * look.unit;
}

void draw_slider(FieldsView& context, std::size_t index, const ui::Box& box,
                 TitlePlace title = TitlePlace::above) {
  ImGui::SetCursorScreenPos({box.left, box.top});
  ui::begin_part(("parameter " + std::to_string(index)).c_str(), {box.width(), box.height()},
                 ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  draw_parameter(context, index, title);
  ImGui::EndChild();
  const std::string& id = scene::equation_of(context.snapshot.scene).parameters[index].id;
  note_box(context, "parameter/" + id, box);
}

}  // namespace

void FieldCaption::take(const rooms::Layout& layout, const scene::Scene& scene) {
  const auto& parameters = scene::equation_of(scene).parameters;
  const auto is_named = [&](const std::string& place) {
    return std::find(layout.named.begin(), layout.named.end(), place) != layout.named.end();
  };
  shows_name_ = layout.presented;
  names_equation_ = layout.presented || is_named("equation");
  shows_equation_ = names_equation_ || !is_in_bar_;
  if (shows_equation_) {
    equations_ = {.column = equation_in_tex(scene, Terms::present, words::Equations::column),
                  .row = equation_in_tex(scene, Terms::present, words::Equations::row)};
  }
  parameters_.clear();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (is_named("parameter/" + parameters[i].id)) parameters_.push_back(i);
  }
}

float FieldCaption::row_height(const ui::Box& room, float unit) const {
  // A low row has no room for a name and, beside each other, a slider and its title.
  const bool needs_all = shows_name_ && !parameters_.empty();
  const float least = (needs_all ? kRow : kLeastRow) * unit;
  const float row = std::clamp(kPartOfRoom * room.height(), least, kRow * unit);
  return std::min(row, room.height() / 2);
}

ui::Box FieldCaption::cut(const ui::Box& room, core::Extent field, ImVec2 taken, float unit) {
  area_ = {};
  if (is_empty()) return room;
  const auto scale_in = [&](float width, float height) {
    return std::min((width - taken.x) / static_cast<float>(field.width),
                    (height - taken.y) / static_cast<float>(field.height));
  };
  const float gap = kGap * unit;
  const float column = needed_.x + gap;
  is_beside_ = needed_.x > 0 && needed_.y + 2 * gap <= room.height() &&
               scale_in(room.width() - column, room.height()) >
                   scale_in(room.width(), room.height() - row_height(room, unit));
  ui::Box rest = room;
  if (is_beside_) {
    rest.left += column;
    area_ = {room.left + gap, room.top + gap, rest.left, room.bottom - gap};
  } else {
    rest.top += row_height(room, unit);
    area_ = {room.left + gap, room.top, room.right - gap, rest.top};
  }
  return rest;
}

void FieldCaption::measure(const FieldsView& context) {
  const float u = context.unit;
  needed_ = {};
  const auto add = [&](ImVec2 part) {
    needed_.x = std::max(needed_.x, std::ceil(part.x));
    needed_.y += (needed_.y > 0 ? kGap * u : 0.0F) + part.y;
  };
  if (shows_name_) {
    // Numbers of the usual length have the same width, so that nothing moves as they grow.
    add({size_of(context, "step 000\u00A0000", kTimeLetters).x, kTimeLetters * u});
    add(size_of(context, name_of(context), kName, kWidestName * u));
  }
  const ImVec2 room{kParameter * u, kRow * 2 * u};
  if (const auto* formula = shows_equation_ ? equation_of(context, equations_, room) : nullptr) {
    const float letters = letters_within(context, *formula, room);
    add({formula->width * letters, formula->height() * letters});
  }
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    add({kLeastParameter * u, parameter_height(context)});
  }
}

void FieldCaption::draw_beside(FieldsView& context, const ui::Box& field) {
  const float gap = kGap * context.unit;
  // The column begins where the field does, if it has room below that.
  const float lowest = std::max(area_.top, area_.bottom - needed_.y);
  float top = std::clamp(field.top, area_.top, lowest);
  const float width = area_.width();
  if (shows_name_) {
    top += draw_text(context, "field name", name_of(context), kName, {area_.left, top},
                     context.theme.text, kWidestName * context.unit)
               .y +
           gap;
  }
  const ImVec2 room{std::min(width, kParameter * context.unit), kRow * 2 * context.unit};
  if (const auto* formula = shows_equation_ ? equation_of(context, equations_, room) : nullptr) {
    const float height = formula->height() * letters_within(context, *formula, room);
    top += draw_equation(context, equations_, ui::Box::at(area_.left, top, room.x, height)).y + gap;
  }
  if (shows_name_) {
    top += draw_text(context, "field time", time_of(context), kTimeLetters, {area_.left, top},
                     context.theme.dim)
               .y +
           gap;
  }
  const float height = parameter_height(context);
  for (const std::size_t i : parameters_) {
    draw_slider(context, i, ui::Box::at(area_.left, top, width, height));
    top += height + gap;
  }
  free_ = {area_.left, top, area_.right, std::max(top, area_.bottom)};
}

void FieldCaption::draw_above(FieldsView& context, const ui::Box& field) {
  const float u = context.unit;
  const float gap = kBetweenParts * u;
  const float middle = (area_.top + area_.bottom) / 2;
  // The row is as wide as the field, unless that is narrow.
  const float spare = std::max(0.0F, (area_.width() - kLeastWidth * u) / 2);
  float left = std::clamp(field.left, area_.left, area_.left + spare);
  float right = std::clamp(field.right, area_.right - spare, area_.right);
  const float right_of_time = right;
  const std::string time = time_of(context);
  const float time_width = std::max(size_of(context, time, kTimeLetters).x,
                                    size_of(context, "step 000\u00A0000", kTimeLetters).x);
  const auto draw_time = [&](float x) {
    draw_text(context, "field time", time, kTimeLetters, {x, middle - kTimeLetters * u / 2},
              context.theme.dim);
  };
  if (shows_name_) {
    right -= time_width + gap;
    const float most = (right - left) * (parameters_.empty() ? 0.6F : 0.35F);
    const std::string name = ui::elided(name_of(context), most, context.fonts.strong, kName * u);
    left += draw_text(context, "field name", name, kName, {left, middle - kName * u / 2},
                      context.theme.text)
                .x +
            gap;
  }
  const float most_equation = (right - left) * (parameters_.empty() ? 1.0F : 0.55F);
  const ui::Box box{left, area_.top + 4 * u, left + most_equation, area_.bottom - 4 * u};
  const ImVec2 room{box.width(), box.height()};
  if (const auto* formula = shows_equation_ ? equation_of(context, equations_, room) : nullptr) {
    const bool fits = letters_within(context, *formula, room) >= kLeastLetters * u;
    // Beside a name, an equation that is too long for this row would be a grey line.
    if (fits || !shows_name_) left += draw_equation(context, equations_, box).x + gap;
  }
  if (parameters_.empty()) {
    // Behind the time, the row is free to its end.
    if (shows_name_) {
      draw_time(left);
      left += time_width + gap;
    }
    free_ = {left, area_.top, area_.right, area_.bottom};
    return;
  }
  if (shows_name_) draw_time(right_of_time - time_width);
  const auto count = static_cast<float>(parameters_.size());
  const bool is_low = area_.height() < parameter_height(context);
  const float most = (is_low ? 2 : 1) * kParameter * u;
  const float width = std::min(most, (right - left - gap * (count - 1)) / std::max(1.0F, count));
  const float height = is_low ? ImGui::GetFrameHeight() : parameter_height(context);
  for (const std::size_t i : parameters_) {
    draw_slider(context, i, ui::Box::at(left, middle - height / 2, width, height),
                is_low ? TitlePlace::beside : TitlePlace::above);
    left += width + gap;
  }
  // Beyond the time, or before it.
  const float end = right_of_time + gap;
  const bool beyond = area_.right - end > right - left;
  free_ = {beyond ? end : left, area_.top, beyond ? area_.right : right, area_.bottom};
}

void FieldCaption::draw(FieldsView& context, const ui::Box& field) {
  free_ = {};
  if (is_empty()) return;
  measure(context);
  if (area_.height() <= 0) return;
  const ui::Pane pane("field caption", area_, {0, 0});
  if (is_beside_) {
    draw_beside(context, field);
  } else {
    draw_above(context, field);
  }
}

}  // namespace heatwave::fields_room
