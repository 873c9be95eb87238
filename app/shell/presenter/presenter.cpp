// Freezes, magnifies and copies pictures of the window, and draws the tools of a lecturer over it.
#include "app/shell/presenter/presenter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/shell/interface/layout.h"
#include "app/shell/interface/top_bar.h"
#include "app/shell/window/imgui_context.h"
#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "kernels/core/error.h"

namespace heatwave::shell {

namespace {

constexpr std::size_t kMostKeys = 5;
constexpr std::size_t kMostPoints = 20'000;
/// Number of points; Dear ImGui draws one line at a time.
constexpr std::size_t kLongestStroke = 2'000;
constexpr float kMostMagnified = 8.0F;

constexpr std::array<std::pair<int, const char*>, 18> kNames{{{rooms::key::kSpace, "Space"},
                                                              {rooms::key::kEscape, "Esc"},
                                                              {rooms::key::kEnter, "Enter"},
                                                              {rooms::key::kKeypadEnter, "Enter"},
                                                              {rooms::key::kDelete, "Delete"},
                                                              {rooms::key::kBackspace, "Backspace"},
                                                              {rooms::key::kLeft, "Left"},
                                                              {rooms::key::kRight, "Right"},
                                                              {rooms::key::kUp, "Up"},
                                                              {rooms::key::kDown, "Down"},
                                                              {rooms::key::kPageUp, "Page Up"},
                                                              {rooms::key::kPageDown, "Page Down"},
                                                              {rooms::key::kHome, "Home"},
                                                              {rooms::key::kEnd, "End"},
                                                              {rooms::key::kKeypadAdd, "+"},
                                                              {rooms::key::kKeypadSubtract, "−"},
                                                              {258, "Tab"},
                                                              {260, "Insert"}}};

std::string name_of_key(int key) {
  for (const auto& [code, name] : kNames) {
    if (code == key) return name;
  }
  constexpr int kLastF = rooms::key::kF1 + 24;
  if (key >= rooms::key::kF1 && key <= kLastF) {
    return 'F' + std::to_string(key - rooms::key::kF1 + 1);
  }
  return key > rooms::key::kSpace && key < 127 ? std::string(1, static_cast<char>(key)) : "";
}

}  // namespace

std::string name_of(rooms::Chord chord) {
  const std::string key = name_of_key(chord.key);
  if (key.empty()) return "";
  return std::string(chord.control ? "Ctrl " : "") + (chord.shift ? "Shift " : "") + key;
}

bool PresentModel::leave_one() {
  if (std::exchange(drawing, false)) return true;
  // Esc does not unfreeze the audience's picture: they might see something hidden from them.
  if (!audience && std::exchange(held, false)) return true;
  if (std::exchange(magnified, 1.0F) != 1.0F) return true;
  if (!on) return false;
  end();
  return true;
}

void PresentModel::end() {
  wipe();
  keys.clear();
  on = drawing = false;
  held = held && audience;
  magnified = 1.0F;
}

void PresentModel::wipe() {
  strokes.clear();
  points = 0;
  stroke_is_open = false;
}

void PresentModel::draw_to(ImVec2 at) {
  constexpr float kNear = 1.0F;
  if (!std::exchange(stroke_is_open, true)) strokes.emplace_back();
  std::vector<ImVec2>& stroke = strokes.back();
  if (!stroke.empty()) {
    const float far = std::abs(stroke.back().x - at.x) + std::abs(stroke.back().y - at.y);
    if (far < kNear) return;
  }
  stroke.push_back(at);
  ++points;
  if (stroke.size() >= kLongestStroke) {
    strokes.push_back({at});
    ++points;
  }
  while (points > kMostPoints && strokes.size() > 1) {
    points -= strokes.front().size();
    strokes.pop_front();
  }
}

void PresentModel::magnify(float factor) {
  magnified = std::clamp(magnified * factor, 1.0F, kMostMagnified);
  if (magnified < 1.05F) magnified = 1.0F;
}

void PresentModel::note_key(const std::string& name, const std::string& what, double now) {
  if (name.empty()) return;
  if (!keys.empty() && keys.back().keys == name && now - keys.back().at < kKeySeconds) {
    ++keys.back().times;
    keys.back().at = now;
    return;
  }
  keys.push_back({.keys = name, .what = what, .at = now});
  if (keys.size() > kMostKeys) keys.pop_front();
}

bool PresentModel::shows_keys(double now) {
  while (!keys.empty() && now - keys.front().at >= kKeySeconds) keys.pop_front();
  return !keys.empty();
}

ui::Box PresentModel::seen(ImVec2 window) const {
  const ImVec2 part{window.x / magnified, window.y / magnified};
  const float x = std::clamp(pointer.x, 0.0F, window.x);
  const float y = std::clamp(pointer.y, 0.0F, window.y);
  return ui::Box::at(x - x / magnified, y - y / magnified, part.x, part.y);
}

namespace {

/// Returns the scale of words over the window, which grow less than the magnified picture.
float unit_of_words(const ShellView& shell) {
  return shell.unit * std::max(1 / shell.now.present.magnified, 0.5F);
}

float letters_of_words(const ShellView& shell) {
  return shell.fonts.size * unit_of_words(shell) / shell.unit;
}

constexpr float kSignRim = 12;     ///< sum of the space above and below its words
constexpr double kKeyFades = 0.8;  ///< last seconds in which a key fades

/// Draws a dark line around a light one, visible on any field in either theme.
void draw_strokes(const ShellView& shell, const PresentModel& model, ImDrawList& list) {
  const float u = shell.unit;
  const ImU32 rim = ui::packed_colour(ImVec4{0, 0, 0, 0.85F});
  const ImU32 ink = ui::packed_colour(ImVec4{1.0F, 0.86F, 0.2F, 1});
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
  list.AddCircleFilled(at, radius,
                       ui::packed_colour(ui::with_alpha(accent, pressed ? 0.5F : 0.22F)));
  list.AddCircle(at, radius + 1.5F * u, ui::packed_colour(ImVec4{0, 0, 0, 0.5F}), 0, 1.5F * u);
  list.AddCircle(at, radius, ui::packed_colour(ui::with_alpha(accent, 0.95F)), 0, 2.5F * u);
}

std::string words_on(const ShownKey& key) {
  const std::string times = key.times > 1 ? "  × " + std::to_string(key.times) : "";
  return key.what.empty() ? times : "  " + key.what + times;
}

/// Draws the keys from left to right, centred in `place`; the oldest are left out when space is
/// short.
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
      return ui::packed_colour(ui::with_alpha(colour, colour.w * alpha));
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

/// Returns the height for keys at the lower end of the notices' area. It does not depend on whether
/// a key is shown, so that nothing moves.
float height_of_keys(const ShellView& shell) {
  if (!shell.now.present.on) return 0;
  return letters_of_words(shell) + 24 * unit_of_words(shell);
}

std::string words_of_sign(const ShellView& shell) {
  const PresentStatus& model = shell.now.present;
  if (model.pen) return "Pen; Esc puts it away";
  if (!model.held) return {};
  return (model.audience ? "The audience's picture is frozen; " : "Frozen; ") +
         shell.keys_of("hold_picture") + " continues";
}

/// Draws a word in a corner, so that a frozen picture cannot be mistaken for the running room. It
/// is in the lower left corner of the notices' area, above the keys; the rooms' own words are at
/// the top.
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

/// Draws the lights when no bar contains them.
void draw_own_lights(ShellView& shell, const rooms::Room& room, const ui::Box& window) {
  const std::vector<Light> lights = lights_of(shell.snapshot, room);
  if (lights.empty()) return;
  const float u = shell.unit;
  const float width = width_of_lights(shell, lights, false) + 8 * u;
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ui::with_alpha(shell.theme.panel, 0.0F));
  {
    const ui::Pane pane("lights", ui::Box::at(window.right - width - 8 * u, 8 * u, width, 48 * u),
                        {8 * u, 8 * u});
    draw_lights(shell, lights, false);
  }
  ImGui::PopStyleColor();
}

}  // namespace

