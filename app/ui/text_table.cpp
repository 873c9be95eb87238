// Lays out each cell as a text with equations and code.
#include "app/ui/text_table.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/ui/controls.h"
#include "app/ui/equation_text.h"
#include "app/ui/sized.h"

namespace heatwave::ui {
namespace {

// Lengths in line heights.
constexpr float kBetweenColumns = 0.7F;  ///< between columns
constexpr float kAboveRow = 0.15F;       ///< also below it
/// The least width of the first column, whose words break into lines.
constexpr float kLeastFirst = 5.0F;
/// Smaller letters would not be read from the last row.
constexpr float kLeastLetters = 0.8F;
constexpr float kStepOfLetters = 0.96F;
constexpr float kEndless = 1e6F;

struct TableLayout {
  std::vector<float> widths;                     ///< by column, in window units
  std::vector<std::vector<EquationText>> cells;  ///< by row and column
  float line = 0.0F;                             ///< height of a line
  float height = 0.0F;
};

float width_of(const EquationText& text) {
  return ImGui::CalcTextSize(text.lines.data(), text.lines.data() + text.lines.size()).x;
}

float height_of_row(const std::vector<EquationText>& row) {
  float height = 0.0F;
  for (const EquationText& cell : row) height = std::max(height, cell.height);
  return height + 2 * kAboveRow;
}

/// Lays the table out in the current font.
TableLayout lay_out_once(const Look& look, const words::TextTable& table, float width) {
  TableLayout all{.widths = std::vector<float>(table.columns(), 0.0F),
                  .line = ImGui::GetTextLineHeight()};
  for (const auto& row : table.rows) {
    auto& cells = all.cells.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i) {
      cells.push_back(lay_out_equations(look.fonts, look.memory, row[i], kEndless));
      all.widths[i] = std::max(all.widths[i], width_of(cells.back()));
    }
  }
  float others = kBetweenColumns * all.line * static_cast<float>(table.columns() - 1);
  for (std::size_t i = 1; i < all.widths.size(); ++i) others += all.widths[i];
  const float first = std::max(width - others, kLeastFirst * all.line);
  if (all.widths.front() > first) {
    all.widths.front() = first;
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      all.cells[i].front() =
          lay_out_equations(look.fonts, look.memory, table.rows[i].front(), first);
    }
  }
  for (const auto& row : all.cells) all.height += height_of_row(row) * all.line;
  return all;
}

float width_of(const TableLayout& table) {
  float width = kBetweenColumns * table.line * static_cast<float>(table.widths.size() - 1);
  for (const float each : table.widths) width += each;
  return width;
}

/// Lays the table out in the largest letters, up to the current ones, in which it fits the width.
TableLayout lay_out(const Look& look, const words::TextTable& table, float width) {
  const float letters = ImGui::GetFontSize();
  for (float part = 1.0F;; part *= kStepOfLetters) {
    ImGui::PushFont(nullptr, part * letters);
    TableLayout laid_out = lay_out_once(look, table, width);
    ImGui::PopFont();
    if (width_of(laid_out) <= width + 1 || part < kLeastLetters) return laid_out;
  }
}

}  // namespace

float height_of_table(const Look& look, const words::TextTable& table, float width) {
  return lay_out(look, table, width).height;
}

void text_table(const Look& look, const words::TextTable& table) {
  const float width = ImGui::GetContentRegionAvail().x;
  const TableLayout laid_out = lay_out(look, table, width);
  const float line = laid_out.line;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImGui::PushFont(nullptr, line);
  const float right = from.x + std::max(width_of(laid_out), std::min(width, 20 * line));
  float y = from.y;
  for (std::size_t row = 0; row < laid_out.cells.size(); ++row) {
    const bool is_head = row == 0;
    const ImU32 ink = packed_colour(is_head ? look.theme.dim : look.theme.text);
    // The first column takes the width that the others leave.
    float end = right;
    for (std::size_t i = laid_out.widths.size(); i-- > 0;) {
      const EquationText& cell = laid_out.cells[row][i];
      const float left = i == 0 ? from.x : end - laid_out.widths[i];
      const float x = table.at_right[i] ? end - width_of(cell) : left;
      draw_equations(list, look.fonts, ImGui::GetFont(), line, cell, {x, y + kAboveRow * line},
                     ink);
      end = left - kBetweenColumns * line;
    }
    y += height_of_row(laid_out.cells[row]) * line;
    const float edge = std::round(y) - 0.5F;
    list.AddLine({from.x, edge}, {right, edge},
                 packed_colour(is_head ? look.theme.dim : look.theme.line), 1 * look.unit);
  }
  ImGui::PopFont();
  note_box(look, "table", Box::at(from.x, from.y, width_of(laid_out), y - from.y));
  space({width, y - from.y});
}

}  // namespace heatwave::ui
