// Presenting: keys are noted, the room is held or shown to an audience, the window is magnified.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/shell/front.h"
#include "app/shell/key_map.h"
#include "kernels/core/error.h"

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

float Front::least_caption_letters() const {
  float height = model_.present.on ? static_cast<float>(window_.laid_out().height) : 0.0F;
  if (audience_ != nullptr) {
    // The audience's picture is as large as their window lets it be.
    const core::Extent theirs = audience_->framebuffer();
    const float room_in_width = layout_.room.width() / static_cast<float>(theirs.width);
    height = std::max(
        {height, layout_.room.height(), static_cast<float>(theirs.height) * room_in_width});
  }
  return caption_letters(height);
}

ui::Box Front::presented_area() const {
  ui::Box area = layout_.room;
  area.bottom += lecture_caption_.box.height();
  return area;
}

bool Front::holds_room() const { return model_.present.held && audience_ == nullptr; }

bool Front::holds_picture() const { return holds_room() && !held_.empty(); }

bool Front::takes_held_picture() const { return holds_room() && held_.empty(); }

void Front::hold_picture() {
  if (audience_ != nullptr) return;  // the room goes on here
  if (!model_.present.held) {
    held_.forget();
  } else if (takes_held_picture()) {
    only_for_a_picture_ = true;
    model_.present.held = held_.take(window_.framebuffer(), in_pixels(presented_area()));
  }
}

void Front::show_held_picture() {
  // The room may have another size by now.
  if (holds_picture()) held_.show_within(window_.framebuffer(), in_pixels(presented_area()));
}

void Front::turn_audience() {
  PresentModel& model = model_.present;
  if (audience_ != nullptr && audience_->should_close()) model.audience = false;
  if (model.audience == (audience_ != nullptr)) return;
  if (!model.audience) {
    audience_.reset();
    model.held = false;
    return;
  }
  try {
    audience_ = std::make_unique<AudienceWindow>(window_, ImGuiContextOwner::on_key,
                                                 ImGuiContextOwner::on_letter);
    if (!audience_->is_full_screen()) {
      tell(
          "The window for the audience shows the room alone; a double click makes it full screen.");
    }
  } catch (const core::Error& error) {
    model.audience = false;
    tell_why(error);
  }
}

void Front::show_audience() {
  if (audience_ == nullptr) return;
  // Questions are for whoever speaks.
  const bool asked = asks_something(model_) || model_.help_shown;
  const bool goes_on = !model_.present.held && !asked && !only_for_a_picture_;
  if (goes_on || held_.empty()) held_.take(window_.framebuffer(), in_pixels(presented_area()));
  audience_->show(held_);
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
