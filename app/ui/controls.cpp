// Draws the controls.
#include "app/ui/controls.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/ui/elided.h"
#include "app/ui/text_lines.h"
#include "app/ui/tooltip_place.h"

namespace heatwave::ui {
namespace {

constexpr double kExplainAfter = 0.45;  ///< seconds of rest
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

/// Where on its way a slider stands, from 0 to 1.
double slid_part(double value, double low, double high, bool logarithmic) {
  if (!(high > low)) return 0.0;
  if (!logarithmic) return std::clamp((value - low) / (high - low), 0.0, 1.0);
  constexpr double kSmallest = 1e-4;  // where a logarithmic way that begins at zero leaves it
  const double first = std::max(low, kSmallest);
  if (value <= first) return 0.0;
  return std::clamp(std::log(value / first) / std::log(high / first), 0.0, 1.0);
}

void draw_slider_track(const Look& look, ImVec2 from, ImVec2 size, double part, bool hovered) {
  const float u = look.unit;
  const Theme& theme = look.theme;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 to{from.x + size.x, from.y + size.y};
  const float edge = from.x + 2 * u + (size.x - 4 * u) * static_cast<float>(part);
  list.AddRectFilled(from, to, ImGui::GetColorU32(hovered ? theme.hovered : theme.raised), 6 * u);
  list.PushClipRect(from, {edge, to.y}, true);
  list.AddRectFilled(from, to, ImGui::GetColorU32(with_alpha(theme.accent, 0.22F)), 6 * u);
  list.PopClipRect();
  // Above and below the number, never across it.
  const ImU32 accent = ImGui::GetColorU32(theme.accent);
  list.AddRectFilled({edge - 2 * u, from.y}, {edge + 2 * u, from.y + 6 * u}, accent, 1 * u);
  list.AddRectFilled({edge - 2 * u, to.y - 6 * u}, {edge + 2 * u, to.y}, accent, 1 * u);
}

}  // namespace

void explain(const Look& look, const std::string& text, const std::string& keys,
             const std::string& reason) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  if (look.is_for_picture) return;  // it would lie on it
  const ImVec2 corner = ImGui::GetItemRectMin();
  const std::array<float, 2> here{corner.x, corner.y};
  if (look.memory.hovered != here) {
    look.memory.hovered = here;
    look.memory.hovered_since = ImGui::GetTime();
  }
  if (ImGui::GetTime() - look.memory.hovered_since < kExplainAfter || ImGui::IsMouseDown(0)) return;
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 1.0F);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {12 * look.unit, 8 * look.unit});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 6 * look.unit);
  place_next_tooltip(look.unit);
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + kTooltipWidth * look.unit);
  ImGui::TextUnformatted(in_lines(text, kTooltipWidth * look.unit).c_str());
  if (!keys.empty()) {
    ImGui::SameLine();
    ImGui::TextColored(look.theme.accent, "%s", keys.c_str());
  }
  if (!reason.empty()) ImGui::TextColored(look.theme.dim, "%s.", reason.c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
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
                bool chosen) {
  const float u = look.unit;
  const Theme& theme = look.theme;
  const bool clicked = press_area(id, size);
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
  list.PushClipRect(from, {to.x - 4 * u, to.y}, true);
  list.AddText({from.x + 8 * u, from.y + (size.y - ImGui::GetFontSize()) / 2}, packed(theme.text),
               title.c_str());
  list.PopClipRect();
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
  ImGui::PopID();
  return pressed;
}

void note_open_list(const Look& look) {
  look.memory.list_is_open = true;
  if (std::exchange(look.memory.close_list, false)) ImGui::CloseCurrentPopup();
}

constexpr float kSignRoom = 34;
constexpr float kFieldPadding = 10;

float room_before_sign(const Look& look, float width) {
  return width - (kSignRoom + kFieldPadding) * look.unit;
}

void draw_unfold_sign(const Look& look, ImDrawList& list, ImVec2 from, ImVec2 to) {
  draw_icon(list, Icon::chevron_down, {to.x - 18 * look.unit, (from.y + to.y) / 2}, 16 * look.unit,
            ImGui::GetColorU32(look.theme.dim));
}

bool begin_list(const Look& look, const char* id, const std::string& chosen) {
  const float width = ImGui::CalcItemWidth();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  // Of the window that the field stands in: an open list is another one.
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const std::string text = elided(chosen, room_before_sign(look, width));
  const bool open = ImGui::BeginCombo(id, text.c_str(), ImGuiComboFlags_NoArrowButton);
  draw_unfold_sign(look, list, from, {from.x + width, from.y + ImGui::GetFrameHeight()});
  if (open) note_open_list(look);
  return open;
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
    ImGui::EndCombo();
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
  ImGui::PushFont(look.fonts.strong);
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

bool slider(const Look& look, const char* id, double& value, double low, double high,
            const char* format, const std::string& help, bool logarithmic) {
  const ImGuiSliderFlags flags =
      ImGuiSliderFlags_AlwaysClamp | (logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float width = ImGui::CalcItemWidth();
  const float height = ImGui::GetFrameHeight();
  const bool hovered = ImGui::IsMouseHoveringRect(from, {from.x + width, from.y + height});
  draw_slider_track(look, from, {width, height}, slid_part(value, low, high, logarithmic), hovered);
  // The track above is drawn in place of Dear ImGui's, whose grip would hide the number.
  for (const ImGuiCol part : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive,
                              ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive}) {
    ImGui::PushStyleColor(part, ImVec4{0, 0, 0, 0});
  }
  const bool changed =
      ImGui::SliderScalar(id, ImGuiDataType_Double, &value, &low, &high, format, flags);
  ImGui::PopStyleColor(5);
  if (ImGui::IsItemActivated()) ++look.memory.grips;
  explain(look, help + " Ctrl click to type.");
  return changed;
}

bool number(const Look& look, const char* id, double& value, double speed, const char* format,
            const std::string& help, double low, double high) {
  const bool changed =
      ImGui::DragScalar(id, ImGuiDataType_Double, &value, static_cast<float>(speed), &low, &high,
                        format, ImGuiSliderFlags_AlwaysClamp);
  if (ImGui::IsItemActivated()) ++look.memory.grips;
  explain(look, help + " Drag, or double click to type.");
  return changed;
}

bool typed_to_its_end(const Look& look, const char* id, bool changed, double& value) {
  Memory& memory = look.memory;
  const ImGuiID field = ImGui::GetID(id);
  if (ImGui::GetIO().WantTextInput && ImGui::IsItemActive()) {
    if (!changed) return false;
    memory.typed_in = field;
    memory.typed = value;
    return false;
  }
  if (!ImGui::IsItemDeactivated() || memory.typed_in != field) return changed;
  memory.typed_in = 0;
  if (!changed) value = memory.typed;
  return true;
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
  const ImVec2 from = ImGui::GetItemRectMin();
  const ImVec2 size = ImGui::GetItemRectSize();
  (*look.places)[name] = Box::at(from.x, from.y, size.x, size.y);
}

void place_window(const Box& area) {
  ImGui::SetNextWindowPos({area.left, area.top});
  set_next_window_size({area.width(), area.height()});
}

}  // namespace heatwave::ui
