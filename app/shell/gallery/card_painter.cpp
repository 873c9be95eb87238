// Measures and draws cards.
#include "app/shell/gallery/card_painter.h"

#include <algorithm>
#include <string>

#include "app/shell/gallery/lab_sketch.h"
#include "app/shell/gallery/stage_sketch.h"
#include "app/ui/controls.h"
#include "app/ui/text_lines.h"

namespace heatwave::shell {
namespace {

constexpr float kPadding = 12;
constexpr float kRounding = 8;

/// Returns the last place of a sign before `end`; 0: there is none.
std::size_t find_before(const std::string& text, const char* sign, std::size_t end) {
  const std::size_t found = end == 0 ? std::string::npos : text.rfind(sign, end - 1);
  return found == std::string::npos ? 0 : found;
}

/// Returns a sentence with its line breaks. A sentence of many lines ends with its last clause that
/// has few, if there is one.
std::string broken(const std::string& sentence, float room) {
  constexpr auto kFew = 4;
  std::string lines = ui::in_lines(sentence, room);
  for (std::size_t end = sentence.size(); std::count(lines.begin(), lines.end(), '\n') >= kFew;) {
    end = std::max({find_before(sentence, "; ", end), find_before(sentence, ": ", end),
                    find_before(sentence, ", and ", end)});
    if (end == 0) return ui::in_lines(sentence, room);
    lines = ui::in_lines(sentence.substr(0, end) + ".", room);
  }
  return lines;
}

float sentence_line(const ui::Look& look) { return ImGui::GetFontSize() + 2 * look.unit; }

float title_size(const ui::Look& look) { return (look.fonts.size + look.fonts.large_size) / 2; }

/// Draws the picture so that it fills the box, cut at two sides as far as a picture may be cut; a
/// plot stays whole and is stretched.
void draw_image(ImDrawList& list, ImTextureID texture, core::Extent extent, bool is_plot,
                ui::Box box, float rounding) {
  // A picture of 4:3 loses half of its height in the first rows of a window of 1280 × 800 pixels.
  constexpr float kUsualCut = 2.2F;
  if (is_plot) {
    list.AddImageRounded(texture, {box.left, box.top}, {box.right, box.bottom}, {0, 0}, {1, 1},
                         IM_COL32_WHITE, rounding, ImDrawFlags_RoundTop);
    return;
  }
  const auto width = static_cast<float>(extent.width);
  const auto height = static_cast<float>(extent.height);
  const float wider = (width / height) / (box.width() / box.height());
  const float cut = std::clamp(wider, 1 / kUsualCut, kUsualCut);
  const ImVec2 shown{std::min(1.0F, 1 / cut), std::min(1.0F, cut)};  // shares of both sides
  const float left_over = wider / cut;  // above 1: beside the picture's top and bottom
  const ImVec2 middle{(box.left + box.right) / 2, (box.top + box.bottom) / 2};
  const ImVec2 half{box.width() / 2 * std::min(1.0F, left_over),
                    box.height() / 2 * std::min(1.0F, 1 / left_over)};
  list.AddImageRounded(
      texture, {middle.x - half.x, middle.y - half.y}, {middle.x + half.x, middle.y + half.y},
      {0.5F - shown.x / 2, 0.5F - shown.y / 2}, {0.5F + shown.x / 2, 0.5F + shown.y / 2},
      IM_COL32_WHITE, left_over < 1 ? 0.0F : rounding, ImDrawFlags_RoundTop);
}

/// Draws, in the place of a picture that is not there yet, the equation whose field it will show.
void draw_expected(const ui::Look& look, ImDrawList& list, const CardGroup& group,
                   const ui::Box& box) {
  if (group.equation.empty() || look.fonts.math == nullptr) {
    const char* words = "being computed";
    const ImVec2 size = ImGui::CalcTextSize(words);
    list.AddText({(box.left + box.right - size.x) / 2, (box.top + box.bottom - size.y) / 2},
                 ui::packed_colour(look.theme.dim), words);
    return;
  }
  const ui::TypesetFormula& formula = ui::formula_of(look, group.equation);
  const float letters = std::min(24 * look.unit, 0.7F * box.width() / formula.width);
  const ImVec2 size{formula.width * letters, formula.height() * letters};
  const ImVec2 at{(box.left + box.right - size.x) / 2,
                  (box.top + box.bottom - size.y) / 2 + formula.ascent * letters};
  ui::draw_formula(list, *look.fonts.math, formula, at, letters, ui::packed_colour(look.theme.dim));
}

void draw_picture(const ShellView& shell, ImDrawList& list, const ui::Box& box,
                  const CardLook& look) {
  list.AddRectFilled({box.left, box.top}, {box.right, box.bottom},
                     ui::packed_colour(shell.theme.surround), kRounding * shell.unit,
                     ImDrawFlags_RoundTop);
  // In a narrower one, letters would have no size.
  constexpr float kNarrowest = 48.0F;
  if (std::min(box.width(), box.height()) < kNarrowest * shell.unit) return;
  if (look.picture == nullptr) return draw_expected(shell, list, *look.group, box);
  const CardPicture& picture = *look.picture;
  const auto& image = look.running != nullptr ? look.running : picture.image;
  if (image != nullptr && shell.texture_of_image != nullptr) {
    draw_image(list, (*shell.texture_of_image)(image), image->extent, picture.is_plot, box,
               kRounding * shell.unit);
  } else if (picture.stage != nullptr) {
    draw_stage_sketch(list, shell, *picture.stage, box, look.part);
  } else if (!picture.experiment.empty()) {
    draw_lab_sketch(list, shell, shell.snapshot.lab, picture.experiment, box, look.part);
  }
}

float badge_size(const ui::Look& look) { return look.fonts.size * 0.85F; }

/// Returns the height of the line between picture and title that has the badge; 0: there is none.
float badge_line(const ui::Look& look, const Card& card) {
  return card.badge.empty() ? 0.0F : badge_size(look) + 2 * look.unit;
}

void draw_sentence(const ui::Look& look, ImDrawList& list, const std::string& lines, ImVec2 at) {
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    list.AddText(at, ui::packed_colour(look.theme.dim), lines.data() + begin, lines.data() + end);
    at.y += sentence_line(look);
    begin = end + 1;
  }
}

}  // namespace

