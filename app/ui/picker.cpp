// Draws pickers.
#include "app/ui/picker.h"

#include <algorithm>

#include "app/ui/controls.h"
#include "app/ui/text_lines.h"

namespace heatwave::ui {
namespace {

/// Returns the width of the longest text, limited to the window.
float width_of_list(const Look& look, const std::vector<Choice>& choices) {
  const float u = look.unit;
  float width = 320 * u;
  for (const Choice& choice : choices) {
    width = std::max(width, ImGui::CalcTextSize(choice.words.c_str()).x);
  }
  const float right = ImGui::GetIO().DisplaySize.x - ImGui::GetCursorScreenPos().x - 32 * u;
  return std::min(width + 24 * u, std::max(right, 192 * u));
}

std::string id_of_list(const Picker& picker) { return std::string(picker.id) + " list"; }

/// Returns the index of a new choice, or −1.
int draw_list(const Look& look, const Picker& picker, const std::vector<Choice>& choices,
              const std::string& chosen) {
  const float u = look.unit;
  int pressed = -1;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8 * u, 8 * u});
  if (ImGui::BeginPopup(id_of_list(picker).c_str())) {
    hide_from_audience(look);
    look.memory.list_is_open = true;
    const float width = width_of_list(look, choices);
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const Choice& choice = choices[i];
      if (!choice.heading.empty()) {
        if (i > 0) space({0, 4 * u});
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 8 * u);
        ImGui::TextColored(look.theme.dim, "%s", choice.heading.c_str());
      }
      const bool is_chosen = choice.id == chosen;
      const float line = ImGui::GetFontSize();
      const ImVec2 from = ImGui::GetCursorScreenPos();
      const ImVec2 size{width, 2 * line + 14 * u};
      if (list_row(("##" + choice.id).c_str(), is_chosen, size)) {
        pressed = static_cast<int>(i);
      }
      note_place(look, std::string(picker.id) + "/" + choice.id);
      ImDrawList& list = *ImGui::GetWindowDrawList();
      list.AddText(look.fonts.strong, line, {from.x + 8 * u, from.y + 4 * u},
                   packed_colour(is_chosen ? look.theme.accent : look.theme.text),
                   choice.title.c_str());
      list.AddText({from.x + 8 * u, from.y + line + 8 * u}, packed_colour(look.theme.dim),
                   elided(choice.words, size.x - 16 * u).c_str());
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
  return pressed;
}

}  // namespace

int draw_picker(const Look& look, const Picker& picker, float width,
                const std::vector<Choice>& choices, const std::string& chosen) {
  const float u = look.unit;
  if (press_area(picker.id, {width, 32 * u})) ImGui::OpenPopup(id_of_list(picker).c_str());
  note_place(look, picker.id);
  const Box box = last_box();
  const std::string title = draw_list_field(look, picker.title);
  // Shows the full title if it was cut.
  explain(look, title == picker.title ? picker.help : picker.title + ". " + picker.help,
          picker.keys);
  ImGui::SetNextWindowPos({box.left, box.bottom + 4 * u});
  set_next_window_limits({0, 0}, {1e6F, ImGui::GetIO().DisplaySize.y - box.bottom - 16 * u});
  return draw_list(look, picker, choices, chosen);
}

bool draw_sentence(const Look& look, const Box& bar, float left, float right,
                   const std::string& text) {
  if (text.empty()) return true;
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  if (size.x > right - left) return false;
  ImGui::GetWindowDrawList()->AddText({left, bar.top + (bar.height() - size.y) / 2},
                                      packed_colour(look.theme.dim), text.c_str());
  return true;
}

std::string first_sentence(const std::string& text) {
  const std::size_t end = text.find(". ");
  return end == std::string::npos ? text : text.substr(0, end + 1);
}

int draw_choice_in_bar(const Look& look, const Picker& picker, const Box& bar, float buttons,
                       const std::vector<Choice>& choices, const std::string& chosen,
                       const std::string& shows) {
  const float u = look.unit;
  const float width = bar.width();
  const float left = width - ImGui::GetCursorPosX() - buttons;
  const int pressed = draw_picker(look, picker, std::min(left, 280 * u), choices, chosen);
  ImGui::SameLine();
  const std::string words = first_sentence(shows);
  const float from = ImGui::GetCursorPosX() + 8 * u;
  const float to = width - buttons - 8 * u;
  (void)draw_sentence(look, bar, from, to, words);
  return pressed;
}

}  // namespace heatwave::ui
