// Holds, magnifies and copies pictures of the window.
#include "app/shell/presenter/presenter.h"

#include <imgui.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/shell/interface/layout.h"
#include "app/shell/presenter/presenting.h"
#include "app/shell/window/imgui_context.h"
#include "kernels/core/error.h"

namespace heatwave::shell {

void Presenter::handle(const session::Present& command) {
  command.on ? void(model_.on = true) : model_.end();
}

void Presenter::handle(const session::LeavePresenting& /*command*/) { model_.leave_one(); }

void Presenter::handle(const session::ShowAudience& command) {
  model_.audience = command.on;
  turn_audience();
}

void Presenter::handle(const session::HoldPicture& command) { model_.held = command.on; }

void Presenter::handle(const session::UsePen& command) { model_.drawing = command.on; }

void Presenter::handle(const session::WipePen& /*command*/) { model_.wipe(); }

void Presenter::handle(const session::Magnify& command) {
  model_.magnify(static_cast<float>(command.factor));
}

void Presenter::handle(const std::string& keys, const std::string& what) {
  if (model_.on) model_.note_key(keys, what, ImGui::GetTime());
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
  // The room may have another size by now.
  if (holds_room() && !held_.empty()) held_.show_within(window_.framebuffer(), presented);
}

void Presenter::draw_paper(const ui::Box& window) {
  const bool asked = shell_.now.asks_something || shell_.now.interface.help_shown;
  if (model_.drawing && !asked) shell::draw_paper(model_, window);
}

void Presenter::draw(ShellView& view, const rooms::Room& room, const PresentPlaces& places) {
  draw_presenting(view, model_, room, places);
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
  // Questions are for the person at the window.
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
  // The audience's picture is as large as their window lets it be.
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