bool has_few_words(const ui::Look& look) {
  constexpr float kLow = 560;
  return ImGui::GetIO().DisplaySize.y < kLow * look.unit;
}

const std::string& CardSentences::lines_of(const ui::Look& look, const Card& card,
                                           float card_width) {
  const float width = card_width - 2 * kPadding * look.unit;
  // A window has cards of a few widths; while it is resized, their number grows.
  constexpr std::size_t kMostWidths = 16;
  const float letters = ImGui::GetFontSize();
  if (letters != letters_ || lines_.size() > kMostWidths) lines_.clear();
  letters_ = letters;
  const auto [entry, is_new] = lines_[width].try_emplace(card.words);
  if (is_new) entry->second = broken(card.words, width);
  return entry->second;
}

float height_of_card_text(const ui::Look& look, const Card& card, const std::string& lines) {
  const auto breaks = static_cast<float>(std::count(lines.begin(), lines.end(), '\n'));
  return 2 * kPadding * look.unit + badge_line(look, card) + title_size(look) +
         (breaks + 1) * sentence_line(look) + 2 * look.unit;
}

void draw_card(const ShellView& shell, ImDrawList& list, const Card& card, const ui::Box& box,
               float picture_height, const CardLook& look) {
  const float u = shell.unit;
  const ImVec2 from{box.left, box.top};
  const ImVec2 to{box.right, box.bottom};
  list.AddRectFilled(from, to, ui::packed_colour(shell.theme.raised), kRounding * u);
  draw_picture(shell, list, {box.left, box.top, box.right, box.top + picture_height}, look);
  const float width = box.width() - 2 * kPadding * u;
  ImVec2 at{box.left + kPadding * u, box.top + picture_height + kPadding * u};
  if (!card.badge.empty()) {
    list.AddText(shell.fonts.body, badge_size(shell), {at.x, at.y - 2 * u},
                 ui::packed_colour(shell.theme.accent), card.badge.c_str());
  }
  at.y += badge_line(shell, card);
  const float size = title_size(shell);
  const std::string title = ui::elided(card.title, width, shell.fonts.strong, size);
  list.AddText(shell.fonts.strong, size, at, ui::packed_colour(shell.theme.text), title.c_str());
  at.y += size + 2 * u;
  draw_sentence(shell, list, look.lines, at);
  if (look.is_chosen) {
    list.AddRect(from, to, ui::packed_colour(shell.theme.accent), kRounding * u, 2 * u);
  }
}

