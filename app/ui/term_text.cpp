// Underlines the terms of a text, line by line, and explains the one under the pointer.
#include "app/ui/term_text.h"

#include <algorithm>
#include <string>

#include "app/ui/controls.h"
#include "app/ui/equation_text.h"
#include "app/ui/sized.h"
#include "app/words/glossary.h"

namespace heatwave::ui {
namespace {

void underline(const Look& look, const Box& box) {
  const float dot = std::max(1.0F, 1.5F * look.unit);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 ink = ImGui::GetColorU32(look.theme.dim);
  for (float x = box.left; x < box.right; x += 3 * dot) {
    list.AddRectFilled({x, box.bottom - dot}, {std::min(x + dot, box.right), box.bottom}, ink);
  }
}

/// Explains a term that lies in one line, from byte `begin` to `end` of the lines.
void explain_part(const Look& look, const EquationText& text, std::size_t begin, std::size_t end,
                  ImVec2 origin, const words::Term& term) {
  const std::string& lines = text.lines;
  const std::string_view before = std::string_view(lines).substr(0, begin);
  const std::string_view in_line = before.substr(before.rfind('\n') + 1);
  const auto row = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const float height = ImGui::GetTextLineHeight();
  const float left = ImGui::CalcTextSize(in_line.data(), in_line.data() + in_line.size()).x;
  const float width = ImGui::CalcTextSize(lines.data() + begin, lines.data() + end).x;
  const Box box = Box::at(origin.x + left, origin.y + text.tops[row] * height, width, height);
  underline(look, box);
  ImGui::SetCursorScreenPos({box.left, box.top});
  mouse_area(std::to_string(begin).c_str(), {width, height});
  note_place(look, "term " + term.name);
  explain(look, term.name + ": " + term.definition);
}

void explain_terms(const Look& look, const EquationText& text) {
  const std::string& lines = text.lines;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImGui::PushID(lines.data(), lines.data() + lines.size());
  for (const words::TermInText& found : look.glossary->found_in(lines)) {
    for (std::size_t begin = found.begin; begin < found.end;) {
      const std::size_t end = std::min(lines.find('\n', begin), found.end);
      if (end > begin) explain_part(look, text, begin, end, origin, *found.term);
      begin = end + 1;
    }
  }
  ImGui::PopID();
  ImGui::SetCursorScreenPos(origin);
}

}  // namespace

void term_text(const Look& look, std::string_view text, const ImVec4& ink) {
  const float width = ImGui::GetContentRegionAvail().x;
  const EquationText laid_out = lay_out_equations(look.fonts, look.memory, text, width);
  if (look.glossary != nullptr) explain_terms(look, laid_out);
  const float line = ImGui::GetTextLineHeight();
  draw_equations(*ImGui::GetWindowDrawList(), look.fonts, ImGui::GetFont(), line, laid_out,
                 ImGui::GetCursorScreenPos(), packed_colour(ink));
  space({width, laid_out.height * line});
}

}  // namespace heatwave::ui