float height_below_notices(const ShellView& shell) {
  const float u = unit_of_words(shell);
  const bool has_sign = !words_of_sign(shell).empty();
  const float sign = has_sign ? letters_of_words(shell) + (kSignRim + 16) * u : 0;
  return height_of_keys(shell) + sign;
}

void Presenter::handle(const session::ShowAudience& command) {
  model_.audience = command.on;
  turn_audience();
}

void Presenter::update() {
  if (ImGui::IsMousePosValid()) model_.pointer = ImGui::GetIO().MousePos;
  turn_audience();
}

void Presenter::turn_audience() {
  if (audience_ != nullptr && audience_->should_close()) model_.audience = false;
  if (model_.audience == (audience_ != nullptr)) return;
  if (!model_.audience) {
    audience_.reset();
    model_.held = false;
    return;
  }
  try {
    audience_ = std::make_unique<AudienceWindow>(window_, ImGuiContextOwner::on_key,
                                                 ImGuiContextOwner::on_letter);
    if (!audience_->is_full_screen()) {
      shell_.commands.tell(
          "The window for the audience shows the room alone; a double click makes it full screen.");
    }
  } catch (const core::Error& error) {
    model_.audience = false;
    shell_.tell_why(error);
  }
}

void Presenter::draw(const core::Rect& presented) {
  // The room's size may have changed since.
  if (holds_room() && !held_.empty()) held_.show_within(window_.framebuffer(), presented);
}

