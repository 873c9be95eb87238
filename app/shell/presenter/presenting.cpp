// Draws what a lecturer shows with.
#include "app/shell/presenter/presenting.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/shell/interface/lights.h"
#include "app/ui/controls.h"
#include "app/ui/pane.h"

namespace heatwave::shell {
namespace {

/// The unit for words over what is shown: they are not magnified with it as much.
float unit_of_words(const ShellView& shell) {
  return shell.unit * std::max(1 / shell.now.present.magnified, 0.5F);
}

float letters_of_words(const ShellView& shell) {
  return shell.fonts.size * unit_of_words(shell) / shell.unit;
}

constexpr float kSignRim = 12;     ///< above and below its words together
constexpr double kKeyFades = 0.8;  ///< the last seconds that it is shown

/// A dark line around a light one: it is seen on any field, in either theme.
void draw_strokes(const ShellView& shell, const PresentModel& model, ImDrawList& list) {
  const float u = shell.unit;
  const ImU32 rim = ui::packed(ImVec4{0, 0, 0, 0.85F});
  const ImU32 ink = ui::packed(ImVec4{1.0F, 0.86F, 0.2F, 1});
  for (const auto& [width, colour] : {std::pair{7 * u, rim}, std::pair{4 * u, ink}}) {
    for (const std::vector<ImVec2>& stroke : model.strokes) {
      if (stroke.size() == 1) {
        list.AddCircleFilled(stroke.front(), width / 2, colour);
      } else {
        list.AddPolyline(stroke.data(), static_cast<int>(stroke.size()), colour, width);
      }
    }
  }
}

void draw_halo(const ShellView& shell, ImVec2 at, ImDrawList& list) {
  const float u = shell.unit;
  const bool pressed = ImGui::IsMouseDown(0) || ImGui::IsMouseDown(1) || ImGui::IsMouseDown(2);
  const float radius = (pressed ? 13 : 18) * u;
  const ImVec4& accent = shell.theme.accent;
  list.AddCircleFilled(at, radius, ui::packed(ui::with_alpha(accent, pressed ? 0.5F : 0.22F)));
  list.AddCircle(at, radius + 1.5F * u, ui::packed(ImVec4{0, 0, 0, 0.5F}), 0, 1.5F * u);
  list.AddCircle(at, radius, ui::packed(ui::with_alpha(accent, 0.95F)), 0, 2.5F * u);
}

std::string words_on(const ShownKey& key) {
  const std::string times = key.times > 1 ? "  × " + std::to_string(key.times) : "";
  return key.what.empty() ? times : "  " + key.what + times;
}

/// One after the other from the left, in the middle of that place; the oldest are left out where
/// there is no room.
void draw_keys_pressed(ShellView& shell, PresentModel& model, ImDrawList& list,
                       const ui::Box& place) {
  const double now = ImGui::GetTime();
  if (!model.shows_keys(now)) return;
  const float u = unit_of_words(shell);
  const float size = letters_of_words(shell);
  const auto width_of = [&](ImFont* font, const std::string& text) {
    return font->CalcTextSizeA(size, 1e6F, 0, text.c_str()).x;
  };
  const auto width_of_key = [&](const ShownKey& key) {
    return width_of(shell.fonts.strong, key.keys) + width_of(shell.fonts.body, words_on(key)) +
           24 * u;
  };
  float width = 0;
  std::size_t first = model.keys.size();
  while (first > 0) {
    const float wanted = width + width_of_key(model.keys[first - 1]) + 8 * u;
    if (wanted > place.width() - 16 * u && first < model.keys.size()) break;
    width = wanted;
    --first;
  }
  float x = (place.left + place.right - width) / 2;
  const float bottom = place.bottom - 16 * u;
  const float top = bottom - size - 16 * u;
  if (shell.places != nullptr) (*shell.places)["keys pressed"] = {x, top, x + width, bottom};
  for (std::size_t i = first; i < model.keys.size(); ++i) {
    const ShownKey& key = model.keys[i];
    const double left = (PresentModel::kKeySeconds - (now - key.at)) / kKeyFades;
    const auto alpha = static_cast<float>(std::clamp(left, 0.0, 1.0));
    const float wide = width_of_key(key);
    const auto faded = [alpha](const ImVec4& colour) {
      return ui::packed(ui::with_alpha(colour, colour.w * alpha));
    };
    list.AddRectFilled({x, top}, {x + wide, bottom}, faded(shell.theme.raised), 8 * u);
    list.AddRect({x, top}, {x + wide, bottom}, faded(shell.theme.line), 8 * u);
    list.AddText(shell.fonts.strong, size, {x + 12 * u, top + 8 * u}, faded(shell.theme.accent),
                 key.keys.c_str());
    list.AddText(shell.fonts.body, size,
                 {x + 12 * u + width_of(shell.fonts.strong, key.keys), top + 8 * u},
                 faded(shell.theme.text), words_on(key).c_str());
    x += wide + 8 * u;
  }
}

/// What the keys take of the lower end of where notices may lie, whether or not one is shown now,
/// so that nothing jumps.
float height_of_keys(const ShellView& shell) {
  if (!shell.now.present.on) return 0;
  return letters_of_words(shell) + 24 * unit_of_words(shell);
}

std::string words_of_sign(const ShellView& shell) {
  const PresentStatus& model = shell.now.present;
  if (model.pen) return "Pen; Esc puts it away";
  if (!model.held) return {};
  return (model.audience ? "The audience's picture is held still; " : "Held still; ") +
         shell.keys_of("hold_picture") + " goes on";
}

/// A word in a corner, so that nobody takes a picture that is held for the room: the lower left one
/// of where notices may lie, above the keys that were pressed. At the top stand the rooms' own
/// words.
void draw_sign(ShellView& shell, const ui::Box& place) {
  const std::string text = words_of_sign(shell);
  if (text.empty()) return;
  const float u = unit_of_words(shell);
  const float letters = letters_of_words(shell);
  const ImVec2 words = shell.fonts.body->CalcTextSizeA(letters, 1e6F, 0, text.c_str());
  const ImVec2 size{std::ceil(words.x + 24 * u), std::ceil(letters + kSignRim * u)};
  const float keys = height_of_keys(shell);
  const ImVec2 from{std::round(place.left + 16 * u),
                    std::round(place.bottom - keys - 16 * u - size.y)};
  const ImVec2 to{from.x + size.x, from.y + size.y};
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});  // else its rim is cut off
  ui::begin_pane("sign", ui::Box::at(from.x, from.y, size.x, size.y),
                 ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoInputs);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  keep_from_audience(shell, &list);
  list.AddRectFilled(from, to, ui::packed(shell.theme.raised), 6 * u);
  list.AddRect(from, to, ui::packed(shell.theme.accent), 6 * u);
  list.AddText(shell.fonts.body, letters, {from.x + 12 * u, from.y + 6 * u},
               ui::packed(shell.theme.text), text.c_str());
  ui::space(size);
  note_place(shell, "sign");
  ui::end_pane();
  ImGui::PopStyleVar();
}

