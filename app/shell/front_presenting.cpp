// Presenting: keys are noted, the picture of a room is held, the window is magnified.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/shell/front.h"
#include "app/shell/key_map.h"

namespace heatwave::shell {

void Front::take_presenting_input() {
  PresentModel& model = model_.present;
  ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsMousePosValid()) model.pointer = io.MousePos;
  if (io.KeyCtrl && io.MouseWheel != 0) {
    constexpr float kNotch = 1.25F;
    model.magnify(io.MouseWheel > 0 ? kNotch : 1 / kNotch);
    io.MouseWheel = 0;  // nothing else takes it
    idle_.stir(ImGui::GetTime());
  }
}

void Front::note_shown_key(const KeyPress& press) {
  if (!model_.present.on) return;
  const rooms::Action* known = action_of(room(), press).any();
  model_.present.note_key(name_of(press.chord), known != nullptr ? known->what : "",
                          ImGui::GetTime());
}

core::Rect Front::in_pixels(const ui::Box& box) const {
  const auto pixel = [this](float units) {
    return static_cast<int>(std::lround(units * pixels_per_unit()));
  };
  return {pixel(box.left), pixel(box.top), pixel(box.right), pixel(box.bottom)};
}

bool Front::holds_picture() const { return model_.present.held && !held_.empty(); }

bool Front::takes_held_picture() const { return model_.present.held && held_.empty(); }

void Front::hold_picture() {
  if (!model_.present.held) {
    held_.forget();
  } else if (takes_held_picture()) {
    only_for_a_picture_ = true;
    model_.present.held = held_.take(window_.framebuffer(), in_pixels(layout_.room));
  }
}

void Front::show_held_picture() {
  if (!holds_picture()) return;
  // The room may have another size by now: as large as it goes, in its middle.
  const core::Rect room = in_pixels(layout_.room);
  const core::Extent picture = held_.extent();
  const double scale = std::min(static_cast<double>(room.width()) / picture.width,
                                static_cast<double>(room.height()) / picture.height);
  const int width = std::max(1, static_cast<int>(std::lround(picture.width * scale)));
  const int height = std::max(1, static_cast<int>(std::lround(picture.height * scale)));
  const int left = room.x0 + (room.width() - width) / 2;
  const int top = room.y0 + (room.height() - height) / 2;
  held_.show(core::whole(picture), window_.framebuffer(), {left, top, left + width, top + height});
}

void Front::magnify() {
  if (model_.present.magnified == 1.0F) return magnified_.forget();
  if (only_for_a_picture_) return;
  const core::Extent framebuffer = window_.framebuffer();
  const core::Rect all = core::whole(framebuffer);
  if (!magnified_.take(framebuffer, all)) return;
  const core::Extent window = window_.size();
  const core::Rect seen =
      core::intersection(in_pixels(model_.present.seen({static_cast<float>(window.width),
                                                        static_cast<float>(window.height)})),
                         all);
  magnified_.show(seen, framebuffer, all);
}

}  // namespace heatwave::shell