namespace {

bool shows_words(const ui::Look& look, const GroupHeading& heading) {
  return heading.has_words && !heading.group.words.empty() && !has_few_words(look);
}

constexpr float kHeadingGap = 12;
constexpr float kFormulaGap = 24;
constexpr float kFormulaLetters = 20;

/// Returns the size of the letters of the group's equation, which takes at most this part of the
/// heading's width.
float letters_of(const ui::Look& look, const ui::TypesetFormula& formula, float width) {
  constexpr float kMostWidth = 0.7F;
  return std::min(kFormulaLetters * look.unit, kMostWidth * width / std::max(1.0F, formula.width));
}

/// Returns the group's equation; null: it has none, or there is no font for it.
const ui::TypesetFormula* formula_of(const ui::Look& look, const CardGroup& group) {
  if (group.equation.empty() || look.fonts.math == nullptr) return nullptr;
  return &ui::formula_of(look, group.equation);
}

float width_of_title(const ui::Look& look, const CardGroup& group) {
  return look.fonts.strong->CalcTextSizeA(look.fonts.large_size, 1e6F, 0, group.title.c_str()).x;
}

}  // namespace

float height_of_heading(const ui::Look& look, const GroupHeading& heading, float width) {
  float height = look.fonts.large_size + 4 * look.unit;
  if (shows_words(look, heading)) height += look.fonts.size;
  if (const auto* const formula = formula_of(look, heading.group)) {
    height = std::max(height, formula->height() * letters_of(look, *formula, width));
  }
  return height + kHeadingGap * look.unit;
}

float width_of_heading(const ui::Look& look, const GroupHeading& heading, float most) {
  float width = width_of_title(look, heading.group);
  if (const auto* const formula = formula_of(look, heading.group)) {
    width += kFormulaGap * look.unit + formula->width * letters_of(look, *formula, most);
  }
  return std::min(width, most);
}

void draw_heading(const ui::Look& look, ImDrawList& list, const GroupHeading& heading,
                  const ui::Box& box) {
  const CardGroup& group = heading.group;
  const float u = look.unit;
  const float height = box.height() - kHeadingGap * u;
  const bool has_words = shows_words(look, heading);
  const float text = look.fonts.large_size + (has_words ? look.fonts.size + 4 * u : 0);
  const float top = box.top + (height - text) / 2;
  list.AddText(look.fonts.strong, look.fonts.large_size, {box.left, top},
               ui::packed_colour(look.theme.text), group.title.c_str());
  if (has_words) {
    list.AddText({box.left, top + look.fonts.large_size + 4 * u}, ui::packed_colour(look.theme.dim),
                 ui::elided(group.words, box.width()).c_str());
  }
  const auto* const formula = formula_of(look, group);
  if (formula == nullptr) return;
  const float letters = letters_of(look, *formula, box.width());
  const float above = (height - formula->height() * letters) / 2;
  const ImVec2 at{box.left + width_of_title(look, group) + kFormulaGap * u,
                  box.top + above + formula->ascent * letters};
  ui::draw_formula(list, *look.fonts.math, *formula, at, letters,
                   ui::packed_colour(look.theme.dim));
}

}  // namespace heatwave::shell
