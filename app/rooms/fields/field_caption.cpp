// A column beside the field has the parts of the caption below each other, a row above it side by
// side.
#include "app/rooms/fields/field_caption.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/rooms/fields/field_words.h"
#include "app/rooms/fields/side_groups.h"
#include "app/scene/assets.h"
#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/ui/picker.h"
#include "app/ui/sized.h"
#include "app/ui/text_lines.h"
#include "app/words/formula_tex.h"
#include "app/words/numbers.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::fields_room {
namespace {

// Lengths in design units.
constexpr float kRow = 66.0F;           ///< greatest height of a row above the field
constexpr float kRowAboveLine = 54.0F;  ///< its greatest height above a line of words
constexpr float kLeastRow = 42.0F;      ///< its least height: a slider has room
constexpr float kPartOfRoom = 0.14F;    ///< its height as a part of the room's
constexpr float kGap = 16.0F;           ///< between parts below each other, and around the caption
constexpr float kLeastWidth = 560.0F;   ///< a row above the field has this width
constexpr float kBetweenParts = 32.0F;  ///< between parts side by side
constexpr float kName =
    28.5F;  ///< the name's letters: an em of 36 pixels where the picture has 800
constexpr float kLetters = 24.0F;       ///< largest letters of the equation
constexpr float kLeastLetters = 15.0F;  ///< an equation that does not fit with these is left out
constexpr float kTimeLetters = 20.0F;
constexpr float kLineLetters = 19.0F;      ///< size of the sentence's letters
constexpr float kLineGap = 6.0F;           ///< below these
constexpr float kParameter = 220.0F;       ///< widest slider
constexpr float kLeastParameter = 120.0F;  ///< narrowest slider beside the field
constexpr float kWidestName = 208.0F;      ///< a wider name is broken, beside the field
constexpr float kSentence = 176.0F;        ///< a column with a sentence has this width

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

/// Returns the values of all parameters but those that have a slider, by their symbols. Those that
/// are 0 have no term in the equation.
std::string values_of(const scene::Scene& scene, const std::vector<std::size_t>& sliders) {
  const auto& parameters = scene::equation_of(scene).parameters;
  std::string all;
  for (std::size_t i = 0; i < std::min(parameters.size(), scene.parameters.size()); ++i) {
    const bool has_slider = std::find(sliders.begin(), sliders.end(), i) != sliders.end();
    if (has_slider || scene.parameters[i] == 0.0) continue;
    // A title ends with the symbol: "diffusivity α".
    const std::string& title = parameters[i].title;
    const std::size_t blank = title.rfind(' ');
    const std::string symbol = blank == std::string::npos ? title : title.substr(blank + 1);
    all += fmt::format("{}{}\u00A0=\u00A0{:.4g}", all.empty() ? "" : ", ", symbol,
                       scene.parameters[i]);
  }
  return all;
}

/// Returns the size of the letters of the sentence, and of the values in its line, in design units.
/// They are a fortieth of the window's height, and not larger at a larger scale.
float line_letters(float unit) {
  constexpr float kBody = 16;
  return kLineLetters * std::min(1.0F, ImGui::GetIO().DisplaySize.y / 40 / (kBody * unit));
}

ImVec2 size_of(ImFont& font, const ui::Look& look, const std::string& text, float letters,
               float wrapped = 0) {
  return font.CalcTextSizeA(letters * look.unit, 1e6F, wrapped, text.c_str());
}
ImVec2 size_of(const ui::Look& look, const std::string& text, float letters, float wrapped = 0) {
  return size_of(*look.fonts.strong, look, text, letters, wrapped);
}

/// Draws a text; returns its size.
ImVec2 draw_text(ImFont& font, const ui::Look& look, const char* place, const std::string& text,
                 float letters, ImVec2 at, const ImVec4& ink, float wrapped = 0) {
  ImGui::GetWindowDrawList()->AddText(&font, letters * look.unit, at, ui::packed_colour(ink),
                                      text.c_str(), nullptr, wrapped);
  const ImVec2 size = size_of(font, look, text, letters, wrapped);
  note_box(look, place, ui::Box::at(at.x, at.y, size.x, size.y));
  return size;
}
ImVec2 draw_text(const ui::Look& look, const char* place, const std::string& text, float letters,
                 ImVec2 at, const ImVec4& ink, float wrapped = 0) {
  return draw_text(*look.fonts.strong, look, place, text, letters, at, ink, wrapped);
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
ImVec2 draw_equation(const FieldsView& context, const char* place, const EquationTexts& texts,
                     const ui::Box& box) {
  const ui::TypesetFormula* formula = equation_of(context, texts, {box.width(), box.height()});
  if (formula == nullptr) return {};
  const float letters = letters_within(context, *formula, {box.width(), box.height()});
  const ImVec2 size{formula->width * letters, formula->height() * letters};
  const float top = (box.top + box.bottom - size.y) / 2;
  draw_formula(*ImGui::GetWindowDrawList(), *context.fonts.math, *formula,
               {box.left, top + formula->ascent * letters}, letters,
               ui::packed_colour(context.theme.text));
  note_box(context, place, ui::Box::at(box.left, top, size.x, size.y));
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
  values_ = layout.presented ? values_of(scene, parameters_) : "";
  const bool has_words = layout.presented && !layout.in_lecture;
  words_ = has_words ? ui::first_sentence(scene.words.watch) : "";
}

float FieldCaption::row_height(const ui::Box& room, float unit) const {
  // A low row has no room for a name and, beside each other, a slider and its title.
  const bool needs_all = shows_name_ && !parameters_.empty();
  const float least = (needs_all ? kRow : kLeastRow) * unit;
  const float most = (needs_all || line_height(unit) == 0.0F ? kRow : kRowAboveLine) * unit;
  const float row = std::clamp(kPartOfRoom * room.height(), least, most);
  return std::min(row, room.height() / 2);
}

float FieldCaption::line_height(float unit) const {
  const bool has_values = !values_.empty() && !has_row_values_;
  if (!has_values && words_.empty()) return 0.0F;
  return ((wraps_ ? 2 : 1) * line_letters(unit) + kLineGap) * unit;
}

bool FieldCaption::cut_from_column(ui::Box& column, float unit) {
  if (!is_optional()) return false;
  area_ = {};
  is_left_out_ = false;
  if (is_empty() || needed_.y <= 0) return true;
  const float gap = kGap * unit;
  is_beside_ = true;
  area_ = {column.left + gap, column.top + gap, column.right - gap, column.bottom};
  // A narrow column has a smaller equation.
  area_.bottom = area_.top + needed_.y * std::min(1.0F, area_.width() / needed_.x);
  column.top = area_.bottom + gap / 2;
  return true;
}

ui::Box FieldCaption::cut(const ui::Box& room, const FieldFit& fit, float unit, bool is_low) {
  area_ = {};
  is_left_out_ = false;
  if (is_empty()) return room;
  const float gap = kGap * unit;
  float column = needed_.x + gap;
  const float beside = fit.cell_in(room.width() - column, room.height());
  // The column takes a sentence, too, where that costs the field no more than a line above it.
  const float wide = std::max(needed_.x, kSentence * unit) + gap;
  const float below_line = room.height() - kLineLetters * unit;
  if (fit.cell_in(room.width() - wide, room.height()) >=
      std::min(beside, fit.cell_in(room.width() - column, below_line))) {
    column = wide;
  }
  const float below =
      fit.cell_in(room.width(), room.height() - row_height(room, unit) - line_height(unit));
  is_beside_ = needed_.x > 0 && needed_.y + 2 * gap <= room.height() && beside > below;
  is_left_out_ = is_low && is_optional() &&
                 (is_beside_ ? beside : below) < fit.cell_in(room.width(), room.height());
  if (is_left_out_) return room;
  ui::Box rest = room;
  if (is_beside_) {
    rest.left += column;
    area_ = {room.left + gap, room.top + gap, rest.left, room.bottom - gap};
  } else {
    rest.top += row_height(room, unit) + line_height(unit);
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
  const float letters = line_letters(u);
  const float wrapped = kWidestName * u;
  if (!values_.empty()) add(size_of(context, values_, letters, wrapped));
  if (!words_.empty()) add(size_of(*context.fonts.body, context, words_, letters, wrapped));
}

void FieldCaption::draw_line(const FieldsView& context, float left) {
  const float u = context.unit;
  const float height = line_height(u);
  if (height == 0.0F) return;
  const float room = area_.right - left;
  const float size = line_letters(u);
  const float letters = size * u;
  float top = area_.bottom - height;
  ImFont& font = *context.fonts.body;
  float at = left;
  const std::string values =
      has_row_values_ ? "" : ui::elided(values_, room, context.fonts.strong, letters);
  if (!values.empty()) {
    at += draw_text(context, "field values", values, size, {at, top}, context.theme.text).x +
          kGap * u;
  }
  const ImVec2 words = size_of(font, context, words_, size);
  const bool fits = words.x <= area_.right - at;
  wraps_ = !fits && !words_.empty();
  if (words_.empty()) return;
  if (!fits) {
    if (height < 2 * letters) return;  // there is room for a second line from the next frame on
    at = left;
    top += values.empty() ? 0.0F : letters;
  }
  // Without values, both lines are the sentence's.
  const bool has_both = !fits && values.empty();
  const std::string shown =
      ui::elided(words_, (has_both ? 1.9F : 1.0F) * (area_.right - at), &font, letters);
  draw_text(font, context, "field words", shown, size, {at, top}, context.theme.dim,
            has_both ? area_.right - at : 0.0F);
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
    top += draw_equation(context, equation_place(), equations_,
                         ui::Box::at(area_.left, top, room.x, height))
               .y +
           gap;
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
  const float letters = line_letters(context.unit);
  const float wrapped = kWidestName * context.unit;
  if (!values_.empty()) {
    top += draw_text(context, "field values", values_, letters, {area_.left, top},
                     context.theme.text, wrapped)
               .y +
           gap;
  }
  if (!words_.empty()) {
    top += draw_text(*context.fonts.body, context, "field words", words_, letters,
                     {area_.left, top}, context.theme.dim, wrapped)
               .y +
           gap;
  }
  free_ = {area_.left, top, area_.right, std::max(top, area_.bottom)};
}

void FieldCaption::draw_above(FieldsView& context, const ui::Box& field) {
  const float u = context.unit;
  const float gap = kBetweenParts * u;
  const ui::Box row{area_.left, area_.top, area_.right, area_.bottom - line_height(u)};
  const float middle = (row.top + row.bottom) / 2;
  // The row is as wide as the field, unless that is narrow.
  const float spare = std::max(0.0F, (area_.width() - kLeastWidth * u) / 2);
  float left = std::clamp(field.left, area_.left, area_.left + spare);
  float right = std::clamp(field.right, area_.right - spare, area_.right);
  const float right_of_time = right;
  draw_line(context, left);
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
  const ui::Box box{left, row.top + 4 * u, left + most_equation, row.bottom - 4 * u};
  const ImVec2 room{box.width(), box.height()};
  if (const auto* formula = shows_equation_ ? equation_of(context, equations_, room) : nullptr) {
    const bool fits = letters_within(context, *formula, room) >= kLeastLetters * u;
    // An equation that is too long for this row would be a grey line; the panel has it.
    if (fits || (names_equation_ && !shows_name_))
      left += draw_equation(context, equation_place(), equations_, box).x + gap;
  }
  const float values_width = size_of(context, values_, kTimeLetters).x + gap;
  has_row_values_ =
      parameters_.empty() && !values_.empty() && left + values_width + time_width <= area_.right;
  if (has_row_values_) {
    draw_text(context, "field values", values_, kTimeLetters, {left, middle - kTimeLetters * u / 2},
              context.theme.text);
    left += values_width;
  }
  if (parameters_.empty()) {
    // Behind the time, the row is free to its end.
    if (shows_name_) {
      draw_time(left);
      left += time_width + gap;
    }
    free_ = {left, row.top, row.right, row.bottom};
    return;
  }
  if (shows_name_) draw_time(right_of_time - time_width);
  const auto count = static_cast<float>(parameters_.size());
  const bool is_low = row.height() < parameter_height(context);
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
  free_ = {beyond ? end : left, row.top, beyond ? row.right : right, row.bottom};
}

void FieldCaption::draw(FieldsView& context, const ui::Box& field) {
  free_ = {};
  if (is_empty()) return;
  measure(context);
  if (area_.height() <= 0) return;
  // A column at the left stands close to the field, with the same free space around both.
  if (is_beside_ && area_.right <= field.left) {
    const float away = std::max(0.0F, field.left - kGap * context.unit - area_.right);
    area_.left += away;
    area_.right += away;
  }
  const ui::Pane pane("field caption", area_, {0, 0});
  if (is_beside_) {
    draw_beside(context, field);
  } else {
    draw_above(context, field);
  }
}

}  // namespace heatwave::fields_room
