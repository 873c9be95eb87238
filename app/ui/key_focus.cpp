// Goes through the controls and draws the ring.
#include "app/ui/key_focus.h"

#include <algorithm>
#include <cmath>
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
  choices_ = 0;
  asked_ = {};
  came_ = false;
  drops_text_ = false;
  next_typing_ = std::exchange(asked_typing_, 0);
  drawn_here_ = false;
  name_.clear();
}

const KeyFocus::Stop* KeyFocus::found() const {
  const auto stop =
      std::find_if(seen_.begin(), seen_.end(), [this](const Stop& s) { return s.id == here(); });
  return here() == 0 || stop == seen_.end() ? nullptr : &*stop;
}

void KeyFocus::move(int by) {
  const auto typing = std::find_if(seen_.begin(), seen_.end(), [this](const Stop& stop) {
    return stop.typing || stop.id == next_typing_;
  });
  if (typing != seen_.end()) at(uppermost_) = typing->id;
  const int count = static_cast<int>(seen_.size());
  const Stop* from = found();
  // What is gone has left its place to the one behind it.
  const int lost = here() == 0 ? 0 : std::min(index_[static_cast<std::size_t>(uppermost_)], count);
  int place = from != nullptr ? static_cast<int>(from - seen_.data()) : lost - (by > 0 ? 1 : 0);
  for (int tries = 0; tries < count; ++tries) {
    place = (place + by + count) % count;
    const Stop& next = seen_[static_cast<std::size_t>(place)];
    const bool is_of_same = from != nullptr && from->list != 0 && next.list == from->list;
    if (!next.enabled || is_of_same) continue;
    const Stop& stop = entry_of(next);
    if (typing != seen_.end() && typing->id == stop.id) return;  // it is the only one
    drops_text_ = typing != seen_.end();
    return go_to(stop);
  }
}

void KeyFocus::go_to(const Stop& stop) {
  at(uppermost_) = stop.id;
  index_[static_cast<std::size_t>(uppermost_)] = static_cast<int>(&stop - seen_.data());
  shown_ = came_ = true;
  since_ = ImGui::GetTime();
}

std::size_t KeyFocus::count() const {
  return static_cast<std::size_t>(std::count_if(seen_.begin(), seen_.end(), [this](const Stop& s) {
    return s.list == 0 || entry_of(s).id == s.id;
  }));
}

const KeyFocus::Stop& KeyFocus::entry_of(const Stop& stop) const {
  if (stop.list == 0) return stop;
  const auto of_list = [&](bool chosen) {
    return std::find_if(seen_.begin(), seen_.end(), [&](const Stop& s) {
      return s.list == stop.list && s.enabled && (s.chosen || !chosen);
    });
  };
  const auto chosen = of_list(true);
  if (chosen != seen_.end()) return *chosen;
  const auto first = of_list(false);
  return first == seen_.end() ? stop : *first;
}

const KeyFocus::Stop* KeyFocus::beside(const Stop& from, int along, int up) const {
  const auto middle = [](const Box& box) {
    return ImVec2{(box.left + box.right) / 2, (box.top + box.bottom) / 2};
  };
  const ImVec2 here = middle(from.box);
  const bool is_along = along != 0;
  const float way = (is_along ? along > 0 : up < 0) ? 1.0F : -1.0F;
  const Stop* best = nullptr;
  float least = 0;
  for (const Stop& stop : seen_) {
    if (stop.list != from.list || stop.id == from.id || !stop.enabled) continue;
    const ImVec2 there = middle(stop.box);
    const float far = way * (is_along ? there.x - here.x : there.y - here.y);
    const float aside = std::abs(is_along ? there.y - here.y : there.x - here.x);
    // Straight on before anything that lies aslant.
    constexpr float kStraight = 0.5F;
    const float side = is_along ? from.box.height() : from.box.width();
    if (far < 1 || aside > kStraight * side) continue;
    if (best == nullptr || far + aside < least) {
      best = &stop;
      least = far + aside;
    }
  }
  return best;
}

bool KeyFocus::jump(bool to_last) {
  const Stop* from = found();
  const bool is_list = uppermost_ == Layer::list && !seen_.empty();
  if (!is_list && (!shown_ || from == nullptr || from->list == 0)) return false;
  const Stop* end = nullptr;
  for (const Stop& stop : seen_) {
    if (!stop.enabled || (!is_list && stop.list != from->list)) continue;
    // A list is read column by column, whatever order its rows are drawn in.
    const bool later = end != nullptr && std::pair(stop.box.left, stop.box.top) >
                                             std::pair(end->box.left, end->box.top);
    if (end == nullptr || later == to_last) end = &stop;
  }
  if (end != nullptr) go_to(*end);
  return true;
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
  if (stop->list != 0) {
    if (const Stop* next = beside(*stop, along, up)) go_to(*next);
    return true;
  }
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

void KeyFocus::begin_typing(ImGuiID id, Takes takes, bool takes_keys) {
  const bool is_here = shown_ && id == here() && layers_.back() == uppermost_ && !is_disabled();
  const bool is_asked = asked_.pressed || (came_ && takes == Takes::text);
  if (!takes_keys && !(is_here && is_asked)) return;
  ImGui::SetKeyboardFocusHere();
  asked_typing_ = id;
}

KeyFocus::Asked KeyFocus::stop(ImGuiID id, const Box& box, Takes takes, bool is_chosen) {
  const Layer layer = layers_.back();
  const bool is_left = came_ && id == next_typing_ && id != here() && ImGui::IsItemActive();
  if (is_left) ImGui::SetWindowFocus(nullptr);
  // Of others Dear ImGui knows: a number is dragged, or typed. But it says so a frame late.
  const bool typing =
      ImGui::IsItemActive() && (takes == Takes::text || ImGui::GetIO().WantTextInput);
  drawn_.push_back({id, takes, layer, !is_disabled(), typing, choices_, is_chosen, box});
  // Tab goes on from what was clicked last.
  const bool begins = is_chosen && choices_ == 0 && at(layer) == 0;
  if ((ImGui::IsItemActivated() && !is_left) || begins) at(layer) = id;
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
