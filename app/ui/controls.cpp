// Draws the controls.
#include "app/ui/controls.h"

#include <algorithm>

#include "app/ui/elided.h"
#include "app/ui/keyboard_focus.h"
#include "app/ui/text_lines.h"

namespace heatwave::ui {
namespace {

constexpr float kTooltipWidth = 320.0F;

/// Colours of a button by its state.
struct Paint {
  ImVec4 fill;
  ImVec4 ink;
};
Paint button_paint(const Look& look, const ButtonLook& button, bool hovered) {
  const Theme& theme = look.theme;
  if (button.primary)
    return {hovered ? with_alpha(theme.accent, 0.85F) : theme.accent, theme.on_accent};
  if (button.active) return {with_alpha(theme.accent, hovered ? 0.26F : 0.18F), theme.accent};
  return {hovered ? theme.hovered : theme.raised, theme.text};
}

float label_column(const Look& look) {
  return std::min(128.0F * look.unit, ImGui::GetContentRegionAvail().x * 0.42F);
}

/// The pointer or the keyboard focus has rested on the last control for long enough.
bool is_due(const Look& look) {
  // For the control with the keyboard focus Dear ImGui says yes while keys are used.
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return false;
  return look.memory.tooltips.is_due_at(ImGui::GetItemRectMin()) && !ImGui::IsMouseDown(0);
}

/// The text of a tooltip in lines that Dear ImGui does not break again: it rounds their width.
struct TooltipText {
  std::string text;
  std::string keys;
  std::string reason;  ///< why the control is disabled; empty: it is not

  [[nodiscard]] ImVec2 size() const {
    const ImVec2 gap = ImGui::GetStyle().ItemSpacing;
    ImVec2 all = ImGui::CalcTextSize(text.c_str());
    if (!keys.empty()) all.x += gap.x + ImGui::CalcTextSize(keys.c_str()).x;
    if (!reason.empty()) {
      const ImVec2 below = ImGui::CalcTextSize(reason.c_str());
      all = {std::max(all.x, below.x), all.y + gap.y + below.y};
    }
    return all;
  }
};

TooltipText tooltip_text(const Look& look, const std::string& text, const std::string& keys,
                         const std::string& reason) {
  const float room = std::min(kTooltipWidth * look.unit, ImGui::GetIO().DisplaySize.x * 0.8F);
  return {in_lines(text, room), keys, in_lines(reason.empty() ? reason : reason + ".", room)};
}

void draw_tooltip(const Look& look, const TooltipText& said) {
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(said.text.c_str());
  if (!said.keys.empty()) {
    ImGui::SameLine();
    ImGui::TextColored(look.theme.accent, "%s", said.keys.c_str());
  }
  if (!said.reason.empty()) ImGui::TextColored(look.theme.dim, "%s", said.reason.c_str());
  ImGui::EndTooltip();
}

}  // namespace

void explain(const Look& look, const std::string& text, const std::string& keys,
             const std::string& reason) {
  if (look.is_for_picture) return;  // it would lie on it
  if (text.empty() && reason.empty()) return;
  if (!is_due(look)) return;
  const TooltipText said = tooltip_text(look, text, keys, reason);
  const ImVec2 padding{12 * look.unit, 8 * look.unit};
  const ImVec2 words = said.size();
  const ImVec2 size{words.x + 2 * padding.x, words.y + 2 * padding.y};
  const Tooltips& tooltips = look.memory.tooltips;
  const auto at = has_keyboard_focus() ? tooltips.place_at(last_box(), size, look.unit)
                                       : tooltips.place_at_pointer(size, look.unit);
  if (!at) return;
  if (look.places != nullptr) (*look.places)["tooltip"] = Box::at(at->x, at->y, size.x, size.y);
  ImGui::SetNextWindowPos(*at);
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 1.0F);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 6 * look.unit);
  draw_tooltip(look, said);
  ImGui::PopStyleVar(3);
}

