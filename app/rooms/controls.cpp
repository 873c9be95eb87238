// Draws the controls.
#include "app/rooms/controls.h"

#include <algorithm>
#include <cmath>

namespace heatwave::panels {
namespace {

constexpr double kExplainAfter = 0.45;  ///< seconds of rest
constexpr float kTooltipWidth = 320.0F;

/// Colours of a button by its state.
struct Paint {
  ImVec4 fill;
  ImVec4 ink;
};
Paint button_paint(const PanelContext& context, const ButtonLook& look, bool hovered) {
  const Theme& theme = context.theme;
  if (look.primary)
    return {hovered ? with_alpha(theme.accent, 0.85F) : theme.accent, theme.on_accent};
  if (look.active) return {with_alpha(theme.accent, hovered ? 0.26F : 0.18F), theme.accent};
  return {hovered ? theme.hovered : theme.raised, theme.text};
}

float label_column(const PanelContext& context) {
  return std::min(128.0F * context.unit, ImGui::GetContentRegionAvail().x * 0.42F);
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

void draw_slider_track(const PanelContext& context, ImVec2 from, ImVec2 size, double part,
                       bool hovered) {
  const float u = context.unit;
  const Theme& theme = context.theme;
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

void explain(PanelContext& context, const std::string& text, const std::string& keys,
             const std::string& reason) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  if (context.ui.requests.save_chart || context.ui.requests.save_board)
    return;  // it would lie on it
  const ImVec2 corner = ImGui::GetItemRectMin();
  const std::array<float, 2> here{corner.x, corner.y};
  if (context.ui.hovered_item != here) {
    context.ui.hovered_item = here;
    context.ui.hovered_since = ImGui::GetTime();
  }
  if (ImGui::GetTime() - context.ui.hovered_since < kExplainAfter || ImGui::IsMouseDown(0)) return;
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 1.0F);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {12 * context.unit, 8 * context.unit});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 6 * context.unit);
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(kTooltipWidth * context.unit);
  ImGui::TextUnformatted(text.c_str());
  if (!keys.empty()) {
    ImGui::SameLine();
    ImGui::TextColored(context.theme.accent, "%s", keys.c_str());
  }
  if (!reason.empty()) ImGui::TextColored(context.theme.dim, "%s.", reason.c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
  ImGui::PopStyleVar(3);
}

bool icon_button(PanelContext& context, const char* id, Icon icon, const std::string& help,
                 const std::string& keys, const std::string& reason, const ButtonLook& look) {
  const float u = context.unit;
  const float height = look.height * u;
  const float text_width = look.text != nullptr ? ImGui::CalcTextSize(look.text).x + 18 * u : 0.0F;
  const float width = look.width > 0 ? look.width * u : height + text_width;
  ImGui::BeginDisabled(!reason.empty());
  const bool pressed = press_area(id, {width, height});
  const bool hovered = ImGui::IsItemHovered();
  note_place(context, id);
  const ImVec2 from = ImGui::GetItemRectMin();
  const ImVec2 to = ImGui::GetItemRectMax();
  const Paint paint = button_paint(context, look, hovered);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  // GetColorU32 takes the alpha of a disabled control into account.
  list.AddRectFilled(from, to, ImGui::GetColorU32(paint.fill), 6 * u);
  const ImU32 ink = ImGui::GetColorU32(paint.ink);
  const float middle = (from.y + to.y) / 2;
  const float side = 20 * u;
  if (look.text == nullptr) {
    draw_icon(list, icon, {(from.x + to.x) / 2, middle}, side, ink);
  } else {
    const float content = side + text_width - 10 * u;
    const float left = (from.x + to.x - content) / 2;
    draw_icon(list, icon, {left + side / 2, middle}, side, ink);
    list.AddText({left + side + 8 * u, middle - ImGui::GetFontSize() / 2}, ink, look.text);
  }
  ImGui::EndDisabled();
  explain(context, help, keys, reason);
  return pressed;
}

bool action_button(PanelContext& context, Icon icon, Action action, const std::string& help,
                   const ButtonLook& look) {
  const std::string keys = keys_of(action);
  const std::string id = keys.empty() ? "action" + std::to_string(static_cast<int>(action)) : keys;
  return icon_button(context, id.c_str(), icon, help, keys, why_not(action, context), look);
}

bool choice_row(PanelContext& context, const char* id, const std::string& title, ImVec2 size,
                bool chosen) {
  const float u = context.unit;
  const Theme& theme = context.theme;
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

int segmented(PanelContext& context, const char* id, std::span<const std::string> titles,
              int chosen, float width, std::span<const std::string> help) {
  const float u = context.unit;
  const float height = 32 * u;
  int pressed = -1;
  ImGui::PushID(id);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(origin, {origin.x + width, origin.y + height},
                     ImGui::GetColorU32(context.theme.raised), 6 * u);
  const float each = width / static_cast<float>(titles.size());
  for (std::size_t i = 0; i < titles.size(); ++i) {
    const ImVec2 from{origin.x + each * static_cast<float>(i), origin.y};
    ImGui::SetCursorScreenPos(from);
    const bool is_chosen = static_cast<int>(i) == chosen;
    if (press_area(titles[i].c_str(), {each, height})) pressed = static_cast<int>(i);
    const bool hovered = ImGui::IsItemHovered();
    note_place(context, std::string(id) + "/" + titles[i]);
    if (!help.empty()) explain(context, help[i]);
    const ImVec2 to{from.x + each, from.y + height};
    if (is_chosen || hovered) {
      const ImVec4 fill =
          is_chosen ? with_alpha(context.theme.accent, 0.18F) : context.theme.hovered;
      list.AddRectFilled(from, to, ImGui::GetColorU32(fill), 6 * u);
    }
    const ImVec2 size = ImGui::CalcTextSize(titles[i].c_str());
    list.AddText({(from.x + to.x - size.x) / 2, from.y + (height - size.y) / 2},
                 ImGui::GetColorU32(is_chosen ? context.theme.accent : context.theme.text),
                 titles[i].c_str());
  }
  ImGui::SetCursorScreenPos(origin);
  space({width, height});
  ImGui::PopID();
  return pressed;
}

float choice_width(const PanelContext& context, std::span<const std::string> titles, float room) {
  float widest = 0;
  for (const std::string& title : titles) {
    widest = std::max(widest, ImGui::CalcTextSize(title.c_str()).x);
  }
  const float joined = (widest + 24 * context.unit) * static_cast<float>(titles.size());
  return joined <= room ? joined : std::min(room, widest + 56 * context.unit);
}

int choice(PanelContext& context, const char* id, std::span<const std::string> titles, int chosen,
           float width, std::span<const std::string> help) {
  const auto each = width / static_cast<float>(titles.size());
  const bool fit = std::all_of(titles.begin(), titles.end(), [&](const std::string& title) {
    return ImGui::CalcTextSize(title.c_str()).x + 8 * context.unit <= each;
  });
  if (fit) return segmented(context, id, titles, chosen, width, help);
  int pressed = -1;
  ImGui::PushID(id);
  set_next_width(width);
  const auto shown = static_cast<std::size_t>(std::max(0, chosen));
  const bool open = ImGui::BeginCombo("##list", titles[shown].c_str());
  if (!open) {
    note_place(context, id);
    explain(context, help[shown]);
  } else {
    for (std::size_t i = 0; i < titles.size(); ++i) {
      const bool is_chosen = static_cast<int>(i) == chosen;
      if (text_row(titles[i].c_str(), is_chosen)) pressed = static_cast<int>(i);
      note_place(context, std::string(id) + "/" + titles[i]);
      explain(context, help[i]);
    }
    ImGui::EndCombo();
  }
  ImGui::PopID();
  return pressed;
}

bool fold(PanelContext& context, Group group, const char* title) {
  const float u = context.unit;
  bool& open = context.ui.open[static_cast<std::size_t>(group)];
  const float width = ImGui::GetContentRegionAvail().x;
  if (press_area(title, {width, 32 * u})) open = !open;
  note_place(context, std::string("fold/") + title);
  const ImVec2 from = ImGui::GetItemRectMin();
  const ImVec2 to = ImGui::GetItemRectMax();
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (hovered) {
    list.AddRectFilled({from.x - 8 * u, from.y}, {to.x + 8 * u, to.y},
                       ImGui::GetColorU32(context.theme.raised), 6 * u);
  }
  const float middle = (from.y + to.y) / 2;
  draw_icon(list, open ? Icon::chevron_down : Icon::chevron_right, {to.x - 8 * u, middle}, 16 * u,
            packed(context.theme.dim));
  ImGui::PushFont(context.fonts.strong);
  list.AddText({from.x, middle - ImGui::GetFontSize() / 2}, packed(context.theme.text), title);
  ImGui::PopFont();
  explain(context, open ? "Click to fold" : "Click to unfold");
  return open;
}

void row(PanelContext& context, const char* label) {
  const float column = label_column(context);
  const float left = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, context.theme.dim);
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

void value_row(PanelContext& context, const char* label, const std::string& value) {
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  ImGui::TextColored(context.theme.dim, "%s", label);
  ImGui::SameLine();
  text_ending_at(right, value);
}

void dim_text(PanelContext& context, const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_Text, context.theme.dim);
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::PopStyleColor();
}

bool slider(PanelContext& context, const char* id, double& value, double low, double high,
            const char* format, const std::string& help, bool logarithmic) {
  const ImGuiSliderFlags flags =
      ImGuiSliderFlags_AlwaysClamp | (logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float width = ImGui::CalcItemWidth();
  const float height = ImGui::GetFrameHeight();
  const bool hovered = ImGui::IsMouseHoveringRect(from, {from.x + width, from.y + height});
  draw_slider_track(context, from, {width, height}, slid_part(value, low, high, logarithmic),
                    hovered);
  // The track above is drawn in place of Dear ImGui's, whose grip would hide the number.
  for (const ImGuiCol part : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive,
                              ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive}) {
    ImGui::PushStyleColor(part, ImVec4{0, 0, 0, 0});
  }
  const bool changed =
      ImGui::SliderScalar(id, ImGuiDataType_Double, &value, &low, &high, format, flags);
  ImGui::PopStyleColor(5);
  if (ImGui::IsItemActivated()) context.ui.widget_gesture = context.tools.next_gesture();
  explain(context, help + " Ctrl click to type.");
  return changed;
}

bool number(PanelContext& context, const char* id, double& value, double speed, const char* format,
            const std::string& help, double low, double high) {
  const bool changed =
      ImGui::DragScalar(id, ImGuiDataType_Double, &value, static_cast<float>(speed), &low, &high,
                        format, ImGuiSliderFlags_AlwaysClamp);
  if (ImGui::IsItemActivated()) context.ui.widget_gesture = context.tools.next_gesture();
  explain(context, help + " Drag, or double click to type.");
  return changed;
}

session::Gesture widget_gesture(PanelContext& context) {
  if (context.ui.widget_gesture == 0) context.ui.widget_gesture = context.tools.next_gesture();
  return context.ui.widget_gesture;
}

bool toggle(PanelContext& context, const char* id, const char* text, bool& on,
            const std::string& help, const std::string& reason) {
  const float u = context.unit;
  const float height = 28 * u;
  const ImVec2 track{40 * u, 20 * u};
  const float width = track.x + 10 * u + ImGui::CalcTextSize(text).x;
  ImGui::BeginDisabled(!reason.empty());
  const bool pressed = press_area(id, {width, height});
  if (pressed) on = !on;
  note_place(context, id);
  const ImVec2 from = ImGui::GetItemRectMin();
  const float middle = from.y + height / 2;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec4 fill = on                       ? context.theme.accent
                      : ImGui::IsItemHovered() ? context.theme.dim
                                               : context.theme.hovered;
  list.AddRectFilled({from.x, middle - track.y / 2}, {from.x + track.x, middle + track.y / 2},
                     ImGui::GetColorU32(fill), track.y / 2);
  const float knob = on ? from.x + track.x - track.y / 2 : from.x + track.y / 2;
  list.AddCircleFilled({knob, middle}, track.y / 2 - 3 * u,
                       ImGui::GetColorU32(on ? context.theme.on_accent : context.theme.text));
  list.AddText({from.x + track.x + 10 * u, middle - ImGui::GetFontSize() / 2},
               ImGui::GetColorU32(context.theme.text), text);
  ImGui::EndDisabled();
  explain(context, help, "", reason);
  return pressed;
}

void note_place(PanelContext& context, const std::string& name) {
  const ImVec2 from = ImGui::GetItemRectMin();
  const ImVec2 size = ImGui::GetItemRectSize();
  context.ui.places[name] = {from.x, from.y, size.x, size.y};
}

void place_window(const view::Area& area) {
  ImGui::SetNextWindowPos({static_cast<float>(area.x), static_cast<float>(area.y)});
  set_next_window_size({static_cast<float>(area.width), static_cast<float>(area.height)});
}

}  // namespace heatwave::panels
