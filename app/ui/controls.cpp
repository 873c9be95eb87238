// Draws the controls.
#include "app/ui/controls.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/ui/equation_text.h"
#include "app/ui/keyboard_focus.h"
#include "app/ui/text_lines.h"

namespace heatwave::ui {

void draw_icon(ImDrawList& list, Icon icon, ImVec2 centre, float side, ImU32 colour) {
  constexpr float kPart = 0.8F;  // fraction of the side, because wide icons exceed the font size
  const float size = std::round(kPart * side);
  ImFont& font = *ImGui::GetIO().Fonts->Fonts[0];  // the font that contains the icons
  const auto letter = static_cast<ImWchar>(icon);
  const ImFontGlyph& glyph = *font.GetFontBaked(size)->FindGlyph(letter);
  const ImVec2 at{std::round(centre.x - (glyph.X0 + glyph.X1) / 2),
                  std::round(centre.y - (glyph.Y0 + glyph.Y1) / 2)};
  font.RenderChar(&list, size, at, colour, letter);
}

namespace {

constexpr float kSignRoom = 34;
constexpr float kFieldPadding = 10;
constexpr float kMostRows = 10;  ///< number of rows visible at a time

/// The list opens below the field, or above it if there is more room.
void place_next_list(const Look& look, const Box& field) {
  const float row = ImGui::GetTextLineHeightWithSpacing();
  const float wanted = kMostRows * row + 16 * look.unit;
  const float below = ImGui::GetIO().DisplaySize.y - field.bottom;
  const bool above = below < wanted && field.top > below;
  const float room = (above ? field.top : below) - 8 * look.unit;
  ImGui::SetNextWindowPos({field.left, above ? field.top : field.bottom}, ImGuiCond_Always,
                          {0.0F, above ? 1.0F : 0.0F});
  set_next_window_limits({field.width(), 0}, {1e6F, std::min(room, wanted)});
}

}  // namespace

namespace {

/// The words of a list's field: smaller ones where the usual ones are a little too wide, then in
/// two lines where letters are large enough for that; else shortened.
struct FieldWords {
  std::string lines;
  float letters = 0.0F;
};
FieldWords field_words(const std::string& words, ImVec2 room) {
  constexpr float kSmaller = 0.78F;
  constexpr float kTwoLines = 0.72F;
  constexpr float kLinesOfWindow = 40.0F;  // the last row reads no smaller letters
  ImFont* font = ImGui::GetFont();
  const float size = ImGui::GetFontSize();
  const float part = room.x / std::max(1.0F, ImGui::CalcTextSize(words.c_str()).x);
  if (part >= kSmaller) return {words, size * std::min(1.0F, part)};
  const float small = kTwoLines * size;
  if (small * kLinesOfWindow >= ImGui::GetIO().DisplaySize.y && 2 * small <= room.y) {
    ImGui::PushFont(font, small);
    const std::string lines = in_lines(words, room.x);
    ImGui::PopFont();
    if (std::count(lines.begin(), lines.end(), '\n') == 1) return {lines, small};
  }
  return {elided(words, room.x, font, size), size};
}

}  // namespace

std::string draw_list_field(const Look& look, const std::string& chosen) {
  const float u = look.unit;
  const Box box = last_box();
  const float middle = (box.top + box.bottom) / 2;
  const FieldWords words =
      field_words(chosen, {box.width() - (kSignRoom + kFieldPadding) * u, box.height()});
  const ImVec4& ground = ImGui::IsItemHovered() ? look.theme.hovered : look.theme.raised;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({box.left, box.top}, {box.right, box.bottom}, ImGui::GetColorU32(ground),
                     6 * u);
  const bool is_broken = words.lines.find('\n') != std::string::npos;
  const float height = (is_broken ? 2 : 1) * words.letters;
  list.AddText(ImGui::GetFont(), words.letters, {box.left + kFieldPadding * u, middle - height / 2},
               ImGui::GetColorU32(look.theme.text), words.lines.c_str());
  draw_icon(list, Icon::chevron_down, {box.right - 18 * u, middle}, 16 * u,
            ImGui::GetColorU32(look.theme.dim));
  return is_broken ? chosen : words.lines;
}

void begin_controls(const Look& look, const char* id, ImVec2 size) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  begin_part(id, size, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar();
  hide_from_audience(look);
}

void hide_from_audience(const Look& look) {
  look.memory.controls.push_back(ImGui::GetWindowDrawList());
}

bool begin_list(const Look& look, const char* id, const std::string& chosen) {
  const std::string list_id = std::string(id) + " list";
  const ImVec2 size{ImGui::CalcItemWidth(), ImGui::GetFrameHeight()};
  if (press_area(id, size)) ImGui::OpenPopup(list_id.c_str());
  const Box box = last_box();
  draw_list_field(look, chosen);
  if (!ImGui::IsPopupOpen(list_id.c_str())) return false;
  place_next_list(look, box);
  if (!ImGui::BeginPopup(list_id.c_str())) return false;
  hide_from_audience(look);
  look.memory.list_is_open = true;
  return true;
}

namespace {

constexpr float kTooltipWidth = 320.0F;

/// The colours of a button in its current state.
struct Paint {
  ImVec4 fill;
  ImVec4 ink;
};
Paint button_paint(const Look& look, const ButtonLook& button, bool hovered, bool enabled) {
  const Theme& theme = look.theme;
  // A disabled button is not the main one now, and its words would pale on a pale accent.
  if (button.primary && enabled)
    return {hovered ? with_alpha(theme.accent, 0.85F) : theme.accent, theme.on_accent};
  if (button.active) return {with_alpha(theme.accent, hovered ? 0.26F : 0.18F), theme.accent};
  return {hovered ? theme.hovered : theme.raised, theme.text};
}

float label_column(const Look& look) {
  return std::min(128.0F * look.unit, ImGui::GetContentRegionAvail().x * 0.42F);
}

/// True if the pointer or the keyboard focus has rested on the last control long enough.
bool is_due(const Look& look) {
  // Dear ImGui also reports the control with the keyboard focus as hovered while keys are used.
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return false;
  Tooltips& tooltips = look.memory.tooltips;
  // A key may lay out another control below a pointer that rests.
  if (!has_keyboard_focus() && !tooltips.may_follow_pointer()) return false;
  return tooltips.is_due_at(ImGui::GetItemRectMin()) && !ImGui::IsMouseDown(0);
}

/// The text of a tooltip with its own line breaks: Dear ImGui rounds widths and could break a line
/// again.
struct TooltipText {
  std::string text;
  std::string keys;
  std::string reason;  ///< why the control is disabled; empty: enabled

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

/// Returns the box of the pane, dialog or list that has the last control.
Box box_of_pane() {
  const auto is_child = [](const ImGuiWindow& window) {
    return (window.Flags & ImGuiWindowFlags_ChildWindow) != 0;
  };
  const ImGuiWindow* pane = ImGui::GetCurrentWindowRead();
  // All panes are children of one window.
  while (is_child(*pane) && is_child(*pane->ParentWindow)) pane = pane->ParentWindow;
  const ImRect box = pane->Rect();
  return {box.Min.x, box.Min.y, box.Max.x, box.Max.y};
}

void draw_tooltip(const Look& look, const TooltipText& said) {
  ImGui::BeginTooltip();
  hide_from_audience(look);
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
  if (look.is_for_picture) return;  // a tooltip would cover the picture
  if (text.empty() && reason.empty()) return;
  if (!is_due(look)) return;
  const TooltipText said = tooltip_text(look, text, keys, reason);
  const ImVec2 padding{12 * look.unit, 8 * look.unit};
  const ImVec2 words = said.size();
  const ImVec2 size{words.x + 2 * padding.x, words.y + 2 * padding.y};
  const auto at = look.memory.tooltips.place_at(last_box(), box_of_pane(), size, look.unit);
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
  const Paint paint = button_paint(look, button, hovered, reason.empty());
  ImDrawList& list = *ImGui::GetWindowDrawList();
  // GetColorU32 takes the alpha of a disabled control into account.
  list.AddRectFilled(from, to, ImGui::GetColorU32(paint.fill), 6 * u);
  const ImU32 ink = ImGui::GetColorU32(paint.ink);
  const float middle = (from.y + to.y) / 2;
  const float side = 20 * u;
  if (button.text == nullptr && button.word == nullptr) {
    draw_icon(list, icon, {(from.x + to.x) / 2, middle}, side, ink);
  } else if (button.text == nullptr) {
    ImFont* font = look.fonts.body;
    const float size = button.letters * u;
    const float word_width = font->CalcTextSizeA(size, 1e6F, 0, button.word).x;
    const float icon_side = std::min(side, height - size - 2 * u);
    const float top = middle - (icon_side + size) / 2;
    draw_icon(list, icon, {(from.x + to.x) / 2, top + icon_side / 2}, icon_side, ink);
    list.AddText(font, size, {(from.x + to.x - word_width) / 2, top + icon_side}, ink, button.word);
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

bool dialog_title(const Look& look, const char* close, const char* title) {
  ImGui::PushFont(look.fonts.strong, look.fonts.large_size);
  ImGui::TextUnformatted(title);
  ImGui::PopFont();
  ImGui::SameLine(content_right() - 32 * look.unit);
  const bool leaves = icon_button(look, close, Icon::close, "Closes this.", "Esc");
  space({0, 4 * look.unit});
  return leaves;
}

bool choice_row(const Look& look, const char* id, const std::string& title, ImVec2 size,
                bool chosen, RowKeyboardFocus keys) {
  const float u = look.unit;
  const Theme& theme = look.theme;
  ImGui::PushItemFlag(ImGuiItemFlags_NoTabStop, keys == RowKeyboardFocus::tab_to_chosen && !chosen);
  const bool clicked = keys == RowKeyboardFocus::none ? mouse_area(id, size) : press_area(id, size);
  ImGui::PopItemFlag();
  const ImVec2 from = ImGui::GetItemRectMin();
  const ImVec2 to = ImGui::GetItemRectMax();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (chosen || ImGui::IsItemHovered()) {
    const ImVec4 fill = chosen ? with_alpha(theme.accent, 0.18F) : theme.raised;
    list.AddRectFilled(from, to, packed_colour(fill), 6 * u);
  }
  if (chosen) {
    list.AddRectFilled({from.x, from.y + 6 * u}, {from.x + 3 * u, to.y - 6 * u},
                       packed_colour(theme.accent), 1 * u);
  }
  list.AddText({from.x + 8 * u, from.y + (size.y - ImGui::GetFontSize()) / 2},
               packed_colour(theme.text), elided(title, size.x - 12 * u).c_str());
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

int segmented_row(const Look& look, const char* label, const char* id,
                  std::span<const std::string> titles, int chosen,
                  std::span<const std::string> help) {
  row(look, label);
  const int pressed = segmented(look, id, titles, chosen, ImGui::GetContentRegionAvail().x, help);
  return pressed == chosen ? -1 : pressed;
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
            packed_colour(look.theme.dim));
  ImGui::PushFont(look.fonts.strong, 0);
  list.AddText({from.x, middle - ImGui::GetFontSize() / 2}, packed_colour(look.theme.text), title);
  ImGui::PopFont();
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

const TypesetFormula& formula_of(const Look& look, const std::string& tex) {
  return formula_of(look.memory, tex);
}

float formula_size(const Look& look, const TypesetFormula& formula, float width) {
  constexpr float kLetters = 17;
  return std::min(kLetters * look.unit, width / std::max(1.0F, formula.width));
}

void formula_row(const Look& look, const std::string& tex) {
  if (look.fonts.math == nullptr) return;
  const TypesetFormula& formula = formula_of(look, tex);
  const float size = formula_size(look, formula, ImGui::GetContentRegionAvail().x);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  draw_formula(*ImGui::GetWindowDrawList(), *look.fonts.math, formula,
               {from.x, from.y + formula.ascent * size}, size, packed_colour(look.theme.text));
  space({formula.width * size, formula.height() * size});
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

void note_box(const Look& look, const std::string& name, const Box& box) {
  if (look.places == nullptr) return;
  (*look.places)[name] = box;
  if (look.cut == nullptr) return;
  const ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 from = list.GetClipRectMin();
  const ImVec2 to = list.GetClipRectMax();
  // A side on a whole pixel may lie beyond the clipped side by a rounding error.
  constexpr float kTouch = 0.5F;
  const bool is_whole = box.left >= from.x - kTouch && box.top >= from.y - kTouch &&
                        box.right <= to.x + kTouch && box.bottom <= to.y + kTouch;
  if (!is_whole) look.cut->insert(name);
}

void note_place(const Look& look, const std::string& name) {
  if (look.places == nullptr) return;
  note_box(look, name, last_box());
  if (has_keyboard_focus()) look.memory.focused = name;
}

void place_window(const Box& area) {
  ImGui::SetNextWindowPos({area.left, area.top});
  set_next_window_size({area.width(), area.height()});
}

namespace {

int on_edit(ImGuiInputTextCallbackData* data) {
  if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
    auto* text = static_cast<std::string*>(data->UserData);
    text->resize(static_cast<std::size_t>(data->BufTextLen));
    data->Buf = text->data();
  }
  return 0;
}

/// Makes the field show a text that the program has changed. Dear ImGui keeps a copy of its own
/// while the field is typed into, and would write it once more after the field was left.
void show_changed_text(ImGuiID field, const std::string& text) {
  ImGuiInputTextState* const state = ImGui::GetInputTextState(field);
  if (state != nullptr && text != state->GetText()) state->ReloadUserBufAndMoveToEnd();
  ImGuiInputTextDeactivatedState& left = ImGui::GetCurrentContext()->InputTextDeactivatedState;
  if (left.ID == field) left.ID = 0;
}

}  // namespace

bool text_field(const Look& look, const char* id, std::string& text, const char* hint,
                bool takes_keys) {
  if (takes_keys) ImGui::SetKeyboardFocusHere();
  show_changed_text(ImGui::GetID(id), text);
  // The history flag reserves Up and Down for the field, so that they can choose from the list
  // below it.
  const ImGuiInputTextFlags flags =
      ImGuiInputTextFlags_CallbackResize | ImGuiInputTextFlags_CallbackHistory;
  // The cursor stands before the blank, so that it covers no letter of the hint.
  const std::string apart = std::string(" ") + hint;
  const bool changed = ImGui::InputTextWithHint(id, apart.c_str(), text.data(), text.capacity() + 1,
                                                flags, on_edit, &text);
  note_place(look, id + 2);  // skips the "##" that hides the label
  return changed;
}

}  // namespace heatwave::ui
