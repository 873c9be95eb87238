// Keeps strokes and keys few, and says what a magnified window shows.
#include "app/shell/presenter/present_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace heatwave::shell {
namespace {

constexpr std::size_t kMostKeys = 5;
constexpr std::size_t kMostPoints = 20'000;
constexpr std::size_t kLongestStroke = 2'000;  ///< as Dear ImGui draws one line at a time
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
  // What is held from the audience's eyes is not shown to them by a key that leaves a menu.
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

}  // namespace heatwave::shell