/// Where there is no bar that has them.
void draw_own_lights(ShellView& shell, const rooms::Room& room, const ui::Box& window) {
  const std::vector<Light> lights = lights_of(shell.snapshot, room);
  if (lights.empty()) return;
  const float u = shell.unit;
  const float width = width_of_lights(shell, lights, false) + 8 * u;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8 * u, 8 * u});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ui::with_alpha(shell.theme.panel, 0.0F));
  ui::begin_pane("lights", ui::Box::at(window.right - width - 8 * u, 8 * u, width, 48 * u));
  draw_lights(shell, lights, false);
  ui::end_pane();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
}

}  // namespace

float height_below_notices(const ShellView& shell) {
  const float u = unit_of_words(shell);
  const bool has_sign = !words_of_sign(shell).empty();
  const float sign = has_sign ? letters_of_words(shell) + (kSignRim + 16) * u : 0;
  return height_of_keys(shell) + sign;
}

void draw_paper(PresentModel& model, const ui::Box& window) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ui::begin_pane("paper", window, ImGuiWindowFlags_NoBackground);
  ui::mouse_area("sheet", {window.width(), window.height()});
  if (ImGui::IsItemActive() && ImGui::IsMousePosValid()) {
    // The hand may have moved on since it was put down.
    if (!model.stroke_is_open) model.draw_to(ImGui::GetIO().MouseClickedPos[0]);
    model.draw_to(ImGui::GetIO().MousePos);
  } else {
    model.stroke_is_open = false;
  }
  ui::end_pane();
  ImGui::PopStyleVar();
}

void draw_presenting(ShellView& shell, PresentModel& model, const rooms::Room& room,
                     const PresentPlaces& places) {
  const bool asked = shell.now.asks_something || shell.now.interface.help_shown;
  if (model.on) draw_own_lights(shell, room, places.window);
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  draw_strokes(shell, model, list);
  const bool points_for_audience = model.audience && !model.held && !asked &&
                                   ImGui::IsMousePosValid() &&
                                   places.presented.contains(model.pointer);
  // A magnified window shows another place.
  const bool is_magnified = model.magnified > 1;
  const ui::Box place =
      is_magnified ? model.seen({places.window.right, places.window.bottom}) : places.free;
  if (!asked) draw_sign(shell, place);
  // The halo shows the audience, who have a picture of their own, where the pointer is.
  if (model.on || points_for_audience) draw_halo(shell, model.pointer, list);
  if (model.on && !asked) draw_keys_pressed(shell, model, list, place);
}

}  // namespace heatwave::shell