bool icon_button(const Look& look, const char* id, Icon icon, const std::string& help,
                 const std::string& keys, const std::string& reason, const ButtonLook& button) {
  const float u = look.unit;
  const float height = button.height * u;
  const float text_width =
      button.text != nullptr ? ImGui::CalcTextSize(button.text).x + 18 * u : 0.0F;
  const float width = button.width > 0 ? button.width * u : height + text_width;
  ImGui::BeginDisabled(!reason.empty());
  const bool pressed = press_area(id, {width, height});
  const bool hovered = ImGui::IsItemHovered();
  note_place(look, id);
  const ImVec2 from = ImGui::GetItemRectMin();
  const ImVec2 to = ImGui::GetItemRectMax();
  const Paint paint = button_paint(look, button, hovered);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  // GetColorU32 takes the alpha of a disabled control into account.
  list.AddRectFilled(from, to, ImGui::GetColorU32(paint.fill), 6 * u);
  const ImU32 ink = ImGui::GetColorU32(paint.ink);
  const float middle = (from.y + to.y) / 2;
  const float side = 20 * u;
  if (button.text == nullptr) {
    draw_icon(list, icon, {(from.x + to.x) / 2, middle}, side, ink);
  } else {
    const float content = side + text_width - 10 * u;
    const float left = (from.x + to.x - content) / 2;
    draw_icon(list, icon, {left + side / 2, middle}, side, ink);
    list.AddText({left + side + 8 * u, middle - ImGui::GetFontSize() / 2}, ink, button.text);
  }
  ImGui::EndDisabled();
  explain(look, help, keys, reason);
  return pressed;
}

bool choice_row(const Look& look, const char* id, const std::string& title, ImVec2 size,
                bool chosen, RowKeys keys) {
  const float u = look.unit;
  const Theme& theme = look.theme;
  ImGui::PushItemFlag(ImGuiItemFlags_NoTabStop, keys == RowKeys::tab_to_chosen && !chosen);
  const bool clicked = keys == RowKeys::none ? mouse_area(id, size) : press_area(id, size);
  ImGui::PopItemFlag();
  const ImVec2 from = ImGui::GetItemRectMin();
  const ImVec2 to = ImGui::GetItemRectMax();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (chosen || ImGui::IsItemHovered()) {
    const ImVec4 fill = chosen ? with_alpha(theme.accent, 0.18F) : theme.raised;
    list.AddRectFilled(from, to, packed(fill), 6 * u);
  }
  if (chosen) {
    list.AddRectFilled({from.x, from.y + 6 * u}, {from.x + 3 * u, to.y - 6 * u},
                       packed(theme.accent), 1 * u);
  }
  list.AddText({from.x + 8 * u, from.y + (size.y - ImGui::GetFontSize()) / 2}, packed(theme.text),
               elided(title, size.x - 12 * u).c_str());
  return clicked;
}

int segmented(const Look& look, const char* id, std::span<const std::string> titles, int chosen,
              float width, std::span<const std::string> help) {
  const float u = look.unit;
  const float height = 32 * u;
  int pressed = -1;
  ImGui::PushID(id);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(origin, {origin.x + width, origin.y + height},
                     ImGui::GetColorU32(look.theme.raised), 6 * u);
  const float each = width / static_cast<float>(titles.size());
  for (std::size_t i = 0; i < titles.size(); ++i) {
    const ImVec2 from{origin.x + each * static_cast<float>(i), origin.y};
    ImGui::SetCursorScreenPos(from);
    const bool is_chosen = static_cast<int>(i) == chosen;
    if (press_area(titles[i].c_str(), {each, height})) pressed = static_cast<int>(i);
    const bool hovered = ImGui::IsItemHovered();
    note_place(look, std::string(id) + "/" + titles[i]);
    if (!help.empty()) explain(look, help[i]);
    const ImVec2 to{from.x + each, from.y + height};
    if (is_chosen || hovered) {
      const ImVec4 fill = is_chosen ? with_alpha(look.theme.accent, 0.18F) : look.theme.hovered;
      list.AddRectFilled(from, to, ImGui::GetColorU32(fill), 6 * u);
    }
    const ImVec2 size = ImGui::CalcTextSize(titles[i].c_str());
    list.AddText({(from.x + to.x - size.x) / 2, from.y + (height - size.y) / 2},
                 ImGui::GetColorU32(is_chosen ? look.theme.accent : look.theme.text),
                 titles[i].c_str());
  }
  ImGui::SetCursorScreenPos(origin);
  space({width, height});
  note_place(look, id);
  ImGui::PopID();
  return pressed;
}

float choice_width(const Look& look, std::span<const std::string> titles, float room) {
  float widest = 0;
  for (const std::string& title : titles) {
    widest = std::max(widest, ImGui::CalcTextSize(title.c_str()).x);
  }
  const float joined = (widest + 24 * look.unit) * static_cast<float>(titles.size());
  return joined <= room ? joined : std::min(room, widest + 56 * look.unit);
}

