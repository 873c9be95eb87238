// Lines of code are drawn here for all source views.
#include "app/ui/code_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/ui/pen.h"
#include "app/ui/sized.h"

namespace heatwave::ui {
namespace {

constexpr float kNumberColumn = 56.0F;
constexpr float kNoNumberColumn = 12.0F;
constexpr const char* kLeftOut = "⋯";

/// Draws text in the code font at a position; returns its width.
float code_text(const Look& look, ImVec2 at, ImVec4 ink, std::string_view text) {
  ImFont* font = look.fonts.mono;
  const float size = look.fonts.mono_size;
  const char* end = text.data() + text.size();
  ImGui::GetWindowDrawList()->AddText(font, size, at, packed_colour(ink), text.data(), end);
  return font->CalcTextSizeA(size, 1e6F, 0, text.data(), end).x;
}

void draw_line_mark(const Look& look, const CodeRows& rows, float height) {
  const float u = look.unit;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({rows.edge, rows.y}, {rows.edge + rows.width, rows.y + height},
                     packed_colour(look.theme.raised));
  list.AddRectFilled({rows.edge, rows.y}, {rows.edge + 4 * u, rows.y + height},
                     packed_colour(look.theme.accent));
}

void draw_tint(const Look& look, const CodeRows& rows, float height) {
  ImGui::GetWindowDrawList()->AddRectFilled({rows.edge, rows.y},
                                            {rows.edge + rows.width, rows.y + height},
                                            packed_colour(with_alpha(look.theme.accent, 0.14F)));
}

/// Draws the reason of a mark, at `x`; returns its right end.
float draw_reason(const Look& look, const CodeRows& rows, float x, std::string_view reason) {
  const float u = look.unit;
  const float middle = rows.y + kCodeLine / 2 * u - 2 * u;
  const char* end = reason.data() + reason.size();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddTriangleFilled({x, middle + 3 * u}, {x + 10 * u, middle + 3 * u},
                         {x + 5 * u, middle - 4 * u}, packed_colour(look.theme.accent));
  list.AddText({x + 18 * u, middle - ImGui::GetFontSize() / 2}, packed_colour(look.theme.text),
               reason.data(), end);
  return x + 18 * u + ImGui::CalcTextSize(reason.data(), end).x;
}

/// Hides, during its lifetime, what is drawn of a line that the window's lower edge would cut.
class WholeLines : core::NonCopyable {
 public:
  WholeLines(float top, float bottom) : list_(*ImGui::GetWindowDrawList()) {
    constexpr float kTouch = 1.0F;  // a line that ends at the edge, but for rounding
    const ImVec2 from = list_.GetClipRectMin();
    const ImVec2 to = list_.GetClipRectMax();
    list_.PushClipRect(from, {to.x, bottom > to.y + kTouch ? std::min(top, to.y) : to.y});
  }
  ~WholeLines() { list_.PopClipRect(); }

 private:
  ImDrawList& list_;
};

/// One of two sources that are drawn side by side.
struct Side {
  const std::vector<CodeLine>& source;
  CodeRows rows;
  int before = 0;  ///< number of the line drawn last

  [[nodiscard]] bool skips_to(std::optional<std::size_t> line) const {
    return line && before > 0 && source[*line].number != before + 1;
  }
};

/// Draws a line within its half; a missing line leaves a hatched gap. Returns the line's width.
float draw_half(const Look& look, Side& side, std::optional<std::size_t> line, CodeInk ink) {
  const float u = look.unit;
  const CodeRows& rows = side.rows;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect({rows.edge, ImGui::GetWindowPos().y},
                    {rows.edge + rows.width, ImGui::GetWindowPos().y + ImGui::GetWindowHeight()},
                    true);
  float width = 0.0F;
  if (line) {
    const CodeLine& shown = side.source[*line];
    side.before = shown.number;
    width = draw_code_line(look, side.rows, shown, ink);
  } else {
    const ChartPen pen(look, list);
    pen.hatch({rows.edge, rows.y, rows.edge + rows.width, rows.y + kCodeLine * u},
              pen.neutral(0.15F));
    side.rows.y += kCodeLine * u;
  }
  list.PopClipRect();
  return width;
}

}  // namespace

CodeRows code_rows(const Look& look, bool numbered) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  return {from.x, ImGui::GetWindowPos().x, ImGui::GetWindowSize().x, from.y,
          (numbered ? kNumberColumn : kNoNumberColumn) * look.unit};
}

