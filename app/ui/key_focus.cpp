// Goes through the controls and draws the ring.
#include "app/ui/key_focus.h"

#include <algorithm>
#include <utility>

namespace heatwave::ui {
namespace {

Box window_box() {
  const ImVec2 at = ImGui::GetWindowPos();
  const ImVec2 size = ImGui::GetWindowSize();
  return Box::at(at.x, at.y, size.x, size.y);
}

}  // namespace

void KeyFocus::begin_frame() {
  seen_.clear();
  uppermost_ = Layer::window;
  for (const Stop& stop : drawn_) uppermost_ = std::max(uppermost_, stop.layer);
  for (const Stop& stop : drawn_) {
    if (stop.layer == uppermost_) seen_.push_back(stop);
  }
  drawn_.clear();
  for (auto above = static_cast<std::size_t>(uppermost_) + 1; above < at_.size(); ++above) {
    at_[above] = 0;
    index_[above] = 0;
  }
  if (const Stop* stop = found()) {
    index_[static_cast<std::size_t>(uppermost_)] = static_cast<int>(stop - seen_.data());
  }
  layers_ = {Layer::window};
  disables_.clear();
  asked_ = {};
  came_ = false;
  drops_text_ = false;
  drawn_here_ = false;
  name_.clear();
}

const KeyFocus::Stop* KeyFocus::found() const {
  const auto stop =
      std::find_if(seen_.begin(), seen_.end(), [this](const Stop& s) { return s.id == here(); });
  return here() == 0 || stop == seen_.end() ? nullptr : &*stop;
}

void KeyFocus::move(int by) {
  const auto typing =
      std::find_if(seen_.begin(), seen_.end(), [](const Stop& stop) { return stop.typing; });
  if (typing != seen_.end()) at(uppermost_) = typing->id;
  const int count = static_cast<int>(seen_.size());
  const Stop* from = found();
  // What is gone has left its place to the one behind it.
  const int lost = here() == 0 ? 0 : std::min(index_[static_cast<std::size_t>(uppermost_)], count);
  int place = from != nullptr ? static_cast<int>(from - seen_.data()) : lost - (by > 0 ? 1 : 0);
  for (int tries = 0; tries < count; ++tries) {
    place = (place + by + count) % count;
    const Stop& stop = seen_[static_cast<std::size_t>(place)];
    if (!stop.enabled) continue;
    if (typing != seen_.end() && typing->id == stop.id) return;  // it is the only one
    drops_text_ = typing != seen_.end();
    at(uppermost_) = stop.id;
    index_[static_cast<std::size_t>(uppermost_)] = place;
    shown_ = came_ = true;
    since_ = ImGui::GetTime();
    return;
  }
}

bool KeyFocus::press() {
  const Stop* stop = found();
  if (!shown_ || stop == nullptr) return false;
  asked_.pressed = stop->enabled;
  since_ = ImGui::GetTime();
  return true;
}

bool KeyFocus::turn(int along, int up, bool held) {
  if (uppermost_ == Layer::list) {
    if (up != 0) move(up > 0 ? -1 : 1);
    return true;
  }
  const Stop* stop = found();
  if (!shown_ || stop == nullptr || !stop->enabled) return false;
  since_ = ImGui::GetTime();
  if (stop->takes == Takes::unfold && up != 0) return press();
  if (stop->takes != Takes::change) return false;
  asked_.along += along;
  asked_.up += up;
  asked_.held = held;
  return true;
}

void KeyFocus::hide() { shown_ = false; }

void KeyFocus::enter(Layer layer) { layers_.push_back(layer); }

void KeyFocus::leave() {
  if (layers_.size() > 1) layers_.pop_back();
}

void KeyFocus::begin_disabled(bool disabled) {
  disables_.push_back(disabled || is_disabled());
  ImGui::BeginDisabled(disabled);
}

void KeyFocus::end_disabled() {
  ImGui::EndDisabled();
  disables_.pop_back();
}

void KeyFocus::begin_typing(ImGuiID id, Takes takes) const {
  if (!shown_ || id != here() || layers_.back() != uppermost_ || is_disabled()) return;
  if (asked_.pressed || (came_ && takes == Takes::text)) ImGui::SetKeyboardFocusHere();
}

KeyFocus::Asked KeyFocus::stop(ImGuiID id, const Box& box, Takes takes, bool is_chosen) {
  const Layer layer = layers_.back();
  const bool typing = ImGui::IsItemActive() && ImGui::GetIO().WantTextInput;
  drawn_.push_back({id, takes, layer, !is_disabled(), typing});
  // Tab goes on from what was clicked last.
  if (ImGui::IsItemActivated() || (is_chosen && at(layer) == 0)) at(layer) = id;
  if (!shown_ || layer != uppermost_ || id != here()) return {};
  drawn_here_ = true;
  box_ = box;
  seen_part_ = window_box();
  const bool in_sight = box.top >= seen_part_.top && box.bottom <= seen_part_.bottom;
  if (came_ && !in_sight) ImGui::SetScrollHereY();
  return is_disabled() ? Asked{} : asked_;
}

void KeyFocus::note_name(const Box& box, const std::string& name) {
  if (is_on(box) && name_.empty()) name_ = name;
}

void KeyFocus::draw_ring(float unit, const ImVec4& ring, const ImVec4& ground) const {
  if (!shown_ || !drawn_here_) return;
  constexpr float kThick = 3;
  const float gap = (kThick / 2 + 1) * unit;
  const auto packed = [](const ImVec4& colour) { return ImGui::ColorConvertFloat4ToU32(colour); };
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const float beyond = (kThick + 3) * unit;
  list.PushClipRect({seen_part_.left - beyond, seen_part_.top - beyond},
                    {seen_part_.right + beyond, seen_part_.bottom + beyond});
  const ImVec2 from{box_.left - gap, box_.top - gap};
  const ImVec2 to{box_.right + gap, box_.bottom + gap};
  // A seam of the ground's colour on both sides, so that it stands out from whatever lies below.
  list.AddRect(from, to, packed(ground), 7 * unit, 0, (kThick + 3) * unit);
  list.AddRect(from, to, packed(ring), 7 * unit, 0, kThick * unit);
  list.PopClipRect();
}

}  // namespace heatwave::ui