void Presenter::draw_paper(const ui::Box& window) {
  const bool asked = shell_.now.asks_something || shell_.now.interface.help_shown;
  if (!model_.drawing || asked) return;
  const ui::Pane pane("paper", window, {0, 0}, ImGuiWindowFlags_NoBackground);
  ui::mouse_area("sheet", {window.width(), window.height()});
  if (ImGui::IsItemActive() && ImGui::IsMousePosValid()) {
    // The pointer may have moved since the button was pressed.
    if (!model_.stroke_is_open) model_.draw_to(ImGui::GetIO().MouseClickedPos[0]);
    model_.draw_to(ImGui::GetIO().MousePos);
  } else {
    model_.stroke_is_open = false;
  }
}

void Presenter::draw(ShellView& view, const rooms::Room& room, const PresentPlaces& places) {
  const bool asked = view.now.asks_something || view.now.interface.help_shown;
  if (model_.on) draw_own_lights(view, room, places.window);
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  draw_strokes(view, model_, list);
  const bool points_for_audience = model_.audience && !model_.held && !asked &&
                                   ImGui::IsMousePosValid() &&
                                   places.presented.contains(model_.pointer);
  // A magnified window shows a different area.
  const bool is_magnified = model_.magnified > 1;
  const ui::Box place =
      is_magnified ? model_.seen({places.window.right, places.window.bottom}) : places.free;
  if (!asked) draw_sign(view, place);
  // The halo shows the audience the pointer, which their copied picture lacks.
  if (model_.on || points_for_audience) draw_halo(view, model_.pointer, list);
  if (model_.on && !asked) draw_keys_pressed(view, model_, list, place);
}

bool Presenter::draw_out(const core::Rect& presented, bool for_file) {
  bool is_shown = !for_file;
  if (audience_ == nullptr && !model_.held) {
    held_.forget();
  } else if (holds_room() && held_.empty()) {
    is_shown = false;
    model_.held = held_.take(window_.framebuffer(), presented);
  }
  if (is_shown) magnify();
  if (audience_ != nullptr) show_audience(presented, is_shown);
  return is_shown;
}

void Presenter::show_audience(const core::Rect& presented, bool goes_on) {
  // The audience does not see questions, which are for the person at the window.
  const bool asked = shell_.now.asks_something || shell_.now.interface.help_shown;
  if ((goes_on && !model_.held && !asked) || held_.empty()) {
    held_.take(window_.framebuffer(), presented);
  }
  audience_->show(held_);
}

void Presenter::magnify() {
  if (model_.magnified == 1.0F) return magnified_.forget();
  const core::Extent framebuffer = window_.framebuffer();
  const core::Rect all = core::whole(framebuffer);
  if (!magnified_.take(framebuffer, all)) return;
  const core::Extent window = window_.size();
  const core::Rect seen = core::intersection(
      in_pixels(model_.seen({static_cast<float>(window.width), static_cast<float>(window.height)}),
                window_.pixels_per_unit()),
      all);
  magnified_.show(seen, framebuffer, all);
}

PresentStatus Presenter::status() const {
  const bool leaves_held = model_.held && !model_.audience;
  return {.on = model_.on,
          .pen = model_.drawing,
          .has_drawn = !model_.strokes.empty(),
          .audience = audience_ != nullptr,
          .held = model_.held,
          .holds_picture = holds_room() && !held_.empty(),
          .takes_held_picture = holds_room() && held_.empty(),
          .can_leave = model_.drawing || leaves_held || model_.magnified != 1.0F || model_.on,
          .shows_keys = !model_.keys.empty(),
          .magnified = model_.magnified};
}

float Presenter::picture_height(const ui::Box& room, float window_height) const {
  const float height = model_.on ? window_height : 0.0F;
  if (audience_ == nullptr) return height;
  // The audience's picture is as large as their window allows.
  const core::Extent theirs = audience_->framebuffer();
  const float room_in_width = room.width() / static_cast<float>(theirs.width);
  return std::max({height, room.height(), static_cast<float>(theirs.height) * room_in_width});
}

void Presenter::add_status(nlohmann::ordered_json& status) const {
  nlohmann::ordered_json keys = nlohmann::ordered_json::array();
  for (const ShownKey& key : model_.keys) keys.push_back(key.keys);
  status["present"] = {{"on", model_.on},
                       {"pen", model_.drawing},
                       {"held", model_.held},
                       {"magnified", model_.magnified},
                       {"points", model_.points},
                       {"strokes", model_.strokes.size()},
                       {"audience", model_.audience},
                       {"keys", std::move(keys)}};
}

}  // namespace heatwave::shell
