// Draws the list of groups and the line that separates it from the room.
#include "app/ui/group_list.h"

#include <algorithm>

#include "app/ui/pane.h"
#include "app/ui/sized.h"

namespace heatwave::ui {

namespace {

/// Draws the group that flies out, beside the rail. A click elsewhere folds it.
void draw_flyout(const Look& look, const Box& rail, const char* id, Folds& folds,
                 const Group& group) {
  constexpr float kWidth = 368;
  const float u = look.unit;
  const float width = std::min(kWidth * u, rail.left);
  const Box box{rail.left - width, rail.top, rail.left, rail.bottom};
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {16 * u, 8 * u});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, look.theme.panel);
  begin_scrolling_pane(id, box);
  ImGui::PushFont(look.fonts.strong, 0);
  ImGui::TextUnformatted(group.title);
  ImGui::PopFont();
  space({0, 4 * u});
  ImGui::PushID(group.title);
  group.draw();
  ImGui::PopID();
  fade_edges(look);
  draw_edge(look, {box.left, box.top}, {box.left, box.bottom});
  end_pane();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool beside = mouse.x < box.left || mouse.y < box.top || mouse.y > box.bottom;
  const bool in_list = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  if (beside && !in_list && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) folds.fly_out("");
}

/// Returns the part of a title that the rail has room for.
std::string first_word(const std::string& title) { return title.substr(0, title.find(' ')); }

/// Returns the size, in design units, at which all words fit into buttons of this size.
float letters_of(const Look& look, std::span<const Group> groups, ImVec2 button) {
  constexpr float kLargest = 15;
  constexpr float kRim = 4;
  float widest = 1.0F;  // width of the widest word in letters of size 1
  for (const Group& group : groups) {
    const std::string word = first_word(group.title);
    const float width = look.fonts.body->CalcTextSizeA(kLargest, 1e6F, 0, word.c_str()).x;
    widest = std::max(widest, width / kLargest);
  }
  return std::min({kLargest, button.y * 0.45F, (button.x - 2 * kRim) / widest});
}

void draw_rail(const Look& look, const Box& area, const char* id, Folds& folds,
               std::span<const Group> groups) {
  const float u = look.unit;
  // All icons and words fit into a low window, without a bar for scrolling.
  constexpr float kTallest = 44;
  constexpr float kBetween = 2;
  constexpr float kLowestWithWord = 28;
  const auto each = [&](std::size_t rows) {
    return (area.height() / u - 16) / static_cast<float>(rows) - kBetween;
  };
  // In a very low rail icons without words stand in two columns.
  const bool has_words = each(groups.size()) >= kLowestWithWord;
  const std::size_t columns = has_words ? 1 : 2;
  const std::size_t rows = (groups.size() + columns - 1) / columns;
  const float height = std::clamp(each(rows), 12.0F, kTallest);
  const float width = (kRailWidth - 4 + kBetween) / static_cast<float>(columns) - kBetween;
  const float letters = letters_of(look, groups, {width, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {2 * u, 8 * u});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {kBetween * u, kBetween * u});
  // The rail is a pane of its own, so that Tab goes on where a focused control has gone.
  begin_scrolling_pane((std::string(id) + " rail").c_str(), area);
  const Group* flying = nullptr;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const Group& group = groups[i];
    if (i % columns > 0) ImGui::SameLine();
    if (folds.take_wanted(group.title)) folds.fly_out(group.title);
    const bool is_out = folds.flyout() == group.title;
    if (is_out) flying = &group;
    const std::string word = first_word(group.title);
    const ButtonLook button{.active = is_out,
                            .width = width,
                            .height = height,
                            .word = has_words ? word.c_str() : nullptr,
                            .letters = letters};
    const std::string name = std::string("rail/") + group.title;
    // The group that is out shows its title itself.
    if (icon_button(look, name.c_str(), group.icon, is_out ? "" : group.title, "", "", button)) {
      folds.fly_out(is_out ? "" : group.title);
    }
  }
  draw_edge(look, {area.left, area.top}, {area.left, area.bottom});
  end_pane();
  ImGui::PopStyleVar(2);
  if (flying != nullptr) {
    draw_flyout(look, area, (std::string(id) + " flyout").c_str(), folds, *flying);
  }
}

}  // namespace

void draw_group_list(const Look& look, const Box& area, const char* id, Folds& folds,
                     std::span<const Group> groups) {
  const float u = look.unit;
  if (is_rail(area, u)) return draw_rail(look, area, id, folds, groups);
  folds.fly_out("");
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {16 * u, 8 * u});
  begin_scrolling_pane(id, area);
  note_box(look, "side panel", area);
  for (const Group& group : groups) {
    ImGui::PushID(group.title);
    if (folds.take_wanted(group.title)) {
      if (!folds.is_open(group.title, group.starts_open)) folds.turn(group.title);
      ImGui::SetScrollHereY(0.0F);
    }
    if (fold(look, folds.is_open(group.title, group.starts_open), group.title)) {
      folds.turn(group.title);
    }
    if (folds.is_open(group.title, group.starts_open)) {
      group.draw();
      space({0, 4 * u});
    }
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddLine({at.x, at.y - 4 * u},
                                        {at.x + ImGui::GetContentRegionAvail().x, at.y - 4 * u},
                                        packed_colour(look.theme.line));
    ImGui::PopID();
  }
  fade_edges(look);
  draw_edge(look, {area.left, area.top}, {area.left, area.bottom});
  end_pane();
  ImGui::PopStyleVar();
}

}  // namespace heatwave::ui