int choice(const Look& look, const char* id, std::span<const std::string> titles, int chosen,
           float width, std::span<const std::string> help) {
  const auto each = width / static_cast<float>(titles.size());
  const bool fit = std::all_of(titles.begin(), titles.end(), [&](const std::string& title) {
    return ImGui::CalcTextSize(title.c_str()).x + 8 * look.unit <= each;
  });
  if (fit) return segmented(look, id, titles, chosen, width, help);
  int pressed = -1;
  ImGui::PushID(id);
  set_next_width(width);
  const auto shown = static_cast<std::size_t>(std::max(0, chosen));
  const bool open = begin_list(look, "##list", titles[shown]);
  if (!open) {
    note_place(look, id);
    explain(look, help[shown]);
  } else {
    for (std::size_t i = 0; i < titles.size(); ++i) {
      const bool is_chosen = static_cast<int>(i) == chosen;
      if (text_row(titles[i].c_str(), is_chosen)) pressed = static_cast<int>(i);
      note_place(look, std::string(id) + "/" + titles[i]);
      explain(look, help[i]);
    }
    ImGui::EndPopup();
  }
  ImGui::PopID();
  return pressed;
}

bool fold(const Look& look, bool open, const char* title) {
  const float u = look.unit;
  const float width = ImGui::GetContentRegionAvail().x;
  const bool pressed = press_area(title, {width, 32 * u});
  note_place(look, std::string("fold/") + title);
  const ImVec2 from = ImGui::GetItemRectMin();
  const ImVec2 to = ImGui::GetItemRectMax();
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (hovered) {
    list.AddRectFilled({from.x - 8 * u, from.y}, {to.x + 8 * u, to.y},
                       ImGui::GetColorU32(look.theme.raised), 6 * u);
  }
  const float middle = (from.y + to.y) / 2;
  draw_icon(list, open ? Icon::chevron_down : Icon::chevron_right, {to.x - 8 * u, middle}, 16 * u,
            packed(look.theme.dim));
  ImGui::PushFont(look.fonts.strong, 0);
  list.AddText({from.x, middle - ImGui::GetFontSize() / 2}, packed(look.theme.text), title);
  ImGui::PopFont();
  explain(look, open ? "Click to fold" : "Click to unfold");
  return pressed;
}

void row(const Look& look, const char* label) {
  const float column = label_column(look);
  const float left = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, look.theme.dim);
  ImGui::TextUnformatted(label);
  ImGui::PopStyleColor();
  ImGui::SameLine(left + column);
  set_next_width(ImGui::GetContentRegionAvail().x);
}

void text_ending_at(float right, const std::string& text) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({right - ImGui::CalcTextSize(text.c_str()).x, at.y});
  ImGui::TextUnformatted(text.c_str());
}

void value_row(const Look& look, const char* label, const std::string& value) {
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  ImGui::TextColored(look.theme.dim, "%s", label);
  ImGui::SameLine();
  text_ending_at(right, value);
}

void dim_text(const Look& look, const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_Text, look.theme.dim);
  wrapped_text(text);
  ImGui::PopStyleColor();
}

bool toggle(const Look& look, const char* id, const char* text, bool& on, const std::string& help,
            const std::string& reason) {
  const float u = look.unit;
  const float height = 28 * u;
  const ImVec2 track{40 * u, 20 * u};
  const float width = track.x + 10 * u + ImGui::CalcTextSize(text).x;
  ImGui::BeginDisabled(!reason.empty());
  const bool pressed = press_area(id, {width, height});
  if (pressed) on = !on;
  note_place(look, id);
  const ImVec2 from = ImGui::GetItemRectMin();
  const float middle = from.y + height / 2;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec4 fill = on                       ? look.theme.accent
                      : ImGui::IsItemHovered() ? look.theme.dim
                                               : look.theme.hovered;
  list.AddRectFilled({from.x, middle - track.y / 2}, {from.x + track.x, middle + track.y / 2},
                     ImGui::GetColorU32(fill), track.y / 2);
  const float knob = on ? from.x + track.x - track.y / 2 : from.x + track.y / 2;
  list.AddCircleFilled({knob, middle}, track.y / 2 - 3 * u,
                       ImGui::GetColorU32(on ? look.theme.on_accent : look.theme.text));
  list.AddText({from.x + track.x + 10 * u, middle - ImGui::GetFontSize() / 2},
               ImGui::GetColorU32(look.theme.text), text);
  ImGui::EndDisabled();
  explain(look, help, "", reason);
  return pressed;
}

void note_place(const Look& look, const std::string& name) {
  if (look.places == nullptr) return;
  (*look.places)[name] = last_box();
  if (has_keyboard_focus()) look.memory.focused = name;
}

void place_window(const Box& area) {
  ImGui::SetNextWindowPos({area.left, area.top});
  set_next_window_size({area.width(), area.height()});
}

}  // namespace heatwave::ui