float draw_code_line(const Look& look, CodeRows& rows, const CodeLine& line, CodeInk ink) {
  const float u = look.unit;
  const bool has_reason = line.mark && !line.reason.empty();
  const float height = kCodeLine * u;
  const bool tinted = ink == CodeInk::tinted;
  const int rows_of_line = 1 + (has_reason ? 1 : 0) + (line.note.empty() ? 0 : 1);
  const WholeLines whole(rows.y, rows.y + static_cast<float>(rows_of_line) * height);
  if (line.mark) draw_line_mark(look, rows, has_reason ? 2 * height : height);
  if (tinted) draw_tint(look, rows, static_cast<float>(rows_of_line) * height);
  const float y = rows.y + (height - look.fonts.mono_size) / 2;
  // A line that names the next file has no number.
  const bool numbered = line.number > 0 && rows.column >= kNumberColumn * u;
  const std::string number = numbered ? std::to_string(line.number) : std::string();
  const float digit = look.fonts.mono->CalcTextSizeA(look.fonts.mono_size, 1e6F, 0, "0").x;
  const float number_x =
      rows.left + rows.column - digit * static_cast<float>(number.size()) - 12 * u;
  code_text(look, {number_x, y}, tinted ? look.theme.accent : look.theme.dim, number);
  const auto colours = code_colours(look.theme);
  float x = rows.left + rows.column;
  for (const Token& token : line.tokens) {
    const ImVec4& colour = colours.at(static_cast<std::size_t>(token.kind));
    x += code_text(look, {x, y}, ink == CodeInk::faint ? look.theme.dim : colour, token.text);
  }
  rows.y += height;
  const auto indent = std::min(line.text.find_first_not_of(' '), line.text.size());
  const float below_x = rows.left + rows.column + digit * static_cast<float>(indent);
  if (has_reason) {
    x = std::max(x, draw_reason(look, rows, below_x, line.reason));
    rows.y += height;
  }
  if (!line.note.empty()) {
    const char* end = line.note.data() + line.note.size();
    ImGui::GetWindowDrawList()->AddText({below_x, rows.y}, packed_colour(look.theme.dim),
                                        line.note.data(), end);
    x = std::max(x, below_x + ImGui::CalcTextSize(line.note.data(), end).x);
    rows.y += height;
  }
  return x - rows.left;
}

void draw_code_gap(const Look& look, CodeRows& rows) {
  code_text(look, {rows.left + rows.column, rows.y}, look.theme.dim, kLeftOut);
  rows.y += kCodeLine * look.unit;
}

float scroll_to_line(const Look& look, float line, float view) {
  constexpr float kRowsOfLine = 3;  // with its reason, and with what rounding to whole rows takes
  const float row = kCodeLine * look.unit;
  const float above = std::clamp(view - kRowsOfLine * row, 0.0F, view / 3);
  return line > std::min(view / 2, above + row) ? std::floor((line - above) / row) * row : 0;
}

namespace {

FontSet with_sized_code(FontSet fonts, float part) {
  fonts.mono_size *= part;
  return fonts;
}

}  // namespace

SizedCode::SizedCode(const Look& usual, float part)
    : fonts(with_sized_code(usual.fonts, part)), look(usual.scaled(fonts, part)) {}

float part_for_columns(const Look& look, float columns, float width, float least, float most) {
  const float digit = look.fonts.mono->CalcTextSizeA(look.fonts.mono_size, 1e6F, 0, "0").x;
  const float needed = columns * digit + (kNumberColumn + 16) * look.unit;
  return std::clamp(width / std::max(1.0F, needed), std::min(1.0F, least), most);
}

void draw_code_lines(const Look& look, const std::vector<CodeLine>& lines,
                     const std::vector<bool>& is_tinted) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  CodeRows rows = code_rows(look, true);
  float width = 0.0F;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const CodeInk ink = is_tinted[i] ? CodeInk::tinted : CodeInk::plain;
    width = std::max(width, draw_code_line(look, rows, lines[i], ink));
  }
  ImGui::SetCursorScreenPos(from);
  space({width + 16 * look.unit, rows.y - from.y});
}

void draw_code_pairs(const Look& look, const char* id, const std::vector<CodeLine>& left,
                     const std::vector<CodeLine>& right, const std::vector<LinePair>& pairs) {
  const float u = look.unit;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  begin_rest(id, ImGuiWindowFlags_HorizontalScrollbar);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float edge = ImGui::GetWindowPos().x;
  const float gap = kBetweenSources * u;
  const float bar = ImGui::GetStyle().ScrollbarSize;
  const float half = std::max(1.0F, (ImGui::GetWindowSize().x - bar - gap) / 2);
  const float scrolled = from.x - edge;
  const auto side_at = [&](const std::vector<CodeLine>& source, float at) {
    return Side{source, {at + scrolled, at, half, from.y, kNumberColumn * u}};
  };
  std::array<Side, 2> sides{side_at(left, edge), side_at(right, edge + half + gap)};
  float widest = 0.0F;
  float first_difference = -1.0F;
  for (const LinePair& pair : pairs) {
    const std::array lines{pair.left, pair.right};
    if (sides[0].skips_to(lines[0]) || sides[1].skips_to(lines[1])) {
      for (Side& side : sides) draw_code_gap(look, side.rows);
    }
    if (!pair.is_equal && first_difference < 0) first_difference = sides[0].rows.y - from.y;
    const CodeInk ink = pair.is_equal ? CodeInk::plain : CodeInk::tinted;
    for (std::size_t i = 0; i < sides.size(); ++i) {
      widest = std::max(widest, draw_half(look, sides.at(i), lines.at(i), ink));
    }
    const float y = std::max(sides[0].rows.y, sides[1].rows.y);
    for (Side& side : sides) side.rows.y = y;
  }
  const float middle = edge + half + gap / 2;
  const float top = ImGui::GetWindowPos().y;
  ImGui::GetWindowDrawList()->AddLine({middle, top}, {middle, top + ImGui::GetWindowHeight()},
                                      packed_colour(look.theme.line));
  ImGui::SetCursorScreenPos(from);
  space({2 * half + gap + std::max(0.0F, widest + 16 * u - half), sides[0].rows.y - from.y});
  if (ImGui::IsWindowAppearing() && first_difference > 0) {
    ImGui::SetScrollY(scroll_to_line(look, first_difference, ImGui::GetWindowSize().y));
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace heatwave::ui
