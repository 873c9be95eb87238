// Words over a room grow less than a magnified picture of it.
#include "app/shell/presenter/present_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <string>

#include "app/ui/pane.h"
#include "app/ui/text_lines.h"

namespace heatwave::shell {
namespace {

/// Returns the scale of words over the window, which grow less than the magnified picture.
float unit_of_words(const ShellView& shell) {
  return shell.unit * std::max(1 / shell.now.present.magnified, 0.5F);
}

float letters_of_words(const ShellView& shell) {
  return shell.fonts.size * unit_of_words(shell) / shell.unit;
}

constexpr float kSignRim = 12;  ///< sum of the space above and below its words

std::string words_on(const ShownKey& key) {
  const std::string times = key.times > 1 ? std::to_string(key.times) + " times" : "";
  const char* between = key.what.empty() || times.empty() ? "" : ", ";
  const std::string words = key.what + between + times;
  return words.empty() ? "" : "  " + words;
}

std::string words_of_sign(const ShellView& shell) {
  const PresentStatus& model = shell.now.present;
  if (model.blank && model.audience) return "The audience's screen is black; B continues";
  if (model.pen) {
    constexpr std::array kTools{"Pen", "Highlighter", "Eraser"};
    return std::string(kTools.at(static_cast<std::size_t>(model.pen_tool))) + "; Esc puts it away";
  }
  if (!model.held) return {};
  return (model.audience ? "The audience's picture is frozen; " : "Frozen; ") +
         shell.keys_of("hold_picture") + " continues";
}

/// The caption of a key that was pressed.
struct KeyCaption {
  const ShownKey& key;
  std::string words;  ///< beside the key's name, or in lines below it
  bool is_below = false;
  float width = 0.0F;
};

}  // namespace

void draw_keys_pressed(ShellView& shell, PresentModel& model, ImDrawList& list,
                       const ui::Box& place) {
  // A key is shown at full contrast until it goes: faded letters cannot be read.
  if (!model.shows_keys(ImGui::GetTime())) return;
  constexpr float kLeastLines = 5.0F;  // a lower place has one line
  const float u = unit_of_words(shell);
  const float size = letters_of_words(shell);
  const float rims = 24 * u;
  const float room = place.width() - 16 * u;
  const auto width_of = [&](ImFont* font, const std::string& text) {
    return font->CalcTextSizeA(size, 1e6F, 0, text.c_str()).x;
  };
  // The name stands on a key of at least this width, so that a full stop is seen.
  const auto width_of_key = [&](const ShownKey& key) {
    return std::max(width_of(shell.fonts.strong, key.keys), size / 2) + 12 * u;
  };
  const auto caption_of = [&](const ShownKey& key) {
    const float name = width_of_key(key);
    KeyCaption caption{.key = key, .words = words_on(key)};
    caption.width = name + width_of(shell.fonts.body, caption.words) + rims;
    if (caption.width <= room) return caption;
    caption.width = room;
    caption.is_below = place.height() > kLeastLines * size;
    if (caption.is_below) {
      ImGui::PushFont(shell.fonts.body, size);
      const std::size_t begin =
          std::min(caption.words.find_first_not_of(' '), caption.words.size());
      caption.words = ui::in_lines(caption.words.substr(begin), room - rims);
      ImGui::PopFont();
    } else {
      caption.words = ui::elided(caption.words, room - rims - name + 1, shell.fonts.body, size);
    }
    return caption;
  };
  std::deque<KeyCaption> captions;
  float width = 0;
  for (auto key = model.keys.rbegin(); key != model.keys.rend(); ++key) {
    const KeyCaption caption = caption_of(*key);
    const float wanted = width + caption.width + 8 * u;
    if (wanted > room && !captions.empty()) break;
    width = std::min(wanted, room);
    captions.push_front(caption);
  }
  const std::string& newest = captions.back().words;
  const auto breaks = static_cast<float>(std::count(newest.begin(), newest.end(), '\n'));
  const float lines = captions.back().is_below ? 2 + breaks : 1;
  float x = (place.left + place.right - width) / 2;
  // A low place has a line of words and little space around them.
  const float pad = std::clamp((place.height() - lines * size) / 2 - 1 * u, 3 * u, 8 * u);
  const float height = lines * size + 2 * pad + (captions.back().is_below ? 4 : 0) * u;
  const float rim = std::min(16 * u, (place.height() - height) / 2);
  const float bottom = place.bottom - rim;
  const float top = bottom - height;
  if (shell.places != nullptr) (*shell.places)["keys pressed"] = {x, top, x + width, bottom};
  for (const KeyCaption& caption : captions) {
    const float key_width = width_of_key(caption.key);
    const ImVec2 key{x + rims / 2, top + pad};
    const ImVec2 name{key.x + (key_width - width_of(shell.fonts.strong, caption.key.keys)) / 2,
                      key.y};
    const ImVec2 words =
        caption.is_below ? ImVec2{key.x, key.y + size + 4 * u} : ImVec2{key.x + key_width, key.y};
    list.AddRectFilled({x, top}, {x + caption.width, bottom}, ui::packed_colour(shell.theme.raised),
                       8 * u);
    list.AddRect({x, top}, {x + caption.width, bottom}, ui::packed_colour(shell.theme.line), 8 * u);
    list.AddRect({key.x, key.y - 2 * u}, {key.x + key_width, key.y + size + 2 * u},
                 ui::packed_colour(shell.theme.accent), 4 * u);
    list.AddText(shell.fonts.strong, size, name, ui::packed_colour(shell.theme.accent),
                 caption.key.keys.c_str());
    list.AddText(shell.fonts.body, size, words, ui::packed_colour(shell.theme.text),
                 caption.words.c_str());
    x += caption.width + 8 * u;
  }
}

float height_of_keys(const ShellView& shell, const PresentPlaces& places) {
  const bool is_magnified = shell.now.present.magnified > 1;
  if (!shell.now.present.on || (!is_magnified && !places.keys.meets(places.free))) return 0;
  return letters_of_words(shell) + 24 * unit_of_words(shell);
}

void draw_sign(ShellView& shell, const ui::Box& place, float keys) {
  const std::string text = words_of_sign(shell);
  if (text.empty()) return;
  const float u = unit_of_words(shell);
  const float letters = letters_of_words(shell);
  const ImVec2 words = shell.fonts.body->CalcTextSizeA(letters, 1e6F, 0, text.c_str());
  const ImVec2 size{std::ceil(words.x + 24 * u), std::ceil(letters + kSignRim * u)};
  const ImVec2 from{std::round(place.left + 16 * u),
                    std::round(place.bottom - keys - 16 * u - size.y)};
  const ImVec2 to{from.x + size.x, from.y + size.y};
  // Otherwise the window clips its border.
  const ui::Pane pane("sign", ui::Box::at(from.x, from.y, size.x, size.y), {0, 0},
                      ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoInputs);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  keep_from_audience(shell, &list);
  list.AddRectFilled(from, to, ui::packed_colour(shell.theme.raised), 6 * u);
  list.AddRect(from, to, ui::packed_colour(shell.theme.accent), 6 * u);
  list.AddText(shell.fonts.body, letters, {from.x + 12 * u, from.y + 6 * u},
               ui::packed_colour(shell.theme.text), text.c_str());
  ui::space(size);
  note_place(shell, "sign");
}

ui::Box cut_lane(ui::Box& room, float letters, float unit) {
  const float height = std::min(letters + 20 * unit, room.height() / 4);
  room.bottom -= height;
  return {room.left, room.bottom, room.right, room.bottom + height};
}

float height_below_notices(const ShellView& shell, const PresentPlaces& places) {
  const float u = unit_of_words(shell);
  const bool has_sign = !words_of_sign(shell).empty();
  const float sign = has_sign ? letters_of_words(shell) + (kSignRim + 16) * u : 0;
  return height_of_keys(shell, places) + sign;
}

}  // namespace heatwave::shell
