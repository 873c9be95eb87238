// Lays parts out, or puts in their place what is known of them.
#include "app/ui/unseen_parts.h"

#include <utility>

#include "app/ui/look.h"

namespace heatwave::ui {
namespace {

Box moved(const Box& box, ImVec2 by) {
  return {box.left + by.x, box.top + by.y, box.right + by.x, box.bottom + by.y};
}

/// What a list has drawn until now, to go back to.
class Drawn {
 public:
  explicit Drawn(ImDrawList& list)
      : list_(list),
        commands_(list.CmdBuffer),
        header_(list._CmdHeader),
        next_(list._VtxCurrentIdx),
        vertices_(list.VtxBuffer.Size),
        indices_(list.IdxBuffer.Size) {}

  void go_back() {
    list_.CmdBuffer.swap(commands_);
    list_._CmdHeader = header_;
    list_._VtxCurrentIdx = next_;
    list_.VtxBuffer.shrink(vertices_);
    list_.IdxBuffer.shrink(indices_);
    list_._VtxWritePtr = list_.VtxBuffer.Data + vertices_;
    list_._IdxWritePtr = list_.IdxBuffer.Data + indices_;
  }

 private:
  ImDrawList& list_;
  ImVector<ImDrawCmd> commands_;
  ImDrawCmdHeader header_;
  unsigned next_;
  int vertices_;
  int indices_;
};

}  // namespace

void UnseenParts::begin_frame(bool pressed) {
  ++frame_;
  // What is dragged, typed into or unfolded must be drawn to stay so, wherever it is scrolled to.
  const bool is_at_work =
      ImGui::IsAnyItemActive() || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  if (pressed || is_at_work) pressed_ = frame_;
}

bool UnseenParts::takes_turn(const Part& part) {
  if (frame_ - pressed_ < kEvery) return true;
  if (frame_ - part.laid_out < kEvery || turn_ == frame_) return false;
  turn_ = frame_;
  return true;
}

void UnseenParts::draw(const Look& look, ImGuiID id, const std::function<void()>& lay_out) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Room room{ImGui::GetContentRegionAvail().x, look.unit, look.fonts.version};
  Part& part = parts_[id];
  const bool is_known = part.room == room;
  const bool is_unseen =
      is_known && !ImGui::IsRectVisible(at, {at.x + room.width, at.y + part.height});
  KeyFocus& focus = look.memory.focus;
  if (is_unseen && part.laid_out >= 0 && !focus.is_held() && !takes_turn(part)) {
    return stand_in(look, part, at);
  }
  const std::size_t stops = focus.drawn();
  Places others;
  if (look.places != nullptr) others = std::exchange(*look.places, {});
  Drawn drawn(*ImGui::GetWindowDrawList());
  lay_out();
  // Triangles that nobody sees are work, and make a list another one than in the frame before.
  if (is_unseen) drawn.go_back();
  part.room = room;
  part.height = ImGui::GetCursorScreenPos().y - at.y;
  part.laid_out = -kEvery;
  if (is_unseen) {
    part.laid_out = frame_;
    part.at = at;
    part.stops = focus.drawn_from(stops);
    if (look.places != nullptr) part.places = *look.places;
  }
  if (look.places != nullptr) look.places->merge(others);
}

void UnseenParts::stand_in(const Look& look, const Part& part, ImVec2 at) {
  const ImVec2 by{at.x - part.at.x, at.y - part.at.y};
  for (const KeyFocus::Stop& stop : part.stops) {
    look.memory.focus.stop_unseen(stop, moved(stop.box, by));
  }
  if (look.places != nullptr) {
    for (const auto& [name, box] : part.places) (*look.places)[name] = moved(box, by);
  }
  ImGui::SetCursorScreenPos({at.x, at.y + part.height});
}

}  // namespace heatwave::ui
